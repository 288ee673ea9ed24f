export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** How old the reading may be that a message is made of. */
export const OLD_MS = 2 * MINUTE_MS;
