import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/** A separate process that tries to take or add each key and reports whether it won. */
interface Racer {
  send(this: void, key: string): void;
  nextLine(this: void): Promise<unknown>;
  end(this: void): Promise<void>;
}

export interface Racers {
  /** The folder of the compiled program; tests may put files there. */
  folder: string;
  start(url: string, way: 'take' | 'add', env?: Record<string, string>): Promise<Racer>;
  remove(): Promise<void>;
}

/** Compiles `racer.ts`, since Node 20 does not run TypeScript, next to a link to `node_modules`. */
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
      const nextLine = async () => (await lines.next()).value as unknown;
      const exited = once(child, 'exit');
      const first = await nextLine();
      if (first !== 'ready') throw new Error(`the racer printed ${String(first)}`);
      return {
        send: (key) => void child.stdin.write(`${key}\n`),
        nextLine,
        async end() {
          child.stdin.end();
          await exited;
        },
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
