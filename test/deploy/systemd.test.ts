import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig, SETTINGS } from '../../src/settings/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const unit = readFileSync('deploy/matchpoint.service', 'utf8');
const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
const page = readFileSync('docs/operations.md', 'utf8');

it('the unit starts what the build makes, and the documented programs exist', () => {
  const sourceOf = (file: string) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  expect(`exec ${valueOf('ExecStart')}`).toBe(scripts.start);
  const entry = valueOf('ExecStart').split(' ').at(-1) ?? '';
  expect(existsSync(sourceOf(entry))).toBe(true);
  const documented = page.match(/dist\/src\/cli\/\w+\.js/g) ?? [];
  expect(documented).not.toEqual([]);
  for (const file of documented) expect(existsSync(sourceOf(file)), file).toBe(true);
});

it('the unit and its page agree on user, folders and settings', () => {
  expect(page).toContain(`useradd --system --shell /usr/sbin/nologin ${valueOf('User')}`);
  expect(page).toContain(`cd ${valueOf('WorkingDirectory')} && `);
  expect(page).toContain(` ${valueOf('EnvironmentFile')}\n`);
  expect(page).toContain(`node --env-file=${valueOf('EnvironmentFile')} `);
  expect(page).toContain(
    `cd ${valueOf('WorkingDirectory')} && sudo git pull && sudo npm ci && sudo npm run build && sudo systemctl restart`,
  );
  const storeUrl = /`STORE_URL=(\S+)`/.exec(page)?.[1] ?? '';
  expect(storeUrl).toMatch(new RegExp(`^sqlite:///var/lib/${valueOf('StateDirectory')}/`));
  const settings = { STORE_URL: storeUrl, HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' };
  const result = readConfig(settings, () => '');
  expect('faults' in result ? result.faults.filter(({ reason }) => reason !== 'missing') : []).toEqual([]);
  // A setting of ours in the unit would look like the place for it.
  const own = SETTINGS.filter(({ name }) => valueOf('Environment').includes(`${name}=`));
  expect(own).toEqual([]);
});

it('the nightly backup runs as the bot does, writes a new file each time, and deletes those of two weeks ago', async () => {
  const backup = readFileSync('deploy/matchpoint-backup.service', 'utf8');
  for (const key of ['User', 'WorkingDirectory', 'EnvironmentFile', 'ProtectSystem', 'UMask'])
    expect(backup).toContain(`${key}=${valueOf(key)}\n`);
  expect(readFileSync('deploy/matchpoint-backup.timer', 'utf8')).toMatch(
    /^OnCalendar=[*]-[*]-[*] 04:00:00$/m,
  );
  const folder = await temporaryFolder();
  const programs = await temporaryFolder();
  // It only needs to be there: `store export` has separate tests.
  writeFileSync(
    join(programs, 'node'),
    '#!/bin/sh\n[ "$1 $2" = "dist/src/cli/store.js export" ] && touch "$3"\n',
    {
      mode: 0o755,
    },
  );
  const lines = [...backup.matchAll(/^ExecStart(?:Post)?=(.+)$/gm)].map(([, line = '']) =>
    line.replaceAll('$$', '$').replaceAll('%%', '%').replaceAll('/var/lib/matchpoint/backup', folder),
  );
  const old = join(folder, 'old');
  writeFileSync(old, '');
  utimesSync(old, new Date(), new Date(Date.now() - 16 * 86_400_000));
  for (const line of lines)
    execFileSync('sh', ['-c', line], { env: { PATH: `${programs}:${process.env['PATH']}` } });
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-\d{6}$/)]);
});

it('the page says how to start again after the starts that the unit allows', () => {
  const names = ['zero', 'one', 'two', 'three', 'four', 'five'];
  const starts = names[Number(valueOf('StartLimitBurst'))];
  const minutes = names[Number(valueOf('StartLimitIntervalSec')) / 60];
  expect(page).toContain(`After ${starts} failed starts in ${minutes} minutes,`);
  expect(page).toContain('systemctl reset-failed matchpoint');
});

it('the unit leaves the bot no more rights than the container does', () => {
  for (const [key, value] of Object.entries({
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
    PrivateDevices: 'yes',
    UMask: '0077',
  }))
    expect(unit).toMatch(new RegExp(`^${key}=${value}$`, 'm'));
  expect(valueOf('Environment')).toContain('NODE_ENV=production');
});

it('the unit sets the allocator as the image does', () => {
  const inImage = readFileSync('Dockerfile', 'utf8').match(/MALLOC_\w+=\d+/g) ?? [];
  expect(inImage).toHaveLength(2);
  expect(valueOf('Environment').split(' ')).toEqual(expect.arrayContaining(inImage));
});
