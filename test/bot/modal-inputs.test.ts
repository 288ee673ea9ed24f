import { describe, expect, it } from 'vitest';
import { parseInteraction } from '../../src/bot/interaction.ts';
import { submit } from '../support/interactions.ts';

/** A submitted form with these components and files. */
const formOf = (components: unknown, attachments?: unknown) => {
  const raw = submit('score:ask', {});
  const data = { ...raw.data, components, ...(attachments !== undefined && { resolved: { attachments } }) };
  const interaction = parseInteraction({ ...raw, data });
  if (interaction?.kind !== 'modal') throw new Error('not parsed');
  return { fields: interaction.fields, attachments: interaction.attachments };
};
const label = (component: unknown) => ({ type: 18, id: 1, component });
const upload = (...values: unknown[]) => label({ type: 19, custom_id: 'shots', values });
const file = {
  id: '71',
  url: 'https://cdn.discordapp.com/ephemeral-attachments/1/71/a.png?ex=1&hm=2',
  filename: 'a.png',
  size: 1234,
  content_type: 'image/png',
};
const parsed = { url: file.url, filename: 'a.png', size: 1234, contentType: 'image/png' };

describe('a submitted form', () => {
  it('has its texts and the choice of a select as fields', () => {
    const components = [
      label({ type: 4, custom_id: 'why', value: 'It was 3-1.' }),
      label({ type: 3, custom_id: 'winner', values: ['2'] }),
      label({ type: 3, custom_id: 'none', values: [] }),
      { type: 1, components: [{ type: 4, custom_id: 'old', value: 'in a row' }] },
      { type: 10, id: 4 },
    ];
    expect(formOf(components)).toEqual({
      fields: { why: 'It was 3-1.', winner: '2', none: '', old: 'in a row' },
      attachments: {},
    });
  });

  it('has its files as attachments, in their order', () => {
    const second = { ...file, id: '72', filename: 'b.png' };
    expect(formOf([upload('72', '71')], { '71': file, '72': second })).toEqual({
      fields: {},
      attachments: { shots: [{ ...parsed, filename: 'b.png' }, parsed] },
    });
    expect(formOf([upload()])).toEqual({ fields: {}, attachments: { shots: [] } });
  });

  it('leaves out what is malformed', () => {
    const { content_type: _, ...untyped } = file;
    const attachments = {
      '1': { ...file, url: 7 },
      '2': { ...file, filename: null },
      '3': { ...file, size: '1234' },
      '4': 'a file',
      '5': null,
      '6': untyped,
    };
    const components = [upload('1', '2', '3', '4', '5', '6', '7', 8, '__proto__', 'constructor')];
    expect(formOf(components, attachments).attachments).toEqual({
      shots: [{ ...parsed, contentType: undefined }],
    });
    for (const broken of [[], 'x', null, undefined])
      expect(formOf([upload('71')], broken).attachments, JSON.stringify(broken)).toEqual({ shots: [] });
    for (const broken of [undefined, null, 'x', {}, [null], [label(null)], [label({ type: 19 })]])
      expect(formOf(broken), JSON.stringify(broken)).toEqual({ fields: {}, attachments: {} });
    const fields = [label({ type: 19, custom_id: '__proto__', values: ['71'] })];
    expect(formOf(fields, { '71': file }).attachments).not.toHaveProperty('length');
  });
});
