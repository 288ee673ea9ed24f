import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing } from '../support/programs.ts';

/**
 * There is not a container engine everywhere; the image's own steps can be taken in an empty folder. They take minutes. `IMAGE_INSTALL`
 * says that nothing has changed of what its `npm ci` reads: then this machine's packages take their place.
 */
const STEPS_MS = 1_800_000;

/**
 * The image's own Node.js, as npm has it. It comes without headers: those of this machine's take their place, of which sqlite3 uses the
 * stable API alone.
 */
function imagesNode(dockerfile: string): { prefix: string; major: string } {
  const major = /^FROM node:(\d+)-slim/m.exec(dockerfile)?.[1] ?? '';
  const ask = ['--yes', '--package', `node@${major}`, 'node', '--print', 'process.execPath'];
  const binary = execFileSync('npx', ask, { encoding: 'utf8' }).trim();
  const prefix = mkdtempSync(join(tmpdir(), 'image-node-'));
  mkdirSync(join(prefix, 'bin'));
  // A link would be resolved: npm and node-gyp go by where the binary is.
  copyFileSync(binary, join(prefix, 'bin/node'));
  symlinkSync(resolve(process.execPath, '../../include'), join(prefix, 'include'));
  return { prefix, major };
}

describe.skipIf(missing('imageSteps'))(
  'the image’s steps in an empty folder, with the image’s Node.js',
  () => {
    let folder: string;
    let prefix: string;
    let env: NodeJS.ProcessEnv;
    const dockerfile = readFileSync('Dockerfile', 'utf8').replace(/\\\n\s*/g, '');
    const [build = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);

    beforeAll(() => {
      const node = imagesNode(dockerfile);
      ({ prefix } = node);
      env = { ...process.env, PATH: `${join(prefix, 'bin')}:${process.env['PATH']}` };
      const version = execFileSync('node', ['--version'], { env, encoding: 'utf8' });
      if (!version.startsWith(`v${node.major}.`))
        throw new Error(`the image's steps would run on ${version}`);
      folder = mkdtempSync(join(tmpdir(), 'image-'));
      for (const [, instruction, rest = ''] of build.matchAll(/^(COPY|RUN) (.*)$/gm)) {
        if (instruction === 'COPY') {
          const parts = rest.split(/\s+/);
          const to = parts.pop() ?? './';
          for (const from of parts) {
            const place = to === './' ? from : to.endsWith('/') ? join(to, basename(from)) : to;
            cpSync(from, join(folder, place), { recursive: true });
          }
        } else if (rest.includes('npm ci') && process.env['IMAGE_INSTALL'] === 'unchanged') {
          cpSync('node_modules', join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
        } else if (!rest.includes('apt-get')) {
          const step = spawnSync('sh', ['-c', rest], { cwd: folder, env, encoding: 'utf8' });
          if (step.status !== 0) throw new Error(`${rest}: ${step.stdout}${step.stderr}`);
        }
      }
    }, STEPS_MS);
    afterAll(() => {
      for (const made of [folder, prefix]) rmSync(made, { recursive: true, force: true });
    });

    it('leave a bot that runs, without development packages', () => {
      for (const absent of ['vitest', 'typescript', 'oxlint', 'playwright-core', 'ws/test']) {
        expect(existsSync(join(folder, 'node_modules', absent)), absent).toBe(false);
      }
      const licenses = readFileSync(join(folder, 'licenses.txt'), 'utf8');
      for (const shipped of ['fastify', '@img/sharp-libvips-linux-x64', 'keyv'])
        expect(licenses).toContain(`\n${shipped} `);
      expect(licenses).not.toContain('\nvitest ');
      const alone = { PATH: env['PATH'], NODE_ENV: 'production' };
      const run = spawnSync('node', ['dist/src/main.js'], { cwd: folder, env: alone, encoding: 'utf8' });
      expect(run.status).toBe(1);
      expect(run.stderr).toContain('DISCORD_TOKEN is missing.');
      // The store's driver, which was compiled here.
      const query = `new (require('sqlite3').Database)(':memory:').get('SELECT sqlite_version() AS v', (_, row) => console.log(row.v))`;
      const loaded = spawnSync('node', ['--eval', query], { cwd: folder, env: alone, encoding: 'utf8' });
      expect(loaded.stdout).toMatch(/^3\.\d+/);
    });
  },
);
