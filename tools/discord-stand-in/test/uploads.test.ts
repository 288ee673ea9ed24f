import { expect, test } from 'vitest';
import { commands, discordWorld, publish } from './world.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000001400000028', 'hex');
const shot = (filename: string, bytes: Uint8Array = PNG) => ({ filename, contentType: 'image/png', bytes });

const label = (text: string, component: object) => ({ type: 18, label: text, component });
const files = (more: object = {}) =>
  label('Screenshots', {
    type: 19,
    custom_id: 'shots',
    max_values: 2,
    file_types: ['.png', '.jpg'],
    ...more,
  });
const FORM = [
  label('Who won', {
    type: 3,
    custom_id: 'winner',
    options: [
      { label: 'Ana', value: '1' },
      { label: 'Bruno', value: '2' },
    ],
  }),
  files({ min_values: 0, required: false }),
  label('Why', { type: 4, custom_id: 'why', style: 2, required: false }),
];

/** Ana, in front of a form. */
async function withForm(components: readonly object[] = FORM) {
  let time = 1_800_000_000_000;
  const world = await discordWorld({ now: () => time });
  const { discord, rest, interactions } = world;
  await publish(rest, discord, commands);
  const ana = discord.member('Ana');
  const opened = ana.slash('rank');
  discord.answer(opened.raw, { type: 9, data: { title: 'Your say', custom_id: 'say', components } });
  /** The data of the interaction that it sends. */
  const submit = (values: Parameters<typeof ana.submitModal>[1]) => {
    ana.submitModal(opened, values);
    const { data } = interactions.at(-1)!;
    if (!('components' in data)) throw new Error('not a modal');
    return { components: data.components, uploads: Object.values(data.resolved?.attachments ?? {}) };
  };
  return { ...world, submit, wait: (ms: number) => (time += ms) };
}

test('a choice and files come back nested, the files by their ids', async () => {
  const { submit, interactions, discord } = await withForm();
  const { components, uploads } = submit({
    winner: 'Bruno',
    shots: [shot('a.png'), shot('B.PNG')],
    why: 'Look.',
  });
  expect(uploads).toMatchObject([
    {
      filename: 'a.png',
      size: PNG.length,
      content_type: 'image/png',
      width: 20,
      height: 40,
      ephemeral: true,
    },
    { filename: 'B.PNG' },
  ]);
  expect(components).toMatchObject([
    { type: 18, component: { type: 3, custom_id: 'winner', values: ['2'] } },
    { type: 18, component: { type: 19, custom_id: 'shots', values: uploads.map(({ id }) => id) } },
    { type: 18, component: { type: 4, custom_id: 'why', value: 'Look.' } },
  ]);
  expect(discord.problems).toEqual([]);
  submit({ winner: '1' });
  expect(interactions.at(-1)!.data.resolved).toBeUndefined();
});

test('an upload is served by its signed address alone, and for a day', async () => {
  const { submit, wait, discord } = await withForm();
  const { url } = submit({ winner: '1', shots: [shot('a b?.png')] }).uploads[0]!;
  expect(new URL(url).origin).toBe(new URL(discord.apiUrl).origin);
  const status = async (address: string) => (await fetch(address)).status;
  expect(await status(url)).toBe(200);
  expect(await status(url.split('?')[0]!)).toBe(404);
  expect(await status(url.replace(/hm=./, 'hm=x'))).toBe(404);
  expect(await status(url.replace(/ex=./, 'ex=7'))).toBe(404);
  wait(24 * 60 * 60 * 1000 - 2000);
  expect(await status(url)).toBe(200);
  wait(2000);
  expect(await status(url)).toBe(404);
});

test('files that the form does not take are not sent', async () => {
  const { submit, interactions } = await withForm();
  const before = interactions.length;
  const many = ['a.png', 'b.png', 'c.png'].map((name) => shot(name));
  const cases: [Parameters<typeof submit>[0], string][] = [
    [{ shots: many }, '0 to 2 files'],
    [{ shots: [shot('a.svg')] }, 'a.svg is not one of .png, .jpg'],
    [{ shots: [shot('a.png', new Uint8Array(10 * 2 ** 20 + 1))] }, 'larger than 10 MB'],
    [{ shots: 'a.png' }, 'takes files'],
    [{ shots: ['a.png'] }, 'takes files'],
    [{ winner: [shot('a.png')] }, 'takes no files'],
    [{ winner: ['1', '2'] }, '1 to 1'],
    [{ winner: 'Chloé' }, 'not among the options'],
  ];
  for (const [values, reason] of cases)
    expect(() => submit({ winner: '1', ...values }), reason).toThrow(reason);
  expect(interactions).toHaveLength(before);
  const needed = await withForm([files()]);
  expect(() => needed.submit({})).toThrow('1 to 2 files');
  expect(needed.submit({ shots: [shot('a.jpg')] }).uploads).toHaveLength(1);
});

test('a radio group sends the one option that was chosen, or null', async () => {
  const group = (more: object = {}) => [
    label('Who won', {
      type: 21,
      custom_id: 'winner',
      options: [
        { label: 'Ana', value: '1' },
        { label: 'Bruno', value: '2' },
      ],
      ...more,
    }),
  ];
  const sent = async (values: Parameters<Awaited<ReturnType<typeof withForm>>['submit']>[0], more?: object) =>
    (await withForm(group(more))).submit(values).components;
  expect(await sent({ winner: 'Bruno' })).toMatchObject([
    { type: 18, component: { type: 21, custom_id: 'winner', value: '2' } },
  ]);
  expect(await sent({}, { required: false })).toMatchObject([{ component: { value: null } }]);
  await expect(sent({})).rejects.toThrow('winner is required');
  await expect(sent({ winner: 'Chi' })).rejects.toThrow('one of its options');
  const [ana] = [{ label: 'Ana', value: '1' }];
  await expect(sent({}, { options: [ana] })).rejects.toThrow('Invalid Form Body');
  await expect(sent({}, { options: [ana, ana] })).rejects.toThrow('Invalid Form Body');
});
