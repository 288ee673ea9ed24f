import { changeSeries } from '../../../src/guilds/series-changes.ts';
import type { GuildSettings } from '../../../src/guilds/settings.ts';
import { T0 } from '../../support/night-records.ts';
import type { Chance } from './chance.ts';
import { MINUTE_MS, type Night, type NightServer } from './context.ts';
import { endsInFinal, FORMATS, STAGE_NAMES, type Format } from './draws.ts';
import type { Dialect } from './snapshot.ts';
import type { World } from './reach.ts';
import { ruleOf } from './series.ts';
import { createTruth, type Truth } from './truth.ts';
import type { NightWorld } from './world.ts';

const ORGANIZERS = '77';
const LETTERS = ['P', 'Q', 'R'];

function dialectOf(chance: Chance, format: Format): Dialect {
  const phases = chance.is(0.7);
  return {
    playerIds: chance.is(0.75),
    matchIds: chance.pick(['stable', 'stable', 'stable', 'fresh', 'none']),
    phases,
    winners: chance.is(0.7),
    record: chance.pick(['known', 'known', 'known', 'late', 'none']),
    // Only its format distinguishes a league that looks like a tree.
    format: format === 'swiss' || format === 'round-robin' || chance.is(0.6),
    times: chance.is(0.35),
    isOddShown: chance.is(0.5),
    isLowerFirst: chance.is(0.4),
    bestOf: chance.is(0.3) ? chance.pick([3, 5]) : 0,
    hasTwoLegs: false,
    stages:
      format === 'groups' || format === 'qualifier'
        ? chance.pick(STAGE_NAMES[format])
        : [undefined, undefined],
  };
}

/** What a seed makes the first tournament be. */
const FORMAT_OF: Record<World, Format> = {
  'two legs': 'single',
  qualifier: 'qualifier',
  groups: 'groups',
  league: 'round-robin',
};

const GAMES = ['League of Legends 5v5', 'Rocket League', 'Champions League'];

const PLAYERS: Record<Format, readonly [number, number]> = {
  single: [3, 9],
  double: [3, 8],
  swiss: [3, 8],
  'round-robin': [3, 5],
  groups: [6, 7],
  qualifier: [5, 8],
};

/** A crowd: many servers follow a big tournament that begins, and another one a small one. */
const CROWD_SERVERS = 9;
const CROWD_PLAYERS = 256;

/** A small tournament, and a big one that begins beside it. */
export function crowdOf(chance: Chance): Truth[] {
  const dialect: Dialect = { ...dialectOf(chance, 'single'), record: 'known', phases: true, times: false };
  const plan = { format: 'single' as const, dialect, startsAt: T0 + 5 * MINUTE_MS };
  return [
    createTruth({ ...plan, id: 't1', letter: 'P', players: 8 }, chance),
    createTruth({ ...plan, id: 't2', letter: 'R', players: CROWD_PLAYERS }, chance),
  ];
}

interface CupOptions {
  chance: Chance;
  /** Decides about what is rare, beside everything else. */
  odd: Chance;
  /** What the first one is. */
  world: World | undefined;
  atLeast: number;
}

/** The tournaments of a night, which begin one after the other. */
export function cupsOf({ atLeast, chance, odd, world }: CupOptions): Truth[] {
  const count = Math.max(atLeast, chance.pick([1, 1, 2, 2, 3]));
  return LETTERS.slice(0, count).map((letter, at) => {
    const any = chance.is(0.2) ? 'swiss' : chance.pick(FORMATS);
    const wished = at === 0 ? world : undefined;
    const format = wished === undefined ? any : FORMAT_OF[wished];
    const hasTwoLegs = wished === 'two legs' || (format === 'single' && chance.is(0.06));
    const isBig = format === 'single' && chance.is(0.12);
    const players = isBig
      ? chance.int(12, 32)
      : format === 'swiss' && chance.is(0.4)
        ? 4
        : chance.int(...PLAYERS[format]);
    const startsAt = T0 + (chance.int(2, 8) + at * chance.int(0, 6)) * MINUTE_MS;
    const usual = { ...dialectOf(chance, format), hasTwoLegs };
    // Without a record that says so, the bot cannot know that it has begun.
    const mayPend = usual.phases && !usual.times && usual.record === 'known';
    const pends = odd.is(0.12) && mayPend;
    const isOdd = odd.is(0.12);
    const dialect = {
      ...usual,
      ...(pends && { playsPending: true as const }),
      ...(isOdd && !usual.format && { game: odd.pick(GAMES) }),
      ...(isOdd && !endsInFinal(format) && { drawsOften: true as const }),
    };
    const plan = { id: `t${at + 1}`, letter, format, players, dialect, startsAt };
    return createTruth(hasTwoLegs ? { ...plan, players: Math.min(players, 5) } : plan, chance);
  });
}

const channel = (guildId: string, at: number): string => `${guildId}${at}`;

function settingsOf(chance: Chance, guildId: string, follows: boolean): GuildSettings {
  return {
    organizerRoleId: ORGANIZERS,
    ...(chance.is(0.3) && { resultsChannelId: channel(guildId, 5) }),
    ...(chance.is(0.5) && { logChannelId: channel(guildId, 7) }),
    ...(chance.is(0.35) && { agreement: 'both' as const }),
    ...((follows || chance.is(0.4)) && { series: [ruleOf(chance, guildId, follows)] }),
    // Not two digits more: the ids of messages have four.
    ...(chance.is(0.4) && { rankUpChannelId: `9${channel(guildId, 11)}` }),
  };
}

/** `follows`: the first one follows what is new by itself. */
export function serversOf(
  chance: Chance,
  { follows, isCrowd }: { follows: boolean; isCrowd: boolean },
): NightServer[] {
  const count = isCrowd ? CROWD_SERVERS : chance.pick([1, 2, 2, 3]);
  return Array.from({ length: count }, (_, at) => {
    const guildId = `${at + 1}0`;
    return {
      guildId,
      settings: settingsOf(chance, guildId, follows && at === 0),
      lobbyId: channel(guildId, 8),
    };
  });
}

/** Everybody who plays, with what they chose; and Olga, who organizes. */
export async function settle(
  world: NightWorld,
  servers: readonly NightServer[],
  cups: readonly Truth[],
): Promise<void> {
  const { people } = world;
  for (const cup of cups)
    for (const [who, name] of cup.names.entries()) people.player(cup.playerId(who), name);
  people.add({ playerId: 'olga', name: 'Olga' });
  const { alerts, guilds, personalData } = world.front().services;
  for (const person of people.all) {
    const { discordId, how, isHidden, isLinked } = person;
    await world.settle(person);
    if (isLinked && how !== 'mention') await alerts.set(discordId, how);
    if (isHidden) await personalData.setHidden(discordId, true);
  }
  for (const { guildId, settings } of servers) {
    const { series = [], ...others } = settings;
    await guilds.settings.change(guildId, () => others);
    if (settings.rankUpChannelId !== undefined) await guilds.rankUps.mark(guildId);
    if (series.length > 0) await changeSeries(guilds, guildId, () => series);
  }
}

/** Servers that keep a leaderboard of forty members each, and follow nothing. */
export async function keepBoards({
  chance,
  tell,
  world,
}: Pick<Night, 'chance' | 'tell' | 'world'>): Promise<void> {
  const count = chance.pick([0, 0, 0, 1, 4, 8]);
  const { services } = world.front();
  for (let at = 0; at < count; at++) {
    const guildId = `${500 + at}`;
    for (let one = 0; one < 40; one++) {
      const person = world.people.add({
        playerId: `b${at}-${one}`,
        name: `B${at}-${one}`,
        guildIds: [guildId],
      });
      await world.settle(person);
      await world.finish(services.naming.recordInteraction(guildId, person.discordId));
    }
    await services.guilds.boards.keep(guildId, { channelId: channel(guildId, 6), scope: 'server' });
  }
  if (count > 0) tell(`${count} servers keep a leaderboard of forty`);
}
