import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A checkout as far as the build looks at it, and what the build says of it. */
async function checkout() {
  const folder = await temporaryFolder();
  cpSync('scripts/build.mjs', join(folder, 'scripts', 'build.mjs'));
  for (const name of ['commands', 'src']) mkdirSync(join(folder, name));
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(name, join(folder, name));
  writeFileSync(join(folder, 'src', 'main.ts'), 'export const one: number = 1;\n');
  const build = () => {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], options);
    return { status, said: stdout + stderr };
  };
  return { folder, build };
}

test('a checkout without packages says how to get them', async () => {
  const { build } = await checkout();
  expect(build()).toEqual({ status: 1, said: expect.stringMatching(/^Run npm ci first: .*\n$/) });
});

test('without the compiler it says what was left out, unless a build is there that is newer than its sources', async () => {
  const { folder, build } = await checkout();
  mkdirSync(join(folder, 'node_modules'));
  expect(build()).toEqual({ status: 1, said: expect.stringMatching(/^The build needs TypeScript, .*\n$/) });
  mkdirSync(join(folder, 'dist'));
  const stamp = join(folder, 'dist', '.build');
  writeFileSync(stamp, '');
  utimesSync(stamp, 1, 1);
  expect(build().status).toBe(1);
  const later = Date.now() / 1000 + 60;
  utimesSync(stamp, later, later);
  expect(build()).toEqual({ status: 0, said: '' });
});

test('with it, it builds', async () => {
  const { folder, build } = await checkout();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"outDir":"dist","rootDir":".","types":[]}}',
  );
  expect(build()).toEqual({ status: 0, said: '' });
});
