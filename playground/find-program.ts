import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Machine {
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  isProgram: (path: string) => boolean;
}

const thisMachine = (): Machine => ({ platform: process.platform, environment: process.env, isProgram });

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The path of a program on PATH. */
export function findProgram(name: string, machine = thisMachine()): string | undefined {
  const { platform, environment } = machine;
  const isWindows = platform === 'win32';
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(isWindows ? ';' : delimiter);
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, isWindows ? `${name}.exe` : name))
    .find(machine.isProgram);
}

const ON_PATH = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const MAC_APPS = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const WINDOWS_PROGRAMS = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/** A browser of Chromium's family: the one that `CHROMIUM` names, or else where Linux, macOS and Windows install one. */
export function findBrowser(machine = thisMachine()): string | undefined {
  const { platform, environment } = machine;
  const chosen = environment['CHROMIUM'];
  if (chosen) return machine.isProgram(chosen) ? chosen : undefined;
  const installed: string[] = [];
  if (platform === 'darwin')
    for (const folder of ['/Applications', join(environment['HOME'] ?? '/', 'Applications')])
      installed.push(...MAC_APPS.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`));
  if (platform === 'win32')
    for (const root of ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'])
      if (environment[root])
        installed.push(...WINDOWS_PROGRAMS.map((path) => join(environment[root] ?? '', path)));
  for (const name of ON_PATH) {
    const program = findProgram(name, machine);
    if (program !== undefined) return program;
  }
  return [...installed, '/snap/bin/chromium'].find(machine.isProgram);
}
