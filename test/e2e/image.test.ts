import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing } from '../support/programs.ts';

/** There is not a container engine everywhere; the image's own steps can be taken in an empty folder. They take minutes. */
const STEPS_MS = 600_000;

describe.skipIf(missing('imageSteps'))('the image’s steps in an empty folder', () => {
  let folder: string;
  const dockerfile = readFileSync('Dockerfile', 'utf8').replace(/\\\n\s*/g, '');
  const [build = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'image-'));
    for (const [, instruction, rest = ''] of build.matchAll(/^(COPY|RUN) (.*)$/gm)) {
      if (instruction === 'COPY') {
        const parts = rest.split(/\s+/);
        const to = parts.pop() ?? './';
        for (const from of parts) cpSync(from, join(folder, to === './' ? from : to), { recursive: true });
      } else if (!rest.includes('apt-get')) {
        const step = spawnSync('sh', ['-c', rest], { cwd: folder, encoding: 'utf8' });
        if (step.status !== 0) throw new Error(`${rest}: ${step.stdout}${step.stderr}`);
      }
    }
  }, STEPS_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('leave a bot that runs, without development packages', () => {
    for (const absent of ['vitest', 'typescript', 'oxlint', 'playwright-core', 'ws/test']) {
      expect(existsSync(join(folder, 'node_modules', absent)), absent).toBe(false);
    }
    const licenses = readFileSync(join(folder, 'licenses.txt'), 'utf8');
    for (const shipped of ['fastify', '@img/sharp-libvips-linux-x64', 'keyv'])
      expect(licenses).toContain(`\n${shipped} `);
    expect(licenses).not.toContain('\nvitest ');
    const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' };
    const run = spawnSync(process.execPath, ['dist/src/main.js'], { cwd: folder, env, encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('DISCORD_TOKEN is missing.');
  });
});
