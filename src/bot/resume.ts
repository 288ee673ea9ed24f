import { z } from 'zod';
import type { Resume } from '../accounts/accounts.ts';
import type { Tickets } from './command.ts';

const Kept = z.object({
  command: z.string(),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** Keeps what a member typed before they were asked to link, so that a button may carry it on by its ticket. */
export const keepResume = (tickets: Pick<Tickets, 'keep'>, resume: Resume): Promise<string> =>
  tickets.keep(resume);

/** What was kept, or undefined where nothing was, or too long ago. */
export async function readResume(
  tickets: Pick<Tickets, 'read'>,
  ticket: string | undefined,
): Promise<Resume | undefined> {
  if (ticket === undefined) return undefined;
  return Kept.safeParse(await tickets.read(ticket)).data;
}
