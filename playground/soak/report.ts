import { tableOf, WARM_SECONDS } from './curve.ts';
import type { Soaked } from './run.ts';
import type { Steady } from './steady.ts';

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

const MOST_FAULTS = 40;
/** A slope over less is that of a process whose kept pictures still become more, and not of a leak. */
const TELLING_SECONDS = 60;

/** A soak in one mode, in a few lines. */
export function reportOf({
  mode,
  store,
  interactions,
  ends,
  writes,
  servers,
  injected,
  outages,
  memory,
  faults,
}: Soaked): string {
  const replicas = memory.map(({ megabytes, perMinute, seconds }) =>
    megabytes === undefined || perMinute === undefined || seconds < TELLING_SECONDS
      ? 'not watched for long enough'
      : `${megabytes.toFixed(0)} MB, ${perMinute.toFixed(1)} MB a minute over ${seconds.toFixed(0)} s`,
  );
  const gapMs = outages.gaps.filter(({ to }) => to !== Infinity).map(({ from, to }) => to - from);
  return [
    `${mode}, ${memory.length} ${memory.length === 1 ? 'process' : 'replicas'} on ${store}`,
    `  ${interactions} interactions: ${listed(ends)}`,
    `  writes, by what was told: ${listed(writes)}`,
    ...[...servers].map(
      ([name, { reports, announcements }]) =>
        `  ${name}: ${reports} reports confirmed, ${announcements} announcements stand`,
    ),
    `  injected: ${listed(injected)}; ${outages.kills.length} kills, ${outages.stops.length} stops`,
    ...(gapMs.length > 0 ? [`  longest gap at the gateway: ${Math.max(...gapMs)} ms`] : []),
    `  memory: ${replicas.join('; ')}`,
    faults.length === 0 ? '  The account adds up.' : `  ${faults.length} faults:`,
    ...faults.slice(0, MOST_FAULTS).map((fault) => `    ${fault}`),
  ].join('\n');
}

/** A steady soak: how it was used, and how each process' memory went. */
export function steadyReportOf({
  mode,
  store,
  interactions,
  seconds,
  ends,
  writes,
  curves,
  faults,
}: Steady): string {
  const processes = curves.map(({ perMinute, cpuShare, peakMegabytes }) => {
    const growth =
      perMinute === undefined
        ? 'its growth not watched for long enough'
        : `${perMinute.toFixed(3)} MiB a minute of private memory after minute ${WARM_SECONDS / 60}`;
    return `${growth}; ${peakMegabytes.toFixed(0)} MiB resident at most; ${(cpuShare * 100).toFixed(1)} % of a processor`;
  });
  return [
    `${mode}, ${curves.length} ${curves.length === 1 ? 'process' : 'replicas'} on ${store}, ${(seconds / 60).toFixed(0)} minutes`,
    `  ${interactions} interactions (${(interactions / seconds).toFixed(1)} a second): ${listed(ends)}`,
    `  writes, by what was told: ${listed(writes)}`,
    ...processes.map((line) => `  ${line}`),
    faults.length === 0 ? '  All of it was answered.' : `  ${faults.length} faults:`,
    ...faults.slice(0, MOST_FAULTS).map((fault) => `    ${fault}`),
    '',
    tableOf(curves),
  ].join('\n');
}
