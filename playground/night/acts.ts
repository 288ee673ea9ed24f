import type { Night } from '../../tools/platform-stand-in/world/night.ts';
import {
  AGREED_AT,
  DELETED_AT,
  DISPUTED_AT,
  FIRST_ROUND,
  HELP_AT,
  SECOND_ROUND,
} from '../../tools/platform-stand-in/world/night.ts';
import type { Playground } from '../start.ts';
import { agreeOn, reportable } from './agree.ts';
import { askForHelp } from './ask-for-help.ts';
import { callOff } from './call-off.ts';
import { ARENA, BACKYARD, type NightPlace } from './cast.ts';
import type { PlayedStep } from './clock.ts';
import { deleteLivePost } from './delete-live-post.ts';
import { claimantOf, disputable, disputeResult, turnedScores } from './dispute.ts';
import { CALLED_OFF_AT, type SideCups } from './side-cups.ts';
import { matchesOf } from './names.ts';

/** A server that follows the night, and the channel in which it does. */
interface PlacedNight {
  place: NightPlace;
  channelId: string;
}

interface Acting {
  night: Night;
  side: SideCups;
  places: readonly PlacedNight[];
  duelId: string;
  signal: AbortSignal;
}

/** What members do in the course of a night, and the next morning. */
export function planActs(
  world: Pick<Playground, 'discord' | 'platform'>,
  { night, side, places, duelId, signal }: Acting,
) {
  const channelOf = (place: NightPlace): string => places.find((one) => one.place === place)?.channelId ?? '';
  const lobby = channelOf(BACKYARD);
  /** What members do; where they cannot, the night goes on and says so. */
  const acting = (at: number, what: string, act: () => Promise<string> | undefined): PlayedStep => ({
    at,
    run: () =>
      act()?.catch((error: unknown) => {
        if (signal.aborted) throw error;
        return `${what}: ${String(error)}`;
      }),
  });
  let disputes = 0;
  let isChanged = false;
  const disputing = places.map(({ place, channelId }, at) =>
    acting(DISPUTED_AT + at / 1000, 'Nobody ruled', () => {
      const match = disputable(night.bracket.slice(0, FIRST_ROUND), place);
      if (match === undefined) return undefined;
      disputes += 1;
      return disputeResult(world, { match, place, channelId, signal });
    }),
  );
  const steps = [
    ...night.steps,
    ...side.steps,
    ...disputing,
    acting(HELP_AT, 'Nobody was helped', () =>
      askForHelp(world, { bracket: night.bracket, channelId: channelOf(ARENA), signal }),
    ),
    acting(AGREED_AT, 'Nobody agreed', () => {
      const match = reportable(night.bracket.slice(FIRST_ROUND, SECOND_ROUND), BACKYARD);
      return match && agreeOn(world, { match, place: BACKYARD, channelId: lobby, signal });
    }),
    acting(CALLED_OFF_AT, 'Nobody reported the duel', () =>
      callOff(world, {
        matchOf: () => matchesOf([side.duel], world.platform.world)[0],
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
    const { place, channelId } = found;
    const scores = turnedScores(final);
    return disputeResult(world, { match: final, place, channelId, scores, signal });
  });
  return {
    steps,
    correcting,
    /** So far. */
    disputes: (): number => disputes,
    /** Whether another one has won the final, by now. */
    isChanged: (): boolean => isChanged,
  };
}
