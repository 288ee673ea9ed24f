import type { Command } from '../src/bot/command.ts';
import account from './account.ts';
import match from './match.ts';
import matches from './matches.ts';
import showRank from './show-rank.ts';
import bracket from './bracket/bracket.ts';
import follow from './follow/follow.ts';
import help from './help.ts';
import leaderboard from './leaderboard/leaderboard.ts';
import link from './link.ts';
import next from './next/next.ts';
import privacy from './privacy.ts';
import rank from './rank.ts';
import register from './register.ts';
import score from './score/score.ts';
import settings from './settings/settings.ts';
import tournament from './tournament.ts';
import tournaments from './tournaments.ts';
import unlink from './unlink.ts';

/** All commands, in the order of /help. */
export const commands: readonly Command[] = [
  link,
  account,
  rank,
  showRank,
  tournaments,
  tournament,
  bracket,
  next,
  register,
  match,
  matches,
  score,
  leaderboard,
  follow,
  settings,
  unlink,
  privacy,
  help,
];
