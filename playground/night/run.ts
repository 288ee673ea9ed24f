import { setTimeout as sleep } from 'node:timers/promises';
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
  memberIds,
  PLAYER_IDS,
  settleServer,
  type NightPlace,
} from './cast.ts';
import { playNight } from './clock.ts';
import { deskFaults, seasonFaults } from './morning.ts';
import { judgeNextWeek, openNextWeek, playNextWeek } from './next-week.ts';
import { collectPosts } from './posts.ts';
import { planSideCups } from './side-cups.ts';
import { judgeSide, matchesOf } from './side-verdict.ts';
import { createTranscript } from './transcript.ts';
import { judgeNight, staleFaults } from './verdict.ts';
import { wordingIn } from './wording.ts';

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
const LOOK_EVERY_MS = 250;

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
  /** The next tournament of the series, and the same once it is played. */
  let next: WorldTournament | undefined;
  let played: WorldTournament | undefined;
  const collect = (name: string | undefined) => collectPosts(discord, idOf(name ?? ''));
  const posts = places.map(({ place, channelId }) => ({
    place,
    posts: collectPosts(discord, channelId),
    organizers: collect(place.organizers),
  }));
  const seriesPosts = collect(ARENA.series?.channel);
  const sidePosts = collectPosts(discord, sideId);
  const duelPosts = collectPosts(discord, duelId);
  const transcript = createTranscript({ discord, write });
  transcript.tell(
    `Registration for ${night.tournament.name} opens; ${places.map(({ name }) => `#${name}`).join(' and ')} follow it`,
  );
  try {
    for (const { place, channelId } of places) {
      await settleServer({ discord }, place);
      await followTournament({ discord }, night.tournament, {
        channelId,
        host: place.host,
        isFull: true,
      });
    }
    for (const cup of [side.swiss, side.playIn, side.rained])
      await followTournament({ discord }, cup, { channelId: sideId, host: ARENA.host });
    await followTournament({ discord }, side.duel, { channelId: duelId, host: BACKYARD.host });
    await playNight(
      { ...night, steps: acts.steps },
      { platform, lengthMs, signal, tell: (line) => transcript.tell(line) },
    );
    const told = { world: platform.world, wording: wordingIn(discord.guilds[0]?.locale) };
    const { wording } = told;
    /** What any message of any channel says that is no longer so. */
    const everywhere = (): string[] => {
      const cups = [night.tournament, side.swiss, side.playIn, side.duel, ...(played ? [played] : [])];
      const decided = matchesOf(cups, platform.world);
      return (
        discord.channels
          .flatMap(({ id }) => discord.messages(id))
          // Other answers depend on the moment of the command.
          .filter(({ content, origin }) => origin === undefined || wording.score.test(content))
          .filter(({ content }) => !wording.logged.test(content))
          // Until it is played, it may be registered for.
          .filter(({ content }) => next === played || next === undefined || !content.includes(next.name))
          .flatMap((message) => staleFaults(message, decided, told))
      );
    };
    const judge = (): string[] => [
      ...posts.flatMap(({ place, posts: own, organizers }) =>
        [
          ...judgeNight({
            ...told,
            tournamentId: night.tournament.id,
            posts: own.all(),
            sent: own.sent,
            announced: own.announced(),
            members: memberIds({ discord }, place),
            corrections: 1 + acts.disputes(),
            isChanged: acts.isChanged(),
          }),
          ...deskFaults({ ...told, posts: organizers.all() }, night.tournament.name),
        ].map((fault) => `${place.owner}'s server: ${fault}`),
      ),
      ...judgeSide({
        ...told,
        ...side,
        posts: sidePosts.all(),
        sent: sidePosts.sent,
        duelPosts: duelPosts.all(),
      }),
      ...everywhere(),
      ...night.bracket.slice(-1).flatMap((final) => {
        const { name } = played ?? night.tournament;
        return seasonFaults({ ...told, final, posts: seriesPosts.all(), latest: name });
      }),
      ...(played === undefined
        ? []
        : judgeNextWeek({
            ...told,
            cup: played,
            posts: seriesPosts.all(),
            sent: seriesPosts.sent,
            organizers: posts[0]?.organizers.all() ?? [],
          })),
    ];
    /** Until all is as it has to be, or for as long as the bot may take. */
    const settled = async (): Promise<string[]> => {
      for (const end = Date.now() + AFTERMATH_MS; Date.now() < end && judge().length > 0;)
        await sleep(LOOK_EVERY_MS, undefined, { signal });
      return judge();
    };
    const evening = await settled();
    // Listed by now, it is announced by the time that it is played.
    next = openNextWeek(world);
    transcript.tell('The next morning');
    const line = await acts.correcting.run(Date.now());
    if (line !== undefined) transcript.tell(line);
    const morning = await settled();
    await playNextWeek(world, {
      wording,
      cup: next,
      final: night.bracket.at(-1),
      posts: seriesPosts.all,
      signal,
      tell: (text) => transcript.tell(text),
    });
    played = next;
    const week = await settled();
    return [
      ...evening.map((fault) => `in the evening, ${fault}`),
      ...morning.map((fault) => `in the morning, ${fault}`),
      ...week,
    ];
  } finally {
    transcript.end();
    for (const one of [
      ...posts.flatMap((each) => [each.posts, each.organizers]),
      sidePosts,
      duelPosts,
      seriesPosts,
    ])
      one.end();
  }
}
