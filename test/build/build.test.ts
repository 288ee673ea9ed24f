import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A checkout as far as the build looks at it, and what the build says of it. */
async function checkout(main = 'export const one: number = 1;\n') {
  const folder = await temporaryFolder();
  for (const name of ['scripts/build.mjs', 'scripts/bundle.mjs', 'package.json', 'package-lock.json'])
    cpSync(name, join(folder, name));
  for (const name of ['commands', 'src/cli', 'src/words']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), '{}');
  writeFileSync(join(folder, 'src/main.ts'), main);
  writeFileSync(join(folder, 'src/words/vi.json'), '{ "quote": "\\"“chào”\\"\\u2028" }');
  for (const name of ['doctor', 'publish', 'store'])
    writeFileSync(join(folder, `src/cli/${name}.ts`), `import '../main.ts';\n`);
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
  const build = () => run('scripts/build.mjs');
  const packages = join(folder, 'node_modules');
  return { folder, run, build, packages, install: () => symlinkSync(resolve('node_modules'), packages) };
}

test('a checkout without packages says how to get them', async () => {
  const { build } = await checkout();
  expect(build()).toEqual({ status: 1, said: expect.stringMatching(/^Run npm ci first: .*\n$/) });
});

test('without development packages it says what was left out, unless a build is there that is newer than its sources', async () => {
  const { folder, build, packages } = await checkout();
  mkdirSync(packages);
  const leftOut = expect.stringMatching(/^The build needs development packages, .*\n$/);
  expect(build()).toEqual({ status: 1, said: leftOut });
  mkdirSync(join(folder, 'dist'));
  const stamp = join(folder, 'dist', '.build');
  writeFileSync(stamp, '');
  utimesSync(stamp, 1, 1);
  expect(build().status).toBe(1);
  const later = Date.now() / 1000 + 60;
  utimesSync(stamp, later, later);
  expect(build()).toEqual({ status: 0, said: '' });
});

test('what it builds needs no packages but those with binaries, and has the words as they are', async () => {
  const { folder, run, build, install, packages } = await checkout(
    `import fastify from 'fastify';
    import { z } from 'zod';
    import words from './words/vi.json' with { type: 'json' };
    console.log(typeof fastify, z.string().parse('read'), JSON.stringify(words), 'đ–🏆'.replace(/[đ–]|\\p{Cs}/gu, 'x'));
    await import('sharp').catch((error: Error) => console.log(error.message));\n`,
  );
  install();
  expect(build()).toEqual({ status: 0, said: '' });
  rmSync(packages);
  // Of zod's messages in fifty languages, those in English.
  const shared = readdirSync(join(folder, 'dist/src/shared')).map((file) =>
    join(folder, 'dist/src/shared', file),
  );
  const code = shared.map((file) => readFileSync(file, 'utf8')).join('');
  expect(['Invalid input', 'Ugyldig'].map((message) => code.includes(message))).toEqual([true, false]);
  const lines = [
    String.raw`function read {"quote":"\"“chào”\"${'\u2028'}"} xx🏆`,
    expect.stringMatching(/^Cannot find package 'sharp'/),
    '',
  ];
  for (const program of ['main', 'cli/store']) {
    const { status, said } = run(join(folder, `dist/src/${program}.js`));
    expect([status, ...said.split('\n')]).toEqual([0, ...lines]);
  }
});

test('a stack names the lines of the sources, and the files of packages', async () => {
  const { run, build, install } = await checkout(
    `import { z } from 'zod';
    interface Member { name: string }
    function fail({ name }: Member): never {

      throw new Error(name);
    }
    const member: Member = { name: 'Ana' };
    z.string().transform(() => fail(member)).parse('');\n`,
  );
  install();
  expect(build()).toEqual({ status: 0, said: '' });
  const { said } = run('--enable-source-maps', 'dist/src/main.js');
  const places = [...said.matchAll(/^ +at .*?((?:src|node_modules)\/\S+?:\d+):\d+/gm)].map(([, at]) => at);
  expect(places).toEqual(expect.arrayContaining(['src/main.ts:5', 'src/main.ts:8']));
  expect(places).toContainEqual(expect.stringMatching(/^node_modules\/zod\/\S+\.js:1$/));
});

test('a source that is no TypeScript fails it, with the place', async () => {
  const { build, install } = await checkout('export const one: = 1;\n');
  install();
  expect(build()).toEqual({ status: 1, said: expect.stringContaining('src/main.ts:1:18') });
});
