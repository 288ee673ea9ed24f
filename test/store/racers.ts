import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/** A process of its own on a store, which says of each key whether it won it. */
interface Racer {
  ask(this: void, key: string): void;
  says(this: void): Promise<unknown>;
  end(this: void): Promise<void>;
}

export interface Racers {
  /** Where it lies; a place for files of the tests as well. */
  folder: string;
  start(url: string, way: 'take' | 'add', env?: Record<string, string>): Promise<Racer>;
  remove(): Promise<void>;
}

/** `racer.ts`, compiled, since Node 20 runs no TypeScript; beside a link to the packages. */
export async function compileRacer(): Promise<Racers> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matchpoint-racer-'));
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      allowImportingTsExtensions: false,
      rootDir: root,
      outDir: folder,
      typeRoots: [path.join(root, 'node_modules/@types')],
    },
    include: [],
    files: [fileURLToPath(new URL('./racer.ts', import.meta.url))],
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]);

  return {
    folder,
    async start(url, way, env = {}) {
      const child = spawn(process.execPath, [path.join(folder, 'test/store/racer.js'), url, way], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, ...env },
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const says = async () => (await lines.next()).value as unknown;
      const exited = once(child, 'exit');
      const first = await says();
      if (first !== 'ready') throw new Error(`the racer said ${String(first)}`);
      return {
        ask: (key) => void child.stdin.write(`${key}\n`),
        says,
        async end() {
          child.stdin.end();
          await exited;
        },
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
