import { setTimeout as wait } from 'node:timers/promises';
import { MessageResponseSchema } from 'discord-api-spec/zod';
import { DiscordAPIError, type RawFile, type REST } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { StandInEvent } from '../events.ts';
import type { SentInteraction } from '../interactions/sent.ts';
import { answerFaults, discordWorld, publish } from './world.ts';

async function withInteraction() {
  const world = await discordWorld();
  await publish(world.rest, world.discord);
  const interaction = world.discord.member('Ana').slash('rank');
  return { ...world, interaction };
}

interface Answer {
  data: unknown;
  files?: RawFile[];
  type?: number;
}

const answer = (
  rest: REST,
  { id, token }: SentInteraction,
  { data, files, type = 4 }: Answer,
): Promise<unknown> =>
  rest.post(`/interactions/${id}/${token}/callback`, {
    body: { type, data },
    auth: false,
    ...(files ? { files } : {}),
  });

/** The first fault that Discord names, as `path: code`. */
async function firstFault(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiscordAPIError)) throw new Error('it was accepted', { cause: error });
  expect(error).toMatchObject({ status: 400, code: 50035 });
  return readFault((error.rawError as { errors: object }).errors, []);
}

function readFault(tree: object, path: string[]): string {
  for (const [key, inner] of Object.entries(tree) as [string, object][])
    return key === '_errors'
      ? `${path.join('.')}: ${(inner as { code: string }[])[0]!.code}`
      : readFault(inner, [...path, key]);
  return '';
}

const row = (...components: object[]) => ({ type: 1, components });
const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more });
const link = (url?: string) => ({ type: 2, style: 5, label: 'Go', ...(url === undefined ? {} : { url }) });
const options = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ label: `${n}`, value: `${n}` }));
const select = (more: object = {}) => ({ type: 3, custom_id: 'pick', options: options(2), ...more });
const long = 'x'.repeat(4000);

describe('a message is refused', () => {
  test.each<[string, object, string]>([
    ['with 2001 characters', { content: 'x'.repeat(2001) }, 'data.content: BASE_TYPE_BAD_LENGTH'],
    ['with content that is no text', { content: 5 }, 'data.content: STRING_TYPE_CONVERT'],
    [
      'with 11 embeds',
      { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) },
      'data.embeds: BASE_TYPE_BAD_LENGTH',
    ],
    ['with an unknown field', { content: 'x', ephemeral: true }, 'data.ephemeral: MODEL_UNKNOWN_FIELD'],
    [
      'with an unknown field deep inside',
      { embeds: [{ title: 'x', fields: [{ name: 'a', value: 'b', inlne: true }] }] },
      'data.embeds.0.fields.0.inlne: MODEL_UNKNOWN_FIELD',
    ],
    [
      'with an embed that shows nothing',
      { embeds: [{ color: 1 }] },
      'data.embeds.0.description: BASE_TYPE_REQUIRED',
    ],
    [
      'with an empty field name',
      { embeds: [{ fields: [{ name: ' ', value: 'x' }] }] },
      'data.embeds.0.fields.0.name: BASE_TYPE_REQUIRED',
    ],
    [
      'with an empty field value',
      { embeds: [{ fields: [{ name: 'x', value: '' }] }] },
      'data.embeds.0.fields.0.value: BASE_TYPE_REQUIRED',
    ],
    [
      'with 26 fields',
      { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: 'a', value: 'b' })) }] },
      'data.embeds.0.fields: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a title of 257',
      { embeds: [{ title: 'x'.repeat(257) }] },
      'data.embeds.0.title: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with embeds of 6001 in all',
      { embeds: [{ description: long }, { description: 'x'.repeat(2001) }] },
      'data.embeds: MAX_EMBED_SIZE_EXCEEDED',
    ],
    [
      'with a picture that has no web address',
      { embeds: [{ title: 'x', image: { url: 'file:///etc/passwd' } }] },
      'data.embeds.0.image.url: URL_TYPE_INVALID_SCHEME',
    ],
    [
      'with an address that is none',
      { embeds: [{ title: 'x', url: 'nowhere' }] },
      'data.embeds.0.url: URL_TYPE_INVALID_URL',
    ],
    [
      'with a color beyond white',
      { embeds: [{ title: 'x', color: 0x1000000 }] },
      'data.embeds.0.color: NUMBER_TYPE_MAX',
    ],
    [
      'with six rows',
      { components: [1, 2, 3, 4, 5, 6].map((n) => row(button({ custom_id: `${n}` }))) },
      'data.components: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with six buttons in a row',
      { components: [row(...[1, 2, 3, 4, 5, 6].map((n) => button({ custom_id: `${n}` })))] },
      'data.components.0.components: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a select beside a button',
      { components: [row(select(), button())] },
      'data.components.0.components.0: COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    ],
    ['with a button outside a row', { components: [button()] }, 'data.components.0.type: UNION_TYPE_CHOICES'],
    [
      'with one custom_id twice',
      { components: [row(button(), button())] },
      'data.components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'with a custom_id of 101',
      { components: [row(button({ custom_id: 'x'.repeat(101) }))] },
      'data.components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a link without an address',
      { components: [row(link())] },
      'data.components.0.components.0.url: BASE_TYPE_REQUIRED',
    ],
    [
      'with a link that runs a script',
      { components: [row(link('javascript:alert(1)'))] },
      'data.components.0.components.0.url: URL_TYPE_INVALID_SCHEME',
    ],
    [
      'with a link that has a custom_id',
      { components: [row({ ...link('https://a.test'), custom_id: 'x' })] },
      'data.components.0.components.0.custom_id: BUTTON_COMPONENT_FIELD_EXCLUDED',
    ],
    [
      'with a button that leads nowhere',
      { components: [row({ type: 2, style: 1, label: 'x' })] },
      'data.components.0.components.0.custom_id: BASE_TYPE_REQUIRED',
    ],
    [
      'with a button without a label',
      { components: [row({ type: 2, style: 1, custom_id: 'x' })] },
      'data.components.0.components.0.label: BASE_TYPE_REQUIRED',
    ],
    [
      'with a label of 81',
      { components: [row(button({ label: 'x'.repeat(81) }))] },
      'data.components.0.components.0.label: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with 26 options',
      { components: [row(select({ options: options(26) }))] },
      'data.components.0.components.0.options: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with no options',
      { components: [row(select({ options: [] }))] },
      'data.components.0.components.0.options: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with two options of one value',
      { components: [row(select({ options: [...options(1), ...options(1)] }))] },
      'data.components.0.components.0.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    ],
    [
      'with more to choose than there is',
      { components: [row(select({ max_values: 3 }))] },
      'data.components.0.components.0.max_values: BASE_TYPE_MAX',
    ],
    [
      'with two chosen beforehand where one may be',
      { components: [row(select({ options: options(2).map((o) => ({ ...o, default: true })) }))] },
      'data.components.0.components.0.options: SELECT_COMPONENT_TOO_MANY_DEFAULTS',
    ],
    [
      'with a component that is no row',
      { components: [{ type: 10, content: 'x' }] },
      'data.components.0.type: UNION_TYPE_CHOICES',
    ],
    [
      'with a premium button',
      { components: [row({ type: 2, style: 6, sku_id: '1' })] },
      'data.components.0.components.0.style: BASE_TYPE_CHOICES',
    ],
    ['with a flag that nobody may set', { content: 'x', flags: 128 }, 'data.flags: FLAGS_TYPE_INVALID'],
    [
      'with users both parsed and listed',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
      'data.allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
    ],
    [
      'with 101 users to mention',
      { content: 'x', allowed_mentions: { users: Array.from({ length: 101 }, (_, n) => `${n}`) } },
      'data.allowed_mentions.users: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with an attachment that did not come along',
      { content: 'x', attachments: [{ id: 0 }] },
      'data.attachments.0: ATTACHMENT_NOT_FOUND',
    ],
  ])('%s', async (_title, data, fault) => {
    const { rest, interaction } = await withInteraction();
    expect(await firstFault(answer(rest, interaction, { data }))).toBe(fault);
  });
});

describe('a modal is refused', () => {
  const input = (more: object = {}) => ({ type: 4, custom_id: 'a', style: 1, ...more });
  const label = (component: object = input()) => ({ type: 18, label: 'A', component });
  const upload = (more: object) => ({ type: 19, custom_id: 'files', ...more });
  const option = { label: 'A', value: 'a' };
  const modal = (...components: object[]) => ({ custom_id: 'm', title: 'M', components });
  test.each<[string, object, string]>([
    [
      'with six components',
      modal(...[1, 2, 3, 4, 5, 6].map((n) => label(input({ custom_id: `${n}` })))),
      'data.components: BASE_TYPE_BAD_LENGTH',
    ],
    ['with a title of 46', { ...modal(label()), title: 'x'.repeat(46) }, 'data.title: BASE_TYPE_BAD_LENGTH'],
    [
      'with one custom_id twice',
      modal(label(), label()),
      'data.components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
    ],
    [
      'with a disabled select',
      modal(label(select({ disabled: true }))),
      'data.components.0.component.disabled: COMPONENT_DISABLED_IN_MODAL',
    ],
    [
      'with a select of none that is required',
      modal(label(select({ min_values: 0 }))),
      'data.components.0.component.min_values: COMPONENT_REQUIRED_WITHOUT_VALUES',
    ],
    [
      'with an input in a row that has no label',
      modal(row(input())),
      'data.components.0.components.0.label: BASE_TYPE_REQUIRED',
    ],
    [
      'with a text that is longer than its input',
      modal(label(input({ max_length: 2, value: 'xyz' }))),
      'data.components.0.component.value: BASE_TYPE_BAD_LENGTH',
    ],
    [
      'with a select that has one value twice',
      modal(label(select({ options: [option, option] }))),
      'data.components.0.component.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    ],
    [
      'with an upload of eleven files',
      modal(label(upload({ max_values: 11 }))),
      'data.components.0.component.max_values: NUMBER_TYPE_MAX',
    ],
    [
      'with an upload of fewer files than it needs',
      modal(label(upload({ min_values: 3, max_values: 2 }))),
      'data.components.0.component.min_values: BASE_TYPE_MAX',
    ],
    [
      'with a kind of file that is none',
      modal(label(upload({ file_types: ['image', 'png'] }))),
      'data.components.0.component.file_types: BASE_TYPE_CHOICES',
    ],
    [
      'with an upload of a field that is none',
      modal(label(upload({ types: ['image'] }))),
      'data.components.0.component.types: MODEL_UNKNOWN_FIELD',
    ],
    ['with a button', modal(row(button())), 'data.components.0.components.0.type: BASE_TYPE_CHOICES'],
  ])('%s', async (_title, data, fault) => {
    const { rest, interaction } = await withInteraction();
    expect(await firstFault(answer(rest, interaction, { type: 9, data }))).toBe(fault);
  });

  test('but not with labels, rows, texts and selects that fit', async () => {
    const { rest, interaction, discord } = await withInteraction();
    await answer(rest, interaction, {
      type: 9,
      data: modal(
        label(input({ min_length: 1, max_length: 9, placeholder: 'x', value: 'yes' })),
        row(input({ custom_id: 'b', label: 'B' })),
        { type: 10, content: 'Read this' },
        label(select({ min_values: 0, required: false })),
        label(upload({ min_values: 0, max_values: 10, required: false, file_types: ['image', '.png'] })),
      ),
    });
    expect(discord.problems).toEqual([]);
  });
});

describe('a message is accepted', () => {
  test.each<[string, object]>([
    [
      'at every limit',
      {
        content: 'x'.repeat(2000),
        embeds: [
          {
            title: 'x'.repeat(256),
            description: 'x'.repeat(4096),
            fields: Array.from({ length: 24 }, () => ({
              name: 'a'.repeat(34),
              value: 'b'.repeat(34),
              inline: true,
            })),
            color: 0xffffff,
            timestamp: new Date(0).toISOString(),
            image: { url: 'https://a.test/x.png', description: 'alt' },
          },
        ],
        components: [1, 2, 3, 4, 5].map((n) =>
          row(...[1, 2, 3, 4, 5].map((m) => button({ custom_id: `${n}${m}`, emoji: { name: '🏆' } }))),
        ),
        allowed_mentions: { parse: [] },
      },
    ],
    [
      'with selects of every kind',
      {
        components: [
          row(select({ min_values: 0, max_values: 2 })),
          row({ type: 5, custom_id: 'u' }),
          row({ type: 6, custom_id: 'r' }),
          row({ type: 8, custom_id: 'c' }),
        ],
      },
    ],
    [
      'with nulls where nothing is meant',
      { content: 'x', embeds: null, components: null, flags: null, allowed_mentions: null },
    ],
  ])('%s', async (_title, data) => {
    const { rest, interaction, discord } = await withInteraction();
    await answer(rest, interaction, { data });
    expect(discord.problems).toEqual([]);
    const body = await rest.get(
      `/webhooks/${discord.applicationId}/${interaction.token}/messages/@original`,
      {
        auth: false,
      },
    );
    expect(answerFaults(MessageResponseSchema, body)).toBeUndefined();
  });
});

// 2 × 1 pixels, without its end: the size stands in the first chunk.
const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000200000001080200000000', 'hex');

describe('files', () => {
  const file = (name = 'bracket.png'): RawFile => ({ name, data: png, contentType: 'image/png' });

  test('come with their descriptions, and are served', async () => {
    const { rest, interaction, discord } = await withInteraction();
    await answer(rest, interaction, {
      data: { attachments: [{ id: '0', description: 'Sixteen players' }] },
      files: [file()],
    });
    const [attachment] = (await interaction.answer()).attachments;
    expect(attachment).toMatchObject({
      filename: 'bracket.png',
      description: 'Sixteen players',
      contentType: 'image/png',
      width: 2,
      height: 1,
      size: png.length,
    });
    expect(attachment!.url.startsWith(`${discord.url}/cdn/`)).toBe(true);
    const served = await fetch(attachment!.url);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
  });

  test('that an embed shows are not shown below it again', async () => {
    const { rest, interaction, discord } = await withInteraction();
    await answer(rest, interaction, {
      data: { embeds: [{ title: 'Bracket', image: { url: 'attachment://bracket.png' } }] },
      files: [file()],
    });
    const { attachments, embedded, embeds } = await interaction.answer();
    expect(attachments).toEqual([]);
    expect(embeds[0]!.image!.url).toBe(embedded[0]!.url);
    expect(discord.problems).toEqual([]);
  });

  test('that an embed names but that did not come are a problem, though no refusal', async () => {
    const { rest, interaction, discord } = await withInteraction();
    await answer(rest, interaction, {
      data: { embeds: [{ title: 'Bracket', image: { url: 'attachment://other.png' } }] },
      files: [file()],
    });
    expect((await interaction.answer()).attachments).toHaveLength(1);
    expect(discord.problems.map(({ message }) => message)).toEqual([
      'an embed shows attachment://other.png, but no such file came along',
    ]);
  });

  test('stay on an edit unless the list leaves them out', async () => {
    const { rest, interaction, discord } = await withInteraction();
    await answer(rest, interaction, { data: {}, files: [file('a.png'), file('b.png')] });
    const path = `/webhooks/${discord.applicationId}/${interaction.token}/messages/@original` as const;
    const names = () => interaction.message!.attachments.map(({ filename }) => filename);
    await rest.patch(path, { body: { content: 'x' }, auth: false, files: [file('c.png')] });
    expect(names()).toEqual(['a.png', 'b.png', 'c.png']);
    const second = interaction.message!.attachments[1]!;
    await rest.patch(path, {
      body: { attachments: [{ id: second.id }, { id: 0 }] },
      auth: false,
      files: [file('d.png')],
    });
    expect(names()).toEqual(['b.png', 'd.png']);
    await rest.patch(path, { body: { attachments: [] }, auth: false });
    expect(names()).toEqual([]);
  });

  test('of more than 10 MiB are too large', async () => {
    const { rest, interaction } = await withInteraction();
    const big = {
      name: 'big.bin',
      data: Buffer.alloc(10 * 1024 * 1024 + 1),
      contentType: 'application/octet-stream',
    };
    await expect(answer(rest, interaction, { data: {}, files: [big] })).rejects.toMatchObject({
      status: 413,
      code: 40005,
    });
    await expect(interaction.until(() => false, 10)).rejects.toThrow('did not come');
  });
});

describe('an edit', () => {
  test('changes what it names and leaves the rest; null clears', async () => {
    const { rest, interaction, discord } = await withInteraction();
    const path = `/webhooks/${discord.applicationId}/${interaction.token}/messages/@original` as const;
    await answer(rest, interaction, {
      data: { content: 'x', embeds: [{ title: 'E' }], components: [row(button())] },
    });
    await rest.patch(path, { body: { components: [] }, auth: false });
    expect(interaction.message).toMatchObject({ content: 'x', embeds: [{ title: 'E' }], components: [] });
    expect(interaction.message!.editedAt).not.toBeNull();
    await rest.patch(path, { body: { content: null }, auth: false });
    expect(interaction.message).toMatchObject({ content: '', embeds: [{ title: 'E' }] });
  });

  test('that leaves nothing is refused', async () => {
    const { rest, interaction, discord } = await withInteraction();
    const path = `/webhooks/${discord.applicationId}/${interaction.token}/messages/@original` as const;
    await answer(rest, interaction, { type: 5, data: {} });
    const edit = (body: object): Promise<unknown> => rest.patch(path, { body, auth: false });
    await expect(edit({})).rejects.toMatchObject({ code: 50006 });
    await edit({ content: 'x' });
    await expect(edit({ content: '' })).rejects.toMatchObject({ code: 50006 });
  });

  test('never makes a public message private, nor the other way round', async () => {
    const { rest, interaction, discord } = await withInteraction();
    const path = `/webhooks/${discord.applicationId}/${interaction.token}/messages/@original` as const;
    await answer(rest, interaction, { data: { content: 'x' } });
    await rest.patch(path, { body: { content: 'y', flags: 64 }, auth: false });
    expect(interaction.message).toMatchObject({ content: 'y', visibleTo: null, flags: 0 });
  });
});

describe('mentions', () => {
  test.each<[string, object, string[]]>([
    ['everybody named, unless told', {}, ['Ana', 'Bruno']],
    ['nobody, with an empty list', { allowed_mentions: { parse: [] } }, []],
    ['who is listed', { allowed_mentions: { parse: [], users: ['200000000000000002'] } }, ['Bruno']],
  ])('ping %s', async (_title, more, names) => {
    const { rest, interaction, discord } = await withInteraction();
    await answer(rest, interaction, {
      data: { content: '<@200000000000000001> <@200000000000000002>', ...more },
    });
    expect((await interaction.answer()).mentions.map((id) => discord.member(id).name)).toEqual(names);
  });
});

test('listeners hear what happens, in order, until they stop listening', async () => {
  const { rest, discord } = await withInteraction();
  const types: StandInEvent['type'][] = [];
  const stop = discord.onEvent(({ type }) => {
    if (type !== 'wire') types.push(type);
  });
  const interaction = discord.member('Ana').slash('rank');
  await answer(rest, interaction, { type: 5, data: {} });
  const path = `/webhooks/${discord.applicationId}/${interaction.token}/messages/@original` as const;
  await rest.patch(path, { body: { content: 'x' }, auth: false });
  await rest.delete(path, { auth: false });
  expect(types).toEqual([
    'interaction-sent',
    'thinking',
    'interaction-acknowledged',
    'message-edited',
    'message-deleted',
  ]);
  stop();
  discord.member('Ana').slash('rank');
  await wait(0);
  expect(types).toHaveLength(5);
});
