import { describe, expect, it } from 'vitest';
import { action, defineCommand } from '../../src/bot/command.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import type { AckResult } from '../../src/bot/respond.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { button, ReplyError, type Reply } from '../../src/message/reply.ts';
import { fakeGuilds, fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { press, slash } from '../support/interactions.ts';

const services = fakeServices([]);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A button whose state fits no custom id. */
const stateful = (): Reply => ({ rows: [[button('More', 'rank:page', { args: ['x'.repeat(200)] })]] });

/** Whether the tickets of what is answered live as long as those of public messages do. */
async function ticketOf(raw: object, run: () => Promise<Reply>, settings: GuildSettings = {}) {
  const lasting: (boolean | undefined)[] = [];
  const page = action({ press: 'anyone', answers: 'update', run });
  const commands = [
    defineCommand({ name: 'rank', audience: 'public', run, actions: { page } }),
    defineCommand({ name: 'account', audience: 'private', run }),
  ];
  const ticketsOf = (discordId: string) => ({
    ...services.ticketsOf(discordId),
    keep: async (_value: unknown, options?: { lasting: boolean }) => {
      lasting.push(options?.lasting);
      return 'ticket';
    },
  });
  const { routes } = fakeRoutes();
  const deps = { ...services, commands, guilds: fakeGuilds(settings), ticketsOf, routes };
  await createDispatcher({ ...deps, log: silent, deferAfterMs: 5 }).dispatch(raw);
  expect(lasting).toHaveLength(1);
  return lasting[0];
}

const quick = async () => stateful();
const slow = () => wait(20).then(stateful);
const refusing = () => Promise.reject(new ReplyError('no', stateful()));

describe('the tickets of a message', () => {
  it('last where the channel sees it, and are brief where one member does', async () => {
    const elsewhere = { publicChannelIds: ['801'] };
    const cases: [string, object, boolean, GuildSettings?][] = [
      ['a public answer', slash('rank'), true],
      ['a private answer', slash('account'), false],
      ['a public command outside of the channels for public answers', slash('rank'), false, elsewhere],
      ['a press on the own public message', press('rank:page'), true],
      ['a press on the own private message', press('rank:page', { ephemeral: true }), false],
      ['a press on a message of somebody else', press('rank:page', { ownerId: '999' }), false],
      ['a command that a button opens', press('rank:run'), false],
    ];
    for (const [what, raw, lasting, settings] of cases)
      for (const run of [quick, slow])
        expect(await ticketOf(raw, run, settings), `${what}, ${run.name}`).toBe(lasting);
  });

  it('are brief in a refusal, for any command', async () => {
    expect(await ticketOf(slash('rank'), refusing)).toBe(false);
    expect(await ticketOf(slash('rank'), () => wait(20).then(refusing))).toBe(false);
    expect(await ticketOf(press('rank:page'), refusing)).toBe(false);
  });
});

it('a reply learns its message once Discord took it, and nothing where it did not', async () => {
  const sentBy = async (taken: AckResult) => {
    const sent: string[] = [];
    const run = async (): Promise<Reply> => ({
      content: 'here',
      afterSent: async ({ id = '' }) => void sent.push(id),
    });
    const refuse = async () => {
      throw new ReplyError('no', await run());
    };
    const { routes } = fakeRoutes(() => taken);
    for (const how of [run, refuse]) {
      const commands = [defineCommand({ name: 'rank', audience: 'public', run: how })];
      await createDispatcher({ ...services, commands, routes, log: silent }).dispatch(slash('rank'));
    }
    return sent;
  };
  expect(await sentBy('ours')).toEqual(['@original', '@original']);
  for (const acknowledgement of ['theirs', 'expired', 'failed'] as const)
    expect(await sentBy(acknowledgement)).toEqual([]);
});
