import { followIdOf } from '../../src/guilds/follows.ts';
import { commands } from '../../commands/index.ts';
import { renderReply } from '../../src/message/render.ts';
import { present } from '../../src/present.ts';
import { outcomeOf } from '../../src/brackets/results.ts';
import type {
  Bracket,
  BracketRound,
  Match,
  Phase,
  Player,
  RankingEntry,
  Side,
  Tournament,
} from '../../src/reading/records.ts';
import { callPost, closedCallPost, latePost, oftenPost, owedPost } from '../../src/replies/feed-calls.ts';
import { endPost, noEndPost, winnerPost } from '../../src/replies/feed-end.ts';
import {
  linkCallPost,
  openPost,
  schedulePost,
  struckPost,
  startPost,
} from '../../src/replies/feed-milestones.ts';
import { resultsPost } from '../../src/replies/feed-results.ts';
import { tablePost } from '../../src/replies/standings.ts';
import { noThreadPost, threadName, threadPost } from '../../src/replies/feed-threads.ts';
import { livePost } from '../../src/replies/feed.ts';
import { resumedPost, stoppedPost } from '../../src/replies/follow-stop.ts';
import { keptBoardPost, stoppedBoardPost } from '../../src/replies/kept-board.ts';
import { linkPanelPost } from '../../src/replies/link-panel.ts';
import { announcementsPost, announcementPost, reminderPost } from '../../src/replies/announcements.ts';
import { closedDeskPost, deskCallPost, deskPost } from '../../src/replies/desk.ts';
import { handledCall, organizersCall } from '../../src/replies/organizer-calls.ts';
import { pageOf } from '../../src/replies/pager.ts';
import type { ShownReport } from '../../src/replies/report-view.ts';
import type { Channels } from '../../src/message/channels.ts';
import type { Post } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import {
  accountOf,
  failing,
  fakeAccounts,
  fakeDeviceLinking,
  fakeGuilds,
  fakeMember,
  fakePlatform,
  fakeServices,
  fakeRoles,
} from '../support/fakes.ts';
import { ruleIdOf, ServerRoles } from '../../src/roles/rules.ts';
import { memoryStores } from '../support/memory-stores.ts';

const NOW = Date.UTC(2027, 0, 1, 12);
const HOUR_MS = 60 * 60_000;

/** How much the platform says, and at what length. */
export interface Amount {
  name: (at: number) => string;
  text: string;
  /** Records name what they are about, and no more. */
  isBare?: true;
  /** Of each list. */
  many: number;
}

export const USUAL: Amount = { name: (at) => `Player ${at}`, text: 'Friday Cup', many: 30 };
export const LONG: Amount = {
  name: (at) => `Maximiliane_von_und_zu_Hohenstein 陈晨的超级无敌战队 👩‍👩‍👧 *#${at}* `.repeat(3),
  text: 'Ein sehr langer Name mit **Markup** und || vielen Zeichen 대한민국최강의플레이어 '.repeat(40),
  many: 40,
};

/** The one who types is `u1`, the rival in open matches `u2`. */
/** Olga plays in no match. */
export const PEOPLE = { ana: '501', bruno: '502', guest: '503', olga: '504' } as const;

const PHASES: Phase[] = ['open', 'running', 'finished', 'upcoming', 'cancelled'];
const moment = (hours: number) => ({ epochMs: NOW + hours * HOUR_MS, precision: 'second' as const });
const numberIn = (id: string) => Number(/\d+/.exec(id)?.[0] ?? 1);

export const BARE: Amount = { ...USUAL, isBare: true };

type FullRecords = Omit<ReturnType<typeof allOf>, 'player' | 'ranking' | 'bracket'> & {
  bracket: Bracket;
  ranking: RankingEntry[];
  player: (at: number) => Player;
};

function recordsOf(amount: Amount): FullRecords {
  const records = allOf(amount);
  if (amount.isBare === undefined) return records;
  const bareMatch = ({ id, sides, phase }: Match): Match => ({
    id,
    sides: [
      { player: present({ id: sides[0].player?.id }) },
      { player: present({ id: sides[1].player?.id }) },
    ],
    ...present({ phase }),
  });
  const tournament = (at: number): Tournament => ({ id: `t${at}` });
  return {
    matches: records.matches.map(bareMatch),
    bracket: {
      rounds: records.bracket.rounds.map(({ section, matches }) => ({
        section,
        matches: matches.map(bareMatch),
      })),
    },
    tournament,
    tournaments: records.tournaments.map((_, at) => tournament(at)),
    ranking: records.ranking.map(({ place, player }) => ({ place, player: { id: player.id } })),
    player: (at: number) => ({ id: `u${at}` }),
  };
}

function allOf({ name, text, many }: Amount) {
  const side = (at: number, score?: number): Side => ({
    player: { id: `u${at}`, name: name(at) },
    ...(score !== undefined && { score }),
  });
  const sidesOf = (phase: Phase, at: number): [Side, Side] => {
    if (phase === 'finished') return [side(1, 3), side(at + 2, 1)];
    return phase === 'upcoming'
      ? [side(1), { from: { outcome: 'winner', label: 'M12' } }]
      : [side(1), side(at % 10 === 0 ? 2 : at + 2)];
  };
  const match = (at: number): Match => {
    const phase = PHASES[at % PHASES.length] ?? 'open';
    return {
      id: `m${at}`,
      label: String(at),
      sides: sidesOf(phase, at),
      phase,
      status: text,
      tournament: { id: 't1', name: text },
      roundName: text,
      bestOf: 5,
      startsAt: moment(at % 5),
      ...(phase === 'finished' && { winner: 1 as const }),
    };
  };
  const matches = Array.from({ length: many }, (_, at) => match(at));
  const tournament = (at: number): Tournament => ({
    id: `t${at}`,
    name: `${text} ${at}`,
    phase: PHASES[(at + 2) % PHASES.length] ?? 'open',
    status: text,
    startsAt: moment(at + 1),
    // The end of some is asked for where an event is made.
    ...(at % 2 === 0 && { endsAt: moment(at + 5) }),
    registrationClosesAt: moment(at),
    capacity: 1024,
    entrants: 1000,
    entrantIds: Array.from({ length: 20 }, (_, one) => `u${one}`),
    game: text,
    format: text,
    region: text,
    prize: text,
    description: text,
  });
  const rounds = (['winners', 'losers', 'final', 'group'] as const).flatMap((section): BracketRound[] =>
    Array.from({ length: section === 'final' ? 1 : 6 }, (_, at) => ({
      section,
      number: at + 1,
      ...(section === 'group' && { group: text, stage: text }),
      matches: matches.slice(at, at + 8).map((one) => ({ ...one, id: `${section}${at}${one.id}` })),
    })),
  );
  const bracket: Bracket = { tournamentId: 't1', rounds };
  const player = (at: number) => ({ id: `u${at}`, name: name(at), elo: 2400 + at, rank: text, region: text });
  const tournaments = Array.from({ length: many }, (_, at) => tournament(at));
  const ranking = Array.from({ length: many }, (_, at) => ({
    place: at + 1,
    player: player(at),
    elo: 2400 + at,
    rank: text,
    trend: '+12',
  }));
  return { matches, bracket, tournament, tournaments, ranking, player };
}

/** What the server follows in another channel, and calls by direct message. */
const FOLLOW = { tournamentId: 't1', channelId: '810', topics: { calls: true, results: true, event: false } };

/** A server with all that one can have. Ana and Bruno are linked and play each other, and may do everything there. */
export function fullServer(locale: string, amount: Amount, { isDown = false } = {}) {
  const { matches, bracket, tournament, tournaments, ranking, player } = recordsOf(amount);
  const value = <T>(record: T) =>
    isDown ? Promise.reject(failing('unavailable')) : Promise.resolve({ value: record });
  const platform = fakePlatform({
    seenRegions: () => ['berlin', amount.text.slice(0, 90)],
    user: (id) => value(player(numberIn(id))),
    userRank: () => value({ globalRank: 1_234_567, regionalRank: 12_345, elo: 2400, trend: '+12' }),
    // Who organizes plays in none of them.
    userMatches: (playerId) => value(playerId === 'u999' ? [] : matches),
    tournaments: ({ status }) =>
      value(tournaments.filter(({ phase }) => status === undefined || phase === status)),
    tournament: (id) => value(tournament(numberIn(id))),
    bracket: () => value(bracket),
    match: (id) => value(matches.find((one) => one.id === id) ?? matches[0]!),
    rankings: () => value(ranking),
  });
  const done = <T>(now: T) =>
    isDown
      ? Promise.resolve({ outcome: 'refused' as const, failure: failing('unavailable') })
      : Promise.resolve({ outcome: 'done' as const, now });
  const account = (discordId: string, at: number) => {
    const me = { ...player(at), phone: '+55 ** 1234', balance: 123_456.78 };
    const write = fakeMember({
      me: () => (isDown ? Promise.reject(failing('unavailable')) : Promise.resolve(me)),
      updateMe: () => done(me),
      register: (id) => done(tournament(numberIn(id))),
      reportScore: () => done(matches[2]!),
    });
    return accountOf(discordId, { playerId: me.id, ...present({ playerName: me.name }), platform: write });
  };
  const posts: Post[] = [];
  const put = (post: Post) => {
    posts.push(post);
    return Promise.resolve({ id: String(9000 + posts.length) });
  };
  const channels: Pick<Channels, 'post' | 'edit' | 'remove' | 'reopenThread' | 'since' | 'openDirect'> = {
    openDirect: async (discordId) => ({ id: `direct ${discordId}` }),
    remove: async (_channelId, messageId) => ({ id: messageId }),
    since: async () => [],
    reopenThread: async (channelId) => ({ id: channelId }),
    post: (_channelId, post) => put(post),
    edit: (_channelId, _id, post) => put(post),
  };
  const guilds = {
    ...fakeGuilds({
      language: locale,
      agreement: 'both',
      series: [{ id: 's1', words: ['cup'], announceChannelId: '800' }],
    }),
    callOrganizers: async ({ post }: { post: (roleId: string | undefined) => Post }) => {
      await put(post('600'));
      return { channelId: '800', messageId: '6000' };
    },
  };
  void guilds.follows.add('700', FOLLOW);
  let isHidden = false;
  let time = NOW;
  const roleStores = memoryStores({ now: () => NOW }).replica();
  const roleRule = { roleId: '600', roleName: amount.text.slice(0, 100) };
  const ended = { ...roleRule, kind: 'linked', ended: 'above' } as const;
  const rated = { ...roleRule, kind: 'rating', number: 2400 } as const;
  void roleStores
    .namespace('roles', ServerRoles)
    .set('700', { rules: { [ruleIdOf(ended)]: ended, [ruleIdOf(rated)]: rated } });
  const role = { name: roleRule.roleName, isManaged: false, isBelow: true, place: 1, permissions: 0n };
  const above = { ...role, place: 2 };
  const services = fakeServices(commands, {
    now: () => time,
    platform,
    guilds,
    roles: fakeRoles({
      bot: {
        canManage: true,
        canRename: true,
        roles: new Map([
          ['600', role],
          ['601', above],
        ]),
      },
      stores: roleStores,
    }),
    linkedRoles: {
      state: () => Promise.resolve('on'),
      stop: () => Promise.resolve(),
      url: 'https://bot.example/linked-role',
    },
    regions: [{ slug: 'berlin', label: amount.text.slice(0, 90) }],
    supportUrl: 'https://discord.example/support',
    channels,
    deviceLinking: fakeDeviceLinking({
      check: (_discordId, code) =>
        Promise.resolve(
          code === BAD_TEXT
            ? { outcome: 'refused', refusal: 'wrong' }
            : {
                outcome: 'question',
                question: {
                  claim: 'claim',
                  playerId: 'u1',
                  playerName: amount.name(1),
                  notices: ['replaces'],
                  replacedName: amount.name(2),
                },
              },
        ),
      confirm: () => Promise.resolve({ outcome: 'linked', playerId: 'u1', playerName: amount.name(1) }),
    }),
    accounts: fakeAccounts(
      {
        [PEOPLE.ana]: { state: 'linked', account: account(PEOPLE.ana, 1) },
        [PEOPLE.bruno]: { state: 'linked', account: account(PEOPLE.bruno, 2) },
        [PEOPLE.olga]: { state: 'linked', account: account(PEOPLE.olga, 999) },
      },
      {
        unlink: () => Promise.resolve(true),
        memberOf: (playerId) =>
          Promise.resolve(playerId === 'u1' ? PEOPLE.ana : playerId === 'u2' ? PEOPLE.bruno : undefined),
      },
    ),
    personalData: {
      read: () =>
        Promise.resolve({
          hidden: isHidden,
          alerts: 'dm',
          registrations: 12,
          guilds: [],
          isDamaged: false,
          link: { playerId: 'u1', playerName: amount.name(1), linkedAt: NOW },
        }),
      setHidden: (_discordId: string, hidden: boolean) => Promise.resolve(void (isHidden = hidden)),
      exportOf: () => Promise.resolve({ records: [] }),
      unlink: () => Promise.resolve(true),
      deleteAll: () => Promise.resolve('done'),
    } as never,
    serverRanking: () =>
      Promise.resolve({
        members: Array.from({ length: 40 }, (_, at) => ({
          discordId: `5${at}`,
          playerId: `u${at}`,
          playerName: amount.name(at),
          globalRank: at + 1,
          elo: 2400,
        })),
        freshCount: 20,
        total: 40,
      }),
  });
  return {
    services,
    /** Long enough for any test. */
    letTimePass: () => void (time += 1000),
    /** What it has posted since this was asked last. */
    takePosts: () => posts.splice(0),
  };
}

/** What no field of a form takes. */
export const BAD_TEXT = '¿';

/** Every kind of message that the bot posts on its own. */
export function postsOf(amount: Amount, t: Translate): Post[] {
  const { matches, bracket, tournament: tournamentAt, ranking } = recordsOf(amount);
  const tournament = tournamentAt(1);
  const [match, , finished] = matches as [Match, Match, Match];
  const members = [PEOPLE.ana, PEOPLE.bruno] as const;
  const round = amount.text;
  const stop = { tournament, channelId: '800', reason: 'unreadable' } as const;
  const picture = { name: 'bracket.png', bytes: Buffer.of(1), description: 'A bracket' };
  const result = outcomeOf(finished)!;
  const before = { ...result, scores: { player1: 1, player2: 3 }, winner: 2 as const };
  const shown: ShownReport = {
    report: {
      state: 'ruled',
      policy: 'both',
      ruling: { scores: before.scores, reason: amount.text.padEnd(300, 'x').slice(0, 300) },
    },
    mentions: { ruler: `<@${PEOPLE.ana}>` },
  };
  const line = { match: finished, result, round, shown };
  const all = matches.slice(0, 25).map((one) => ({ ...line, match: { ...finished, id: one.id } }));
  const podium = {
    final: finished,
    winner: finished.sides[0].player!,
    runnerUp: finished.sides[1].player!,
    third: match.sides[1].player!,
  };
  const row = { player: finished.sides[0].player!, played: 3, won: 3, drawn: 1, lost: 0, difference: 5 };
  const tableEnding = {
    kind: 'table' as const,
    places: Array.from({ length: 6 }, (_, at) => ({ place: at + 1, row })),
    standings: { rows: [row], hasDraws: true, hasScores: true },
  };
  const ping = { roleId: '600' };
  const live = {
    tournament,
    bracket,
    bracketAt: NOW,
    picture,
    lacksBracket: false,
    isHidden: false,
    now: NOW,
  };
  const organizers = { tournament, matches, roleId: '600', channelId: '800' };
  const callUrl = `https://discord.com/channels/${PEOPLE.ana}/${PEOPLE.bruno}/${PEOPLE.ana}`;
  const handler = t('follow.organizers.taken', { member: `<@${PEOPLE.ana}>` });
  const desk = {
    tournament,
    isPostponed: true,
    rounds: [round, round],
    progress: { played: 100, total: 128 },
    items: (['dispute', 'help', 'late'] as const).flatMap((kind) =>
      matches.flatMap((one) => [
        { kind, match: one, round, url: callUrl, handler },
        { kind, match: finished, struck: 'settled' as const },
        { kind, match: one, struck: 'reported' as const },
      ]),
    ),
    missing: matches,
    isComplete: false,
    isHidden: true,
  };
  const board = {
    boardId: 'b1',
    title: round,
    page: pageOf(
      ranking.map((entry) => ({ ...entry, globalRank: 1, gained: 3, member: PEOPLE.ana })),
      1,
      15,
    ),
    since: NOW,
    note: undefined,
  };
  const kept = keptBoardPost(board, t);
  const call = organizersCall([round, round], '600', t);
  return [
    callPost({ match, tournament, members, now: NOW }, t),
    callPost(
      {
        match,
        tournament,
        members: [],
        from: { guildId: '700', followId: followIdOf(FOLLOW), channelId: '800', serverName: round },
        now: NOW,
      },
      t,
    ),
    latePost({ match, tournament, members }, t),
    ...[false, true].map((isHidden) =>
      owedPost(
        {
          match: finished,
          tournament,
          report: { state: 'open', policy: 'both', claim: { side: 1, scores: before.scores } },
          side: 2,
          member: PEOPLE.bruno,
          isHidden,
        },
        t,
      ),
    ),
    ...(['decided', 'open', 'canceled', 'gone'] as const).map((state) =>
      closedCallPost({ line, state, round, tournament, isShared: true, isHidden: false }, t),
    ),
    closedCallPost({ line: { match, before }, state: 'open', tournament, isShared: true, isHidden: true }, t),
    oftenPost(organizers, t),
    ...(['running', 'over', 'cancelled'] as const).map((stage) => deskPost({ ...desk, stage }, t)),
    closedDeskPost(tournament.name ?? '', t),
    deskCallPost({ tournament, rounds: [round, round], url: callUrl, roleId: '600' }, t),
    handledCall({ content: call.content, lineCount: 2 }, { state: 'taken', member: `<@${PEOPLE.ana}>` }, t),
    handledCall(
      { content: call.content, lineCount: 2 },
      { state: 'resolved', member: `<@${PEOPLE.ana}>` },
      t,
    ),
    threadPost({ match, tournament, members }, t),
    noThreadPost({ match, members }, t),
    ...[false, true].flatMap((isHidden) => [
      resultsPost({ tournament, lines: [line], gap: undefined, isOpenToDispute: true, isHidden }, t),
      // Of two results, the presser chooses which one is wrong.
      resultsPost(
        {
          tournament,
          lines: [
            { match: finished, result, round },
            { match: finished, result, round },
          ],
          gap: undefined,
          isOpenToDispute: true,
          isHidden,
        },
        t,
      ),
      resultsPost(
        { tournament, lines: all, gap: { from: NOW - HOUR_MS, to: NOW }, isOpenToDispute: true, isHidden },
        t,
      ),
      resultsPost(
        { tournament, lines: [{ ...line, before }], gap: undefined, isOpenToDispute: false, isHidden },
        t,
      ),
      ...(tableEnding.standings === undefined
        ? []
        : [tablePost({ tournament, round, standings: tableEnding.standings, isHidden }, t)]),
      ...[{ kind: 'final' as const, ...podium }, tableEnding].map((ending) =>
        endPost({ ...ping, tournament, ending, replaced: podium.winner, bracket, picture, isHidden }, t),
      ),
      winnerPost(
        {
          ...ping,
          tournament,
          winner: podium.winner,
          before: podium.winner,
          member: { discordId: PEOPLE.ana, isPinged: true },
          isHidden,
        },
        t,
      ),
      struckPost(winnerPost({ ...ping, tournament, winner: podium.winner, before: undefined, isHidden }, t)),
      livePost({ ...live, stage: 'over', ending: { kind: 'final', ...podium }, isHidden }, t),
    ]),
    noEndPost(tournament, t),
    ...(['planned', 'postponed', 'canceled'] as const).map((state) =>
      schedulePost({ ...ping, tournament, state, startsAt: tournament.startsAt }, t),
    ),
    ...(['planned', 'postponed', 'canceled'] as const).map((state) =>
      schedulePost(
        {
          ...ping,
          tournament,
          state,
          startsAt: tournament.startsAt,
          before: { state: 'planned', ...present({ startsAt: tournament.startsAt }) },
        },
        t,
      ),
    ),
    schedulePost(
      {
        ...ping,
        tournament,
        state: 'planned',
        startsAt: tournament.startsAt,
        before: { state: 'postponed' },
      },
      t,
    ),
    schedulePost({ ...ping, tournament, state: 'planned' }, t),
    openPost({ ...ping, tournament, now: NOW }, t),
    startPost({ ...ping, tournament, round, liveUrl: 'https://discord.com/channels/700/800/1' }, t),
    linkCallPost(tournament, t),
    stoppedPost({ ...stop, followId: 'f'.repeat(12), roleId: '600' }, t),
    resumedPost({ ...stop, member: `<@${PEOPLE.ana}>` }, t),
    ...(['registration', 'running', 'cancelled'] as const).map((stage) =>
      livePost({ ...live, stage, bracket: stage === 'running' ? bracket : undefined }, t),
    ),
    livePost({ ...live, stage: 'running', lacksBracket: true }, t),
    livePost({ ...live, stage: 'running', bracket: undefined, lacksBracket: true }, t),
    kept,
    stoppedBoardPost(kept, t),
    linkPanelPost(t),
    announcementPost({ ...ping, tournament, isCurrent: true, isHidden: false, now: NOW }, t),
    announcementsPost({ ...ping, tournaments: Array(20).fill(tournament) }, t),
    reminderPost(tournament, t),
    { content: threadName(match, round, t) },
  ];
}

/** A post as Discord gets it. */
export const rendered = (post: Post) =>
  renderReply(post, { tickets: { keep: () => Promise.reject(new Error('a post outlives its tickets')) } });
