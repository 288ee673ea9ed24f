import type { ActingMember } from '../../playground/discord/people/acts.ts';
import { CAST } from '../../playground/platform/world/players.ts';
import type { World, WorldMatch, WorldTournament } from '../../playground/platform/world/records.ts';
import { reportScore } from '../../playground/platform/world/scores.ts';

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
