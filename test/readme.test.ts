import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands/index.ts';

const readme = readFileSync('README.md', 'utf8');
const rows = readme.split('\n').filter((line) => line.startsWith('| `'));

describe('the README', () => {
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
