import type { Problem } from '../../tools/discord-stand-in/problems.ts';
import type { Playground } from '../../playground/start.ts';
import { CAST } from './members.ts';

const ANSWERED_ALREADY = 40_060;

/** What Ana writes, and what the platform and Discord saw of it. */
export function writtenBy(world: () => Playground) {
  const ana = () => world().discord.member('Ana');
  const tournamentOf = (name: string) =>
    [...world().platform.world.tournaments.values()].find((one) => one.name === name)!;
  const posts = (path: RegExp) =>
    world().platform.wire.filter((one) => one.method === 'POST' && path.test(one.path)).length;
  let lost = 0;
  return {
    ana,
    posts,
    register: (name: string) => ana().slash('register', { tournament: tournamentOf(name).id }),
    timesRegistered: (name: string) =>
      tournamentOf(name).entrantIds.filter((id) => id === CAST.contender).length,
    /** What Discord refused since the last look, except what another process had answered already. */
    refusals: () =>
      (world().discord.problems as Problem[]).splice(0).filter(({ code }) => code !== ANSWERED_ALREADY),
    /** A question whether to report a score that does not stand already, and how often that was posted. */
    scoreQuestion: async () => {
      const [choice] = await ana().autocomplete('score', 'match', { match: 'weiß' }).suggestions();
      const question = await ana()
        .slash('score', {
          match: String(choice?.value),
          player1_score: 3,
          player2_score: (lost = (lost + 1) % 3),
        })
        .answer();
      const before = posts(/\/score$/);
      return { question, posted: () => posts(/\/score$/) - before };
    },
  };
}
