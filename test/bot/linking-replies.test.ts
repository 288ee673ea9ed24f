import { describe, expect, it } from 'vitest';
import { action, defineCommand } from '../../src/bot/command.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { renderReply } from '../../src/message/render.ts';
import { welcomeReply } from '../../src/bot/linking-replies.ts';
import { people } from '../support/ask.ts';
import { accountOf, fakeAccounts, fakeLinking, fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';

/** A board whose buttons, selects and forms want an account. */
const board = defineCommand({
  name: 'board',
  audience: 'public',
  needs: 'account',
  run: () => Promise.resolve({ content: 'ran' }),
  actions: {
    mine: action({
      press: 'anyone',
      answers: 'update',
      args: { first: 'text', second: 'text' },
      fields: { typed: 'text' },
      async run({ self, args, values, fields, askToLink }) {
        if ((await self.find()).state === 'none') throw new ReplyError('link-none', await askToLink('none'));
        return { content: JSON.stringify([args, values, fields.typed]) };
      },
    }),
  },
});
const onPublic = { ownerId: '501', ephemeral: false };
const ways = {
  command: slash('board'),
  button: press('board:mine:a:b', onPublic),
  select: press('board:mine:a', { ...onPublic, values: ['chosen'] }),
  form: submit('board:mine:a', { typed: 'x' }, onPublic),
};

/** A world whose prompts tell where they stand; a slow one answers after the deferral. */
function setUp(slow = false) {
  const linking = fakeLinking();
  const placed: string[] = [];
  const { said, routes } = fakeRoutes();
  const states: Parameters<typeof fakeAccounts>[0] = {};
  const accounts = fakeAccounts(states);
  const services = fakeServices([board], {
    accounts: fakeAccounts(states, {
      async find(discordId) {
        if (slow) await new Promise((resolve) => setTimeout(resolve, 30));
        return accounts.find(discordId);
      },
    }),
    linking: {
      async begin(request) {
        return {
          ...(await linking.begin(request)),
          placed: async (messageId) => void placed.push(messageId),
        };
      },
    },
  });
  const dispatcher = createDispatcher({ ...services, routes, log: silent, deferAfterMs: slow ? 1 : 1000 });
  return { services, linking, placed, said, dispatcher, states };
}

describe('every way into linking', () => {
  it.each(Object.entries(ways))(
    'by a %s ends in the message that asked, which takes it up',
    async (way, raw) => {
      for (const slow of [false, true]) {
        const w = setUp(slow);
        await w.dispatcher.dispatch(raw);
        // A public deferral is deleted, and an update's belongs to the message that was pressed: the prompt follows up.
        const expected = slow ? /^message \d$/ : /^@original$/;
        expect([way, slow, w.placed.join()]).toEqual([way, slow, expect.stringMatching(expected)]);
        const [request] = w.linking.requests;
        expect(request?.interactionToken).toEqual(expect.any(String));

        w.states['501'] = { state: 'linked', account: accountOf('501') };
        const tickets = w.services.ticketsOf('501');
        const t = w.services.words.in('en-US');
        const welcome = await welcomeReply(
          { playerName: 'Ana', resume: request?.resume },
          { ...w.services, t },
        );
        const { body } = await renderReply(welcome, { tickets });
        const [again = ''] = /"custom_id":"([^"]+)"/.exec(JSON.stringify(body))?.slice(1) ?? [];
        w.said.splice(0);
        await w.dispatcher.dispatch(press(again, { ephemeral: true }));
        const content = {
          command: 'ran',
          button: '[{"first":"a","second":"b"},[],""]',
          select: '[{"first":"a"},["chosen"],""]',
          form: '[{"first":"a"},[],"x"]',
        }[way];
        expect([way, slow, JSON.stringify(w.said)]).toEqual([
          way,
          slow,
          expect.stringContaining(JSON.stringify(content)),
        ]);
      }
    },
  );

  it('by a button that opens a form offers that form', async () => {
    const linking = fakeLinking();
    const world = people({ linking });
    await world.ask(press('score:form:m_1:Chloé:Élodie', onPublic));
    const { commands, words } = world.services;
    const welcome = await welcomeReply(
      { playerName: 'Ana', resume: linking.requests[0]?.resume },
      { ...world.services, commands, t: words.in('en-US') },
    );
    const { body } = await renderReply(welcome, { tickets: world.services.ticketsOf('501') });
    expect(JSON.stringify(body)).toContain('score:form:m_1:Chloé:Élodie');
  });

  it('by /link itself leaves nothing to take up', async () => {
    const linking = fakeLinking();
    await people({ linking }).ask(slash('link'));
    await people({ linking }).ask(slash('rank'));
    expect(linking.requests.map(({ resume }) => resume)).toEqual([
      undefined,
      { command: 'rank', options: {} },
    ]);
  });

  it('names the pressed button where it offers to go on', async () => {
    const w = setUp();
    const raw = press('board:mine:a', onPublic);
    const button = { type: 2, custom_id: 'board:mine:a', label: 'My place' };
    const message = { ...raw.message, components: [{ type: 1, components: [button] }] };
    await w.dispatcher.dispatch({ ...raw, message });
    const resume = w.linking.requests[0]?.resume;
    const welcome = await welcomeReply(
      { playerName: 'Ana', resume },
      { ...w.services, t: w.services.words.in('en-US') },
    );
    expect(JSON.stringify(welcome.rows)).toContain('Continue with My place');
  });
});
