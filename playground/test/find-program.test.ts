import { expect, test } from 'vitest';
import { findBrowser } from '../find-program.ts';

type Machine = NonNullable<Parameters<typeof findBrowser>[0]>;

test('a browser is found where each system installs one, and CHROMIUM is the only one where it is set', () => {
  const cases: [
    platform: NodeJS.Platform,
    installed: string,
    environment: Machine['environment'],
    found?: false,
  ][] = [
    ['linux', '/usr/bin/chromium', { PATH: '/bin:/usr/bin' }],
    ['linux', '/opt/bin/google-chrome', { PATH: '/usr/bin:/opt/bin' }],
    ['linux', '/snap/bin/chromium', { PATH: '/usr/bin' }],
    ['linux', '/mine/chrome', { PATH: '/usr/bin', CHROMIUM: '/mine/chrome' }],
    ['linux', '/usr/bin/chromium', { PATH: '/usr/bin', CHROMIUM: '/mine/chrome' }, false],
    ['linux', '/nowhere', { PATH: '' }, false],
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', { HOME: '/Users/ana' }],
    ['darwin', '/Users/ana/Applications/Chromium.app/Contents/MacOS/Chromium', { HOME: '/Users/ana' }],
    ['win32', 'C:/Programs/Microsoft/Edge/Application/msedge.exe', { 'PROGRAMFILES(X86)': 'C:/Programs' }],
  ];
  for (const [platform, installed, environment, found = true] of cases) {
    const machine = { platform, environment, isProgram: (path: string) => path === installed };
    expect(findBrowser(machine), `${platform} ${installed}`).toBe(found ? installed : undefined);
  }
});
