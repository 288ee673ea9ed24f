import { setTimeout as sleep } from 'node:timers/promises';
import {
  AGREED_AT,
  DELETED_AT,
  DISPUTED_AT,
  FIRST_ROUND,
  HELP_AT,
  planNight,
  SECOND_ROUND,
} from '../../tools/platform-stand-in/world/night.ts';
import type { Playground } from '../start.ts';
import { agreeOn, reportable } from './agree.ts';
import { askForHelp } from './ask-for-help.ts';
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
import { playNight, type Step } from './clock.ts';
import { deleteLivePost } from './delete-live-post.ts';
import { claimantOf, disputable, disputeResult } from './dispute.ts';
import { deskFaults, seasonFaults, turnedScores } from './morning.ts';
import { collectPosts } from './posts.ts';
import { callOff } from './call-off.ts';
import { CALLED_OFF_AT, planSideCups } from './side-cups.ts';
import { judgeSide, matchesOf } from './side-verdict.ts';
import { createTranscript } from './transcript.ts';
import { judgeNight, staleFaults } from './verdict.ts';
import { wordingIn } from './wording.ts';

/** Settings of the bot under which it reads often enough for a night of minutes. */
export const NIGHT_ENV = { PLATFORM_POLLS_PER_MINUTE: '240' };

interface NightOptions {
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
  { lengthMs, seed, write, signal }: NightOptions,
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
  const places = [ARENA, BACKYARD].map((place) => ({ place, channel: channelOf(place) }));
  const lobby = channelOf(BACKYARD).id;
  const idOf = (channel: string): string => discord.channels.find(({ name }) => name === channel)?.id ?? '';
  const [sideId, duelId] = [idOf(SIDE_CHANNEL), idOf(DUEL_CHANNEL)];

  /** What members do; where they cannot, the night goes on and says so. */
  const acting = (at: number, what: string, act: () => Promise<string> | undefined): Step => ({
    at,
    run: () =>
      act()?.catch((error: unknown) => {
        if (signal.aborted) throw error;
        return `${what}: ${String(error)}`;
      }),
  });
  let disputes = 0;
  let isChanged = false;
  const disputing = places.map(({ place, channel }, at) =>
    acting(DISPUTED_AT + at / 1000, 'Nobody ruled', () => {
      const match = disputable(night.bracket.slice(0, FIRST_ROUND), place);
      if (match === undefined) return undefined;
      disputes += 1;
      return disputeResult(world, { match, place, channelId: channel.id, signal });
    }),
  );
  const steps = [
    ...night.steps,
    ...side.steps,
    ...disputing,
    acting(HELP_AT, 'Nobody was helped', () =>
      askForHelp(world, { bracket: night.bracket, channelId: channelOf(ARENA).id, signal }),
    ),
    acting(AGREED_AT, 'Nobody agreed', () => {
      const match = reportable(night.bracket.slice(FIRST_ROUND, SECOND_ROUND), BACKYARD);
      return match && agreeOn(world, { match, place: BACKYARD, channelId: lobby, signal });
    }),
    acting(CALLED_OFF_AT, 'Nobody reported the duel', () =>
      callOff(world, {
        matchOf: () => matchesOf([side.duel], platform.world)[0],
        place: BACKYARD,
        channelId: duelId,
        signal,
      }),
    ),
    acting(DELETED_AT, 'Nobody deleted the live post', () =>
      deleteLivePost(world, { place: BACKYARD, channelId: lobby, signal }),
    ),
  ].toSorted((one, other) => one.at - other.at);
  /** The final turns out to have been won by the other one. */
  const correcting = acting(1, 'Nobody corrected the final', () => {
    const final = night.bracket.at(-1);
    const found = places.find(({ place }) => final && claimantOf(final, place) !== undefined);
    if (final === undefined || found === undefined) return undefined;
    isChanged = true;
    disputes += 1;
    const { place, channel } = found;
    const scores = turnedScores(final);
    return disputeResult(world, { match: final, place, channelId: channel.id, scores, signal });
  });
  const collect = (name: string | undefined) => collectPosts(discord, idOf(name ?? ''));
  const posts = places.map(({ place, channel }) => ({
    place,
    posts: collectPosts(discord, channel.id),
    organizers: collect(place.organizers),
  }));
  const seasonPosts = collect(ARENA.series?.season);
  const sidePosts = collectPosts(discord, sideId);
  const duelPosts = collectPosts(discord, duelId);
  const transcript = createTranscript({ discord, write });
  transcript.tell(
    `Registration for ${night.tournament.name} opens; ${places.map(({ channel }) => `#${channel.name}`).join(' and ')} follow it`,
  );
  try {
    for (const { place, channel } of places) {
      await settleServer({ discord }, place);
      await followTournament({ discord }, night.tournament, {
        channelId: channel.id,
        host: place.host,
        isFull: true,
      });
    }
    for (const cup of [side.swiss, side.playIn, side.rained])
      await followTournament({ discord }, cup, { channelId: sideId, host: ARENA.host });
    await followTournament({ discord }, side.duel, { channelId: duelId, host: BACKYARD.host });
    await playNight(
      { ...night, steps },
      { platform, lengthMs, signal, tell: (line) => transcript.tell(line) },
    );
    const wording = wordingIn(discord.guilds[0]?.locale);
    /** What any message of any channel says that is no longer so. */
    const everywhere = (): string[] => {
      const played = matchesOf([night.tournament, side.swiss, side.playIn, side.duel], platform.world);
      return (
        discord.channels
          .flatMap(({ id }) => discord.messages(id))
          // Other answers depend on the moment of the command.
          .filter(({ content, origin }) => origin === undefined || wording.score.test(content))
          .filter(({ content }) => !wording.logged.test(content))
          .flatMap((message) => staleFaults(message, played, { wording, world: platform.world }))
      );
    };
    const judge = (): string[] => [
      ...posts.flatMap(({ place, posts: own, organizers }) =>
        [
          ...judgeNight({
            world: platform.world,
            wording,
            tournamentId: night.tournament.id,
            posts: own.all(),
            sent: own.sent,
            announced: own.announced(),
            members: memberIds({ discord }, place),
            corrections: 1 + disputes,
            isChanged,
          }),
          ...deskFaults({ wording, posts: organizers.all() }, night.tournament.name),
        ].map((fault) => `${place.owner}'s server: ${fault}`),
      ),
      ...judgeSide({
        world: platform.world,
        wording,
        ...side,
        posts: sidePosts.all(),
        sent: sidePosts.sent,
        duelPosts: duelPosts.all(),
      }),
      ...everywhere(),
      ...night.bracket
        .slice(-1)
        .flatMap((final) =>
          seasonFaults({ world: platform.world, wording, final, posts: seasonPosts.all() }),
        ),
    ];
    /** Until all is as it has to be, or for as long as the bot may take. */
    const settled = async (): Promise<string[]> => {
      for (const end = Date.now() + AFTERMATH_MS; Date.now() < end && judge().length > 0;)
        await sleep(LOOK_EVERY_MS, undefined, { signal });
      return judge();
    };
    const evening = await settled();
    transcript.tell('The next morning');
    const line = await correcting.run(Date.now());
    if (line !== undefined) transcript.tell(line);
    const morning = await settled();
    return [...evening.map((fault) => `in the evening, ${fault}`), ...morning];
  } finally {
    transcript.end();
    for (const one of [
      ...posts.flatMap((each) => [each.posts, each.organizers]),
      sidePosts,
      duelPosts,
      seasonPosts,
    ])
      one.end();
  }
}
