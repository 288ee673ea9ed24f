import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDiscord, type DiscordStandIn } from '../../../tools/discord-stand-in/server.ts';

let discord: DiscordStandIn;
beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.close());

/** The built entry behind `npm run commands`, with these settings alone. */
const publish = (args: string[], env: Record<string, string>) =>
  new Promise<{ failed: boolean; said: string }>((settle) => {
    const entry = resolve('dist/src/cli/publish.js');
    execFile(process.execPath, [entry, ...args], { env, cwd: tmpdir() }, (error, out, told) =>
      settle({ failed: error !== null, said: out + told }),
    );
  });

const env = () => ({ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl });

test('a dry run needs the token alone, says in its own words when it lacks it, and writes nothing', async () => {
  const [bare, dry] = await Promise.all([publish(['--dry-run'], {}), publish(['--dry-run'], env())]);
  expect(bare.failed).toBe(true);
  expect(bare.said).toContain("Commands can't be checked until these settings are fixed:");
  expect(bare.said.match(/^ {2}\w+/gm)).toEqual(['  DISCORD_TOKEN']);
  expect(dry).toEqual({
    failed: false,
    said: expect.stringContaining('Publishing would change:\n  new: /link'),
  });
  expect(await publish(['--dry-run'], env())).toEqual(dry);
});

test('what was published is no change', async () => {
  expect((await publish([], env())).said).toContain('Published.');
  expect((await publish(['--dry-run'], env())).said).toBe('Your commands are up to date.\n');
});
