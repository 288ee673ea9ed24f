import { stageOf } from '../brackets/tournament-stage.ts';
import { questionOf, type Question } from '../brackets/question.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { PlatformError } from '../platform/error.ts';
import type { Match, Tournament } from '../reading/records.ts';
import type { Report } from './report.ts';

export interface MootDeps {
  guilds: Pick<Guilds, 'follows'>;
  /** Throws `PlatformError`. */
  readTournament: (tournamentId: string) => Promise<Tournament>;
}

/**
 * Why no one has to answer a report of a match that is still open: its tournament is over or canceled, or the report's server has
 * stopped following it since. `undefined` while someone does.
 */
export async function mootBy(
  { guildId, reportedAt, tournamentId }: Report,
  match: Match,
  { guilds, readTournament }: MootDeps,
): Promise<Question | 'dropped' | undefined> {
  const id = match.tournament?.id ?? tournamentId;
  if (id === undefined || questionOf(match) !== 'open') return undefined;
  const stage = await readTournament(id).then(
    (tournament) => stageOf(tournament, undefined),
    (error: unknown) => {
      if (error instanceof PlatformError) return 'running' as const;
      throw error;
    },
  );
  const question = questionOf(match, stage);
  if (question !== 'open') return question;
  const follows = Object.values(await guilds.follows.read(guildId ?? '')).filter(
    (follow) => follow.tournamentId === id,
  );
  const isLeft = follows.every(({ stopped }) => stopped !== undefined && stopped.at > reportedAt);
  return follows.length > 0 && isLeft ? 'dropped' : undefined;
}
