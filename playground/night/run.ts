import { setTimeout as sleep } from 'node:timers/promises';
import { verdictOf } from '../../tools/judge/verdict.ts';
import { Locale } from 'discord.js';
import { planNight } from '../../tools/platform-stand-in/world/night.ts';
import type { WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import type { Playground } from '../start.ts';
import { planActs } from './acts.ts';
import {
  ARENA,
  BACKYARD,
  followTournament,
  HOST_PLAYERS,
  linkPlayers,
  peopleIn,
  PLAYER_IDS,
  settingsOf,
  settleServer,
  type NightPlace,
} from './cast.ts';
import { playNight } from './clock.ts';
import { openNextWeek, playNextWeek } from './next-week.ts';
import { recordNight } from './record.ts';
import { planSideCups } from './side-cups.ts';
import { createTranscript } from './transcript.ts';

/** Settings of the bot under which it reads often enough for a night of minutes. */
export const NIGHT_ENV = { PLATFORM_POLLS_PER_MINUTE: '240' };

interface RunNightOptions {
  lengthMs: number;
  seed?: number;
  write: (line: string) => void;
  signal: AbortSignal;
}

/** The bot may take so long to tell the end: a reading, and the pause between two edits of a post. */
const AFTERMATH_MS = 90_000;
const LOOK_EVERY_MS = 1000;
/** So long usually. */
const UNJUDGED_MS = 30_000;

/** Where the side cups are followed, and the duel. */
const SIDE_CHANNEL = 'match-night';
const DUEL_CHANNEL = BACKYARD.organizers;

/**
 * A tournament's night in two servers, one for each policy of results: members link, organizers follow, and sixteen play; beside it, a
 * Swiss, a play-in, a cup that is postponed and a match that is called off. Gives what is wrong with the channels at its end.
 */
export async function runNight(
  { discord, platform }: Pick<Playground, 'discord' | 'platform'>,
  { lengthMs, seed, write, signal }: RunNightOptions,
): Promise<string[]> {
  const channelOf = ({ guild }: NightPlace) => {
    const channel = discord.guilds[guild]?.channels[0];
    if (!channel) throw new Error('there is no channel');
    return channel;
  };
  await linkPlayers({ discord });
  for (const id of HOST_PLAYERS) {
    const host = platform.world.players.get(id);
    if (host !== undefined) host.organizer = true;
  }
  const opensAt = Date.now();
  const plan = { opensAt, lengthMs, favourites: PLAYER_IDS };
  const night = planNight(platform.world, { ...plan, ...(seed !== undefined && { seed }) });
  const side = planSideCups(platform.world, plan);
  const world = { discord, platform };
  const places = [ARENA, BACKYARD].map((place) => {
    const { id, name } = channelOf(place);
    return { place, channelId: id, name };
  });
  const idOf = (channel: string): string => discord.channels.find(({ name }) => name === channel)?.id ?? '';
  const [sideId, duelId] = [idOf(SIDE_CHANNEL), idOf(DUEL_CHANNEL)];

  const acts = planActs(world, { night, side, places, duelId, signal });
  const record = recordNight(world, { people: peopleIn(world) });
  for (const cup of [night.tournament, side.swiss, side.playIn, side.rained, side.duel]) record.watch(cup);
  const follow = async (
    cup: WorldTournament,
    { channelId, place, isFull = false }: { channelId: string; place: NightPlace; isFull?: boolean },
  ): Promise<void> => {
    record.follows(cup, {
      channelId,
      guildId: discord.guilds[place.guild]?.id ?? '',
      isFull,
      settings: settingsOf(place, idOf),
    });
    await followTournament({ discord }, cup, { channelId, host: place.host, isFull });
  };
  const transcript = createTranscript({ discord, write });
  transcript.tell(
    `Registration for ${night.tournament.name} opens; ${places.map(({ name }) => `#${name}`).join(' and ')} follow it`,
  );
  try {
    for (const { place, channelId } of places) {
      await settleServer({ discord }, place);
      await follow(night.tournament, { channelId, place, isFull: true });
    }
    for (const cup of [side.swiss, side.playIn, side.rained])
      await follow(cup, { channelId: sideId, place: ARENA });
    await follow(side.duel, { channelId: duelId, place: BACKYARD });
    await playNight(
      { ...night, steps: acts.steps },
      { platform, lengthMs, signal, tell: (line) => transcript.tell(line) },
    );
    // The judge reads English alone.
    const isJudged = discord.guilds.every(({ locale }) => locale === Locale.EnglishUS);
    const judge = (): string[] => (isJudged ? verdictOf(record.night()).faults : []);
    /** Until all is as it has to be, or for as long as the bot may take. */
    const settled = async (): Promise<string[]> => {
      if (!isJudged) await sleep(UNJUDGED_MS, undefined, { signal });
      for (const end = Date.now() + AFTERMATH_MS; Date.now() < end && judge().length > 0;)
        await sleep(LOOK_EVERY_MS, undefined, { signal });
      return judge();
    };
    const evening = await settled();
    // Listed by now, it is announced by the time that it is played.
    const next = openNextWeek(world);
    record.watch(next, { isNews: true });
    const seriesId = idOf(ARENA.series?.channel ?? '');
    record.follows(next, {
      channelId: seriesId,
      guildId: discord.guilds[ARENA.guild]?.id ?? '',
      settings: settingsOf(ARENA, idOf),
    });
    transcript.tell('The next morning');
    const line = await acts.correcting.run(Date.now());
    if (line !== undefined) transcript.tell(line);
    const morning = await settled();
    await playNextWeek(world, {
      cup: next,
      channelId: seriesId,
      final: night.bracket.at(-1),
      signal,
      tell: (text) => transcript.tell(text),
    });
    const week = await settled();
    return [
      ...evening.map((fault) => `in the evening, ${fault}`),
      ...morning.map((fault) => `in the morning, ${fault}`),
      ...week,
    ];
  } finally {
    transcript.end();
    record.end();
  }
}
