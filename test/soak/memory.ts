import { readFileSync } from 'node:fs';

export interface MemorySample {
  /** Seconds. */
  at: number;
  megabytes: number;
}

/** What a process holds now; undefined where the system does not tell, or the process is gone. */
export function residentMegabytes(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Megabytes a minute, by least squares; undefined for fewer than three samples. */
export function slope(samples: readonly MemorySample[]): number | undefined {
  if (samples.length < 3) return undefined;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((one) => one.at));
  const meanMegabytes = mean(samples.map((one) => one.megabytes));
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const together = samples.reduce((sum, one) => sum + (one.at - at) * (one.megabytes - meanMegabytes), 0);
  return spread === 0 ? undefined : (together / spread) * 60;
}
