import { expect, test } from 'vitest';
import { parseInteraction } from '../../../src/bot/interaction.ts';
import { renderModal } from '../../../src/message/render-modal.ts';
import { createAttachments } from '../../../src/discord/attachments.ts';
import type { ModalInput } from '../../../src/message/reply.ts';
import { commands, discordWorld, publish } from './world.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000001400000028', 'hex');
const shot = (filename: string, bytes: Uint8Array = PNG) => ({ filename, contentType: 'image/png', bytes });

const INPUTS: readonly ModalInput[] = [
  {
    kind: 'select',
    name: 'winner',
    label: 'Who won',
    options: [
      { label: 'Ana', value: '1' },
      { label: 'Bruno', value: '2' },
    ],
  },
  { kind: 'files', name: 'shots', label: 'Screenshots', max: 2, required: false },
  { name: 'why', label: 'Why', long: true, required: false },
];

/** Ana, in front of a form of the bot. */
async function withForm(inputs: readonly ModalInput[] = INPUTS) {
  let time = 1_800_000_000_000;
  const world = await discordWorld({ now: () => time });
  const { discord, rest, interactions } = world;
  await publish(rest, discord, commands);
  const ana = discord.member('Ana');
  const opened = ana.slash('rank');
  const form = { title: 'That’s wrong', action: 'score:wrong', inputs } as const;
  discord.answer(opened.raw, { type: 9, data: renderModal(form, 'score:wrong') });
  const submit = (values: Parameters<typeof ana.submitModal>[1]) => {
    ana.submitModal(opened, values);
    const interaction = parseInteraction(interactions.at(-1));
    if (interaction?.kind !== 'modal') throw new Error('not parsed');
    return interaction;
  };
  return { ...world, submit, wait: (ms: number) => (time += ms) };
}

test('a choice and files come back nested, the files by their ids', async () => {
  const { submit, interactions, discord } = await withForm();
  const { fields, attachments } = submit({
    winner: 'Bruno',
    shots: [shot('a.png'), shot('B.PNG')],
    why: 'Look.',
  });
  expect(fields).toEqual({ winner: '2', why: 'Look.' });
  expect(attachments['shots']).toMatchObject([
    { filename: 'a.png', size: PNG.length, contentType: 'image/png' },
    { filename: 'B.PNG' },
  ]);
  const { data } = interactions.at(-1)!;
  if (!('components' in data)) throw new Error('not a modal');
  const ids = Object.keys(data.resolved?.attachments ?? {});
  expect(data.components).toMatchObject([
    { type: 18, component: { type: 3, custom_id: 'winner', values: ['2'] } },
    { type: 18, component: { type: 19, custom_id: 'shots', values: ids } },
    { type: 18, component: { type: 4, custom_id: 'why', value: 'Look.' } },
  ]);
  expect(ids).toHaveLength(2);
  expect(data.resolved?.attachments?.[ids[0]!]).toMatchObject({ width: 20, height: 40, ephemeral: true });
  expect(discord.problems).toEqual([]);
  expect(submit({ winner: '1' }).attachments).toEqual({ shots: [] });
  expect(interactions.at(-1)!.data.resolved).toBeUndefined();
});

test('an upload is served by its signed address alone, and for a day', async () => {
  const { submit, wait, discord } = await withForm();
  const [upload] = submit({ winner: '1', shots: [shot('a b?.png')] }).attachments['shots'] ?? [];
  const { url } = upload!;
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

test('the bot fetches an upload from where its API is', async () => {
  const { submit, discord } = await withForm();
  const { attachments } = submit({
    winner: '1',
    shots: [shot('a.png'), shot('b.png', Buffer.from('<svg/>'))],
  });
  const fetchAttachment = createAttachments({ apiUrl: new URL(discord.apiUrl) });
  const [image, drawing] = await Promise.all((attachments['shots'] ?? []).map(fetchAttachment));
  expect(image).toEqual({ bytes: PNG, extension: 'png' });
  expect(drawing).toBeUndefined();
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
  const needed = await withForm([{ kind: 'files', name: 'shots', label: 'Screenshots', max: 2 }]);
  expect(() => needed.submit({})).toThrow('1 to 2 files');
  expect(needed.submit({ shots: [shot('a.jpg')] }).attachments['shots']).toHaveLength(1);
});
