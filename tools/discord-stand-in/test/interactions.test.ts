import { InteractionCallbackResponseSchema } from 'discord-api-spec/zod';
import { DiscordAPIError, type REST } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { SentInteraction } from '../interactions/sent.ts';
import { UnansweredError } from '../interactions/sent.ts';
import type { Where } from '../people/acts.ts';
import { ClientRefusal } from '../people/client-refusal.ts';
import { discordWorld, publish } from './world.ts';

const EPHEMERAL = 64;

const callback = (rest: REST, { id, token }: SentInteraction, body: unknown, query = ''): Promise<unknown> =>
  rest.post(`/interactions/${id}/${token}/callback`, {
    body,
    auth: false,
    ...(query ? { query: new URLSearchParams(query) } : {}),
  });

const webhook = ({ raw, token }: SentInteraction, rest = ''): `/${string}` =>
  `/webhooks/${raw.application_id}/${token}${rest}`;

const refusal = async (call: Promise<unknown>): Promise<[status: number, code: number | string]> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiscordAPIError)) throw new Error('it was accepted', { cause: error });
  return [error.status, error.code];
};

async function started(options = {}) {
  const world = await discordWorld(options);
  await publish(world.rest, world.discord);
  const [ana, bruno] = [world.discord.member('Ana'), world.discord.member('Bruno')];
  return { ...world, ana, bruno };
}

describe('the first answer', () => {
  test('a message is shown to the channel, with who used which command', async () => {
    const { rest, ana, bruno, discord } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 4, data: { content: 'Gold' } });
    const message = await interaction.answer();
    expect(message).toMatchObject({ content: 'Gold', origin: { commandName: 'rank', user: { id: ana.id } } });
    expect(bruno.sees()).toEqual([message]);
    expect(interaction.acknowledgement?.type).toBe(4);
    expect(discord.problems).toEqual([]);
  });

  test('with_response tells the message, without it there is nothing', async () => {
    const { rest, ana } = await started();
    expect(await callback(rest, ana.slash('rank'), { type: 4, data: { content: 'a' } })).toHaveProperty(
      'byteLength',
      0,
    );
    const interaction = ana.slash('rank');
    const body = await callback(rest, interaction, { type: 4, data: { content: 'b' } }, 'with_response=true');
    expect(body).toMatchObject({
      interaction: { id: interaction.id, response_message_id: interaction.message?.id },
      resource: { type: 4, message: { content: 'b' } },
    });
    expect(InteractionCallbackResponseSchema.safeParse(body).error?.issues).toBeUndefined();
  });

  test('an ephemeral message is seen by its member alone, and stays so', async () => {
    const { rest, ana, bruno } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 4, data: { content: 'psst', flags: EPHEMERAL } });
    await rest.patch(webhook(interaction, '/messages/@original'), {
      body: { content: 'psst!' },
      auth: false,
    });
    expect(ana.sees().map(({ content }) => content)).toEqual(['psst!']);
    expect(bruno.sees()).toEqual([]);
    expect(() => bruno.press(interaction.message!, 'any')).toThrow('does not see this message');
  });

  test('a second answer is refused with 40060', async () => {
    const { rest, ana } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 5 });
    expect(await refusal(callback(rest, interaction, { type: 4, data: { content: 'x' } }))).toEqual([
      400, 40060,
    ]);
    expect(interaction.problems.map(({ code }) => code)).toEqual([40060]);
  });

  test('an answer past the deadline or to an unknown interaction is refused with 10062', async () => {
    let time = 1_800_000_000_000;
    const { rest, ana } = await started({ now: () => time });
    const interaction = ana.slash('rank');
    time += 3001;
    expect(await refusal(callback(rest, interaction, { type: 5 }))).toEqual([404, 10062]);
    expect(
      await refusal(rest.post('/interactions/1/nobody/callback', { body: { type: 5 }, auth: false })),
    ).toEqual([404, 10062]);
  });

  test('while the clock runs at another pace, the deadline keeps to its own', async () => {
    let time = 1_800_000_000_000;
    let elapsed = 0;
    const { rest, ana } = await started({ now: () => time, elapsed: () => elapsed });
    const [early, late] = [ana.slash('rank'), ana.slash('rank')];
    time += 30_000;
    elapsed += 3000;
    await callback(rest, early, { type: 5 });
    elapsed += 1;
    expect(await refusal(callback(rest, late, { type: 5 }))).toEqual([404, 10062]);
  });

  test('an unanswered interaction fails at the deadline', async () => {
    const { ana } = await started({ deadlines: { acknowledgeMs: 20 } });
    const interaction = ana.slash('rank');
    await expect(interaction.final).rejects.toThrow(UnansweredError);
    expect(interaction.failure).toBe('the application did not respond');
  });

  test.each<[string, unknown, [number, number]]>([
    ['an empty message', { type: 4, data: {} }, [400, 50006]],
    ['a message of spaces', { type: 4, data: { content: ' ' } }, [400, 50006]],
    ['a message without data', { type: 4 }, [400, 50006]],
    ['a deferral with other flags than ephemeral', { type: 5, data: { flags: 4 } }, [400, 50035]],
    ['an update where nothing was pressed', { type: 7, data: { content: 'x' } }, [400, 50035]],
    ['a deferred update where nothing was pressed', { type: 6 }, [400, 50035]],
    ['suggestions for a command', { type: 8, data: { choices: [] } }, [400, 50035]],
    ['a type that does not exist', { type: 99 }, [400, 50035]],
    ['no type', {}, [400, 50035]],
    ['a field beside type and data', { type: 4, data: { content: 'x' }, flags: 64 }, [400, 50035]],
  ])('%s is refused', async (_title, body, expected) => {
    const { rest, ana } = await started();
    const interaction = ana.slash('rank');
    expect(await refusal(callback(rest, interaction, body))).toEqual(expected);
    expect(interaction.acknowledgement).toBeUndefined();
    await callback(rest, interaction, { type: 4, data: { content: 'better' } });
    expect((await interaction.answer()).content).toBe('better');
  });
});

describe('after a deferral', () => {
  test('thinking is shown until the edit, which is no edit that people see', async () => {
    const { rest, ana } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 5 });
    expect(await interaction.acknowledged).toMatchObject({ type: 5 });
    expect([interaction.deferred, interaction.thinking, interaction.message?.flags]).toEqual([
      true,
      true,
      128,
    ]);
    await rest.patch(webhook(interaction, '/messages/@original'), { body: { content: 'done' }, auth: false });
    expect(await interaction.answer()).toMatchObject({
      content: 'done',
      thinking: false,
      editedAt: null,
      flags: 0,
    });
  });

  test('the first follow-up fills the placeholder, and its ephemeral flag is ignored', async () => {
    const { rest, ana, bruno } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 5 });
    await rest.post(webhook(interaction), { body: { content: 'secret', flags: EPHEMERAL }, auth: false });
    expect(interaction.followups).toEqual([]);
    expect(bruno.sees()).toMatchObject([{ content: 'secret', visibleTo: null }]);
  });

  test('once the placeholder is deleted, a follow-up can be private', async () => {
    const { rest, ana, bruno } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 5 });
    await rest.delete(webhook(interaction, '/messages/@original'), { auth: false });
    await rest.post(webhook(interaction), { body: { content: 'secret', flags: EPHEMERAL }, auth: false });
    expect(await interaction.answer()).toMatchObject({ content: 'secret', visibleTo: ana.id });
    expect(bruno.sees()).toEqual([]);
  });

  test('follow-ups can be read, edited and deleted by their ids', async () => {
    const { rest, ana } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 4, data: { content: 'one' } });
    await rest.post(webhook(interaction), { body: { content: 'two' }, auth: false });
    const path = webhook(interaction, `/messages/${interaction.followups[0]!.id}`);
    expect(await rest.get(path, { auth: false })).toMatchObject({ content: 'two' });
    await rest.patch(path, { body: { content: 'three' }, auth: false });
    expect(interaction.followups[0]).toMatchObject({ content: 'three', repliesTo: interaction.message!.id });
    await rest.delete(path, { auth: false });
    expect(await refusal(rest.get(path, { auth: false }))).toEqual([404, 10008]);
  });
});

describe('webhook routes', () => {
  test('refuse an unknown token and one that was never acknowledged with 10015', async () => {
    const { rest, ana, discord } = await started();
    const interaction = ana.slash('rank');
    const body = { content: 'x' };
    expect(await refusal(rest.post(webhook(interaction), { body, auth: false }))).toEqual([404, 10015]);
    expect(
      await refusal(rest.post(`/webhooks/${discord.applicationId}/nobody`, { body, auth: false })),
    ).toEqual([404, 10015]);
    await callback(rest, interaction, { type: 5 });
    expect(await refusal(rest.post(`/webhooks/1/${interaction.token}`, { body, auth: false }))).toEqual([
      404, 10015,
    ]);
  });

  test('refuse a token after 15 minutes with 50027', async () => {
    let time = 1_800_000_000_000;
    const { rest, ana } = await started({ now: () => time });
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 5 });
    time += 15 * 60 * 1000 + 1;
    expect(
      await refusal(
        rest.patch(webhook(interaction, '/messages/@original'), { body: { content: 'x' }, auth: false }),
      ),
    ).toEqual([401, 50027]);
  });

  test('refuse an empty follow-up, and messages of other interactions', async () => {
    const { rest, ana } = await started();
    const [first, second] = [ana.slash('rank'), ana.slash('rank')];
    for (const interaction of [first, second])
      await callback(rest, interaction, { type: 4, data: { content: 'x' } });
    expect(await refusal(rest.post(webhook(first), { body: {}, auth: false }))).toEqual([400, 50006]);
    expect(
      await refusal(rest.get(webhook(first, `/messages/${second.message!.id}`), { auth: false })),
    ).toEqual([404, 10008]);
  });

  test('take five follow-ups where only the member installed the bot', async () => {
    const { rest, ana } = await started();
    const interaction = ana.slash('rank', {}, { installed: 'user' });
    expect(interaction.raw.authorizing_integration_owners).toEqual({ 1: ana.id });
    await callback(rest, interaction, { type: 4, data: { content: 'x' } });
    for (const n of [1, 2, 3, 4, 5])
      await rest.post(webhook(interaction), { body: { content: `${n}` }, auth: false });
    expect(await refusal(rest.post(webhook(interaction), { body: { content: '6' }, auth: false }))).toEqual([
      400, 40094,
    ]);
  });
});

const buttons = {
  content: 'Sure?',
  components: [
    {
      type: 1,
      components: [
        { type: 2, style: 3, label: 'Yes', custom_id: 'x:yes' },
        { type: 2, style: 4, label: 'No', custom_id: 'x:no', disabled: true },
      ],
    },
    {
      type: 1,
      components: [
        {
          type: 3,
          custom_id: 'x:pick',
          options: [
            { label: 'A', value: 'a' },
            { label: 'B', value: 'b' },
          ],
        },
      ],
    },
  ],
};

async function withButtons() {
  const world = await started();
  const interaction = world.ana.slash('rank');
  await callback(world.rest, interaction, { type: 4, data: buttons });
  return { ...world, message: await interaction.answer() };
}

describe('presses', () => {
  test('carry the message and its author’s interaction, and can update it', async () => {
    const { rest, bruno, message, ana, interactions } = await withButtons();
    const press = bruno.press(message, 'Yes');
    expect(interactions.at(-1)).toMatchObject({
      type: 3,
      data: { custom_id: 'x:yes', component_type: 2 },
      message: { id: message.id, interaction_metadata: { user: { id: ana.id } } },
      member: { user: { id: bruno.id } },
    });
    await callback(rest, press, { type: 7, data: { content: 'Done', components: [] } });
    expect(await press.answer()).toMatchObject({ id: message.id, content: 'Done', components: [] });
  });

  test('after a deferred update, @original is the message that was pressed on', async () => {
    const { rest, ana, message } = await withButtons();
    const press = ana.press(message, 'x:yes');
    await callback(rest, press, { type: 6 });
    expect(press.thinking).toBe(false);
    await rest.post(webhook(press), { body: { content: 'posted' }, auth: false });
    await rest.patch(webhook(press, '/messages/@original'), { body: { content: 'Done' }, auth: false });
    expect(ana.sees().map(({ content }) => content)).toEqual(['Done', 'posted']);
    expect(press.followups).toHaveLength(1);
  });

  test('are refused by the app where nothing can be pressed', async () => {
    const { ana, message } = await withButtons();
    expect(() => ana.press(message, 'x:no')).toThrow('disabled');
    expect(() => ana.press(message, 'Maybe')).toThrow('no button Maybe; there are: Yes, No');
    expect(() => ana.select(message, 'x:pick', 'c')).toThrow('not among the options');
    expect(() => ana.select(message, 'x:pick', ['a', 'b'])).toThrow('1 to 1');
  });

  test('a choice sends values', async () => {
    const { ana, message, interactions } = await withButtons();
    ana.select(message, 'x:pick', 'B');
    expect(interactions.at(-1)).toMatchObject({
      data: { custom_id: 'x:pick', component_type: 3, values: ['b'] },
    });
  });
});

const modal = {
  custom_id: 'x:edit',
  title: 'Edit',
  components: [
    {
      type: 18,
      label: 'Name',
      component: { type: 4, custom_id: 'name', style: 1, max_length: 5, value: 'Old' },
    },
    { type: 1, components: [{ type: 4, custom_id: 'note', style: 2, label: 'Note', required: false }] },
  ],
};

describe('modals', () => {
  test('open, are filled in and come back nested', async () => {
    const { rest, ana, message, interactions } = await withButtons();
    const press = ana.press(message, 'Yes');
    await callback(rest, press, { type: 9, data: modal });
    expect((await press.opened()).custom_id).toBe('x:edit');
    const submit = ana.submitModal(press, { name: 'New' });
    expect(interactions.at(-1)).toMatchObject({
      type: 5,
      message: { id: message.id },
      data: {
        custom_id: 'x:edit',
        components: [
          { type: 18, component: { type: 4, custom_id: 'name', value: 'New' } },
          { type: 1, components: [{ type: 4, custom_id: 'note', value: '' }] },
        ],
      },
    });
    await callback(rest, submit, { type: 7, data: { content: 'Edited' } });
    expect((await submit.answer()).content).toBe('Edited');
  });

  test('cannot answer a modal, and update only where a message was pressed', async () => {
    const { rest, ana } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 9, data: modal });
    const submit = ana.submitModal(interaction, {});
    expect(await refusal(callback(rest, submit, { type: 9, data: modal }))).toEqual([400, 50035]);
    expect(await refusal(callback(rest, submit, { type: 7, data: { content: 'x' } }))).toEqual([400, 50035]);
    await callback(rest, submit, { type: 5 });
  });

  test('are not sent with what their fields do not take', async () => {
    const { rest, ana, bruno } = await started();
    const interaction = ana.slash('rank');
    await callback(rest, interaction, { type: 9, data: modal });
    expect(() => ana.submitModal(interaction, { name: 'too long' })).toThrow('0 to 5 characters');
    expect(() => ana.submitModal(interaction, { name: '' })).toThrow('name is required');
    expect(() => ana.submitModal(interaction, { other: '' })).toThrow('no field other');
    expect(() => bruno.submitModal(interaction, {})).toThrow('somebody else');
  });
});

describe('suggestions', () => {
  test('are asked for with what is typed so far, and shown', async () => {
    const { rest, ana, interactions } = await started();
    const interaction = ana.autocomplete('rank', 'id', { id: 'pl' });
    expect(interactions.at(-1)).toMatchObject({
      type: 4,
      data: { options: [{ name: 'id', value: 'pl', focused: true }] },
    });
    await callback(rest, interaction, { type: 8, data: { choices: [{ name: 'Player', value: 'p1' }] } });
    expect(await interaction.suggestions()).toEqual([{ name: 'Player', value: 'p1' }]);
  });

  test.each<[string, unknown]>([
    ['26 choices', { choices: Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` })) }],
    ['a name of 101', { choices: [{ name: 'x'.repeat(101), value: 'x' }] }],
    ['a value of 101', { choices: [{ name: 'x', value: 'x'.repeat(101) }] }],
    ['a number for a text option', { choices: [{ name: 'x', value: 1 }] }],
  ])('%s are refused', async (_title, data) => {
    const { rest, ana } = await started();
    const interaction = ana.autocomplete('rank', 'id');
    expect(await refusal(callback(rest, interaction, { type: 8, data }))).toEqual([400, 50035]);
    expect(await refusal(callback(rest, interaction, { type: 4, data: { content: 'x' } }))).toEqual([
      400, 50035,
    ]);
  });
});

describe('the app', () => {
  test('sends options as they were declared, members resolved', async () => {
    const direct: Where = { place: 'dm' };
    const { ana, bruno, interactions, discord } = await started();
    ana.slash('rank', { player: 'Bruno' });
    expect(interactions.at(-1)).toMatchObject({
      type: 2,
      guild_id: discord.guilds[0]!.id,
      context: 0,
      locale: 'en-US',
      data: {
        name: 'rank',
        options: [{ name: 'player', type: 6, value: bruno.id }],
        resolved: { users: { [bruno.id]: { username: 'bruno' } } },
      },
    });
    ana.userCommand('Show rank', 'Bruno', direct);
    expect(interactions.at(-1)).toMatchObject({
      context: 1,
      user: { id: ana.id },
      channel_id: ana.dmChannelId,
      data: { type: 2, target_id: bruno.id },
    });
    expect(interactions.at(-1)).not.toHaveProperty('member');
  });

  test.each<[string, string, Record<string, string | number>]>([
    ['an unknown command', 'nothing', {}],
    ['an unknown option', 'rank', { nobody: 'x' }],
    ['a missing option', 'score', { match: 'm' }],
    ['a number out of range', 'score', { match: 'm', points: 100 }],
    ['half a number', 'score', { match: 'm', points: 1.5 }],
    ['text for a number', 'score', { match: 'm', points: 'one' }],
    ['what is no choice', 'score', { match: 'm', points: 1, kind: 'other' }],
    ['text that is too long', 'rank', { id: 'x'.repeat(21) }],
    ['a stranger', 'rank', { player: 'Nobody' }],
  ])('does not send %s', async (_title, line, values) => {
    const { ana, interactions } = await started();
    expect(() => ana.slash(line, values)).toThrow(ClientRefusal);
    expect(interactions).toEqual([]);
  });

  test('does not offer a command where it is not meant for', async () => {
    const { ana, rest, discord } = await started();
    await publish(rest, discord, [{ name: 'here', description: 'x', contexts: [0] }]);
    expect(() => ana.slash('here', {}, { place: 'dm' })).toThrow('not offered here');
    expect(() => ana.slash('here', {}, { installed: 'user' })).toThrow('not offered');
    expect(() => ana.slash('here')).not.toThrow();
  });
});
