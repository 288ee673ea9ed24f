import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../src/store/open-stores.ts';
import { recordingLog } from '../support/recording-log.ts';

const KEYS = 200;
const root = path.resolve(import.meta.dirname, '../..');

// Two processes on one file: what one process proves about itself says nothing about two.
describe('two processes on one SQLite file', () => {
  let built: string;

  beforeAll(async () => {
    built = await mkdtemp(path.join(os.tmpdir(), 'matchpoint-racer-'));
    // Node 20 runs no TypeScript, so the racer is compiled first, beside a link to the packages.
    const config = {
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        allowImportingTsExtensions: false,
        rootDir: root,
        outDir: built,
        typeRoots: [path.join(root, 'node_modules/@types')],
      },
      include: [],
      files: [fileURLToPath(new URL('./racer.ts', import.meta.url))],
    };
    await writeFile(path.join(built, 'tsconfig.json'), JSON.stringify(config));
    await writeFile(path.join(built, 'package.json'), '{ "type": "module" }');
    await symlink(path.join(root, 'node_modules'), path.join(built, 'node_modules'));
    await promisify(execFile)(process.execPath, [
      path.join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      built,
    ]);
    return () => rm(built, { recursive: true, force: true });
  }, 60_000);

  /** Gives each key to both at the same moment, so that neither is done before the other begins; tells who won it. */
  async function race(way: 'take' | 'add', file: string): Promise<boolean[][]> {
    const racers = [1, 2].map(() => {
      const program = path.join(built, 'test/store/racer.js');
      const child = spawn(process.execPath, [program, file, way], { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return { child, exited: once(child, 'exit'), says: async () => (await lines.next()).value as unknown };
    });
    const heard = () => Promise.all(racers.map(({ says }) => says()));
    expect(await heard()).toEqual(['ready', 'ready']);
    const rounds: boolean[][] = [];
    for (let i = 0; i < KEYS; i++) {
      for (const { child } of i % 2 ? racers : racers.toReversed()) child.stdin.write(`k${i}\n`);
      rounds.push((await heard()).map((answer) => answer === 'won'));
    }
    for (const { child } of racers) child.stdin.end();
    await Promise.all(racers.map(({ exited }) => exited));
    return rounds;
  }

  test.each(['take', 'add'] as const)(
    '200 keys raced by %s: each won once',
    { timeout: 60_000 },
    async (way) => {
      const file = path.join(built, `${way}.sqlite`);
      const stores = await openStores(`sqlite://${file}`, { log: recordingLog(), now: Date.now });
      const store = stores.namespace<number>('raced');
      for (let i = 0; i < KEYS; i++) {
        if (way === 'take') await store.set(`k${i}`, i);
        else if (i % 2) await store.set(`k${i}`, i, 1); // half of the keys are there, but expired
      }
      const rounds = await race(way, file);
      await stores.close();
      expect(rounds.filter((won) => won.filter(Boolean).length !== 1)).toEqual([]);
      expect(rounds).toHaveLength(KEYS);
    },
  );
});
