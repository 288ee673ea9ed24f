import { describe, expect, it } from 'vitest';
import type { Scores } from '../../src/brackets/results.ts';
import type { AgreementPolicy } from '../../src/guilds/settings.ts';
import type { Match } from '../../src/reading/records.ts';
import type { PressInput } from '../../src/results/judge.ts';
import { doPress, type PressOutcome } from '../../src/results/press.ts';
import { areEqual, type Report } from '../../src/results/report.ts';
import type { Reports } from '../../src/results/reports.ts';

const DEPTH = 7;
const T0 = Date.UTC(2027, 0, 1);
/** Longer than a platform may show late what it has. */
const LATER = T0 + 10 * 60_000;

/** Both players have the organizer role too. */
const PEOPLE = {
  ana: { playerId: 'u1', isOrganizer: true },
  bruno: { playerId: 'u2', isOrganizer: true },
  olga: { playerId: 'u3', isOrganizer: true },
  chris: { playerId: 'u4', isOrganizer: false },
} as const;
type Person = keyof typeof PEOPLE;
const PERSONS = Object.keys(PEOPLE) as Person[];
const SERVER = '700';

const FIRST: Scores = { player1: 3, player2: 1 };
const SECOND: Scores = { player1: 1, player2: 3 };
/** What can be pressed; `seen`: the presser was shown what the platform shows now. */
const ACTS = [
  { press: 'score', scores: FIRST, seen: true },
  { press: 'score', scores: SECOND, seen: true },
  { press: 'score', scores: SECOND, seen: false },
  { press: 'confirm', seen: true },
  { press: 'dispute', scores: SECOND, seen: true },
  { press: 'rule', scores: SECOND, seen: true },
  { press: 'rule', scores: FIRST, seen: true },
  { press: 'leave', seen: true },
] as const satisfies { press: PressInput['press']; scores?: Scores; seen: boolean }[];
type TriedAct = (typeof ACTS)[number];

/**
 * A server's report, and what the platform shows: all by which another server's presses reach it, since a press that asks for any other
 * server's report fails here.
 */
interface State {
  report?: Report;
  standing?: Scores;
}

const TIMES = new Set(['at', 'reportedAt', 'deadlineAt']);
/** A state as far as it matters for what follows: when it came to be does not. */
const keyOf = (state: State): string =>
  JSON.stringify(state, (key, value: unknown) =>
    TIMES.has(key)
      ? T0
      : key === 'unfinished' || key === 'writingSince' || key === 'next'
        ? undefined
        : value,
  );

const matchOf = ({ standing }: State): Match => ({
  id: 'm1',
  phase: standing === undefined ? 'open' : 'finished',
  sides: [
    { player: { id: 'u1', name: 'Ana' }, ...(standing && { score: standing.player1 }) },
    { player: { id: 'u2', name: 'Bruno' }, ...(standing && { score: standing.player2 }) },
  ],
});

const POLICIES = ['at-once', 'both', 'platform'] as const satisfies AgreementPolicy[];
interface PressedReport {
  person: Person;
  act: TriedAct;
  before: State;
  after: State;
  outcome: PressOutcome;
  /** By whose token what was written. */
  writes: { by: Person; scores: Scores }[];
  policy: AgreementPolicy;
}

/** One press in the whole product's own code, with its reports in a map. */
async function press(
  before: State,
  { person, act }: Pick<PressedReport, 'person' | 'act'>,
  policy: AgreementPolicy,
): Promise<PressedReport> {
  let { report: stored, standing } = before;
  const ask = ({ guildId }: { guildId?: string | undefined }): void => {
    if (guildId !== SERVER) throw new Error(`the report of ${guildId} is asked for`);
  };
  const writes: PressedReport['writes'] = [];
  const { isOrganizer, playerId } = PEOPLE[person];
  const reports: Pick<Reports, 'find' | 'replace' | 'change'> = {
    find: async (id) => (ask(id), stored),
    async replace(id, _before, report) {
      ask(id);
      stored = report;
      return true;
    },
    async change(id, edit) {
      ask(id);
      stored = stored && edit(stored);
      return stored;
    },
  };
  const marks = {
    has: ({ marks: known = [] }: Report, discordId: string) => known.includes(discordId),
    carry(earlier: Report | undefined, report: Report): Report {
      const claimants = [report.claim, report.counter].flatMap((one) =>
        one?.discordId === undefined || one.byOrganizer === true ? [] : [one.discordId],
      );
      const all = [...new Set([...(earlier?.marks ?? []), ...claimants])].toSorted();
      return all.length === 0 ? report : { ...report, marks: all };
    },
  };
  const outcome = await doPress(
    {
      press: act.press,
      match: matchOf(before),
      presser: {
        account: {
          discordId: person,
          playerId,
          playerName: person,
          platform: {
            async reportScore(_matchId: string, scores: Scores) {
              writes.push({ by: person, scores });
              standing = scores;
              return { outcome: 'done', now: matchOf({ standing: scores }) };
            },
          } as never,
        },
        isOrganizer,
        isTeammate: false,
      },
      place: { guildId: SERVER, channelId: '1', policy, deadlineMs: 1000 },
      reason: 'I saw it.',
      scores: 'scores' in act ? act.scores : undefined,
      over: act.seen ? standing : undefined,
    },
    {
      reports: reports as Reports,
      marks,
      membersOf: () => Promise.resolve([]),
      schedule: () => Promise.resolve(),
      now: () => LATER,
    },
  );
  const after: State = { ...(stored && { report: stored }), ...(standing && { standing }) };
  return { person, act, before, after, outcome, writes, policy };
}

const isPlayer = (person: Person): boolean => person === 'ana' || person === 'bruno';
const stateOf = ({ report }: State): string => report?.state ?? 'none';
const isDone = ({ outcome }: PressedReport) => outcome.kind === 'done';
/** The report that counted before the press: what the platform has overtaken counts no longer. */
const counted = ({ outcome, before }: PressedReport): Report | undefined =>
  outcome.kind === 'done' ? outcome.before : before.report;

/** The sentences of docs/results.md: each gives what is wrong. */
const RULES: Record<string, (pressed: PressedReport) => boolean> = {
  'a press writes once at most, with the presser’s own token, and nothing else changes what the platform shows':
    ({ writes, person, before, after }) =>
      writes.length <= 1 &&
      writes.every(({ by }) => by === person) &&
      areEqual(after.standing, writes[0]?.scores ?? before.standing),
  'a press that does nothing leaves all as it is': (pressed) =>
    isDone(pressed) || keyOf(pressed.after) === keyOf(pressed.before),
  'who plays in a match is never its organizer': (pressed) =>
    !(isDone(pressed) && isPlayer(pressed.person) && stateOf(pressed.after) === 'ruled'),
  'only an organizer rules': (pressed) =>
    !isDone(pressed) || stateOf(pressed.after) !== 'ruled' || PEOPLE[pressed.person].isOrganizer,
  'players change nothing that was ruled and still stands': (pressed) =>
    !isDone(pressed) || !isPlayer(pressed.person) || counted(pressed)?.state !== 'ruled',
  'under "both agree" a player writes nothing that the other side has not said': (pressed) => {
    const { person, writes, policy, after } = pressed;
    return writes.length === 0 || !isPlayer(person) || policy !== 'both' || stateOf(after) === 'agreed';
  },
  'agreed are both sides, to one score': ({ after }) => {
    const { state, claim, counter } = after.report ?? {};
    const areBoth = claim?.side !== undefined && counter?.side !== undefined && claim.side !== counter.side;
    return state !== 'agreed' || (areBoth && areEqual(claim.scores, counter.scores));
  },
  'what awaits the other side or the organizers is not written': ({ after, writes }) =>
    writes.length === 0 || !['open', 'disputed'].includes(stateOf(after)),
  'left to the platform, no one disputes': ({ policy, after }) =>
    policy !== 'platform' || stateOf(after) !== 'disputed',
  'a report keeps the policy under which it was made': (pressed) => {
    const before = counted(pressed);
    const isUnderWay = before?.state === 'open' || before?.state === 'disputed';
    return !isDone(pressed) || !isUnderWay || pressed.after.report?.policy === before.policy;
  },
  'what the presser was not shown is not overwritten': ({ act, before, writes }) =>
    act.seen || before.standing === undefined || areEqual(before.standing, act.scores) || writes.length === 0,
  'what stands already is not written again, but by who reports it': ({ act, before, writes, outcome }) =>
    writes.every(({ scores }) => !areEqual(scores, before.standing)) ||
    (act.press === 'score' && outcome.kind === 'done' && outcome.report.state === 'written'),
  'a third person’s press never acts but as a report that counts at once': (pressed) =>
    !isDone(pressed) ||
    isPlayer(pressed.person) ||
    PEOPLE[pressed.person].isOrganizer ||
    stateOf(pressed.after) === 'written',
  'an organizer’s word on what awaits somebody is a ruling': (pressed) =>
    !isDone(pressed) ||
    isPlayer(pressed.person) ||
    !['open', 'disputed'].includes(counted(pressed)?.state ?? 'none') ||
    stateOf(pressed.after) === 'ruled',
  'a dispute has a score of somebody, and a ruling its reason': ({ after }) => {
    const { state, counter, claim, ruling } = after.report ?? {};
    if (state === 'disputed') return counter !== undefined || claim !== undefined;
    return state !== 'ruled' || ruling?.reason === 'I saw it.';
  },
};

/** What other servers, the website and time may make of what the platform shows. */
const elsewhere = ({ report }: State): State[] =>
  [undefined, FIRST, SECOND].map((standing) => ({
    ...(report && { report }),
    ...(standing && { standing }),
  }));

describe.each(POLICIES)('every press of everybody (%s)', (policy) => {
  it(`is as the sentences about results say, ${DEPTH} presses deep, with any writes of another server`, async () => {
    const seen = new Set<string>();
    const faults = new Set<string>();
    const reached = new Set<string>();
    let layer: State[] = elsewhere({});
    for (let depth = 0; depth < DEPTH && layer.length > 0; depth++) {
      const next: State[] = [];
      for (const before of layer)
        for (const person of PERSONS)
          for (const act of ACTS) {
            const pressed = await press(before, { person, act }, policy);
            for (const [rule, holds] of Object.entries(RULES))
              if (!holds(pressed))
                faults.add(`${rule}: ${person} ${JSON.stringify(act)} after ${keyOf(before)}`);
            if (!isDone(pressed)) continue;
            reached.add(stateOf(pressed.after));
            for (const state of [pressed.after, ...elsewhere(pressed.after)]) {
              const key = keyOf(state);
              if (seen.has(key)) continue;
              seen.add(key);
              // A state as it is long after: the platform may have overtaken what is stored.
              next.push(JSON.parse(key));
            }
          }
      layer = next;
    }
    expect([...faults].slice(0, 5)).toEqual([]);
    // More presses reach no other state.
    expect(layer).toEqual([]);
    const disputes = policy === 'platform' ? [] : ['disputed', 'agreed'];
    const opens = policy === 'both' ? ['open'] : [];
    expect([...reached].toSorted()).toEqual([...disputes, ...opens, 'ruled', 'written'].toSorted());
  });
});
