import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import type { Setting } from '../../src/settings/setting.ts';
import { SETTINGS } from '../../src/settings/settings.ts';

// `npm run docs` updates both files.

/** Required: without a default, or with one derived from another setting. */
const isRequired = (setting: Setting<unknown>): boolean =>
  setting.default === undefined ? setting.absent === undefined : setting.name === 'PUBLIC_URL';
const required = SETTINGS.filter(isRequired);
const others = SETTINGS.filter((setting) => !isRequired(setting));

const table = (settings: Setting<unknown>[]) =>
  settings.map(({ name, default: value, meaning }) => {
    const cells = [`\`${name}\``, value ? `\`${value}\`` : '', meaning];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });

test('docs/settings.md lists every setting', async () => {
  const page = [
    '# Settings',
    '',
    'Set these in the environment or in a file `.env`; the environment wins. `NAME_FILE` may hold the path of a file with',
    'the value of `NAME` (Docker secrets). A blank value counts as unset. If something is missing or wrong, the bot lists all',
    'of it and stops.',
    '',
    "In `.env`, put single quotes around a value that holds `#` or `$`: `NAME='a#b$c'`. Without them it may be cut at the `#`,",
    'and Docker Compose reads `$c` as the name of a variable.',
    '',
    '## Required',
    '',
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...table(required),
    '',
    '## Optional',
    '',
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...table(others),
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/settings.md');
});

test('a value in the quotes that both files ask for is read as it is', () => {
  expect(parseEnv("NAME='a#b$c'")).toEqual({ NAME: 'a#b$c' });
});

test('.env.example has every setting, with its default', async () => {
  const entry = (setting: Setting<unknown>) => {
    // A default derived from other settings cannot be a literal value.
    const value = setting.default?.includes('{') ? '' : (setting.default ?? '');
    return ['', `# ${setting.meaning}`, `${isRequired(setting) ? '' : '# '}${setting.name}=${value}`];
  };
  const file = [
    '# Copy this file to .env. Fill in the first part; the rest is optional and shows the defaults.',
    '# The environment wins over this file. NAME_FILE may hold the path of a file with the value of NAME.',
    "# Put single quotes around a value that holds # or $, as in NAME='a#b$c': it would be changed without them.",
    ...required.flatMap(entry),
    '',
    '# ---- Optional ----',
    ...others.flatMap(entry),
    '',
  ];
  await expect(file.join('\n')).toMatchFileSnapshot('../../.env.example');
});
