import type { ChatMessage } from '../discord/chat/message.ts';
import type { PlaygroundDiscord } from '../discord/server.ts';

/** The message once it has changed. */
export async function turnsInto(
  discord: PlaygroundDiscord,
  message: ChatMessage,
  pattern: RegExp,
): Promise<ChatMessage> {
  const now = () => discord.message(message.id) ?? message;
  await until(discord, () => pattern.test(now().content));
  return now();
}

const LATE_MS = 5000;

/** Waits for something to happen in the chat; what does not happen in time is found out by the check that follows. */
export async function until(discord: PlaygroundDiscord, happened: () => boolean): Promise<void> {
  if (happened()) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, LATE_MS);
    const stop = discord.onEvent(() => {
      if (happened()) done();
    });
  });
}
