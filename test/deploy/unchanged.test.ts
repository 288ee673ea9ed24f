import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inputsOf } from '../../scripts/unchanged.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = path.resolve('scripts/unchanged.mjs');
const COMMITS = 21;

describe('what CI leaves out', () => {
  it('depends on what its tests import, however far', () => {
    expect(inputsOf('pages')).toEqual(
      expect.arrayContaining(['playground', 'tools', 'src/words/en-US.json', 'test/support/programs.ts']),
    );
    expect(inputsOf('install')).toEqual(expect.arrayContaining(['Dockerfile', '.npmrc']));
  });

  it('is what has rested for twenty commits, and nothing for a release or in a history that is too short', async () => {
    const folder = await temporaryFolder();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: folder });
    const commit = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
      git('add', '.');
      git('commit', '-qm', file, '--allow-empty');
    };
    const rest = () => {
      for (let n = 0; n < COMMITS; n++) git('commit', '-qm', 'other', '--allow-empty');
    };
    const isLeftOut = (release = '', group = 'tools') =>
      spawnSync(process.execPath, [SCRIPT, group, release], { cwd: folder }).status === 0;
    const packages = (version: string, installed: object) => {
      commit('package.json', JSON.stringify({ version }));
      commit('package-lock.json', JSON.stringify({ packages: { '': { version }, ...installed } }));
    };
    git('init', '-q');
    packages('1.0.0', {});
    commit('lib/far.ts', 'export const far = 1;');
    commit('lib/near.ts', "export { far } from './far.ts';");
    commit('tools/one.ts', "import { far } from '../lib/near.ts';\nconsole.log(far);");
    expect(isLeftOut()).toBe(false);
    rest();
    expect([isLeftOut(), isLeftOut('1')]).toEqual([true, false]);
    commit('docs/other.md', 'text');
    expect(isLeftOut()).toBe(true);
    commit('lib/far.ts', 'export const far = 2;');
    expect(isLeftOut()).toBe(false);
    rest();
    expect(isLeftOut()).toBe(true);
    packages('1.1.0', {});
    expect(isLeftOut()).toBe(true);
    packages('1.1.0', { 'node_modules/vitest': { version: '4.0.0', dev: true } });
    expect([isLeftOut(), isLeftOut('', 'install')]).toEqual([false, true]);
    packages('1.1.0', { 'node_modules/sqlite3': { version: '6.0.1' } });
    expect(isLeftOut('', 'install')).toBe(false);
  });
});
