/** Discord's phones open a form with the values that its custom id showed first: a form with other values needs another id. */
import { expect, it } from 'vitest';
import { formCustomId, parseCustomId } from '../../src/message/custom-id.ts';
import type { Modal } from '../../src/message/reply.ts';
import { buttonOf, people } from '../support/ask.ts';
import { accountOf, fakeAccounts, fakeMember } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';

const EDIT = 'Edit profile';

interface Form {
  custom_id: string;
  components: { component: { custom_id: string; value?: string } }[];
}
const valuesOf = (form: Form) =>
  Object.fromEntries(form.components.map(({ component: c }) => [c.custom_id, c.value ?? '']));

/** A phone: what a form's id showed first is shown again. */
function phone() {
  const seen = new Map<string, Record<string, string>>();
  return (form: Form) => {
    const shown = seen.get(form.custom_id) ?? valuesOf(form);
    seen.set(form.custom_id, shown);
    return shown;
  };
}

function world() {
  const me = { id: 'player-501', name: 'Old name', avatarUrl: 'https://a.example/1.png' };
  const sent: object[] = [];
  const account = accountOf('501', {
    platform: fakeMember({
      me: () => Promise.resolve({ ...me }),
      updateMe: (changes: object) => {
        sent.push(changes);
        Object.assign(me, changes);
        return Promise.resolve({ outcome: 'done', now: { ...me } });
      },
    } as never),
  });
  const made = people({ accounts: fakeAccounts({ '501': { state: 'linked', account } }) });
  const ask = (raw: object) => made.ask(raw);
  async function edit() {
    const shown = await ask(slash('account'));
    const raw = press(buttonOf(shown, EDIT), { ephemeral: true });
    raw.message.embeds = shown.embeds as never;
    return { shown, form: (await ask(raw)) as unknown as Form };
  }
  async function save(shown: { embeds: unknown }, form: Form, fields: Record<string, string>) {
    const raw = submit(form.custom_id, fields, { ephemeral: true });
    (raw.message as { embeds?: unknown }).embeds = shown.embeds;
    await ask(raw);
  }
  return { me, sent, edit, save };
}

it('a form that shows something else has another id', async () => {
  const { edit, me } = world();
  const first = await edit();
  me.name = 'New name';
  const second = await edit();
  expect(valuesOf(second.form)).not.toEqual(valuesOf(first.form));
  expect(second.form.custom_id).not.toBe(first.form.custom_id);
});

it('who changes the avatar on a phone, later, keeps the name', async () => {
  const { edit, me, save, sent } = world();
  const onPhone = phone();
  const one = await edit();
  await save(one.shown, one.form, { ...onPhone(one.form), name: 'New name' });
  expect(me.name).toBe('New name');
  const two = await edit();
  await save(two.shown, two.form, { ...onPhone(two.form), avatar: 'https://a.example/2.png' });
  expect(sent.at(-1)).toEqual({ avatarUrl: 'https://a.example/2.png' });
  expect(me.name).toBe('New name');
});

it('a custom id stays within 100 characters, and the hash is not an argument', () => {
  const modal = (match: string, value: string): Modal => ({
    title: 'Score',
    action: 'score:claim',
    args: [match, '3', ''],
    inputs: [{ name: 'a', label: 'A', value }],
  });
  for (let length = 1; length < 80; length++) {
    const id = formCustomId(modal('m'.repeat(length), '3')) ?? '';
    expect(id.length).toBeLessThanOrEqual(100);
    expect(parseCustomId(id)).toEqual({
      command: 'score',
      action: 'claim',
      args: ['m'.repeat(length), '3', ''],
    });
  }
  const [one, other] = ['3', '4'].map((value) => formCustomId(modal('~~m', value)));
  expect(one).not.toBe(other);
  expect(parseCustomId(one ?? '')?.args).toEqual(['~~m', '3', '']);
});
