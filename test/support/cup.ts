import type { ActingMember } from '../../tools/discord-stand-in/people/acts.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import { reportScore } from '../../tools/platform-stand-in/world/scores.ts';

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
