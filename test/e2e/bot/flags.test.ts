import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDiscord, type PlaygroundDiscord } from '../../../playground/discord/server.ts';

const ENTRIES = {
  'src/main.js': 'npm start',
  'src/cli/publish.js': 'npm run commands',
  'src/cli/doctor.js': 'npm run doctor',
  'src/cli/store.js': 'npm run store',
  'playground/main.js': 'npm run playground',
  'test/soak/main.js': 'npm run soak',
  'playground/page/screenshots.js': 'npm run screenshots',
};

let discord: PlaygroundDiscord;
beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.close());

/** A built entry, with a token that would let it work. */
function run(entry: string, ...args: string[]) {
  const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
  const options = { env, cwd: tmpdir(), encoding: 'utf8', timeout: 20_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('dist', entry), ...args], options);
  return { status, stdout, stderr };
}

test.each(Object.entries(ENTRIES))('%s knows its flags, and does nothing for others', (entry, command) => {
  const help = run(entry, '--help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout.startsWith(command)).toBe(true);
  const unknown = run(entry, '--dryrun');
  expect(unknown).toEqual({
    status: 1,
    stdout: '',
    stderr: `Unknown option '--dryrun'.\n\n${help.stdout}`,
  });
  expect(discord.wire).toEqual([]);
});
