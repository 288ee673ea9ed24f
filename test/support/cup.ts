import type { ActingMember } from '../../playground/discord/people/acts.ts';
import { drawBracket } from '../../playground/platform/world/bracket.ts';
import { CAST } from '../../playground/platform/world/players.ts';
import type { World, WorldMatch, WorldTournament } from '../../playground/platform/world/records.ts';
import { reportScore } from '../../playground/platform/world/scores.ts';

interface CupPlan {
  name: string;
  startsAt: number;
  entrantIds: string[];
  capacity: number;
}

/** Opens registration for a knockout that goes on only as a test says. */
export function openCup(world: World, plan: CupPlan): WorldTournament {
  const cup: WorldTournament = {
    id: String(Math.max(...[...world.tournaments.keys()].map(Number)) + 1),
    state: 'upcoming',
    game: '9-ball',
    format: 'single-elimination',
    region: null,
    endsAt: null,
    registrationClosesAt: plan.startsAt,
    prize: null,
    description: null,
    ...plan,
  };
  world.tournaments.set(cup.id, cup);
  return cup;
}

/** Draws the bracket; `seeds` are the entrants, best first. */
export function startCup(
  world: World,
  cup: WorldTournament,
  { at, seeds = cup.entrantIds }: { at: number; seeds?: readonly string[] },
): readonly WorldMatch[] {
  cup.entrantIds = [...seeds];
  cup.state = 'running';
  cup.startsAt = at;
  return drawBracket(world, cup);
}

/** An organizer of the platform reports a result, or corrects it. */
export const report = (world: World, match: WorldMatch, scores: [number, number], at: number): void =>
  reportScore(world, { match, scores, reporterId: CAST.organizer, at });

/** An organizer lets a channel follow a tournament. `eventHours`: with a scheduled event of that length. */
export async function follow(
  organizer: ActingMember,
  { id }: WorldTournament,
  { place, eventHours }: { place: string; eventHours?: string },
): Promise<void> {
  const preview = await organizer.slash('follow', { tournament: id }, { place }).answer();
  let draft = preview;
  if (eventHours !== undefined) {
    const form = organizer.press(preview, 'Scheduled event: off');
    await form.opened();
    draft = await organizer.submitModal(form, { hours: eventHours }).answer();
  }
  const { content } = await organizer.press(draft, 'Follow').answer();
  if (!content.includes('now follows')) throw new Error(`it is not followed: ${content}`);
}
