import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { placedComponents } from '../../tools/discord-stand-in/check/components.ts';

const LOOK_EVERY_MS = 250;
/** The bot reads, and posts what it has read. */
const WITHIN_MS = 60_000;

export async function eventually<T>(
  what: string,
  signal: AbortSignal,
  find: () => T | undefined,
  withinMs = WITHIN_MS,
): Promise<T> {
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    const found = find();
    if (found !== undefined) return found;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  throw new Error(`${what} did not come`);
}

/** The custom_id of a button or a select by its beginning; what stands on it depends on the language. */
export const buttonOf = (message: ChatMessage, start: string): string | undefined =>
  placedComponents(message.components)
    .map(({ component }) => component['custom_id'])
    .find((id): id is string => typeof id === 'string' && id.startsWith(start));

/** The same, where it has to be. */
export function componentOf(message: ChatMessage, start: string): string {
  const id = buttonOf(message, start);
  if (id === undefined) throw new Error(`the message has no ${start}`);
  return id;
}
