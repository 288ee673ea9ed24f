import type { StandInEvent } from '../../tools/discord-stand-in/events.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { eventView } from '../page/views/event.ts';
import { drawMessage } from '../tour/draw.ts';
import { drawMarkup, type MarkupSetting } from '../tour/markup.ts';

interface TranscriptParts {
  discord: DiscordStandIn;
  write: (line: string) => void;
}

interface Transcript {
  /** What happened at the platform. */
  tell(line: string): void;
  end(): void;
}

export const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return [seconds / 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
};

/** Writes down what happens at the platform and what the bot posts, edits and deletes on its own. */
export function createTranscript({ discord, write }: TranscriptParts): Transcript {
  const begun = Date.now();
  const { world } = discord;
  const nameOf = (id: string): string | undefined =>
    [...world.members, ...world.channels, ...world.guilds.flatMap(({ roles }) => roles)].find(
      (one) => one.id === id,
    )?.name;
  const setting: MarkupSetting = { now: Date.now, memberName: nameOf, placeName: nameOf };
  const stamp = (): string => clock(Date.now() - begun);

  const WORDS = { 'message-created': 'posts', 'message-edited': 'edits', 'message-deleted': 'deletes' };

  function show(event: StandInEvent): void {
    if (event.type === 'event-changed') {
      const { name, startsAt, state } = eventView(event.event, world);
      const when = drawMarkup(`<t:${Math.floor(startsAt / 1000)}:T>`, setting);
      write(`${stamp()}  event ${name}, ${when}, ${state}`);
      return;
    }
    if (!('message' in event) || event.type === 'thinking') return;
    const { message } = event;
    // Answers are for those who asked.
    if (message.origin !== undefined || message.visibleTo !== null) return;
    const place = world.channels.find(({ id }) => id === message.channelId)?.name ?? message.channelId;
    write(`${stamp()}  #${place} ${WORDS[event.type]}`);
    for (const line of drawMessage(message, setting)) write(`    ${line}`.trimEnd());
  }

  const end = discord.onEvent(show);
  return {
    end,
    tell: (line) => write(`${stamp()}  ${line}`),
  };
}
