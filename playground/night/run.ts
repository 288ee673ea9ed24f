import { setTimeout as sleep } from 'node:timers/promises';
import { DISPUTED_AT, FIRST_ROUND, HELP_AT, planNight } from '../../tools/platform-stand-in/world/night.ts';
import type { Playground } from '../start.ts';
import { askForHelp } from './ask-for-help.ts';
import { followTournament, HOST_PLAYER, linkPlayers, memberIds, PLAYER_IDS } from './cast.ts';
import { playNight } from './clock.ts';
import { collectPosts } from './posts.ts';
import { disputable, disputeResult } from './dispute.ts';
import { createTranscript } from './transcript.ts';
import { wordingIn } from './wording.ts';
import { judgeNight } from './verdict.ts';

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

/**
 * A tournament's night in the first server's first channel: members link, an organizer follows, and sixteen play. Gives
 * what is wrong with the channel at its end.
 */
export async function runNight(
  { discord, platform }: Pick<Playground, 'discord' | 'platform'>,
  { lengthMs, seed, write, signal }: NightOptions,
): Promise<string[]> {
  const [channel] = discord.channels;
  if (!channel) throw new Error('there is no channel');
  await linkPlayers({ discord });
  // A ruling is written with the host's own token.
  const host = platform.world.players.get(HOST_PLAYER);
  if (host !== undefined) host.organizer = true;
  const night = planNight(platform.world, {
    opensAt: Date.now(),
    lengthMs,
    favourites: PLAYER_IDS,
    ...(seed !== undefined && { seed }),
  });
  let disputes = 0;
  const dispute = {
    at: DISPUTED_AT,
    async run(): Promise<string | undefined> {
      const match = disputable(night.bracket.slice(0, FIRST_ROUND));
      if (match === undefined) return undefined;
      disputes += 1;
      return disputeResult({ discord, platform }, { match, channelId: channel.id, signal }).catch(
        (error: unknown) => {
          if (signal.aborted) throw error;
          return `Nobody ruled on M${match.number}: ${String(error)}`;
        },
      );
    },
  };
  const help = {
    at: HELP_AT,
    run: (): Promise<string> =>
      askForHelp({ discord }, { bracket: night.bracket, channelId: channel.id, signal }).catch(
        (error: unknown) => {
          if (signal.aborted) throw error;
          return `Nobody was helped: ${String(error)}`;
        },
      ),
  };
  const steps = [...night.steps, help, dispute].toSorted((one, other) => one.at - other.at);
  const posts = collectPosts(discord, channel.id);
  const transcript = createTranscript({ discord, write });
  transcript.tell(`Registration for ${night.tournament.name} opens; a member follows it in #${channel.name}`);
  try {
    await followTournament({ discord }, night.tournament, channel.id);
    await playNight(
      { ...night, steps },
      { platform, lengthMs, signal, tell: (line) => transcript.tell(line) },
    );
    const judge = (): string[] =>
      judgeNight({
        world: platform.world,
        wording: wordingIn(discord.guilds[0]?.locale),
        tournamentId: night.tournament.id,
        posts: posts.all(),
        sent: posts.sent,
        announced: posts.announced(),
        members: memberIds({ discord }),
        corrections: 1 + disputes,
      });
    for (const end = Date.now() + AFTERMATH_MS; Date.now() < end && judge().length > 0;)
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    return judge();
  } finally {
    transcript.end();
    posts.end();
  }
}
