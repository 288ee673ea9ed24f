import { ChannelType, GuildScheduledEventStatus as Status, type APIAllowedMentions } from 'discord.js';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { isRecord } from '../../tools/discord-stand-in/check/json.ts';
import type { StandInEvent } from '../../tools/discord-stand-in/events.ts';
import type { Cup, Follow, MessageChange, Night } from '../../tools/judge/night.ts';
import type { Person } from '../../tools/judge/person.ts';
import type { Snapshot, TruthMatch } from '../../tools/judge/snapshot.ts';
import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { winnerSide } from '../../tools/platform-stand-in/world/scores.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import type { PlatformStandIn } from '../../tools/platform-stand-in/server.ts';
import { isAbout, keyOf, matchesOf } from './names.ts';
import { clock } from './transcript.ts';

const POSTS = /\/channels\/\d+\/messages(?:\/(\d+))?$/;
const SCORE = /\d\s–\s\d/;
const STAGES = {
  upcoming: 'registration',
  postponed: 'registration',
  running: 'running',
  finished: 'over',
  cancelled: 'cancelled',
} as const;
const EVENT_STATUS: Record<Status, string> = {
  [Status.Scheduled]: 'scheduled',
  [Status.Active]: 'active',
  [Status.Completed]: 'completed',
  [Status.Canceled]: 'canceled',
};

/** Where a tournament is followed. `isFull`: with everything that the usual ones switch on. */
interface FollowPlace extends Pick<Follow, 'channelId' | 'guildId' | 'settings'> {
  isFull?: boolean;
}

interface StandIns {
  discord: Pick<DiscordStandIn, 'channels' | 'guilds' | 'onEvent' | 'scheduledEvents'> & {
    world: { bot: { id: string } };
  };
  platform: Pick<PlatformStandIn, 'onWire' | 'world'>;
}

/** All that a night is judged by, as the stand-ins tell it: what the platform shows, and what the channels are told. */
export function recordNight(
  { discord, platform }: StandIns,
  { now = Date.now, people = [] }: { now?: () => number; people?: readonly Person[] } = {},
) {
  const { world } = platform;
  const startedAt = now();
  const changes: (MessageChange & { post: { mentions?: object } })[] = [];
  const deleted = new Map<string, number>();
  const deletedByBot = new Set<string>();
  const closings = new Map<string, number>();
  const cups: { cup: Cup; tournament: WorldTournament; snapshots: Snapshot[]; shown: string }[] = [];
  const follows: Follow[] = [];
  const news: { at: number; name: string }[] = [];

  function change(kind: MessageChange['kind'], message: ChatMessage): void {
    const { author, channelId, components, content, embeds, id, origin, visibleTo } = message;
    const isPress = origin !== undefined;
    // Other answers depend on the moment of the command.
    if (author.id !== discord.world.bot.id || visibleTo !== null || (isPress && !SCORE.test(content))) return;
    const post = { content, rows: components, embeds };
    changes.push({ kind, id, channelId, at: now(), post, ...(isPress && { isPress }) });
  }

  /** Whom a message may mention stands in its request alone. */
  function sent(id: string, allowed: unknown): void {
    // Discord has checked its form, or it would have refused it.
    const may = (allowed ?? {}) as APIAllowedMentions;
    const last = changes.findLast((one) => one.id === id);
    const everybody = allowed === undefined ? ['everyone'] : (may.parse ?? []);
    if (last !== undefined)
      last.post.mentions = { users: [...(may.users ?? []), ...everybody], roles: may.roles ?? [] };
  }

  function hear(event: StandInEvent): void {
    if (event.type === 'message-created') change('post', event.message);
    if (event.type === 'message-edited') change('edit', event.message);
    if (event.type === 'message-deleted') deleted.set(event.message.id, now());
    if (event.type === 'channel-changed' && event.channel.archived === true)
      closings.set(event.channel.id, (closings.get(event.channel.id) ?? 0) + 1);
    if (event.type !== 'wire' || event.entry.via !== 'rest') return;
    const { method, path, request, response } = event.entry;
    const place = POSTS.exec(path);
    if (place === null) return;
    if (method === 'DELETE') deletedByBot.add(place[1] ?? '');
    else if (method !== 'GET' && isRecord(request) && isRecord(response))
      sent(String(response['id']), request['allowed_mentions']);
  }

  /** The platform shows what is so by now. */
  function show(): void {
    for (const one of cups) {
      const snapshot = snapshotOf(one.tournament, world, now());
      const shown = JSON.stringify({ ...snapshot, at: 0 });
      if (shown !== one.shown) one.snapshots.push(snapshot);
      one.shown = shown;
    }
  }

  const ends = [discord.onEvent(hear), platform.onWire(show)];
  return {
    /** A tournament is listed, and is news where its name is. */
    watch(tournament: WorldTournament, { isNews = false } = {}): void {
      const cup = cupOf(tournament, world, () => cups.map((one) => one.tournament));
      cups.push({ cup, tournament, snapshots: [], shown: '' });
      if (isNews) news.push({ at: now(), name: tournament.name });
      show();
    },
    /** A channel follows a tournament. */
    follows({ id }: WorldTournament, { isFull = false, ...place }: FollowPlace): void {
      const cup = cups.find((one) => one.cup.id === id)?.cup;
      if (cup === undefined) throw new Error(`nobody watches ${id}`);
      const topics = { calls: true, results: true, event: isFull, late: 0, threads: false, spoilers: false };
      follows.push({ ...place, cup, topics, at: now(), isSecond: false, leadsCalls: true, resumes: [] });
    },
    /** As it is by now. */
    night(): Night {
      const last = new Map(changes.map((one) => [one.id, one]));
      const { channels, guilds, scheduledEvents } = discord;
      const threads = channels.filter(({ type }) => type === ChannelType.PublicThread);
      return {
        endedAt: now(),
        clockOf: (at) => clock(at - startedAt),
        isPatient: true,
        isReadable: true,
        cups: cups.map(({ cup }) => cup),
        snapshots: new Map(cups.map(({ cup, snapshots }) => [cup.id, snapshots])),
        unproved: new Set(),
        tabled: new Set(),
        follows,
        servers: guilds.map(({ id }) => ({
          guildId: id,
          settings: follows.find(({ guildId }) => guildId === id)?.settings ?? {},
        })),
        troubles: [],
        jumps: [],
        removed: new Map([...deleted].filter(([id]) => !deletedByBot.has(id))),
        stops: [],
        news,
        roles: new Map(),
        ranks: new Map(),
        rankReads: [],
        eloOf: () => 0,
        rankOf: String,
        faults: [],
        world: {
          changes,
          deletions: deleted,
          messages: [...last.values()].filter(({ id }) => !deleted.has(id)),
          threads: new Map(
            threads.map(({ archived = false, id, parentId = '' }) => [
              id,
              { channelId: parentId, isClosed: archived, closings: closings.get(id) ?? 0 },
            ]),
          ),
          events: scheduledEvents.map((one) => ({
            id: one.id,
            guildId: one.guild_id,
            name: one.name,
            startsAt: Date.parse(one.scheduled_start_time),
            status: EVENT_STATUS[one.status],
          })),
          eventChanges: [],
          passEvents: () => undefined,
          people: {
            all: people,
            ofPlayer: (id) => people.find(({ playerId }) => playerId === id),
            ofDiscord: (id) => people.find(({ discordId }) => discordId === id),
          },
          server: () => ({ members: new Map(), nicks: new Map() }),
          connections: { shown: new Map() },
        },
      };
    },
    end: () => ends.forEach((end) => end()),
  };
}

function cupOf(tournament: WorldTournament, world: World, all: () => readonly WorldTournament[]): Cup {
  const { format, id, name } = tournament;
  const players = [...world.players.values()];
  const known = new Map(players.map((player, at) => [keyOf(player.name), at]));
  return {
    id,
    name,
    names: players.map((player) => player.name),
    format,
    hasIds: () => true,
    hasPhases: true,
    isAbout: (content) =>
      content.includes(name) ||
      (!all().some((one) => content.includes(one.name)) &&
        matchesOf([tournament], world).some((match) => isAbout(content, match, world))),
    playerOf: (text) => known.get(keyOf(text)),
    playerId: (who) => players[who]?.id ?? '',
  };
}

function snapshotOf(tournament: WorldTournament, world: World, at: number): Snapshot {
  const { format, startsAt, state } = tournament;
  const matches = matchesOf([tournament], world);
  const players = [...world.players.keys()];
  const shown = matches.flatMap((match, place) => matchAt(match, { place, players, state }));
  const champion = shown.at(-1)?.played?.winner;
  const isWon = state === 'finished' && format !== 'swiss' && champion !== undefined;
  return {
    at,
    tournament: { phase: state === 'upcoming' ? 'open' : state, startsAt: { epochMs: startsAt } },
    stage: STAGES[state],
    isHalted: state === 'postponed',
    ...(isWon && { champion }),
    matches: shown,
  };
}

function matchAt(
  match: WorldMatch,
  {
    place,
    players,
    state: stage,
  }: { place: number; players: readonly string[]; state: WorldTournament['state'] },
): TruthMatch[] {
  const { group, id, round, scores, seats, section, state } = match;
  const [first, second] = seats.map(({ playerId }) => players.indexOf(playerId ?? ''));
  if (first === undefined || second === undefined || first < 0 || second < 0) return [];
  const pair = [first, second] as const;
  const winner = pair[winnerSide(match) === 2 ? 1 : 0];
  const isOpen = stage === 'running' && (state === 'pending' || state === 'running');
  return [
    {
      instance: `${id} ${pair.join('-')}`,
      id,
      place,
      round: { section, number: round, ...(group !== null && { group }) },
      pair,
      ...(state === 'finished' && scores !== null && { played: { pair, winner, scores } }),
      hasScore: state === 'running' && scores !== null,
      isRunning: state === 'running',
      isCalledOff: state === 'cancelled',
      isVoid: false,
      ...(isOpen && { playsFrom: -Infinity }),
    },
  ];
}
