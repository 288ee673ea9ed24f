import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { DeviceLinking } from '../../src/linking/device-linking.ts';
import type { CodeRefusal } from '../../src/linking/link-flow.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { StoreError } from '../../src/store/errors.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { getCode } from '../support/device.ts';
import { fakeDeviceLinking, fakePlatform, fakeRoutes, fakeServices } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { ana, asEve, eve, linkWorld } from '../support/link-world.ts';

type World = ReturnType<typeof people>;
type Shown = Awaited<ReturnType<World['ask']>>;

const as = { userId: ana.discordId, ownerId: ana.discordId, ephemeral: true };
const asOther = { userId: eve.discordId, ownerId: eve.discordId, ephemeral: true };
const cup = { id: 't_1', name: 'Open Cup 1' };

/** The product's commands over real accounts. */
function real() {
  const w = linkWorld();
  const world = people({
    accounts: w.accounts,
    linking: w.linking,
    deviceLinking: w.linking.device,
    platform: fakePlatform({ tournament: () => Promise.resolve({ value: cup }) }),
    now: () => w.clock.time,
  });
  return { w, world };
}

const linkOf = (shown: Shown): string | undefined =>
  (componentsOf(shown) as { url?: string }[]).find(({ url }) => url !== undefined)?.url;

/** Presses "Enter code" on a message, and sends the form with what was typed. */
async function enter(world: World, on: Shown, code: string, who = as): Promise<Shown> {
  const form = (await world.ask(press(buttonOf(on, 'Enter code'), who))) as Shown & { custom_id: string };
  const raw = submit(form.custom_id, { code }, who);
  return world.ask({ ...raw, message: { ...raw.message, components: on.components } });
}

describe('/link with a code', () => {
  it('has one button in its own row and the URL of the other way once', async () => {
    const world = people();
    expect(messageText(await world.ask(slash('next')))).toMatchInlineSnapshot(`
      (private)
      Link your Playhouse account first, then continue here.
      Press **Link account**. That link is just for you and works until <t:1800000000:t>.
      -# On another device? Get a code at <https://bot.example/link/device>, then press **Enter code** here.
      [Link account – https://bot.example/link/start?t=ticket]
      [Enter code]
    `);
    const register = await world.ask(slash('register', { tournament: 't_1' }));
    expect(messageText(register)).toMatchInlineSnapshot(`
      Link your Playhouse account first, then continue here.
      Press **Link account**. That link is just for you and works until <t:1800000000:t>.
      -# On another device? Get a code at <https://bot.example/link/device>, then press **Enter code** here.
      [Link account – https://bot.example/link/start?t=ticket]
      [Enter code]
    `);
  });

  it('opens the form without any request or store access', async () => {
    const down = () => Promise.reject(new StoreError('down'));
    const answer = await people().ask(slash('link'));
    const world = people({
      ticketsOf: () => ({ keep: down, read: down, take: down }),
      deviceLinking: fakeDeviceLinking(),
    });
    const form = (await world.ask(press(buttonOf(answer, 'Enter code')))) as unknown as { title: string };
    expect(form).toMatchObject({
      custom_id: expect.stringMatching(/^link:submit/),
      components: [{ component: { custom_id: 'code', required: true } }],
    });
    expect(messageText(form)).toMatchInlineSnapshot(`
      (form: Enter your code)
      The code from the page: [] – hint: Such as K7MP-3XQR
    `);
  });

  it('names the account and becomes the welcome after Connect', async () => {
    const { w, world } = real();
    const answer = await world.ask(slash('link', {}, as));
    const { code } = await getCode(w);
    const question = await enter(world, answer, ` ${code.toLowerCase()} `);
    expect(messageText(question)).toMatchInlineSnapshot(`
      Link **Ana Souza** on Playhouse to your Discord account? Only if you signed in there yourself just now. If somebody gave you this code, cancel.
      Members of servers that you use the bot in can see your Playhouse name beside your Discord name; you can hide it later.
      [Link] [Cancel]
    `);
    expect(await w.linkedTo(ana)).toBeUndefined();
    const welcome = await world.ask(press(buttonOf(question, 'Link'), as));
    expect(messageText(welcome)).toMatchInlineSnapshot(`
      Welcome, **Ana Souza**! Your Playhouse account is linked.
      Try /rank or /tournaments; /help lists the rest.
    `);
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  it('turns the one message from /link into a refusal, the question and the welcome', async () => {
    const { w, world } = real();
    const answer = await world.ask(slash('link', {}, as));
    const { code } = await getCode(w);
    const refused = await enter(world, answer, 'AAAA-AAAA');
    const question = await enter(world, refused, code);
    const welcome = await world.ask(press(buttonOf(question, 'Link'), as));
    // A new message would be marked as private; an edit is not.
    expect([answer, refused, question, welcome].map(({ flags }) => flags)).toEqual([
      64,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('resumes the interrupted command, even after a wrong code', async () => {
    const { w, world } = real();
    const needed = await world.ask(slash('register', { tournament: 't_1' }, as));
    const { code } = await getCode(w);
    const refused = await enter(world, needed, 'AAAA-AAAA');
    // The browser's way stays.
    expect(linkOf(needed)).toMatch(/^https/);
    expect(linkOf(refused)).toBe(linkOf(needed));
    const question = await enter(world, refused, code);
    const welcome = await world.ask(press(buttonOf(question, 'Link'), as));
    expect(buttonOf(welcome, 'Register for Open Cup 1')).toBe('register:run:tournament=t_1');
  });

  it('warns that a link moves or is replaced', async () => {
    const { w, world } = real();
    const first = await world.ask(slash('link', {}, asOther));
    const other = await enter(world, first, (await getCode(w, asEve)).code, asOther);
    await world.ask(press(buttonOf(other, 'Link'), asOther));
    const mine = await enter(world, await world.ask(slash('link', {}, as)), (await getCode(w)).code);
    await world.ask(press(buttonOf(mine, 'Link'), as));

    const again = await world.ask(slash('link', {}, as));
    const question = await enter(world, again, (await getCode(w, asEve)).code);
    expect(messageText(question)).toMatchInlineSnapshot(`
      Link **Eve Stone** on Playhouse to your Discord account? Only if you signed in there yourself just now. If somebody gave you this code, cancel.
      This Playhouse account is currently linked to a different Discord account. If you link it here, that link ends.
      Your Discord account is currently linked to **Ana Souza** on Playhouse. If you link this account, that link ends.
      Members of servers that you use the bot in can see your Playhouse name beside your Discord name; you can hide it later.
      [Link] [Cancel]
    `);
    const welcome = await world.ask(press(buttonOf(question, 'Link'), as));
    expect(wordsOf(welcome)).toContain('Welcome, **Eve Stone**!');
    expect(await w.linkedTo(eve)).toBeUndefined();
  });

  it('asks again if the account got an owner after the question', async () => {
    const { w, world } = real();
    const [mine, theirs] = [await getCode(w), await getCode(w)];
    const question = await enter(world, await world.ask(slash('link', {}, as)), mine.code);
    const other = await enter(world, await world.ask(slash('link', {}, asOther)), theirs.code, asOther);
    await world.ask(press(buttonOf(other, 'Link'), asOther));
    const again = await world.ask(press(buttonOf(question, 'Link'), as));
    expect(wordsOf(again)).toContain('linked to a different Discord account');
    expect(await w.linkedTo(eve)).toBe('p1');
    await world.ask(press(buttonOf(again, 'Link'), as));
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  it('Cancel connects nothing and preserves the code; right after Connect it shows the current link', async () => {
    const { w, world } = real();
    const { code } = await getCode(w);
    const answer = await world.ask(slash('link', {}, as));
    const question = await enter(world, answer, code);
    expect(wordsOf(await world.ask(press(buttonOf(question, 'Cancel'), as)))).toContain('Nothing was linked');
    expect(await w.linkedTo(ana)).toBeUndefined();
    const second = await enter(world, answer, code);
    await world.ask(press(buttonOf(second, 'Link'), as));
    expect(wordsOf(await world.ask(press(buttonOf(second, 'Cancel'), as)))).toContain(
      "You're linked as **Ana Souza**",
    );
  });

  it('a code that expired before Connect says how to get another, with a button for the form', async () => {
    const { w, world } = real();
    const answer = await world.ask(slash('register', { tournament: 't_1' }, as));
    const question = await enter(world, answer, (await getCode(w)).code);
    w.clock.time += 5 * 60_000;
    const expired = await world.ask(press(buttonOf(question, 'Link'), as));
    expect(messageText(expired)).toMatchInlineSnapshot(`
      That code has expired or was used. Get a new one at <https://bot.test/link/device>, then press **Enter code**. If somebody else used it, linking again takes your account back.
      [Enter code]
    `);
    expect(componentsOf(expired)).toMatchObject([{ style: 1 }]);
    const next = await enter(world, expired, (await getCode(w)).code);
    const welcome = await world.ask(press(buttonOf(next, 'Link'), as));
    expect(buttonOf(welcome, 'Register for Open Cup 1')).toContain('register:run');
  });

  it('a refused code gets a private answer with the next step', async () => {
    const until = 1_800_000_000_500;
    const answerTo = async (refused: CodeRefusal) => {
      const world = people({ deviceLinking: fakeDeviceLinking({ check: () => Promise.resolve(refused) }) });
      const who = { userId: '501', ownerId: '501', ephemeral: true };
      return messageText(await enter(world, await world.ask(slash('link')), 'AAAAAAAA', who));
    };
    const outcome = 'refused';
    expect(await answerTo({ outcome, refusal: 'wrong' })).toMatchInlineSnapshot(`
      That code didn't work. Check it or get a new one at <https://bot.example/link/device>, then press **Enter code**. After five wrong codes you'll have to wait ten minutes.
      [Link account – https://bot.example/link/start?t=ticket]
      [Enter code]
    `);
    expect(await answerTo({ outcome, refusal: 'gone' })).toMatchInlineSnapshot(`
      That code has expired or was used. Get a new one at <https://bot.example/link/device>, then press **Enter code**. If somebody else used it, linking again takes your account back.
      [Enter code]
    `);
    expect(await answerTo({ outcome, refusal: 'closed', until })).toMatchInlineSnapshot(
      `Too many wrong codes. Try again after <t:1800000060:t>, or use **Link account** under /link now.`,
    );
    expect(await answerTo({ outcome, refusal: 'closed-to-all', until })).toMatchInlineSnapshot(
      `Codes are paused for everybody, because too many were wrong. Try again after <t:1800000060:t>, or use **Link account** under /link now.`,
    );
  });

  it('a name is text, never markup', async () => {
    const question = { claim: 'c', playerId: 'p', playerName: '**[x](https://e.test)**', notices: [] };
    const check: DeviceLinking['check'] = () => Promise.resolve({ outcome: 'question', question });
    const world = people({ deviceLinking: fakeDeviceLinking({ check }) });
    const answer = await enter(world, await world.ask(slash('link')), 'AAAAAAAA', {
      userId: '501',
      ownerId: '501',
      ephemeral: true,
    });
    expect(wordsOf(answer)).not.toMatch(/(?<!\\)\[x|https:\/\/e/);
  });

  it('only its user can answer a question', async () => {
    const { w, world } = real();
    const question = await enter(world, await world.ask(slash('link', {}, as)), (await getCode(w)).code);
    const connect = buttonOf(question, 'Link');
    const stranger = { userId: eve.discordId, ownerId: ana.discordId };
    expect(wordsOf(await world.ask(press(connect, stranger)))).toContain(
      'Only the person who used this command',
    );
    expect(w.memory.keys('links')).toEqual([]);
  });

  it('the log contains no code', async () => {
    const w = linkWorld();
    let log = '';
    const logger = pino({ level: 'trace' }, { write: (line: string) => void (log += line) });
    const { routes } = fakeRoutes();
    const dispatcher = createDispatcher({
      ...fakeServices(commands, {
        accounts: w.accounts,
        linking: w.linking,
        deviceLinking: w.linking.device,
      }),
      routes,
      log: logger,
    });
    const { code } = await getCode(w);
    for (const typed of [code, 'AAAA-AAAA', 'x'.repeat(40)])
      await dispatcher.dispatch(submit('link:submit', { code: typed }, as));
    w.memory.control.down = true;
    await dispatcher.dispatch(submit('link:submit', { code }, as));
    expect(log.split('\n').filter((line) => line.includes('link:submit'))).toHaveLength(4);
    for (const secret of [code, code.replace('-', ''), 'AAAA-AAAA', 'xxxx'])
      expect(log).not.toContain(secret);
    expect(log).toContain('code-wrong');
  });
});
