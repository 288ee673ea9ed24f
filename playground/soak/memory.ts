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

/** What the system says of a process: memory in megabytes, processor time in seconds. */
export interface Usage {
  /** What no other process shares with it. */
  privateMegabytes: number;
  residentMegabytes: number;
  /** The most that was resident at any time. */
  peakMegabytes: number;
  cpuSeconds: number;
}

/** Of USER_HZ, which is 100 on every Linux that Node.js runs on (proc(5)). */
const TICKS_PER_SECOND = 100;

/** Undefined where the system does not tell, or the process is gone. */
export function usageOf(pid: number | undefined): Usage | undefined {
  if (pid === undefined) return undefined;
  try {
    const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
    const [rollup, status, stat] = [read('smaps_rollup'), read('status'), read('stat')];
    const megabytes = (text: string, name: RegExp): number =>
      [...text.matchAll(name)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0);
    // The program's name, in parentheses, may hold spaces; utime and stime are the 14th and 15th field.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return {
      privateMegabytes: megabytes(rollup, /^Private_(?:Clean|Dirty):\s+(\d+) kB/gm),
      residentMegabytes: megabytes(status, /^VmRSS:\s+(\d+) kB/gm),
      peakMegabytes: megabytes(status, /^VmHWM:\s+(\d+) kB/gm),
      cpuSeconds: (Number(user) + Number(system)) / TICKS_PER_SECOND,
    };
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
