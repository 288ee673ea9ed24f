import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgreementPolicy } from '../../src/guilds/settings.ts';
import { currentReport } from '../../src/results/current-report.ts';
import { Report } from '../../src/results/report.ts';
import { isDropped } from '../../src/replies/report-view.ts';
import { stepOf, PRESSES, type ResultState, type Role } from '../../src/results/rules.ts';
import { sha256 } from '../../src/sha256.ts';
import { failing } from '../support/fakes.ts';
import type { Person } from '../support/result-acts.ts';
import { resultWorld } from '../support/result-world.ts';
import { textOf, type ShownMessage } from '../support/shown-message.ts';
import { FUZZ_TIMEOUT_MS, fixedRuns } from '../fuzz/runs.ts';

const PEOPLE = ['ana', 'bruno', 'olga', 'chris'] as const satisfies Person[];
const PLAYER_OF = { ana: 'u1', bruno: 'u2', olga: 'u3', chris: 'u4' } as const;
const SCORES = [
  [3, 1],
  [1, 3],
  [3, 2],
] as const;
const HOUR = 60 * 60_000;

const who = fc.constantFrom(...PEOPLE);
const score = fc.constantFrom(...SCORES);
/** What one person does. `at`: which of all buttons that were ever shown. */
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('report' as const), who, score }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('press' as const), who, at: fc.nat(), score }) },
);
const step = fc.oneof(
  { weight: 12, arbitrary: act },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('race' as const),
      acts: fc.array(act, { minLength: 2, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('website' as const), score }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), hours: fc.constantFrom(1, 13, 26) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('trouble' as const),
      how: fc.constantFrom('refuse', 'lose', 'lose-done', 'well'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('policy' as const),
      policy: fc.constantFrom<AgreementPolicy>('at-once', 'both', 'platform'),
    }),
  },
);
type RandomStep = typeof step extends fc.Arbitrary<infer T> ? T : never;
type RandomAct = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** The possible roles in a report of this match. */
const ROLES_OF = {
  ana: ['reporter', 'opponent'],
  bruno: ['reporter', 'opponent'],
  olga: ['organizer'],
  chris: ['other'],
} as const satisfies Record<Person, readonly Role[]>;

/** The states to which one press of this person may lead. */
const allowedTo = (person: Person, state: ResultState): ResultState[] => [
  state,
  ...PRESSES.flatMap((press) =>
    ROLES_OF[person].flatMap((role) => {
      const one = stepOf(state, press, role);
      return 'to' in one ? [one.to] : [];
    }),
  ),
];

type World = ReturnType<typeof resultWorld>;
const isPublic = ({ channelId }: ShownMessage) => channelId === '800';
const reportOf = (world: World) => world.stores.replica().namespace('reports', Report).get(sha256('700:m1'));

const buttonsOf = ({ body }: ShownMessage): string[] =>
  (body.components ?? []).flatMap(({ components = [] }) =>
    components.flatMap(({ custom_id: id }) => (id?.startsWith('score:') === true ? [id] : [])),
  );

async function play(steps: readonly RandomStep[], policy: AgreementPolicy): Promise<void> {
  const world = resultWorld({
    settings: { logChannelId: '803', ...(policy !== 'at-once' && { agreement: policy }) },
  });
  /** Buttons that anybody saw, old ones too. Private ones belong to one person. */
  const seen: { id: string; owner?: Person }[] = [];
  const note = (message: ShownMessage | undefined, owner?: Person) => {
    if (message === undefined) return;
    for (const id of buttonsOf(message))
      if (!seen.some((one) => one.id === id)) seen.push({ id, ...(owner && { owner }) });
  };
  const replicas = [world.replica(), world.replica()] as const;
  let turn = 0;
  const replica = () => {
    turn += 1;
    return replicas[turn % 2 === 0 ? 0 : 1];
  };

  async function perform(one: RandomAct): Promise<void> {
    const on = replica();
    if (one.kind === 'report') {
      const [player1, player2] = one.score;
      note(
        await on.type(one.who, 'score', { match: 'm1', player1_score: player1, player2_score: player2 }),
        one.who,
      );
      const mine = seen.filter(({ id, owner }) => owner === one.who && id.startsWith('score:confirm'));
      const last = mine.at(-1);
      if (last !== undefined) note(await on.press(one.who, last.id), one.who);
      return;
    }
    const open = seen.filter(({ owner }) => owner === undefined || owner === one.who);
    if (open.length === 0) return;
    const { id } = open[one.at % open.length]!;
    const answer = await on.press(one.who, id);
    if (!('custom_id' in answer.body)) return note(answer, one.who);
    const [first, second] = one.score;
    const fields = id.startsWith('score:rule')
      ? { reason: 'Seen.', first: String(first), second: String(second) }
      : { first: String(first), second: String(second) };
    note(await on.fill(one.who, answer, fields), one.who);
  }

  for (const [index, one] of steps.entries()) {
    const report = await reportOf(world);
    const before = report?.state ?? 'none';
    // One that was dropped, or ended by what the website shows, counts as none for the next press.
    const current = currentReport(report, world.match(), world.clock.time);
    const judged = current === undefined || isDropped(current) ? 'none' : before;
    const written = world.writes.length;
    const acts = one.kind === 'race' ? one.acts : one.kind === 'report' || one.kind === 'press' ? [one] : [];
    if (one.kind === 'website') world.show(one.score[0], one.score[1]);
    else if (one.kind === 'clock') {
      world.clock.time += one.hours * HOUR;
      await Promise.all(replicas.map((one) => one.deadlines()));
    } else if (one.kind === 'policy')
      await world.guilds.settings.change('700', ({ agreement: _before, ...others }) => ({
        ...others,
        ...(one.policy !== 'at-once' && { agreement: one.policy }),
      }));
    else if (one.kind === 'trouble') {
      const lost = { outcome: 'unknown', failure: failing('unavailable') } as const;
      if (one.how === 'refuse') world.refuse('No.');
      else if (one.how === 'well') world.platform.instead = undefined;
      else
        world.platform.instead = () => {
          if (one.how === 'lose-done') {
            const [first = 0, second = 0] = (world.writes.at(-1)?.score ?? '').split('-').map(Number);
            world.show(first, second);
          }
          return Promise.resolve(lost);
        };
    }
    await Promise.all(acts.map(perform));
    for (const message of world.public()) note(message);
    const news = world.writes.slice(written);
    const now = await reportOf(world);
    const after = now?.state ?? 'none';
    const [only, ...others] = acts;
    const allowed =
      only === undefined
        ? [before]
        : others.length === 0
          ? [before, ...allowedTo(only.who, judged)]
          : [after];
    const pressers = acts.map((each) => PLAYER_OF[each.who] as string);
    const faults = [
      news.length <= acts.length ? '' : 'more writes than presses',
      news.every(({ playerId }) => pressers.includes(playerId)) ? '' : "a write with another's token",
      allowed.includes(after) ? '' : `${before} became ${after}`,
      // The table aside: two sides agree, and an organizer rules.
      after !== 'agreed' || (now?.claim?.side ?? 0) + (now?.counter?.side ?? 0) === 3
        ? ''
        : 'one side agreed',
      after !== 'ruled' || now?.ruling?.playerId === PLAYER_OF.olga ? '' : 'no organizer ruled',
    ];
    expect(faults.join(''), `step ${index} ${JSON.stringify(one)}: ${JSON.stringify(news)}`).toBe('');
  }
  expect(await faultsOfChannel(world)).toEqual([]);
}

const SAYS = {
  open: /is this right\?|confirms it/,
  disputed: /The organizers decide/,
  ruled: /Ruled by|An organizer/,
  agreed: /confirmed by|Both sides agree/,
  written: /Reported by|Corrected by/,
} as const;

/** The score that a message shows as it stands. */
const scoreIn = (text: string): string | undefined =>
  /\d+ – \d+/.exec(text.split('\n')[0]?.replaceAll(/~~.*?~~/g, '') ?? '')?.[0];

/** A message of the match says what the record says, and besides reminders and what the other side is asked, none contradicts it. */
async function faultsOfChannel(world: World): Promise<string[]> {
  // One that the website has overtaken says no more than the website.
  const report = currentReport(await reportOf(world), world.match(), world.clock.time);
  const texts = world
    .public()
    .filter(isPublic)
    .map(textOf)
    .filter((text) => !text.includes('still waits'));
  if (report === undefined || report.writingSince !== undefined || texts.length === 0) return [];
  const isUnderWay = ['open', 'disputed'].includes(report.state);
  const asked = texts.filter((text) => SAYS.open.test(text) || SAYS.disputed.test(text));
  const scores = new Set(texts.flatMap((text) => (asked.includes(text) ? [] : (scoreIn(text) ?? []))));
  return [
    ...(asked.length > 1 || scores.size > 1 ? [`${texts.length} messages: ${texts.join(' --- ')}`] : []),
    ...(texts.some((text) => SAYS[report.state].test(text)) && asked.length === Number(isUnderWay)
      ? []
      : [`${report.state}: ${texts.join(' --- ')}`]),
  ];
}

test(
  'random presses by random people end as the table allows, and the channel shows what the record says',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        fc.constantFrom<AgreementPolicy>('at-once', 'both', 'platform'),
        play,
      ),
      fixedRuns(60),
    ),
  FUZZ_TIMEOUT_MS,
);
