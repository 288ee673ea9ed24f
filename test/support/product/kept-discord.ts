import type { Post } from '../../../src/message/reply.ts';
import type { memoryDiscord } from './memory-discord.ts';

type MemoryDiscord = ReturnType<typeof memoryDiscord>;

/** A change or a message without the bytes of its files. */
const withoutBytes = <T extends { post: Post }>({ post, ...one }: T) => ({
  ...one,
  post: {
    ...post,
    ...(post.files && { files: post.files.map((file) => ({ ...file, bytes: Buffer.alloc(0) })) }),
  },
});

/** Everything in a Discord that a recorded night needs. */
export const keptDiscord = (discord: MemoryDiscord) => ({
  messages: discord.messages.map(withoutBytes),
  changes: discord.changes.map(withoutBytes),
  deletions: discord.deletions,
  events: discord.events,
  eventChanges: discord.eventChanges,
  threads: discord.threads,
  lastId: discord.lastId.get(),
  servers: [...discord.servers].map(([guildId, { members, nicks }]) => ({ guildId, members, nicks })),
  shown: discord.connections.shown,
});

type Kept = ReturnType<typeof keptDiscord>;
/** Recordings of 2.0.0 have no deletions. */
export type KeptDiscord = Omit<Kept, 'deletions'> & Partial<Pick<Kept, 'deletions'>>;

export function restoreDiscord(discord: MemoryDiscord, state: KeptDiscord): void {
  discord.messages.push(...state.messages);
  discord.changes.push(...state.changes);
  for (const [id, at] of state.deletions ?? []) discord.deletions.set(id, at);
  discord.events.push(...state.events);
  discord.eventChanges.push(...state.eventChanges);
  for (const [id, thread] of state.threads) discord.threads.set(id, thread);
  discord.lastId.set(state.lastId);
  for (const { guildId, members, nicks } of state.servers)
    Object.assign(discord.server(guildId), { members, nicks });
  discord.connections.shown = state.shown;
}
