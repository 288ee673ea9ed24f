const MINUTE_MS = 60_000;

/**
 * A time of day that Discord draws in the reader's own zone: unlike "in 2 seconds", right whenever it is read. It shows whole
 * minutes, so what is over by then is rounded up, and what lasts until then down.
 */
export function clockTime(epochMs: number, round: 'up' | 'down'): string {
  const minutes = epochMs / MINUTE_MS;
  return `<t:${60 * (round === 'up' ? Math.ceil(minutes) : Math.floor(minutes))}:t>`;
}
