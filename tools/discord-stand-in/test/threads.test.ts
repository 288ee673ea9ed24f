import { ThreadResponseSchema } from 'discord-api-spec/zod';
import { DiscordAPIError, PermissionFlagsBits as Permission } from 'discord.js';
import { expect, test } from 'vitest';
import { answerFaults, discordWorld } from './world.ts';

async function threadWorld() {
  // A clock that runs: the limits of routes are not what this is about.
  let time = 1_800_000_000_000;
  const { rest, discord } = await discordWorld({ now: () => (time += 2000) });
  const [guild] = discord.guilds;
  const role = guild!.roles.find(({ botId }) => botId !== undefined)!;
  role.permissions &= ~Permission.ManageThreads;
  const code = (call: Promise<unknown>) =>
    call.then(
      () => 'taken',
      (error: unknown) => (error instanceof DiscordAPIError ? error.code : String(error)),
    );
  const messages = (name: string) =>
    `/channels/${discord.channels.find((one) => one.name === name)!.id}/messages` as const;
  const say = async (path: `/${string}`): Promise<`/${string}`> => {
    const { id } = (await rest.post(path, { body: { content: 'Ana vs Bruno' } })) as { id: string };
    return `${path}/${id}/threads`;
  };
  return { rest, discord, guild: guild!, role, code, messages, say };
}

const NEW = { body: { name: 'Ana vs Bruno · Final', auto_archive_duration: 1440 } };

test('a message has one thread at most, with its own id', async () => {
  const { rest, discord, code, messages, say } = await threadWorld();
  const changes: string[] = [];
  discord.onEvent((event) => {
    if (event.type === 'channel-changed') changes.push(`${event.channel.name} ${event.channel.locked}`);
  });
  const path = await say(messages('match-night'));
  const thread = (await rest.post(path, NEW)) as { id: string };
  expect(answerFaults(ThreadResponseSchema, thread)).toBeUndefined();
  expect(path).toContain(thread.id);
  expect(discord.channels.find(({ id }) => id === thread.id)).toMatchObject({ name: NEW.body.name });
  expect(await code(rest.post(path, NEW))).toBe(160_004);
  expect(changes).toEqual(['Ana vs Bruno · Final undefined']);
});

test('what Discord lets no thread start from is refused', async () => {
  const { rest, guild, role, code, messages, say } = await threadWorld();
  const path = await say(messages('match-night'));
  expect(await code(rest.post(`${messages('match-night')}/1/threads`, NEW))).toBe(10_008);
  expect(await code(rest.post(path, { body: { name: 'x'.repeat(101) } }))).toBe(50_035);
  expect(await code(rest.post(path, { body: { name: 'x', auto_archive_duration: 7 } }))).toBe(50_035);
  expect(await code(rest.post(await say(messages('friday-cup')), NEW))).toBe(50_024);
  role.permissions &= ~Permission.CreatePublicThreads;
  expect(await code(rest.post(path, NEW))).toBe(50_013);
  expect(guild.channels.filter(({ type }) => type === 11)).toHaveLength(1);
});

test('who started a thread archives it; locking takes Manage Threads', async () => {
  const { rest, role, code, messages, say } = await threadWorld();
  const { id } = (await rest.post(await say(messages('match-night')), NEW)) as { id: string };
  const one = `/channels/${id}` as const;
  const close = { body: { locked: true, archived: true } };
  expect(await code(rest.patch(one, close))).toBe(50_013);
  expect(await code(rest.patch(one, { body: { archived: true } }))).toBe('taken');
  expect(await code(rest.patch(one, close))).toBe(50_083);
  expect(await code(rest.post(`${one}/messages`, { body: { content: 'opens it again' } }))).toBe('taken');
  role.permissions |= Permission.ManageThreads;
  expect(await rest.patch(one, close)).toMatchObject({ thread_metadata: { locked: true, archived: true } });
  role.permissions &= ~Permission.ManageThreads;
  expect(await code(rest.post(`${one}/messages`, { body: { content: 'x' } }))).toBe(160_005);
  expect(await code(rest.patch(one, { body: { archived: false } }))).toBe(50_013);
  expect(await code(rest.patch('/channels/1', close))).toBe(10_003);
});
