import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands/index.ts';

const readme = readFileSync('README.md', 'utf8');
const rows = readme.split('\n').filter((line) => line.startsWith('| `'));

/** The command of a row, as Discord lets it be called. */
const listedIn = (row: string): string | undefined => /^\| `\/([-\w]{1,32})`/.exec(row)?.[1];

describe('the README', () => {
  it('lists every command', () => {
    const listed = rows.flatMap((line) => listedIn(line) ?? []);
    const typed = commands.filter((command) => command.kind === 'slash').map((command) => command.name);
    for (const name of typed)
      expect(listed, `README.md, "Commands": there is no row for /${name}`).toContain(name);
    for (const name of listed)
      expect(typed, `README.md, "Commands": /${name} is not in commands/index.ts`).toContain(name);
    expect(new Set(listed).size, 'README.md, "Commands": a command has two rows').toBe(listed.length);
  });

  it('may list a command with a hyphen', () => {
    expect(listedIn('| `/team-rank`  | ranks teams | everyone |')).toBe('team-rank');
  });

  it('is short, and leads only to what is there', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(100);
    const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    expect(pages).toContain('docs/decisions/0001-raw-payloads.md');
    // As forges make them of headings.
    const anchors = (page: string) =>
      [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-'),
      );
    const leadsTo = (page: string, to: string, anchor: string): boolean => {
      const target = to === '' ? page : join(dirname(page), to);
      return existsSync(target) && (anchor === '' || anchors(target).includes(anchor));
    };
    const dead = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages].flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!http)([^)#]*)#?([^)]*)\)/g)]
        .filter(([, to = '', anchor = '']) => !leadsTo(page, to, anchor))
        .map(([link]) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('and the guides show small pictures of the real thing, each with words for who does not see it', () => {
    const shown = ['README.md', 'docs/members.md', 'docs/organizers.md'].flatMap((page) => {
      const text = readFileSync(page, 'utf8');
      const pictures = [
        ...[...text.matchAll(/!\[(.*?)\]\((.+?)\)/g)].map(([, alt = '', src = '']) => ({ alt, src })),
        ...[...text.matchAll(/<img src="(.+?)" width="\d+" alt="(.*?)">/g)].map(([, src = '', alt = '']) => ({
          alt,
          src,
        })),
      ];
      expect(pictures, page).toHaveLength(text.match(/!\[|<img/g)?.length ?? 0);
      return pictures.map(({ alt, src }) => ({ alt, file: join(dirname(page), src) }));
    });
    for (const { alt, file } of shown) {
      expect(alt.length, file).toBeGreaterThan(20);
      expect(statSync(file).size, file).toBeLessThan(60_000);
    }
    const kept = /^(chat-1280-dark|guide-[a-z]+|night-[a-z]+-390-dark)\.webp$/;
    const files = readdirSync('docs/screenshots').filter((name) => kept.test(name));
    expect(new Set(shown.map(({ file }) => basename(file)))).toEqual(new Set(files));
  });

  it('names one command line to try it and one to test it, and both do their own install', () => {
    const lines = [...readme.matchAll(/```sh\n([^`]+)```/g)].map(([, block = '']) => block.trim());
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.startsWith('npm ci && ') && !line.includes('\n'))).toBe(true);
  });
});
