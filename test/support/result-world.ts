import { setImmediate } from 'node:timers/promises';
import { commands } from '../../commands/index.ts';
import { compose } from '../../src/app/compose.ts';
import type { DiscordPort } from '../../src/app/ports.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { announcementKeyOf } from '../../src/jobs/week/announcement-record.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import type { WriteResult } from '../../src/platform/write-result.ts';
import type { Match, Tournament } from '../../src/reading/records.ts';
import type { ResultEvent } from '../../src/results/ports.ts';
import { createWords } from '../../src/words/words.ts';
import { failing, fakeMember, fakePlatform } from './fakes.ts';
import { linkOf } from './filled-store.ts';
import { memoryStores } from './memory-stores.ts';
import type { PostedMessage } from './night-discord.ts';
import { wrapped } from './night-process.ts';
import { plainSpaces } from './plain-spaces.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { memoryPorts, SETTINGS, SILENT_METRICS } from './product/memory-ports.ts';
import { recordingLog } from './recording-log.ts';
import { actsOf, PEOPLE, type Person } from './result-acts.ts';
import { shownMessages, type ShownMessage, type MessageBody } from './shown-message.ts';

const NAMES = Object.keys(PEOPLE) as Person[];

/** Of an interaction. */
interface Delivered {
  token: string;
  channel_id: string;
  guild_id?: string;
  member?: { user: { id: string } };
}

interface ResultSetup {
  settings?: GuildSettings;
  /** Settings of further servers, by id; one that is not listed has those of `settings`. */
  servers?: Readonly<Record<string, GuildSettings>>;
  hidden?: readonly Person[];
  match?: Partial<Match>;
  /** The servers where everybody was seen. */
  seenIn?: readonly string[];
  withScreenshots?: DiscordPort['withScreenshots'];
}

const START = Date.UTC(2027, 0, 1, 12);
const HALF_DAY_MS = 12 * 3_600_000;
const words = createWords({ strict: true, platformName: 'Playhouse' });

/** The product, with a server with a match of Ana and Bruno, organized by Olga; any number of replicas. */
export function resultWorld({
  settings = {},
  servers = {},
  hidden = [],
  match: given = {},
  seenIn = ['700'],
  withScreenshots,
}: ResultSetup = {}) {
  const clock = { time: START };
  const now = () => clock.time;
  const stores = memoryStores({ now });
  const memory = memoryDiscord(now);
  const log = recordingLog();
  const events: ResultEvent[] = [];
  const put = (namespace: string, key: string, value: unknown): void =>
    stores.damage(namespace, key, JSON.stringify({ value }));
  for (const guildId of ['700', '701', '702'])
    put('guilds', guildId, servers[guildId] ?? { organizerRoleId: '77', ...settings });

  const playerOf = new Map<string, string>();
  /** Links them, in the place of their link of before. */
  function link(who: Person, playerId: string): void {
    const { userId } = PEOPLE[who];
    stores.erase('owners', playerOf.get(userId) ?? '');
    playerOf.set(userId, playerId);
    const playerName = who[0]!.toUpperCase() + who.slice(1);
    put('links', userId, { ...linkOf(Number(userId)), playerId, playerName, namingShown: true });
    put('owners', playerId, { discordId: userId, claimedAt: 0 });
  }
  const join = (guildId: string, userId: string) => memory.server(guildId).members.set(userId, new Set());
  const at = START - HALF_DAY_MS;
  const guilds = Object.fromEntries(seenIn.map((guildId) => [guildId, { since: at, at }]));
  for (const who of NAMES) {
    link(who, PEOPLE[who].playerId);
    put('members', PEOPLE[who].userId, { guilds, ...(hidden.includes(who) && { hidden: true }) });
    for (const guildId of seenIn) join(guildId, PEOPLE[who].userId);
  }

  let match: Match = {
    id: 'm1',
    tournament: { id: 't1', name: 'Cup' },
    phase: 'open',
    sides: [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }],
    ...given,
  };
  const writes: { playerId: string; score: string }[] = [];
  const platform = {
    /** It answers no read. */
    isDown: false,
    /** How often the match was read. */
    reads: 0,
    /** Runs before each write. */
    before: (): Promise<unknown> => Promise.resolve(),
    /** What the platform does with a write instead. */
    instead: undefined as undefined | (() => Promise<WriteResult<Match>>),
    /** The matches in everybody's history; `undefined`: it cannot be read. */
    history: [] as Match[] | undefined,
    tournament: { id: 't1', name: 'Cup' } as Tournament,
  };
  async function read<T>(value: T | undefined): Promise<{ value: T }> {
    if (platform.isDown || value === undefined) throw failing('unavailable');
    return { value: structuredClone(value) };
  }
  function show(player1: number, player2: number): void {
    const [first, second] = match.sides;
    match = {
      ...match,
      phase: 'finished',
      sides: [
        { ...first, score: player1 },
        { ...second, score: player2 },
      ],
    };
  }
  const reads = Object.assign(
    fakePlatform({
      async match() {
        platform.reads += 1;
        return read(match);
      },
      userMatches: () => read(platform.history),
      user: () => Promise.reject(failing('not-found')),
      tournament: () => read(platform.tournament),
      tournaments: async () => ({ value: [] }),
      bracket: async () => ({ value: { rounds: [{ section: 'main', matches: [match] }] } }),
      as: ({ playerId = '' }) =>
        fakeMember({
          async reportScore(_matchId, { player1, player2 }) {
            await platform.before();
            writes.push({ playerId, score: `${player1}-${player2}` });
            if (platform.instead !== undefined) return platform.instead();
            show(player1, player2);
            return { outcome: 'done', now: match };
          },
        }),
    }),
    { state: () => undefined },
  );

  const discord = {
    /** Channels that take no message; `dm:` and a member's id: whose direct messages are closed. */
    refuses: new Set<string>(),
    /** Channels that take nothing, not even an edit. */
    locked: new Set<string>(),
    /** Deleted channels. */
    gone: new Set<string>(),
    /** It answers nothing at all. */
    isDown: false,
    /** It does not say of these whether they are members. */
    slow: new Set<string>(),
    /** It does what it is asked for, and its answers are lost. */
    isMute: false,
    /** Runs before each request about a message. */
    before: (): Promise<unknown> => Promise.resolve(),
  };
  memory.control.fail = () => discord.isDown;
  memory.control.lose = () => discord.isMute;
  memory.control.refuse = ({ channelId, what }) => {
    if (discord.gone.has(channelId)) return 'channel-gone';
    if (discord.locked.has(channelId)) return 'forbidden';
    if (what === 'direct') return discord.refuses.has(`dm:${channelId}`) ? 'closed' : undefined;
    return what === 'post' && discord.refuses.has(channelId) ? 'forbidden' : undefined;
  };
  const { view, watched } = shownMessages(() => discord.before());

  function replica() {
    const ports = memoryPorts({
      stores: stores.replica(),
      discord: memory,
      platform: () => reads,
      // Whatever is at hand comes before the end of a wait.
      clock: { now, sleep: () => setImmediate() },
      words,
      log,
      metrics: { ...SILENT_METRICS, onResult: (event) => void events.push(event) },
    });
    const { channels, pressPosts, routes, servers: directory } = ports.discord;
    const product = compose(
      {
        ...ports,
        discord: {
          ...ports.discord,
          ...(withScreenshots && { withScreenshots }),
          channels: watched(channels),
          pressPosts: watched(pressPosts),
          routes: wrapped(routes, (call, name) =>
            name === 'followUp' ? discord.before().then(call) : call(),
          ),
          servers: {
            ...directory,
            async isMember(guildId, discordId) {
              if (discord.slow.has(discordId)) throw new Error('Discord: 503');
              return directory.isMember(guildId, discordId);
            },
          },
        },
      },
      { ...SETTINGS, isLinkedRolesOn: false },
      commands,
    );
    const { results, services } = product;

    /** What the presser is shown, the last answer first to last. */
    async function send(raw: object): Promise<ShownMessage[]> {
      const { token, channel_id: here, guild_id: guildId, member } = raw as Delivered;
      memory.channelOf.set(token, here);
      if (guildId !== undefined && member !== undefined) join(guildId, member.user.id);
      await product.dispatcher.dispatch(raw);
      await product.idle();
      return (memory.answers.get(token) ?? []).map((body) => ({
        channelId: 'private',
        body: body as MessageBody,
        files: [],
      }));
    }

    return {
      services,
      results,
      deadlines: () => results.deadlines(watched(channels)),
      forgetMember: results.forgetMember,
      lookAt: results.lookAt,
      send,
      ...actsOf(send),
    };
  }

  /** All but the lines of a log, oldest first. */
  const messages = () => memory.messages.filter((message) => !isLine(message)).map(view);

  return {
    clock,
    guilds: replica().services.guilds,
    stores,
    messages,
    message: (id: string) => messages().find((message) => message.id === id),
    say: memory.say,
    remove: memory.remove,
    events,
    writes,
    platform,
    discord,
    threads: memory.threads,
    replica,
    link,
    show,
    /** The servers announced the tournament. */
    announce(...guildIds: string[]): void {
      const known = [announcementKeyOf('t1')];
      for (const id of guildIds) put('news', id, { rules: { r1: { known, pending: {}, posts: [] } } });
    },
    /** Other players have the match now. */
    redraw: () => {
      match = {
        ...match,
        phase: 'open',
        sides: [{ player: { id: 'u8', name: 'Xu' } }, { player: { id: 'u9', name: 'Yi' } }],
      };
    },
    /** The platform shows the match open again. */
    reopen: () => {
      const sides = match.sides.map(({ score: _gone, ...side }) => side);
      match = { ...match, phase: 'open', sides: [sides[0] ?? {}, sides[1] ?? {}] };
    },
    match: () => match,
    /** The platform shows the players the other way round. */
    swapSides: () => {
      const [first, second] = match.sides;
      match = { ...match, sides: [second, first] };
    },
    refuse: (message: string, kind: PlatformError['kind'] = 'forbidden') => {
      platform.instead = () => Promise.resolve({ outcome: 'refused', failure: failing(kind, message) });
    },
    /** What the servers' logs say. */
    lines: () => [
      ...memory.messages.filter(isLine).map(({ post }) => plainSpaces(post.content)),
      ...log.lines.flatMap(({ fields }) => ('audit' in fields ? plainSpaces(String(fields.audit)) : [])),
    ],
    /** The messages of results and to organizers, oldest first. */
    public: () => messages().filter((message) => !isNotice(message)),
    /** What tells members of disputes and rulings, oldest first. */
    notices: () => messages().filter(isNotice),
  };
}

/** A line of a server's log is a text alone. */
const isLine = ({ post, isPress }: PostedMessage): boolean =>
  isPress === true && Object.keys(post).join() === 'content';

/** A notice has no buttons, and names members or is a direct message. */
const isNotice = ({ body, channelId }: ShownMessage): boolean =>
  channelId.startsWith('dm:') ||
  ((body.components ?? []).length === 0 && (body.allowed_mentions?.users ?? []).length > 0);
