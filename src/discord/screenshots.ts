import pLimit from 'p-limit';
import { within } from '../async/within.ts';
import type { FetchPicture, WithScreenshots } from '../bot/handler-services.ts';
import { SECOND_MS } from '../durations.ts';
import type { FetchAttachment } from './attachments.ts';

/** Of all members together, from the first byte until the organizers have them: 16 MiB, as each has 8 at most. */
const PICTURES_AT_ONCE = 2;
/** How long a picture waits for others. */
const WAIT_MS = 30 * SECOND_MS;

/** How many forms of one member may queue, so that one member can't use up all slots. */
const WAITING_MAX = 3;

/**
 * Bounds how many screenshots are in memory: two of all members together, one of a form at a time, and one form of a member at a time.
 * Of two forms of one member, as a double tap sends them, the second waits: it would otherwise act first, without its pictures.
 */
export function createScreenshots(
  fetchAttachment: FetchAttachment,
  { waitMs = WAIT_MS }: { waitMs?: number } = {},
): WithScreenshots {
  const turns = new Map<string, { last: Promise<unknown>; count: number }>();
  const places = pLimit(PICTURES_AT_ONCE);

  const fetchPicture: FetchPicture = async (attachment, use) => {
    let isLate = false;
    let release: (() => void) | undefined;
    const place = new Promise<void>((resolve) => {
      const held = () => new Promise<void>((end) => resolve(void (release = end)));
      void places(() => (isLate ? undefined : held()));
    });
    await within(place, waitMs, () => void (isLate = true));
    try {
      return await use(isLate ? undefined : await fetchAttachment(attachment));
    } finally {
      release?.();
    }
  };

  return async (discordId, work) => {
    const { last = Promise.resolve(), count = 0 } = turns.get(discordId) ?? {};
    if (count > WAITING_MAX) return work('busy');
    const inTurn = () => work(fetchPicture);
    const turn = last.then(inTurn, inTurn);
    turns.set(discordId, { last: turn, count: count + 1 });
    try {
      return await turn;
    } finally {
      const { last: latest = turn, count: left = 1 } = turns.get(discordId) ?? {};
      if (left > 1) turns.set(discordId, { last: latest, count: left - 1 });
      else turns.delete(discordId);
    }
  };
}
