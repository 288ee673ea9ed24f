import { expect, onTestFinished, test } from 'vitest';
import { createRest } from '../../src/discord/rest.ts';
import { createServers } from '../../src/discord/servers.ts';
import { startDiscord } from '../../tools/discord-stand-in/server.ts';

test('a channel that the bot cannot view, which Discord leaves out of the list, is not gone, nor is any while Discord does not answer', async () => {
  const discord = await startDiscord();
  const rests = createRest({ apiUrl: new URL(discord.apiUrl), token: discord.token, version: '0' });
  onTestFinished(() => rests.close());
  const [guild] = discord.guilds;
  const idOf = (name: string) => discord.channels.find((channel) => channel.name === name)?.id ?? '';
  const { directory } = createServers(rests, () => discord.applicationId);
  const channelIds = [idOf('staff'), idOf('organizers'), '1'];
  const missing = () => directory.missing(guild?.id ?? '', { roleIds: ['1'], channelIds });
  expect(await missing()).toEqual(new Set(['1']));
  await discord.close();
  expect(await missing()).toEqual(new Set());
});
