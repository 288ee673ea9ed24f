import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { GatewayIntentBits as Intent, Routes, type REST } from 'discord.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChatMessage } from '../chat/message.ts';
import type { DiscordStandIn } from '../server.ts';
import { bareWorld } from './world.ts';

async function moderated() {
  const { discord, rest } = await bareWorld();
  const channel = (name: string) => discord.channels.find((one) => one.name === name)!;
  const post = async (name: string): Promise<ChatMessage> => {
    const path = Routes.channelMessages(channel(name).id);
    const { id } = (await rest.post(path, { body: { content: 'M1 can begin' } })) as { id: string };
    return discord.message(id)!;
  };
  const edit = ({ channelId, id }: ChatMessage) =>
    rest.patch(Routes.channelMessage(channelId, id), { body: { content: 'x' } });
  return { discord, rest, channel, post, edit, member: (name: string) => discord.member(name) };
}

/** The names of the events that a session with these intents gets, once it is there. */
async function heard(discord: DiscordStandIn, rest: REST, intents: number): Promise<string[]> {
  const names: string[] = [];
  const forget = { retrieveSessionInfo: () => null, updateSessionInfo: () => {} };
  const manager = new WebSocketManager({ token: discord.token, rest, intents, ...forget });
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => names.push(data.t));
  onTestFinished(() => manager.destroy());
  await manager.connect();
  return names;
}

test("after a moderator deleted a message, the bot's edit gets 10008", async () => {
  const { member, post, edit } = await moderated();
  const message = await post('general');
  member('Ana').deleteMessage(message);
  await expect(edit(message)).rejects.toMatchObject({ status: 404, code: 10_008 });
  expect(member('Bruno').sees('general')).toEqual([]);
  expect(() => member('Ana').deleteMessage(message)).toThrow('gone');
});

test('a deleted channel is gone with its threads, and gets 10003', async () => {
  const { discord, rest, channel, member, post, edit } = await moderated();
  const [night, cup] = [channel('match-night'), channel('friday-cup')];
  const messages = [await post('match-night'), await post('friday-cup')];
  member('Ana').deleteChannel(night.id);
  expect(discord.channels).not.toContain(cup);
  for (const message of messages) {
    await expect(edit(message)).rejects.toMatchObject({ status: 404, code: 10_003 });
    expect(discord.message(message.id)?.deleted).toBe(true);
  }
  const body = { content: 'x' };
  await expect(rest.post(Routes.channelMessages(cup.id), { body })).rejects.toMatchObject({ code: 10_003 });
});

test('only those who manage messages or the channel delete them, and nobody in direct messages', async () => {
  const { channel, member, post, edit } = await moderated();
  const message = await post('general');
  for (const name of ['Bruno', 'Chloé']) {
    expect(() => member(name).deleteMessage(message)).toThrow('may not delete messages');
    expect(() => member(name).deleteChannel(channel('general').id)).toThrow('may not delete this channel');
  }
  await expect(edit(message)).resolves.toMatchObject({ content: 'x' });
  const direct = await post('Ana');
  expect(() => member('Ana').deleteMessage(direct)).toThrow('may not delete messages');
  expect(() => member('Ana').deleteChannel(direct.channelId)).toThrow('may not delete this channel');
  expect(() => member('Ana').deleteChannel('1')).toThrow('no such channel');
});

test('deletions are told to the sessions that asked for them by their intents', async () => {
  const { discord, rest, channel, member, post } = await moderated();
  const [deaf, listening] = [
    await heard(discord, rest, 0),
    await heard(discord, rest, Intent.Guilds | Intent.GuildMessages),
  ];
  member('Ana').deleteMessage(await post('general'));
  member('Ana').deleteChannel(channel('friday-cup').id);
  member('Ana').deleteChannel(channel('general').id);
  await vi.waitFor(() =>
    expect(listening).toEqual(['READY', 'MESSAGE_DELETE', 'THREAD_DELETE', 'CHANNEL_DELETE']),
  );
  expect(deaf).toEqual(['READY']);
});
