import { slope, type Usage } from './memory.ts';

/** What a process used, some seconds after the beginning. */
export interface CurvePoint extends Usage {
  at: number;
}

/** A process that has been used in every way has filled its caches by then. */
export const WARM_SECONDS = 15 * 60;
/** Megabytes of private memory a minute that no steady use may add to a warm process. */
const MOST_PER_MINUTE = 0.1;
/** A slope over less is that of garbage that waits for its collection. */
const TELLING_SECONDS = 15 * 60;
const ROW_SECONDS = 5 * 60;

export interface Curve {
  points: readonly CurvePoint[];
  /** Of private memory in the warm process, in megabytes; undefined where it was not warm for long enough. */
  perMinute: number | undefined;
  /** Share of one processor, from the beginning to the end. */
  cpuShare: number;
  peakMegabytes: number;
}

export function curveOf(points: readonly CurvePoint[]): Curve {
  const warm = points.filter(({ at }) => at >= WARM_SECONDS);
  const [first, last] = [points[0], points.at(-1)];
  const isTelling = (last?.at ?? 0) - WARM_SECONDS >= TELLING_SECONDS;
  const seconds = (last?.at ?? 0) - (first?.at ?? 0);
  return {
    points,
    perMinute: isTelling
      ? slope(warm.map(({ at, privateMegabytes }) => ({ at, megabytes: privateMegabytes })))
      : undefined,
    cpuShare: seconds === 0 ? 0 : ((last?.cpuSeconds ?? 0) - (first?.cpuSeconds ?? 0)) / seconds,
    peakMegabytes: last?.peakMegabytes ?? 0,
  };
}

/** What is wrong with how the memory went, in sentences. */
export const faultsOfCurve = ({ perMinute }: Curve): string[] =>
  perMinute !== undefined && perMinute >= MOST_PER_MINUTE
    ? [`private memory grew by ${perMinute.toFixed(2)} MB a minute, more than ${MOST_PER_MINUTE}`]
    : [];

/** The curves of equal processes side by side: a row for every five minutes, in Markdown. */
export function tableOf(curves: readonly Curve[]): string {
  const names = curves.map((_curve, nth) => (curves.length === 1 ? '' : ` of replica ${nth + 1}`));
  const rows = (curves[0]?.points ?? []).flatMap((point, nth, all) => {
    const row = Math.floor(point.at / ROW_SECONDS);
    const isFirst = row !== Math.floor((all[nth - 1]?.at ?? -1) / ROW_SECONDS);
    if (!isFirst && nth !== all.length - 1) return [];
    const cells = curves.flatMap(({ points }) => {
      const { privateMegabytes, residentMegabytes } = points[nth] ?? point;
      return [privateMegabytes.toFixed(1), residentMegabytes.toFixed(1)];
    });
    return [[(point.at / 60).toFixed(0), ...cells]];
  });
  const head = ['minute', ...names.flatMap((name) => [`private MiB${name}`, `resident MiB${name}`])];
  return [head, head.map(() => '---:'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
