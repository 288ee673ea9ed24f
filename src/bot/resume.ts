import { z } from 'zod';
import type { Resume } from '../accounts/link-flow.ts';
import type { Tickets } from './custom-id.ts';
import type { Pressed } from './interaction.ts';

const Stored = z.union([
  z.object({
    command: z.string(),
    action: z.string(),
    label: z.string().optional(),
    args: z.array(z.string()),
    values: z.array(z.string()),
    fields: z.record(z.string(), z.string()),
  }),
  z.object({
    command: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
]);

/** Stores what a member did before they were asked to link, so that a button may carry it on by its ticket. */
export const storeResume = (tickets: Pick<Tickets, 'keep'>, resume: Resume): Promise<string> =>
  tickets.keep(resume);

/** What was stored, or undefined where nothing was, or too long ago. */
export async function readResume(
  tickets: Pick<Tickets, 'read'>,
  ticket: string | undefined,
): Promise<Resume | undefined> {
  if (ticket === undefined) return undefined;
  return Stored.safeParse(await tickets.read(ticket)).data;
}

/** What stands on the button that was pressed. */
export function labelOf(pressed: Pressed): string | undefined {
  return pressed.kind === 'component' ? find(pressed.message?.raw.components, pressed.customId) : undefined;
}

/** Components hold others, some levels deep. */
function find(components: unknown, customId: string, depth = 0): string | undefined {
  if (!Array.isArray(components) || depth > 4) return undefined;
  for (const component of components as readonly unknown[]) {
    if (typeof component !== 'object' || component === null) continue;
    const { custom_id: id, label, components: inner }: Record<string, unknown> = { ...component };
    if (id === customId && typeof label === 'string') return label;
    const found = find(inner, customId, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
