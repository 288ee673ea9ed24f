import { Pool } from 'undici';
import { expectedFields } from '../../platform/reading/expected-fields.ts';
import type { Match, RankingEntry, Tournament } from '../../platform/records.ts';
import type { Finding } from './finding.ts';
import type { Kit } from './kit.ts';
import { tryOperation, type Operation, type Outcome } from './operation.ts';
import * as operations from './operations.ts';

/** Calls every documented GET with the API key, each with ids that the ones before have shown. Writes nothing. */
export async function checkPlatform(kit: Kit<'platform'>): Promise<Finding[]> {
  const { config, signal } = kit;
  const { baseUrl, apiKey } = config.platform;
  const dispatcher = new Pool(baseUrl.origin, { connections: 6, connect: { timeout: 3000 } });
  const untried: string[] = [];
  const run = <T>(operation: Operation<T>) => tryOperation(kit, dispatcher, operation);
  /** Where nothing has been seen to ask for, the operation is only named. */
  const runWith = async <T>(
    known: string | undefined,
    operation: (known: string) => Operation<T>,
  ): Promise<Outcome<T> | undefined> => {
    if (known !== undefined) return run(operation(known));
    untried.push(operation(':slug').name);
    return undefined;
  };
  const stop = () => void dispatcher.destroy();
  signal.addEventListener('abort', stop);
  try {
    const [me, upcoming, all, global] = await Promise.all([
      run(operations.me(apiKey.reveal())),
      run(operations.tournaments('upcoming')),
      run(operations.tournaments(undefined)),
      run(operations.rankings(undefined)),
    ]);
    const tournamentId = tellingTournament([...(all.value ?? []), ...(upcoming.value ?? [])]);
    const playerId = rankedPlayer(global.value) ?? me.value?.id;
    const region = config.platform.regions[0]?.slug ?? [...all.regions, ...upcoming.regions][0];
    const [tournament, bracket, regional, user, userRank, userMatches] = await Promise.all([
      runWith(tournamentId, operations.tournament),
      runWith(tournamentId, operations.bracket),
      runWith(region, operations.rankings),
      runWith(playerId, operations.user),
      runWith(playerId, operations.userRank),
      runWith(playerId, operations.userMatches),
    ]);
    const drawn = (bracket?.value?.rounds ?? []).flatMap(({ matches }) => matches);
    const match = await runWith(tellingMatch([...drawn, ...(userMatches?.value ?? [])]), operations.match);
    const outcomes = [
      me,
      upcoming,
      all,
      tournament,
      bracket,
      match,
      global,
      regional,
      user,
      userRank,
      userMatches,
    ];
    return conclude(
      kit,
      outcomes.flatMap((outcome) => outcome?.finding ?? []),
      untried,
    );
  } finally {
    signal.removeEventListener('abort', stop);
    await dispatcher.destroy();
  }
}

function conclude({ say }: Kit<'platform'>, findings: Finding[], untried: readonly string[]): Finding[] {
  const all = [...findings];
  if (untried.length > 0) all.push(say.remark('operationsUntried', { names: untried.join(', ') }));
  const missing = missingFields(findings);
  if (missing.length > 0) all.push(say.remark('fieldsMissing', { names: missing.join(', ') }));
  return all;
}

/** Fields that no answer has shown, where answers of their record were read. */
function missingFields(findings: readonly Finding[]): string[] {
  const found = new Set<string>();
  const missing = new Set<string>();
  for (const { reading, grade } of findings) {
    if (!reading || grade !== 'ok') continue;
    const full = (field: string) => (field.includes('.') ? field : `${reading.record}.${field}`);
    for (const { field } of reading.found) found.add(full(field));
    for (const field of reading.missing) missing.add(full(field));
  }
  const groups = Object.values(expectedFields).flatMap(({ fields }) => fields);
  return [...missing].filter(
    (name) => !groups.some((group) => group.includes(name) && group.some((other) => found.has(other))),
  );
}

/** One that has begun has a bracket with more to see in it. */
function tellingTournament(list: readonly Tournament[]): string | undefined {
  const begun =
    list.find(({ phase }) => phase === 'running') ?? list.find(({ phase }) => phase === 'finished');
  return (begun ?? list[0])?.id;
}

function tellingMatch(list: readonly Match[]): string | undefined {
  const named = list.filter(({ id }) => id !== '');
  const played = named.find(({ sides }) => sides.every(({ player, score }) => player && score !== undefined));
  return (played ?? named.find(({ sides }) => sides.some(({ player }) => player)) ?? named[0])?.id;
}

function rankedPlayer(list: readonly RankingEntry[] | undefined): string | undefined {
  return list?.find(({ player }) => player.id !== undefined)?.player.id;
}
