import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('every image of others can be pinned by its digest in one step, and pinned again', async () => {
  const folder = await temporaryFolder();
  const at = (file: string) => path.join(folder, file);
  mkdirSync(at('deploy'));
  for (const file of ['Dockerfile', 'compose.yaml', 'deploy/pin-images.sh']) cpSync(file, at(file));
  for (const digest of ['a'.repeat(64), 'b'.repeat(64)]) {
    writeFileSync(at('docker'), `#!/bin/sh\necho sha256:${digest}\n`);
    chmodSync(at('docker'), 0o755);
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const run = spawnSync('sh', ['deploy/pin-images.sh'], { cwd: folder, env, encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
    const { services } = parse(readFileSync(at('compose.yaml'), 'utf8')) as {
      services: Record<string, { image?: string }>;
    };
    const images = Object.values(services).flatMap(({ image = 'matchpoint' }) => image);
    const bases = readFileSync(at('Dockerfile'), 'utf8').match(/(?<=^FROM )\S+/gm) ?? [];
    for (const image of [...images, ...bases].filter((one) => one !== 'matchpoint'))
      expect(image).toMatch(new RegExp(`^[^@]+:[^@]+@sha256:${digest}$`));
    expect(bases).toHaveLength(2);
  }
});
