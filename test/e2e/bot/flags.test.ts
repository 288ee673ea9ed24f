import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDiscord, type DiscordStandIn } from '../../../tools/discord-stand-in/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ENTRIES = {
  'src/main.js': 'npm start',
  'src/cli/publish.js': 'npm run commands',
  'src/cli/doctor.js': 'npm run doctor',
  'src/cli/store.js': 'npm run store',
  'playground/main.js': 'npm run playground',
  'playground/soak/main.js': 'npm run soak',
  'playground/page/screenshots.js': 'npm run screenshots',
  'tools/discord-stand-in/main.js': 'npm start -w tools/discord-stand-in',
  'tools/platform-stand-in/main.js': 'npm start -w tools/platform-stand-in',
};

let discord: DiscordStandIn;
beforeAll(async () => {
  discord = await startDiscord();
});
afterAll(() => discord.close());

/** A built entry, with a token that would let it work. */
function run(entry: string, ...args: string[]) {
  const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
  const options = { env, cwd: tmpdir(), encoding: 'utf8' } as const;
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

test('a reader that stops reading the figures of the store gets no stack', async () => {
  const STORE_URL = `sqlite://${join(await temporaryFolder(), 'store.sqlite')}`;
  writeFileSync(STORE_URL.slice('sqlite://'.length), '');
  const command = `"${process.execPath}" "${resolve('dist', 'src/cli/store.js')}" stats | true`;
  const { stderr } = spawnSync('sh', ['-c', command], {
    env: { STORE_URL },
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
});
