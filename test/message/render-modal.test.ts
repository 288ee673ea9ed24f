import { describe, expect, it } from 'vitest';
import { checkModal } from '../../tools/discord-stand-in/check/modal.ts';
import { renderModal } from '../../src/message/render-modal.ts';
import type { ModalInput } from '../../src/message/reply.ts';

/** As Discord receives it. Throws what it would refuse. */
const render = (...inputs: ModalInput[]) => {
  const modal = renderModal({ title: 'Report', action: 'score:ask', inputs }, 'score:ask');
  return checkModal(JSON.parse(JSON.stringify(modal)), []);
};
const rendered = (input: ModalInput) => render(input).components[0];
const choice = (value: string, label = value) => ({ label, value });

describe('a form', () => {
  it('has text inputs, of one line or several', () => {
    expect(rendered({ name: 'a', label: 'Score', value: '3', placeholder: '0', maxLength: 4 })).toEqual({
      type: 18,
      label: 'Score',
      component: {
        type: 4,
        custom_id: 'a',
        style: 1,
        required: true,
        value: '3',
        placeholder: '0',
        max_length: 4,
      },
    });
    const long = {
      name: 'a',
      label: 'Why',
      description: 'All see it.',
      long: true as const,
      required: false,
    };
    expect(rendered({ kind: 'text', ...long })).toEqual({
      type: 18,
      label: 'Why',
      description: 'All see it.',
      component: { type: 4, custom_id: 'a', style: 2, required: false },
    });
  });

  it('leaves out a value that is longer than may be typed', () => {
    const value = (length: number) =>
      rendered({ name: 'a', label: 'Name', value: 'x'.repeat(length), maxLength: 100 }) as {
        component: { value?: string };
      };
    expect(value(100).component.value).toHaveLength(100);
    expect(value(101).component.value).toBeUndefined();
  });

  it('has a select for many choices, or one alone', () => {
    const select = { kind: 'choice', name: 'a', label: 'Winner', options: [choice('1', 'Ana')] } as const;
    expect(rendered({ ...select, placeholder: 'Choose' })).toEqual({
      type: 18,
      label: 'Winner',
      component: {
        type: 3,
        custom_id: 'a',
        placeholder: 'Choose',
        required: true,
        options: [{ label: 'Ana', value: '1' }],
      },
    });
    expect(rendered({ ...select, required: false })).toMatchObject({
      component: { required: false, min_values: 0 },
    });
  });

  it('has radio groups for two to ten choices', () => {
    const options = Array.from({ length: 11 }, (_, at) => choice(String(at), `Ana ${at}`));
    const group = { kind: 'choice', name: 'a', label: 'Winner', placeholder: 'Choose' } as const;
    expect(rendered({ ...group, options: options.slice(0, 2), required: false })).toEqual({
      type: 18,
      label: 'Winner',
      component: {
        type: 21,
        custom_id: 'a',
        required: false,
        options: [
          { label: 'Ana 0', value: '0' },
          { label: 'Ana 1', value: '1' },
        ],
      },
    });
    for (const [count, type] of [
      [1, 3],
      [10, 21],
      [11, 3],
    ] as const)
      expect(rendered({ ...group, options: options.slice(0, count) })).toMatchObject({ component: { type } });
  });

  it('has uploads of images', () => {
    const files = { kind: 'files', name: 'a', label: 'Screenshots', max: 3 } as const;
    expect(rendered({ ...files, required: false })).toEqual({
      type: 18,
      label: 'Screenshots',
      component: {
        type: 19,
        custom_id: 'a',
        max_values: 3,
        required: false,
        min_values: 0,
        file_types: ['.png', '.jpg', '.jpeg', '.webp', '.gif'],
      },
    });
    const needed = rendered(files);
    expect(needed).toMatchObject({ component: { required: true } });
    expect(needed).not.toHaveProperty('component.min_values');
  });

  it('stays within Discord’s limits for any content', () => {
    const text = 'Ω'.repeat(5000);
    const options = Array.from({ length: 40 }, (_, at) => choice(`v${at}`, text));
    const base = { label: text, description: text };
    const { components } = render(
      { ...base, name: 'a', placeholder: text, maxLength: 9000, long: true },
      { ...base, name: 'b', kind: 'choice', placeholder: text, options },
      { ...base, name: 'c', kind: 'files', max: 50 },
      { ...base, name: 'd' },
      { ...base, name: 'e' },
      { ...base, name: 'f' },
    );
    expect(components).toHaveLength(5);
    expect(components[1]).toMatchObject({ component: { options: { length: 25 } } });
    expect(components[2]).toMatchObject({ component: { max_values: 10 } });
  });

  it('drops choices that Discord would refuse, and a select that has no others', () => {
    const bad = [choice('', 'empty'), choice('x'.repeat(101), 'long')];
    const select = { kind: 'choice', name: 'a', label: 'Winner' } as const;
    expect(
      rendered({ ...select, options: [...bad, choice('1', 'Ana'), choice('1', 'twice')] }),
    ).toMatchObject({
      component: { options: [{ label: 'Ana', value: '1' }] },
    });
    const without = render({ ...select, options: bad }, { name: 'b', label: 'Why' });
    expect(without.components).toMatchObject([{ label: 'Why' }]);
  });
});
