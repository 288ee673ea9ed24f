import { describe, expect, test } from 'vitest';
import { refusalPage, refusalPages, type WebFault } from '../../src/web/refusal-page.ts';
import enUS from '../../src/words/en-US.json' with { type: 'json' };
import { textOf } from '../../playground/tour/html.ts';
import type { LinkRefusal } from '../../src/linking/refusals.ts';
import { html } from '../../src/web/html.ts';
import { nameInSentence, displayName } from '../../src/web/display-name.ts';
import { english } from '../support/page-words.ts';

const context = {
  t: english,
  platformName: 'Arena',
  address: (path: string) => path,
  discord: (path: string) => path,
};
const reasons = Object.keys(refusalPages) as (LinkRefusal | WebFault)[];

describe('a refusal', () => {
  test.each(reasons)('%s has a plain page with a way on', (reason) => {
    const { status, body } = refusalPage(context, reason);
    const outage = reason.endsWith('-unreachable');
    const isOurs =
      ['fault', 'record-unreadable'].includes(reason) || /^(client|request)-refused/.test(reason);
    expect(status >= 500).toBe(outage || isOurs);
    expect(textOf(body)).not.toMatch(/\{\{|undefined|state|csrf|cookie is|OAuth|token/i);
    expect(body).toContain('<h1>');
  });

  test('uses every sentence in the locale file', () => {
    const used = new Set(Object.values(refusalPages).map(({ words }) => words));
    expect([...used].toSorted()).toEqual(Object.keys(enUS.pages.refusals).toSorted());
  });
});

describe('a name', () => {
  test.each([
    ['Ana', 'Ana'],
    ['  a \n\t b  ', 'a b'],
    ['\u202eevil\u202c', 'evil'],
    ['out\u2069of\u2068it', 'out of it'],
    ['\u2066a\u2067', 'a'],
    ['\u0000\u0007', '?'],
    ['', '?'],
    ['\ud800x', 'x'],
    ['x'.repeat(100), `${'x'.repeat(47)}…`],
    ['🏆'.repeat(100), `${'🏆'.repeat(47)}…`],
    ['עברית', 'עברית'],
  ])('%j is shown as %j', (name, displayed) => {
    expect(displayName(name)).toBe(displayed);
    expect(nameInSentence(name)).toBe(`\u2068${displayed}\u2069`);
  });

  test('is text in a page, never markup', () => {
    const name = `<img src=x onerror="alert('1')"> & co`;
    expect(html`<p title="${name}">${name}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co">' +
        '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co</p>',
    );
  });
});
