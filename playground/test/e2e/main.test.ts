import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownPorts } from '../../bot.ts';

/** The built playground, as `npm run playground` starts it. */
function play(temporary: string, ...options: string[]) {
  const child = spawn(process.execPath, ['dist/playground/main.js', ...options], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      const addresses = [...output.matchAll(/http:\/\/\S+/g)].map(([url]) => url);
      if (output.includes('Ctrl-C') && addresses[0] !== undefined && addresses.length === 1)
        resolve(addresses[0]);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return { child, ended, address };
}

test('two at once both work on one address each; Ctrl-C ends all with 0, a night too, and leaves nothing', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'two-playgrounds-'));
  const first = play(temporary, '--night');
  const { PORT } = await ownPorts();
  const second = play(temporary, '--port', PORT);
  const addresses = await Promise.all([first.address, second.address]);
  expect(new Set(addresses).size).toBe(2);
  expect(addresses[1]).toBe(`http://127.0.0.1:${PORT}`);
  for (const address of addresses)
    expect(await (await fetch(address)).text()).toContain('Matchpoint playground');
  first.child.kill('SIGINT');
  // npm passes on what the group has got already.
  second.child.kill('SIGINT');
  second.child.kill('SIGINT');
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
  for (const address of addresses) await expect(fetch(address)).rejects.toThrow('fetch failed');
  expect(await readdir(temporary)).toEqual([]);
  await rm(temporary, { recursive: true });
});
