import { InteractionResponseType as Response } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import {
  action,
  defineCommand,
  form,
  type ActionInput,
  type BotLinkedContext,
} from '../../src/bot/command.ts';
import { createDispatcher, type DispatcherOptions } from '../../src/bot/dispatch.ts';
import type { Reply } from '../../src/message/reply.ts';
import { accountOf, fakeAccounts, fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { press, submit } from '../support/interactions.ts';

const PLAYER = { player: 'text' } as const;

interface Guard {
  admits(context: BotLinkedContext & ActionInput<typeof PLAYER>): boolean | Promise<boolean>;
  otherwise(): Promise<Reply>;
}

const commandWith = (guard?: Guard) =>
  defineCommand({
    name: 'report',
    audience: 'private',
    run: () => Promise.resolve({ content: 'ran' }),
    actions: {
      form: form({
        press: 'anyone',
        needs: 'account',
        args: PLAYER,
        ...(guard && { guard }),
        open: ({ args }) => ({
          title: `Report ${args.player}`,
          action: 'report:send',
          inputs: [{ name: 'why', label: 'Why' }],
        }),
      }),
      send: action({
        press: 'anyone',
        fields: { why: 'text', more: 'text', shots: 'files', others: 'files' },
        run: ({ fields }) => Promise.resolve({ content: JSON.stringify(fields) }),
      }),
    },
  });

const LINKED = { state: 'linked', account: accountOf('501', { playerId: 'p1' }) } as const;

/** The first answer to an interaction. */
async function answerTo(raw: object, guard?: Guard, options: Partial<DispatcherOptions> = {}) {
  const { said, routes } = fakeRoutes();
  const dispatcher = createDispatcher({
    ...fakeServices([commandWith(guard)]),
    accounts: fakeAccounts({ '501': LINKED }),
    routes,
    log: silent,
    ...options,
  });
  await dispatcher.dispatch(raw);
  const [first] = said;
  if (first?.route !== 'callback') throw new Error('no first answer');
  return first.answer.body as { type: number; data: { content?: string } };
}

const instead = { otherwise: () => Promise.resolve({ content: 'not for you' }) };

describe('the guard of a form', () => {
  it('decides by the store, the account and what the button carries', async () => {
    const guard: Guard = {
      async admits({ args, account, alerts, caller }) {
        await alerts.set(caller.discordId, 'dm');
        return args.player === account.playerId && (await alerts.read(caller.discordId)).how === 'dm';
      },
      ...instead,
    };
    expect(await answerTo(press('report:form:p1'), guard)).toMatchObject({ type: Response.Modal });
    expect(await answerTo(press('report:form:p2'), guard)).toMatchObject({
      type: Response.ChannelMessageWithSource,
      data: { content: 'not for you' },
    });
  });

  it('that fails, or takes as long as a form may wait, lets the form open', async () => {
    const failing: Guard['admits'][] = [
      () => Promise.reject(new Error('the store is down')),
      () => {
        throw new Error('a bug');
      },
      () => new Promise(() => undefined),
    ];
    for (const admits of failing) {
      const started = performance.now();
      const answer = await answerTo(press('report:form'), { admits, ...instead });
      expect(answer, String(admits)).toMatchObject({ type: Response.Modal });
      expect(performance.now() - started, String(admits)).toBeLessThan(1500);
    }
  });

  it('shares its time with the account look-up', async () => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const started = performance.now();
    const find = async () => {
      await wait(350);
      return LINKED;
    };
    let isJudged = false;
    const admits = async () => {
      await wait(350);
      isJudged = true;
      return false;
    };
    const accounts = fakeAccounts({}, { find });
    const answer = await answerTo(press('report:form'), { admits, ...instead }, { accounts });
    expect(answer).toMatchObject({ type: Response.Modal });
    expect(isJudged).toBe(false);
    expect(performance.now() - started).toBeGreaterThan(450);
  });
});

it('a choice in a select that is the form’s own custom id has the arguments of the form', async () => {
  const open = (values: string[]) => answerTo(press('report:form:p1', { values }));
  expect(await open(['report:form:p2'])).toMatchObject({ data: { title: 'Report p2' } });
  for (const other of ['p2', 'report:send:p2', 'rank:form:p2'])
    expect(await open([other]), other).toMatchObject({ data: { title: 'Report p1' } });
});

it('the declared texts and files of a form reach its action, empty where it has none', async () => {
  const raw = submit('report:send', { why: 'It was 3-1.' });
  const url = 'https://cdn.discordapp.com/ephemeral-attachments/1/71/a.png?ex=1';
  const upload = { type: 18, component: { type: 19, custom_id: 'shots', values: ['71'] } };
  const resolved = { attachments: { '71': { id: '71', url, filename: 'a.png', size: 12 } } };
  const data = { ...raw.data, components: [...raw.data.components, upload], resolved };
  const { data: reply } = await answerTo({ ...raw, data });
  expect(JSON.parse(reply.content ?? '')).toEqual({
    why: 'It was 3-1.',
    more: '',
    shots: [{ url, filename: 'a.png', size: 12 }],
    others: [],
  });
});
