import { shownBracket } from '../brackets/night.ts';
import { livePost } from '../replies/feed.ts';
import { tournamentTitle } from '../replies/format.ts';
import type { Poster } from './poster.ts';
import type { Turn, TurnDeps } from './turn.ts';

/** An edit of the live post comes no sooner after the last one. */
const EDIT_MS = 30_000;

/** Makes the live post, or edits it where it shows something else. Throws as the poster does. */
export async function showLive(
  { follow, reading }: Turn,
  poster: Poster,
  { drawBracket, now, t }: TurnDeps,
): Promise<void> {
  const { live } = poster.feed();
  const { shows } = reading;
  if (live?.shows === shows) return;
  // A clock that was set back does not hold it up.
  if (live !== undefined && Math.abs(now() - live.editedAt) < EDIT_MS && live.shows !== '') return;
  const { tournament, bracket, stage } = reading;
  const shown = shownBracket(stage, bracket);
  const picture = shown && (await drawBracket({ bracket: shown, name: tournamentTitle(tournament, t) }));
  const post = livePost({ stage, tournament, bracket, picture, now: now() }, t);
  if (live === undefined) {
    await poster.tell({ kind: 'live' }, follow.channelId, post);
    const made = poster.feed();
    if (made.live) await poster.save({ ...made, live: { ...made.live, shows } });
  } else await poster.edit(follow.channelId, shows, post);
}
