import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgreementPolicy } from '../../src/guilds/settings.ts';
import { Report } from '../../src/results/report.ts';
import { sha256 } from '../../src/sha256.ts';
import { FUZZ_TIMEOUT_MS, fixedRuns } from '../fuzz/runs.ts';
import { failing } from '../support/fakes.ts';
import { messageText } from '../support/message-text.ts';
import { PEOPLE, type Person } from '../support/result-acts.ts';
import { resultWorld } from '../support/result-world.ts';
import { textOf, type ShownMessage } from '../support/shown-message.ts';

const HOUR = 60 * 60_000;
/** No replica remembers longer who is where. */
const CACHED_MS = 15_000;
const MANAGE_SERVER = '32';
/** Its own server's channels, and who rules there. The second is a cheat's; in the third a player of the match rules. */
const SERVERS = {
  '700': { channelId: '800', logChannelId: '803', organizer: 'olga' },
  '701': { channelId: '810', logChannelId: '813', organizer: 'chris' },
  '702': { channelId: '820', logChannelId: undefined, organizer: 'bruno' },
} as const satisfies Record<
  string,
  { channelId: string; logChannelId?: string | undefined; organizer: Person }
>;
type ServerId = keyof typeof SERVERS;
const SERVER_IDS = Object.keys(SERVERS) as ServerId[];
const POLICIES = ['at-once', 'both', 'platform'] as const satisfies AgreementPolicy[];
type PressOrigin = ServerId | 'direct';

const who = fc.constantFrom(...(Object.keys(PEOPLE) as Person[]));
const score = fc.constantFrom<[number, number]>([3, 1], [1, 3], [3, 2]);
const place = fc.constantFrom<PressOrigin>(...SERVER_IDS, 'direct');
const policy = fc.constantFrom<AgreementPolicy>(...POLICIES);
/** `at`: which of all buttons that this person could see in that place. */
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('report' as const), who, place, score }) },
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('press' as const), who, place, at: fc.nat(), score }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), who, place }) },
);
const step = fc.oneof(
  { weight: 14, arbitrary: act },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('website' as const), score }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), hours: fc.constantFrom(0.1, 1, 13, 26) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('policy' as const),
      place: fc.constantFrom(...SERVER_IDS),
      policy,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('trouble' as const),
      how: fc.constantFrom('refuse', 'lose', 'lose-done', 'well'),
    }),
  },
);
type ServerStep = typeof step extends fc.Arbitrary<infer T> ? T : never;
type ServerAct = typeof act extends fc.Arbitrary<infer T> ? T : never;

const isAct = (one: ServerStep): one is ServerAct =>
  one.kind === 'report' || one.kind === 'press' || one.kind === 'look';

/** Where an interaction is made, as Discord writes it. */
function rawPlace(person: Person, at: PressOrigin): object {
  const { userId } = PEOPLE[person];
  const user = { id: userId, username: person, global_name: person, discriminator: '0', avatar: null };
  if (at === 'direct')
    return {
      guild_id: undefined,
      member: undefined,
      user,
      channel_id: '899',
      context: 1,
      authorizing_integration_owners: { '1': userId },
    };
  const { channelId, organizer } = SERVERS[at];
  const permissions = organizer === person ? MANAGE_SERVER : '0';
  return { guild_id: at, channel_id: channelId, member: { user, roles: [], permissions } };
}

const isOf = (server: ServerId, channelId: string): boolean =>
  channelId === SERVERS[server].channelId || channelId === SERVERS[server].logChannelId;
const serverOf = (channelId: string): ServerId | undefined => SERVER_IDS.find((one) => isOf(one, channelId));
/** Its words, with no ids of messages. */
const shownBy = ({ body }: ShownMessage): string =>
  messageText(body).text.replaceAll(/(?<=channels\/\d+\/\d+\/)\d+/g, '…');
const buttonsOf = ({ body }: ShownMessage): string[] =>
  (body.components ?? []).flatMap(({ components = [] }) =>
    components.flatMap(({ custom_id: id }) => (id?.startsWith('score:') === true ? [id] : [])),
  );

/** A world in which people act. In direct messages they press a server's buttons too, as a hostile client can. */
function playedWorld(policies: readonly AgreementPolicy[], seenIn: readonly ServerId[]) {
  const world = resultWorld({
    seenIn,
    servers: Object.fromEntries(
      SERVER_IDS.map((id, at) => {
        const { logChannelId } = SERVERS[id];
        const agreement = policies[at] ?? 'at-once';
        return [
          id,
          {
            organizerRoleId: '77',
            ...(logChannelId !== undefined && { logChannelId }),
            ...(agreement !== 'at-once' && { agreement }),
          },
        ];
      }),
    ),
  });
  // Of a tournament that concerns one server alone, another one overwrites nothing.
  world.announce(...SERVER_IDS);
  const replicas = [world.replica(), world.replica()] as const;
  const seen: { id: string; place: PressOrigin; owner?: Person }[] = [
    'score:agree:m1:3:1',
    'score:agree:m1:1:3',
    'score:wrong:m1',
    'score:rule:m1:::::3:1',
    'score:rule:m1:::::-:-',
  ].map((id) => ({ id, place: 'direct' }));
  const note = (message: ShownMessage, where: PressOrigin, owner?: Person): void => {
    for (const id of buttonsOf(message))
      if (!seen.some((one) => one.id === id && one.place === where))
        seen.push({ id, place: where, ...(owner && { owner }) });
  };

  /** `isHeld`: a server where they were seen settles the match, so nothing was done from a direct message. */
  async function perform(one: ServerAct, turn: number): Promise<{ said: string; isHeld: boolean }> {
    const on = replicas[turn % 2 === 0 ? 0 : 1];
    const raw = rawPlace(one.who, one.place);
    const answers: ShownMessage[] = [];
    const hear = (message: ShownMessage): ShownMessage => {
      answers.push(message);
      return message;
    };
    if (one.kind === 'look') hear(await on.type(one.who, 'match', { match: 'm1' }, raw));
    else if (one.kind === 'report') {
      const [player1, player2] = one.score;
      const options = { match: 'm1', player1_score: player1, player2_score: player2 };
      const asked = hear(await on.type(one.who, 'score', options, raw));
      const confirm = buttonsOf(asked).find((id) => id.startsWith('score:confirm'));
      if (confirm !== undefined) hear(await on.press(one.who, confirm, undefined, raw));
    } else {
      const open = seen.filter(
        ({ owner, place: where }) => where === one.place && (owner === undefined || owner === one.who),
      );
      const pressed = open[one.at % Math.max(open.length, 1)];
      if (pressed === undefined) return { said: 'nothing to press', isHeld: false };
      const answer = hear(await on.press(one.who, pressed.id, undefined, raw));
      const [first, second] = one.score.map(String);
      const reason = `Because ${one.place} says so.`;
      if ('custom_id' in answer.body) {
        const score = { first: first ?? '', second: second ?? '' };
        hear(
          await on.fill(
            one.who,
            answer,
            pressed.id.startsWith('score:rule') ? { reason, ...score } : score,
            raw,
          ),
        );
      }
    }
    const isHeld = answers.some((answer) => textOf(answer).includes('Go on there.'));
    const isPublic = one.kind === 'look' && one.place !== 'direct';
    if (!isHeld) for (const answer of answers) note(answer, one.place, isPublic ? undefined : one.who);
    return { said: answers.map(shownBy).join('\n---\n'), isHeld };
  }

  return {
    world,
    async perform(one: ServerAct, turn: number) {
      const before = world.writes.length;
      const done = await perform(one, turn).catch((error: unknown) => ({
        said: String(error),
        isHeld: false,
      }));
      for (const message of world.public()) {
        const at = serverOf(message.channelId);
        if (at !== undefined) note(message, at);
      }
      return { ...done, writes: world.writes.slice(before) };
    },
    /** What happens to all servers alike. */
    async happen(one: Exclude<ServerStep, ServerAct>): Promise<void> {
      if (one.kind === 'website') world.show(one.score[0], one.score[1]);
      else if (one.kind === 'reopen') {
        const sides = world.match().sides.map(({ player }) => ({ player }));
        Object.assign(world.match(), { phase: 'open', winner: undefined, sides });
      } else if (one.kind === 'clock') {
        world.clock.time += one.hours * HOUR;
        await Promise.all(replicas.map((replica) => replica.deadlines()));
      } else if (one.kind === 'policy')
        await world.guilds.settings.change(one.place, ({ agreement: _before, ...others }) => ({
          ...others,
          ...(one.policy !== 'at-once' && { agreement: one.policy }),
        }));
      else if (one.how === 'refuse') world.refuse('No.');
      else if (one.how === 'well') world.platform.instead = undefined;
      else
        world.platform.instead = () => {
          if (one.how === 'lose-done') {
            const [first = 0, second = 0] = (world.writes.at(-1)?.score ?? '').split('-').map(Number);
            world.show(first, second);
          }
          return Promise.resolve({ outcome: 'unknown', failure: failing('unavailable') });
        };
    },
    /** All that a server shows, tells and stores. */
    async viewOf(server: ServerId) {
      const stored = await world.stores
        .replica()
        .namespace('reports', Report)
        .get(sha256(`${server}:m1`));
      const { marks, marksKey: _key, ...report } = stored ?? {};
      const shown = JSON.stringify(report, (key, value: unknown) =>
        key === 'messageId' ? undefined : value,
      );
      return {
        messages: world
          .public()
          .filter(({ channelId }) => isOf(server, channelId))
          .map((message) => `${message.channelId}: ${shownBy(message)}`),
        report: shown,
        marks: marks?.length,
      };
    },
    async matchIn(server: ServerId): Promise<string> {
      const { body } = await replicas[0].type('chris', 'match', { match: 'm1' }, rawPlace('chris', server));
      return messageText(body).text;
    },
  };
}

/**
 * Plays the steps twice: as they are, and without all that was pressed in the other servers, of which the platform's state alone
 * remains. What the observed server shows, tells, stores and answers is the same.
 */
async function play(
  steps: readonly ServerStep[],
  policies: readonly AgreementPolicy[],
  seenIn: readonly ServerId[],
  observed: ServerId,
): Promise<void> {
  const all = playedWorld(policies, seenIn);
  const alone = playedWorld(policies, seenIn);
  async function go(one: ServerStep, turn: number): Promise<{ done?: object; own?: object }> {
    if (!isAct(one)) {
      await all.happen(one);
      await alone.happen(one);
      return {};
    }
    const done = await all.perform(one, turn);
    // From a direct message, any server where the presser was seen holds what both sides settle there.
    if (one.place === observed || (one.place === 'direct' && !done.isHeld))
      return { done, own: await alone.perform(one, turn) };
    Object.assign(alone.world.match(), structuredClone(all.world.match()));
    alone.world.writes.splice(0, Infinity, ...all.world.writes);
    // As is that it shows a result.
    const isDecided = await all.world.guilds.resultPosts.isDecided('m1');
    if (isDecided) await alone.world.guilds.resultPosts.noteDecided('m1');
    return {};
  }
  for (const [turn, one] of steps.entries()) {
    const at = `step ${turn} ${JSON.stringify(one)}`;
    const { done, own } = await go(one, turn);
    for (const { world } of [all, alone]) world.clock.time += CACHED_MS;
    expect(own, at).toEqual(done);
    expect(await all.viewOf(observed), at).toEqual(await alone.viewOf(observed));
  }
  expect(await all.matchIn(observed)).toBe(await alone.matchIn(observed));
}

test(
  'no press in one server changes what another one shows, writes or tells',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 16 }),
        fc.array(policy, { minLength: 3, maxLength: 3 }),
        fc.subarray(SERVER_IDS),
        fc.constantFrom(...SERVER_IDS),
        play,
      ),
      fixedRuns(40),
    ),
  FUZZ_TIMEOUT_MS,
);
