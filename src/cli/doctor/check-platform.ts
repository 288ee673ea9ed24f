import { Pool } from 'undici';
import { expectedFields } from '../../reading/expected-fields.ts';
import type { Match, RankingEntry, Tournament } from '../../reading/records.ts';
import { checkNames } from './check-names.ts';
import type { Finding } from './finding.ts';
import type { CheckKit } from './kit.ts';
import { tryOperation, type TriedOperation, type OperationResult } from './operation.ts';
import * as operations from './operations.ts';
import { fullName } from './reading.ts';

/** Calls every documented GET with the API key, with ids from earlier answers. Read-only. */
export async function checkPlatform(kit: CheckKit<'platform'>): Promise<Finding[]> {
  const { config, signal } = kit;
  const { baseUrl, apiKey } = config.platform;
  const dispatcher = new Pool(baseUrl.origin, { connections: 6, connect: { timeout: 3000 } });
  const untried: string[] = [];
  const run = <T>(operation: TriedOperation<T>) => tryOperation(kit, dispatcher, operation);
  /** Without an id from an earlier answer, the operation is only named. */
  const runWith = async <T>(
    id: string | undefined,
    operation: (id: string) => TriedOperation<T>,
  ): Promise<OperationResult<T> | undefined> => {
    if (id !== undefined) return run(operation(id));
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
    const tournamentId = bestTournament([...(all.value ?? []), ...(upcoming.value ?? [])]);
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
    const bracketMatches = (bracket?.value?.rounds ?? []).flatMap(({ matches }) => matches);
    const history = [...bracketMatches, ...(userMatches?.value ?? [])];
    const matchId = bestMatch(history);
    const match = await runWith(matchId, operations.match);
    const others = [upcoming, all, tournament, bracket, match, global, regional, user, userRank, userMatches];
    const isKeyRight = others.some((outcome) => outcome?.finding.grade === 'ok');
    const outcomes = [
      isKeyRight && me.finding.check === 'operationRefused' ? needsMember(kit, me) : me,
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
    const called = outcomes.filter((outcome) => outcome !== undefined);
    const { say } = kit;
    return [
      ...conclude(kit, foldFailures(called), untried),
      ...checkNames(say, config.platform.table, called, { history, match, askedId: matchId ?? '' }),
    ];
  } finally {
    signal.removeEventListener('abort', stop);
    await dispatcher.destroy();
  }
}

/** The bot asks `/v1/me` with a member's token alone: that the key is refused there says nothing of the key. */
function needsMember<T>({ say }: CheckKit<'platform'>, me: OperationResult<T>): OperationResult<T> {
  const { name, kind, keys, value, regions } = me;
  return { name, kind, keys, value, regions, finding: say.ok('operationOfMember', { name }) };
}

/** One finding for all operations that failed for one cause. */
function foldFailures(outcomes: readonly OperationResult<unknown>[]): Finding[] {
  const causeOf = ({ name, failed }: OperationResult<unknown>) => failed?.('').says ?? name;
  const causes = [...new Set(outcomes.map(causeOf))];
  return causes.flatMap((cause) => {
    const same = outcomes.filter((outcome) => causeOf(outcome) === cause);
    const names = same.map(({ name }) => name).join(', ');
    return same.length > 1 && same[0]?.failed ? same[0].failed(names) : same.map(({ finding }) => finding);
  });
}

function conclude({ say }: CheckKit<'platform'>, findings: Finding[], untried: readonly string[]): Finding[] {
  const all = [...findings];
  if (untried.length > 0) all.push(say.remark('operationsUntried', { names: untried.join(', ') }));
  const missing = missingFields(findings);
  const unfit = new Map(
    findings.flatMap(({ reading }) =>
      (reading?.unfit ?? []).map(
        ({ field, name }) => [fullName(reading?.record ?? '', field), name] as const,
      ),
    ),
  );
  const absent = missing.filter((name) => !unfit.has(name));
  const other = missing.flatMap((name) => (unfit.has(name) ? [`${name} ("${unfit.get(name)}")`] : []));
  if (absent.length > 0) all.push(say.remark('fieldsMissing', { names: absent.join(', ') }));
  if (other.length > 0) all.push(say.remark('fieldsUnfit', { names: other.join(', ') }));
  return all;
}

/** Fields of records that were read, which no answer contained. */
function missingFields(findings: readonly Finding[]): string[] {
  const foundFields = new Set<string>();
  const missing = new Set<string>();
  for (const { reading, grade } of findings) {
    if (!reading || grade !== 'ok') continue;
    const full = (field: string) => fullName(reading.record, field);
    for (const { field } of reading.found) foundFields.add(full(field));
    for (const field of reading.missing) missing.add(full(field));
  }
  const groups = Object.values(expectedFields).flatMap(({ fields }) => fields);
  return [...missing].filter(
    (name) => !groups.some((group) => group.includes(name) && group.some((other) => foundFields.has(other))),
  );
}

/** Prefers one that has begun: its bracket has more fields to check. */
function bestTournament(list: readonly Tournament[]): string | undefined {
  const begun =
    list.find(({ phase }) => phase === 'running') ?? list.find(({ phase }) => phase === 'finished');
  return (begun ?? list[0])?.id;
}

function bestMatch(list: readonly Match[]): string | undefined {
  const withId = list.filter(({ id }) => id !== '');
  const played = withId.find(({ sides }) =>
    sides.every(({ player, score }) => player && score !== undefined),
  );
  return (played ?? withId.find(({ sides }) => sides.some(({ player }) => player)) ?? withId[0])?.id;
}

function rankedPlayer(list: readonly RankingEntry[] | undefined): string | undefined {
  return list?.find(({ player }) => player.id !== undefined)?.player.id;
}
