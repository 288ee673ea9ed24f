import { InteractionResponseType as Response } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { action, defineCommand, form, type Command } from '../../src/bot/command.ts';
import { because } from '../../src/bot/failures.ts';
import { createLog } from '../../src/log.ts';
import { PlatformError } from '../../src/platform/error.ts';
import { createDispatcher, type DispatcherOptions } from '../../src/bot/dispatch.ts';
import { welcomeReply } from '../../src/bot/linking-replies.ts';
import { ReplyError } from '../../src/message/reply.ts';
import type { AckResult } from '../../src/bot/respond.ts';
import { LinkLostError } from '../../src/accounts/links.ts';
import { StoreError } from '../../src/store/errors.ts';
import {
  accountOf,
  failing,
  fakeAccounts,
  fakeLinking,
  fakeRoutes,
  fakeServices,
  silent,
  type RouteCall,
} from '../support/fakes.ts';
import { autocomplete, press, slash, submit } from '../support/interactions.ts';

const EPHEMERAL = 64;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function setUp(
  commands: Command[],
  options: Partial<DispatcherOptions> = {},
  taken?: (answer: unknown) => AckResult | Promise<AckResult>,
) {
  const { said, routes } = fakeRoutes(taken);
  const dispatcher = createDispatcher({
    ...fakeServices(commands),
    routes,
    log: silent,
    deferAfterMs: 20,
    ...options,
  });
  return { said, routes, dispatcher };
}

/** The request of the HTTP mode; tells how it was answered. */
function openRequest() {
  const answers: unknown[] = [];
  return {
    answers,
    answer(body: unknown) {
      answers.push(body);
      return Promise.resolve<AckResult>('ours');
    },
    leave: () => void answers.push('left'),
  };
}

const first = (said: RouteCall[]) => {
  const [answer] = said;
  if (answer?.route !== 'callback') throw new Error('no first answer');
  return answer.answer.body as {
    type: number;
    data?: { flags?: number; content?: string; choices?: unknown };
  };
};

const reading = (run: () => Promise<{ content: string }>, audience: 'public' | 'private' = 'public') =>
  defineCommand({ name: 'rank', audience, run });
const slow = async () => {
  await wait(50);
  return { content: 'late' };
};
const slowFailure = async () => {
  await wait(50);
  throw new ReplyError('no', 'why not');
};

describe('reads', () => {
  it('a quick answer is the first and only call', async () => {
    const { said, dispatcher } = setUp([reading(() => Promise.resolve({ content: 'here' }))]);
    await dispatcher.dispatch(slash('rank'));
    expect(said).toHaveLength(1);
    expect(first(said)).toMatchObject({ type: Response.ChannelMessageWithSource, data: { content: 'here' } });
    expect(first(said).data?.flags).toBeUndefined();
  });

  it('by a request: its response is the first and only answer', async () => {
    const { said, dispatcher } = setUp([reading(() => Promise.resolve({ content: 'here' }))]);
    const request = openRequest();
    await dispatcher.dispatch(slash('rank'), request);
    expect(request.answers).toMatchObject([{ type: 4, data: { content: 'here' } }]);
    expect(said).toEqual([]);
  });

  it('by a request: a slow answer is deferred in the response and then edited in', async () => {
    const { said, dispatcher } = setUp([reading(slow)]);
    const request = openRequest();
    await dispatcher.dispatch(slash('rank'), request);
    expect(request.answers).toMatchObject([{ type: Response.DeferredChannelMessageWithSource }]);
    expect(said.map((one) => one.route)).toEqual(['edit']);
  });

  it('by a request: an answer with files goes over the callback route', async () => {
    const files = [{ name: 'card.png', bytes: Buffer.from('png'), description: 'a card' }];
    const { said, dispatcher } = setUp([
      defineCommand({ name: 'rank', audience: 'public', run: () => Promise.resolve({ files }) }),
    ]);
    const request = openRequest();
    await dispatcher.dispatch(slash('rank'), request);
    expect(request.answers).toEqual(['left']);
    expect(said.map((one) => one.route)).toEqual(['callback']);
  });

  it('a slow answer is deferred and then edited in', async () => {
    const { said, dispatcher } = setUp([reading(slow)]);
    await dispatcher.dispatch(slash('rank'));
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit']);
    expect(first(said).type).toBe(Response.DeferredChannelMessageWithSource);
  });

  it('every message closes allowed_mentions', async () => {
    const { said, dispatcher } = setUp([reading(slow)]);
    await dispatcher.dispatch(slash('rank'));
    expect(said[1]).toMatchObject({ message: { body: { allowed_mentions: { parse: [] } } } });
  });

  it('a failure before any answer is ephemeral, also of a public command', async () => {
    const { said, dispatcher } = setUp([reading(() => Promise.reject(new ReplyError('no', 'why not')))]);
    await dispatcher.dispatch(slash('rank'));
    expect(first(said)).toMatchObject({ type: 4, data: { flags: EPHEMERAL, content: 'why not' } });
  });

  it('a failure after a public deferral removes the placeholder, then answers privately', async () => {
    const { said, dispatcher } = setUp([reading(slowFailure)]);
    await dispatcher.dispatch(slash('rank'));
    expect(said.map((one) => one.route)).toEqual(['callback', 'delete', 'follow-up']);
    expect(said[2]).toMatchObject({ message: { body: { flags: EPHEMERAL, content: 'why not' } } });
  });

  it('a placeholder that cannot be removed is made neutral, and the failure stays private', async () => {
    const { said, routes, dispatcher } = setUp([reading(slowFailure)]);
    routes.deleteOriginal = () => Promise.reject(new Error('500'));
    await dispatcher.dispatch(slash('rank'));
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit', 'follow-up']);
    expect(JSON.stringify(said[1])).not.toContain('why not');
  });

  it('a failure after a private deferral fills the private placeholder', async () => {
    const { said, dispatcher } = setUp([reading(slowFailure, 'private')]);
    await dispatcher.dispatch(slash('rank'));
    expect(first(said)).toMatchObject({ type: 5, data: { flags: EPHEMERAL } });
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit']);
  });

  it('an answer that another process gave first ends in silence', async () => {
    const { said, dispatcher } = setUp([reading(slow)], {}, () => 'theirs');
    await dispatcher.dispatch(slash('rank'));
    expect(said).toHaveLength(1);
  });

  it('an unknown error becomes an apology with a reference, never its own text', async () => {
    const { said, dispatcher } = setUp([reading(() => Promise.reject(new Error('secret detail')))]);
    await dispatcher.dispatch(slash('rank'));
    expect(first(said).data?.content).toMatch(/Reference [0-9A-Z]{5,}/);
    expect(first(said).data?.content).not.toContain('secret');
  });

  it.each([
    ['passed on', (error: PlatformError) => Promise.reject(error)],
    ['told in a sentence of its own', (error: PlatformError) => because(['conflict'], 'no')(error)],
  ])(
    'a failure of the platform that is %s has its story in the line with the reference',
    async (_how, fail) => {
      const error = new PlatformError('conflict', {
        operation: 'POST /v1/matches/:id/score',
        status: 409,
        platformMessage: 'key=secret-detail: the match is over',
      });
      let output = '';
      const log = createLog('info', { write: (line: string) => (output += line) });
      const run = async () => fail(error);
      const { dispatcher } = setUp([reading(run)], { log });
      await dispatcher.dispatch(slash('rank'));
      expect(JSON.parse(output)).toMatchObject({
        reference: expect.stringMatching(/^[0-9A-Z]{5,}$/),
        operation: 'POST /v1/matches/:id/score',
        status: 409,
        platformMessage: 'key=… the match is over',
      });
    },
  );

  it.each(['forbidden', 'conflict', 'invalid', 'not-found'] as const)(
    'what the platform refuses (%s) is said in the language of the reader before it is said in its own words',
    async (kind) => {
      const error = new PlatformError(kind, { operation: 'GET /v1/x', platformMessage: 'Not today.' });
      const { said, dispatcher } = setUp([reading(() => Promise.reject(error))]);
      await dispatcher.dispatch({ ...slash('rank'), locale: 'de' });
      expect(first(said).data?.content).toMatch(/^\S+ (?!sagt).+\.\n\S+ sagt: Not today\.$/);
    },
  );

  it('a store that is down is not told as "not linked"', async () => {
    const { said, dispatcher } = setUp([reading(() => Promise.reject(new StoreError('down')))]);
    await dispatcher.dispatch(slash('rank'));
    expect(first(said).data?.content).toMatch(/My database isn't responding/);
    expect(first(said).data?.content).not.toMatch(/not linked/);
  });
});

describe('writes', () => {
  const writing = (run: () => Promise<{ content: string }>) =>
    defineCommand({ name: 'register', audience: 'private', writes: true, run });

  it('are acknowledged before they run', async () => {
    const order: string[] = [];
    const command = writing(() => {
      order.push('run');
      return Promise.resolve({ content: 'done' });
    });
    const { said, dispatcher } = setUp([command], {}, () => {
      order.push('acknowledged');
      return 'ours';
    });
    await dispatcher.dispatch(slash('register'));
    expect(order).toEqual(['acknowledged', 'run']);
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit']);
  });

  it('never take the request’s own response: only the callback route tells who was first', async () => {
    const { said, dispatcher } = setUp([writing(() => Promise.resolve({ content: 'done' }))]);
    const request = openRequest();
    await dispatcher.dispatch(slash('register'), request);
    expect(request.answers).toEqual(['left']);
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit']);
  });

  it('run once where two deliveries take one acknowledgement for their own', async () => {
    let runs = 0;
    const command = writing(() => {
      runs += 1;
      return Promise.resolve({ content: 'done' });
    });
    const { said, dispatcher } = setUp([command]);
    const raw = slash('register');
    const outcomes = await Promise.all([dispatcher.dispatch(raw), dispatcher.dispatch(raw)]);
    expect(outcomes.toSorted()).toEqual(['ok', 'theirs']);
    expect(runs).toBe(1);
    expect(said.filter((one) => one.route === 'edit')).toHaveLength(1);
  });

  it('say that the store is down if it cannot be checked whether the write was done already', async () => {
    const claimWrite = () => Promise.reject(new StoreError('down'));
    const { said, dispatcher } = setUp([writing(() => Promise.resolve({ content: 'done' }))], { claimWrite });
    expect(await dispatcher.dispatch(slash('register'))).toBe('store-down');
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit']);
  });

  it.each(['theirs', 'expired', 'failed'] as const)(
    'do not run when the acknowledgement is %s',
    async (taken) => {
      let ran = false;
      const command = writing(() => {
        ran = true;
        return Promise.resolve({ content: 'done' });
      });
      const { said, dispatcher } = setUp([command], {}, () => taken);
      await dispatcher.dispatch(slash('register'));
      expect(ran).toBe(false);
      expect(said).toHaveLength(1);
    },
  );

  it('delivered to two bots at once, an interaction writes once', async () => {
    let writes = 0;
    const command = writing(() => {
      writes++;
      return Promise.resolve({ content: 'done' });
    });
    let answered = false;
    const discord = async (): Promise<AckResult> => {
      await wait(1);
      if (answered) return 'theirs';
      answered = true;
      return 'ours';
    };
    const one = setUp([command], {}, discord);
    const other = setUp([command], {}, discord);
    const raw = slash('register');
    await Promise.all([one.dispatcher.dispatch(raw), other.dispatcher.dispatch(raw)]);
    expect(writes).toBe(1);
  });
});

describe('arrivals', () => {
  const quiet = defineCommand({ name: 'quiet', audience: 'private', run: () => new Promise(() => {}) });

  it('above the cap are answered with "busy", up to it they run', async () => {
    const { said, dispatcher } = setUp([quiet], { maxRunning: 2, deferAfterMs: 10_000 });
    void dispatcher.dispatch(slash('quiet'));
    void dispatcher.dispatch(slash('quiet'));
    expect(dispatcher.running()).toBe(2);
    await dispatcher.dispatch(slash('quiet'));
    expect(said).toHaveLength(1);
    expect(first(said).data?.content).toMatch(/Try again in a minute/);
  });

  it('from a server prove membership there, and nothing where the bot itself is not installed', async () => {
    const members: unknown[] = [];
    const naming = {
      ...fakeServices([]).naming,
      recordInteraction: async (...member: unknown[]) => void members.push(member),
    };
    const answering = defineCommand({ name: 'quiet', audience: 'private', run: async () => ({}) });
    const { dispatcher } = setUp([answering], { naming });
    await dispatcher.dispatch(slash('quiet'));
    await dispatcher.dispatch({
      ...slash('quiet'),
      authorizing_integration_owners: { '0': '700', '1': '501' },
    });
    await dispatcher.dispatch({ ...slash('quiet'), authorizing_integration_owners: { '1': '501' } });
    await dispatcher.dispatch({ ...slash('quiet'), guild_id: undefined });
    expect(members.slice(0, 2)).toEqual([
      ['700', '501', []],
      ['700', '501', []],
    ]);
    expect(members.slice(2)).toEqual([
      [undefined, '501', []],
      [undefined, '501', []],
    ]);
  });
});

describe('presses', () => {
  const list = defineCommand({
    name: 'list',
    audience: 'public',
    run: () => Promise.resolve({ content: 'page 1' }),
    actions: {
      page: action({
        press: 'anyone',
        answers: 'update',
        args: { to: 'integer' },
        run: ({ args }) => Promise.resolve({ content: `page ${args.to}` }),
      }),
      confirm: action({
        press: 'caller',
        answers: 'update',
        writes: true,
        run: () =>
          Promise.resolve({
            content: 'confirmed',
            afterSent: async ({ followUp }) => void (await followUp({ content: 'for all' })),
          }),
      }),
      form: form({
        press: 'anyone',
        open: () => ({ title: 'Jump', action: 'list:page', inputs: [{ name: 'to', label: 'Page' }] }),
      }),
    },
  });

  it('of the one it was made for change the message', async () => {
    const { said, dispatcher } = setUp([list]);
    await dispatcher.dispatch(press('list:page:2'));
    expect(first(said)).toMatchObject({ type: Response.UpdateMessage, data: { content: 'page 2' } });
  });

  it('of anybody else give them a private copy', async () => {
    const { said, dispatcher } = setUp([list]);
    await dispatcher.dispatch(press('list:page:2', { ownerId: '999' }));
    expect(first(said)).toMatchObject({ type: 4, data: { content: 'page 2', flags: EPHEMERAL } });
  });

  it('of what belongs to the caller are refused to others, privately, and nothing runs', async () => {
    const { said, dispatcher } = setUp([list]);
    await dispatcher.dispatch(press('list:confirm', { ownerId: '999' }));
    expect(said).toHaveLength(1);
    expect(first(said)).toMatchObject({ type: 4, data: { flags: EPHEMERAL } });
    expect(first(said).data?.content).not.toContain('confirmed');
  });

  it('on a public message that names no owner change nothing for anybody, and are refused where one is needed', async () => {
    const ownerless = (customId: string) => {
      const raw = press(customId);
      return { ...raw, message: { id: raw.message.id, flags: 0 } };
    };
    const { said, dispatcher } = setUp([list]);
    await dispatcher.dispatch(ownerless('list:page:2'));
    await dispatcher.dispatch(ownerless('list:confirm'));
    expect(said).toHaveLength(2);
    for (const one of said)
      expect(one).toMatchObject({ answer: { body: { type: 4, data: { flags: EPHEMERAL } } } });
    expect(JSON.stringify(said)).not.toContain('confirmed');
  });

  it('of a form that no message opened are answered by a new message', async () => {
    const { said, dispatcher } = setUp([list]);
    await dispatcher.dispatch({ ...submit('list:page:2', {}), message: undefined });
    expect(first(said)).toMatchObject({ type: 4, data: { content: 'page 2', flags: EPHEMERAL } });
  });

  it('that write are acknowledged first, edit their message, and tell the channel once', async () => {
    const { said, dispatcher } = setUp([list]);
    await dispatcher.dispatch(press('list:confirm', { ephemeral: true }));
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit', 'follow-up']);
    expect(first(said).type).toBe(Response.DeferredMessageUpdate);
    expect(said[2]).toMatchObject({ message: { body: { content: 'for all' } } });
    expect(JSON.stringify(said[2])).not.toContain('"flags"');
  });

  it('of a button that no longer exists get a polite private answer', async () => {
    const { said, dispatcher } = setUp([list]);
    for (const id of ['list:nothing', 'gone:page:1', 'odd', '::']) await dispatcher.dispatch(press(id));
    expect(said).toHaveLength(4);
    for (const one of said) {
      expect(one).toMatchObject({
        route: 'callback',
        answer: { body: { type: 4, data: { flags: EPHEMERAL } } },
      });
    }
  });

  it('open a form as the first answer, and its fields reach the action', async () => {
    const { said, dispatcher } = setUp([list]);
    await dispatcher.dispatch(press('list:form'));
    expect(first(said)).toMatchObject({ type: Response.Modal, data: { custom_id: 'list:page' } });
    const jump = defineCommand({
      ...list,
      name: 'list',
      actions: {
        page: action({
          press: 'anyone',
          answers: 'update',
          fields: { to: 'text' },
          run: ({ fields }) => Promise.resolve({ content: `page ${fields.to}` }),
        }),
      },
    });
    const after = setUp([jump]);
    await after.dispatcher.dispatch(submit('list:page', { to: '7' }));
    expect(first(after.said)).toMatchObject({ type: Response.UpdateMessage, data: { content: 'page 7' } });
  });

  it('run a command with what the button carries, a select filling the open argument', async () => {
    const show = defineCommand({
      name: 'show',
      audience: 'public',
      options: { id: { type: 'text', required: true }, limit: { type: 'integer' } },
      run: ({ options }) => Promise.resolve({ content: `${options.id}/${options.limit ?? '-'}` }),
    });
    const { said, dispatcher } = setUp([show]);
    await dispatcher.dispatch(press('show:run:id=a%3Ab:limit=3'));
    await dispatcher.dispatch(press('show:run:id', { values: ['t=1'] }));
    expect(said.map((one) => one.route === 'callback' && one.answer.body)).toMatchObject([
      { type: 4, data: { content: 'a\\:b/3'.replace('\\', '') } },
      { type: 4, data: { content: 't=1/-' } },
    ]);
  });

  it('that open a public command are answered in private, on any message, also late and by a select', async () => {
    const run = (how: () => Promise<{ content: string }>) =>
      defineCommand({ name: 'show', audience: 'public', run: how });
    const raw = press('show:run');
    const onMessages = {
      'their own': raw,
      'their own, by a select': press('show:run:id', { values: ['x'] }),
      "another member's": press('show:run', { ownerId: '999' }),
      'a private one': press('show:run', { ephemeral: true }),
      "the bot's own post": { ...raw, message: { id: raw.message.id, flags: 0 } },
    };
    for (const [title, pressed] of Object.entries(onMessages)) {
      const quick = setUp([run(() => Promise.resolve({ content: 'shown' }))]);
      await quick.dispatcher.dispatch(pressed);
      expect(first(quick.said), title).toMatchObject({
        type: 4,
        data: { content: 'shown', flags: EPHEMERAL },
      });
      const late = setUp([run(slow)]);
      await late.dispatcher.dispatch(pressed);
      expect(first(late.said), title).toMatchObject({ type: 5, data: { flags: EPHEMERAL } });
      expect(late.said[1]?.route, title).toBe('edit');
    }
  });
});

describe('a command that Discord guards by permissions', () => {
  let runs = 0;
  const guarded = defineCommand({
    name: 'settings',
    audience: 'private',
    serverOnly: { permissions: 32n },
    needs: 'account',
    options: { page: { type: 'integer' } },
    run: () => {
      runs++;
      return Promise.reject(failing('unavailable'));
    },
    actions: {
      choose: action({
        press: 'caller',
        needs: 'account',
        run: () => Promise.resolve({ content: 'chosen' }),
      }),
    },
  });
  const linked = fakeAccounts({ '501': { state: 'linked', account: accountOf('501') } });
  const { serverOnly: _guard, ...open } = guarded;

  it('is run by no button: not by an old one, not with arguments, not with what is stored', async () => {
    runs = 0;
    for (const id of ['settings:run', 'settings:run:page=1', 'settings:run:~ticket1'])
      for (const on of [{}, { ownerId: '999' }, { ephemeral: true }]) {
        const { said, dispatcher } = setUp([guarded], { accounts: linked });
        await dispatcher.dispatch(press(id, on));
        expect(said).toHaveLength(1);
        expect(first(said)).toMatchObject({ type: 4, data: { flags: EPHEMERAL } });
        expect(first(said).data?.content).toMatch(/can't open \/settings.*Type the command/);
      }
    expect(runs).toBe(0);
  });

  it('offers no retry if it fails, unlike a command that anybody may use', async () => {
    const failed = async (command: Command) => {
      const { said, dispatcher } = setUp([command], { accounts: linked });
      await dispatcher.dispatch(slash('settings', { page: 1 }));
      return JSON.stringify(first(said));
    };
    expect(await failed(open)).toContain('settings:run:page=1');
    expect(await failed(guarded)).not.toContain(':run');
  });

  it('is not taken up after linking, neither itself nor a press on its panel', async () => {
    for (const raw of [slash('settings'), press('settings:choose:a', { ephemeral: true })]) {
      const offers = await Promise.all(
        [guarded, open].map(async (command) => {
          const linking = fakeLinking();
          const { dispatcher } = setUp([command], { linking });
          await dispatcher.dispatch(raw);
          const services = fakeServices([command]);
          const t = services.words.in('en-US');
          const resume = linking.requests[0]?.resume;
          return (await welcomeReply({ playerName: 'Ana', resume }, { ...services, t })).rows;
        }),
      );
      expect(offers).toEqual([undefined, expect.anything()]);
    }
  });
});

describe('accounts', () => {
  const own = defineCommand({
    name: 'register',
    audience: 'private',
    needs: 'account',
    options: { tournament: { type: 'text', required: true } },
    run: ({ account }) => Promise.resolve({ content: account.playerId }),
  });

  it('an unlinked caller gets the link button, and the command they typed is remembered', async () => {
    const linking = fakeLinking();
    const { said, dispatcher } = setUp([own], { linking });
    const raw = slash('register', { tournament: 't_1' });
    await dispatcher.dispatch(raw);
    expect(JSON.stringify(first(said))).toContain('https://bot.example/link/start?t=ticket');
    expect(linking.requests).toEqual([
      {
        discordId: '501',
        locale: 'en-US',
        place: { guildId: '700', channelId: '800' },
        serverId: '700',
        interactionToken: raw.token,
        resume: { command: 'register', options: { tournament: 't_1' } },
      },
    ]);
  });

  it('a linked caller’s account reaches the handler', async () => {
    const accounts = fakeAccounts({ '501': { state: 'linked', account: accountOf('501') } });
    const { said, dispatcher } = setUp([own], { accounts });
    await dispatcher.dispatch(slash('register', { tournament: 't_1' }));
    expect(first(said).data?.content).toBe('player-501');
  });

  it('an answer that takes the account is private for a caller who may not be named, even in a public command', async () => {
    const accounts = fakeAccounts({ '501': { state: 'linked', account: accountOf('501') } });
    const { naming } = fakeServices([]);
    const unnamed = { ...naming, nameable: () => Promise.resolve(new Set<string>()) };
    const loud = defineCommand({
      ...own,
      audience: 'public',
      actions: {
        mine: action({ press: 'caller', needs: 'account', run: () => Promise.resolve({ content: 'mine' }) }),
      },
    });
    for (const raw of [slash('register', { tournament: 't_1' }), press('register:mine')]) {
      const nameable = setUp([loud], { accounts });
      await nameable.dispatcher.dispatch(raw);
      expect(first(nameable.said).data?.flags).toBeUndefined();
      const { said, dispatcher } = setUp([loud], { accounts, naming: unnamed });
      await dispatcher.dispatch(raw);
      expect(first(said)).toMatchObject({ type: 4, data: { flags: EPHEMERAL } });
    }
  });

  it('a link that is lost in the middle leads to linking again', async () => {
    const command = defineCommand({
      name: 'rank',
      audience: 'public',
      run: () => Promise.reject(new LinkLostError('expired')),
    });
    const { said, dispatcher } = setUp([command]);
    await dispatcher.dispatch(slash('rank'));
    expect(first(said).data?.content).toMatch(/again/);
    expect(first(said).data?.flags).toBe(EPHEMERAL);
  });
});

it('a refresh that the platform refuses offers to link again, with its reason', async () => {
  const details = { operation: 'POST /oauth/token', status: 401, platformMessage: 'Ask the staff.' };
  const command = defineCommand({
    name: 'rank',
    audience: 'public',
    run: () => Promise.reject(new PlatformError('unauthorised', details)),
  });
  const { said, dispatcher } = setUp([command]);
  await dispatcher.dispatch(slash('rank'));
  expect(first(said).data?.content).toMatch(/doesn't renew your sign-in[^]*Ask the staff/);
  expect(JSON.stringify(first(said).data)).toContain('Link');
});

describe('autocomplete', () => {
  const suggesting = (suggest: () => Promise<{ name: string; value: string }[]>) =>
    defineCommand({
      name: 'tournament',
      audience: 'public',
      options: { tournament: { type: 'text', suggest } },
      run: () => Promise.resolve({ content: '' }),
    });

  it('gives at most 25 choices of at most 100 characters', async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      name: `${at} ${'x'.repeat(200)}`,
      value: String(at),
    }));
    const { said, dispatcher } = setUp([
      suggesting(() => Promise.resolve([{ name: 'long', value: 'y'.repeat(101) }, ...many])),
    ]);
    await dispatcher.dispatch(autocomplete('tournament', 'tournament'));
    const choices = first(said).data?.choices as { name: string; value: string }[];
    expect(choices).toHaveLength(25);
    expect(choices.every((choice) => choice.name.length <= 100 && choice.value.length <= 100)).toBe(true);
  });

  it.each([
    ['fails', () => Promise.reject(failing('unavailable'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('gives an empty list when its source %s', async (_, suggest) => {
    const { said, dispatcher } = setUp([suggesting(suggest)], { suggestWithinMs: 10 });
    await dispatcher.dispatch(autocomplete('tournament', 'tournament'));
    expect(first(said)).toEqual({ type: 8, data: { choices: [] } });
  });
});

describe('the door', () => {
  it.each([
    null,
    7,
    'x',
    [],
    {},
    { type: 2 },
    { id: '1', token: 't', type: 2, data: null },
    { id: 'x', token: 't', type: 2 },
  ])('a malformed interaction %j is dropped without an answer', async (raw) => {
    const { said, dispatcher } = setUp([]);
    await expect(dispatcher.dispatch(raw)).resolves.toBe('malformed');
    expect(said).toHaveLength(0);
  });

  it('a value that does not fit its option gets an answer, not an exception', async () => {
    const numbers = defineCommand({
      name: 'score',
      audience: 'private',
      options: { first: { type: 'integer', required: true } },
      run: () => Promise.resolve({ content: 'ran' }),
    });
    const { said, dispatcher } = setUp([numbers]);
    await dispatcher.dispatch(slash('score', { first: 'abc' }));
    expect(first(said).data?.content).toContain('`first`');
  });

  it('what is running is waited for when the bot stops', async () => {
    const { said, dispatcher } = setUp([reading(slow)]);
    void dispatcher.dispatch(slash('rank'));
    await dispatcher.drain(1000);
    expect(said.map((one) => one.route)).toEqual(['callback', 'edit']);
  });

  it('an edit that Discord refuses does not reject', async () => {
    const { routes, dispatcher } = setUp([reading(slow)]);
    routes.editOriginal = () => Promise.reject(new Error('10008'));
    await expect(dispatcher.dispatch(slash('rank'))).resolves.toBe('unanswered');
  });
});

it('a bare PING is answered', async () => {
  const { dispatcher } = setUp([]);
  const request = openRequest();
  await dispatcher.dispatch({ type: 1 }, request);
  expect(request.answers).toEqual([{ type: Response.Pong }]);
});
