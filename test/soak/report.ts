import type { Soaked } from './run.ts';

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
    `  injected: ${listed(injected)}; ${outages.kills.length} kills, ${outages.stops.length} stops`,
    ...(gapMs.length > 0 ? [`  longest gap at the gateway: ${Math.max(...gapMs)} ms`] : []),
    `  memory: ${replicas.join('; ')}`,
    faults.length === 0 ? '  The account adds up.' : `  ${faults.length} faults:`,
    ...faults.slice(0, MOST_FAULTS).map((fault) => `    ${fault}`),
  ].join('\n');
}
