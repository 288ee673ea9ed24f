import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };

const FORMS = '.github/ISSUE_TEMPLATE';

interface FormField {
  type: string;
  id?: string;
  attributes: { label?: string; value?: string; options?: string[] };
}
interface Form {
  name: string;
  description: string;
  body: FormField[];
}

// https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
describe.each(readdirSync(FORMS).filter((name) => name !== 'config.yml'))('the form %s', (name) => {
  const text = readFileSync(join(FORMS, name), 'utf8');
  const form = parse(text) as Form;

  it('is one that a forge shows', () => {
    expect(Object.keys(form).toSorted()).toEqual(['body', 'description', 'labels', 'name']);
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    const types = new Set(form.body.map(({ type }) => type));
    expect(
      [...types].filter((type) => !['markdown', 'input', 'textarea', 'dropdown'].includes(type)),
    ).toEqual([]);
    for (const { id, attributes } of fields) {
      expect(id).toMatch(/^[\w-]+$/);
      expect(attributes.label).toBeTruthy();
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  });

  it('asks for commands that exist', () => {
    const scripts = [...text.matchAll(/`npm run ([\w-]+)/g)].map(([, script = '']) => script);
    expect(scripts).toContain('doctor');
    for (const script of scripts) expect(packageJson.scripts).toHaveProperty([script]);
  });
});

it('editors keep what the formatter keeps', () => {
  const { printWidth } = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as { printWidth: number };
  expect(readFileSync('.editorconfig', 'utf8')).toContain(`\nmax_line_length = ${printWidth}\n`);
});
