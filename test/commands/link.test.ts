import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { DeviceLinking } from '../../src/linking/device-linking.ts';
import type { CodeAnswer } from '../../src/linking/link-flow.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { StoreError } from '../../src/store/store.ts';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { getCode } from '../support/device.ts';
import { fakeDeviceLinking, fakePlatform, fakeRoutes, fakeServices } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';
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

/** Presses "Enter code" on a message, and sends the form with what was typed. */
async function enter(world: World, on: Shown, code: string, who = as): Promise<Shown> {
  const form = (await world.ask(press(buttonOf(on, 'Enter code'), who))) as Shown & { custom_id: string };
  return world.ask(submit(form.custom_id, { code }, who));
}

describe('/link with a code', () => {
  it('has one button in its own row and the URL of the other way once', async () => {
    const world = people();
    for (const raw of [slash('link'), slash('next'), slash('register', { tournament: 't_1' })]) {
      const answer = await world.ask(raw);
      const rows = answer.components.map(({ components }) => components.map(({ label }) => label));
      expect(rows).toEqual([['Connect account'], ['Enter code']]);
      const words = wordsOf(answer);
      expect(words).toContain('<https://bot.example/link/device>');
      expect(words.match(/https?:/g)).toHaveLength(1);
      // As a time, this stays true whenever it is read.
      expect(words).toContain('works until <t:1800000000:t>');
      expect(words).toMatch(
        /\nPress \*\*Connect account\*\*[^]*\n-# On another device\?[^]*\*\*Enter code\*\*/,
      );
      const urls = componentsOf(answer).flatMap(({ url }) => url ?? []);
      expect(urls).toHaveLength(1);
      expect(words).not.toContain(urls[0]);
    }
    expect((await world.ask(slash('link'))).flags).toBe(64);
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
      title: 'Enter your code',
      components: [{ component: { custom_id: 'code', required: true } }],
    });
  });

  it('names the account and becomes the welcome after Connect', async () => {
    const { w, world } = real();
    const answer = await world.ask(slash('link', {}, as));
    const { code } = await getCode(w);
    const question = await enter(world, answer, ` ${code.toLowerCase()} `);
    expect(wordsOf(question)).toContain('Link **Ana Souza** on Playhouse to your Discord account?');
    expect(await w.linkedTo(ana)).toBeUndefined();
    const welcome = await world.ask(press(buttonOf(question, 'Link'), as));
    expect(wordsOf(welcome)).toContain('Welcome, **Ana Souza**!');
    expect(componentsOf(welcome)).toEqual([]);
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  it('resumes the interrupted command, even after a wrong code', async () => {
    const { w, world } = real();
    const needed = await world.ask(slash('register', { tournament: 't_1' }, as));
    const { code } = await getCode(w);
    const refused = await enter(world, needed, 'AAAA-AAAA');
    expect(refused.flags).toBe(64);
    expect(wordsOf(refused)).toMatch(/didn't work.*https:\/\/bot\.test\/link\/device/);
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
    expect(wordsOf(question)).toMatch(
      /linked to a different Discord account[^]*linked to \*\*Ana Souza\*\* on Playhouse/,
    );
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
      'You are linked as **Ana Souza**',
    );
  });

  it('a code that expired before Connect says how to get another, with a button for the form', async () => {
    const { w, world } = real();
    const answer = await world.ask(slash('register', { tournament: 't_1' }, as));
    const question = await enter(world, answer, (await getCode(w)).code);
    w.clock.time += 5 * 60_000;
    const expired = await world.ask(press(buttonOf(question, 'Link'), as));
    expect(wordsOf(expired)).toContain('has expired or was used');
    expect(wordsOf(expired).split('https://bot.test/link/device')).toHaveLength(2);
    expect(componentsOf(expired)).toMatchObject([{ label: 'Enter code', style: 1 }]);
    const next = await enter(world, expired, (await getCode(w)).code);
    const welcome = await world.ask(press(buttonOf(next, 'Link'), as));
    expect(buttonOf(welcome, 'Register for Open Cup 1')).toContain('register:run');
  });

  it.each([
    ['wrong', undefined, ['Enter code'], /didn't work/],
    ['gone', undefined, ['Enter code'], /has expired or was used/],
    [
      'closed',
      1_800_000_000_500,
      [],
      /Too many wrong codes\. Try again after <t:1800000060:t>.*Connect account/,
    ],
    [
      'closed-to-all',
      1_800_000_000_500,
      [],
      /paused for everybody, because too many were wrong\. Try again after <t:1800000060:t>.*Connect account/,
    ],
  ] as const)(
    'a refused code (%s) gets a private answer with the next step',
    async (refusal, until, labels, text) => {
      const codeAnswer = { outcome: 'refused', refusal, until } as Extract<
        CodeAnswer,
        { outcome: 'refused' }
      >;
      const world = people({
        deviceLinking: fakeDeviceLinking({ check: () => Promise.resolve(codeAnswer) }),
      });
      const answer = await enter(world, await world.ask(slash('link')), 'AAAAAAAA', {
        userId: '501',
        ownerId: '501',
        ephemeral: true,
      });
      expect(answer.flags).toBe(64);
      expect(wordsOf(answer)).toMatch(text);
      expect(componentsOf(answer).map(({ label }) => label)).toEqual(labels);
    },
  );

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
