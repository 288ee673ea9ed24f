import type { Attachment } from '../bot/modal-inputs.ts';
import type { WithScreenshots } from '../bot/command.ts';
import type { FetchAttachment } from './attachments.ts';

/** Of all members together, from the first byte until the organizers have them. */
const BUDGET_BYTES = 32 * 2 ** 20;

const bytesOf = (attachments: readonly Attachment[]): number =>
  attachments.reduce((sum, { size }) => sum + size, 0);

/** Bounds how many bytes of screenshots are in memory: all together, and one form of a member at a time. */
export function createScreenshots(
  fetchAttachment: FetchAttachment,
  { budgetBytes = BUDGET_BYTES }: { budgetBytes?: number } = {},
): WithScreenshots {
  const members = new Set<string>();
  let heldBytes = 0;
  return async (discordId, attachments, work) => {
    if (attachments.length === 0) return work([]);
    const bytes = bytesOf(attachments);
    if (members.has(discordId) || heldBytes + bytes > budgetBytes) return work('busy');
    members.add(discordId);
    heldBytes += bytes;
    try {
      return await work(await Promise.all(attachments.map(fetchAttachment)));
    } finally {
      members.delete(discordId);
      heldBytes -= bytes;
    }
  };
}
