const silent = (): undefined => undefined;

/** A log for parts of the bot that run in the benchmark's own process. */
export const quiet = { info: silent, warn: silent, error: silent };
