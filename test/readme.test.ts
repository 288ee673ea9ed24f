import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands/index.ts';
import { SETTING_NAMES, settingsSchema } from '../src/config.ts';
import enUS from '../src/words/en-US.json' with { type: 'json' };

const readme = readFileSync('README.md', 'utf8');
const rows = readme.split('\n').filter((line) => line.startsWith('| `'));

/** The default as `.env.example` shows it. */
const defaults = new Map(
  [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

describe('the README', () => {
  it('lists every setting with its default and the words of the locale file', () => {
    const expected = SETTING_NAMES.map((name) => {
      const required = !settingsSchema.shape[name].safeParse(undefined).success;
      const shown = required ? 'required' : defaults.get(name) ? `\`${defaults.get(name)}\`` : '';
      return `| \`${name}\` | ${shown} | ${enUS.settings.cure[name].replace(/\|/g, '\\|')} |`;
    });
    const squeezed = (lines: string[]) => lines.map((line) => line.replace(/ +/g, ' '));
    expect(squeezed(rows.filter((line) => /^\| `[A-Z_]+`/.test(line)))).toEqual(squeezed(expected));
  });

  it('lists every command', () => {
    const listed = rows.flatMap((line) => /^\| `\/(\w+)`/.exec(line)?.[1] ?? []);
    const typed = commands.filter((command) => command.kind === 'slash').map((command) => command.name);
    expect(listed.toSorted()).toEqual(typed.toSorted());
  });

  it('names one command line to try it and one to test it, and both do their own install', () => {
    const lines = [...readme.matchAll(/```sh\n([^`]+)```/g)].map(([, block = '']) => block.trim());
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.startsWith('npm ci && ') && !line.includes('\n'))).toBe(true);
  });
});
