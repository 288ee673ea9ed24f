import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';

/** The message once it says something else. */
export async function afterEdit(discord: DiscordStandIn, message: ChatMessage): Promise<ChatMessage> {
  const now = () => discord.message(message.id) ?? message;
  await until(discord, () => now().content !== message.content);
  return now();
}

interface Awaited {
  /** Who looks at the channel. */
  who: string;
  place?: string;
  /** A message from before. */
  after: ChatMessage;
  /** Which of them. */
  fits?: (message: ChatMessage) => boolean;
}

/** The first message for everybody that comes after another one. */
export async function nextPost(
  discord: DiscordStandIn,
  { who, place, after, fits = () => true }: Awaited,
): Promise<ChatMessage | undefined> {
  const post = () =>
    discord
      .member(who)
      .sees(place)
      .find((one) => BigInt(one.id) > BigInt(after.id) && one.visibleTo === null && fits(one));
  await until(discord, () => post() !== undefined);
  return post();
}

const LATE_MS = 5000;

/** Waits for something to happen in the chat; what does not happen in time is found out by the check that follows. */
export async function until(
  discord: DiscordStandIn,
  happened: () => boolean,
  lateMs = LATE_MS,
): Promise<void> {
  if (happened()) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, lateMs);
    const stop = discord.onEvent(() => {
      if (happened()) done();
    });
  });
}
