import type { Attachment } from '../bot/modal-inputs.ts';
import type { WithScreenshots } from '../bot/command.ts';
import type { FetchAttachment } from './attachments.ts';

/** Of all members together, from the first byte until the organizers have them. */
const BUDGET_BYTES = 32 * 2 ** 20;

/** Forms of one member that wait: each takes a place among all that are answered at once, so nobody fills these with forms. */
const WAITING_MAX = 3;

const bytesOf = (attachments: readonly Attachment[]): number =>
  attachments.reduce((sum, { size }) => sum + size, 0);

/**
 * Bounds how many bytes of screenshots are in memory: all together, and one form of a member at a time. Of two forms of one member, as
 * a double tap sends them, the second waits: it would otherwise act first, without its pictures.
 */
export function createScreenshots(
  fetchAttachment: FetchAttachment,
  { budgetBytes = BUDGET_BYTES }: { budgetBytes?: number } = {},
): WithScreenshots {
  const turns = new Map<string, { last: Promise<unknown>; count: number }>();
  let heldBytes = 0;

  const hold: WithScreenshots = async (_, attachments, work) => {
    const bytes = bytesOf(attachments);
    if (heldBytes + bytes > budgetBytes) return work('busy');
    heldBytes += bytes;
    try {
      return await work(await Promise.all(attachments.map(fetchAttachment)));
    } finally {
      heldBytes -= bytes;
    }
  };

  return async (discordId, attachments, work) => {
    if (attachments.length === 0) return work([]);
    const { last = Promise.resolve(), count = 0 } = turns.get(discordId) ?? {};
    if (count > WAITING_MAX) return work('busy');
    const inTurn = () => hold(discordId, attachments, work);
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
