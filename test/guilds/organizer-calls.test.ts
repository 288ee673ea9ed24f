import { describe, expect, it } from 'vitest';
import { createOrganizerCalls } from '../../src/guilds/organizer-calls.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { SendOutcome } from '../../src/message/channels.ts';
import { memoryStores } from '../support/memory-stores.ts';

const CALL = {
  guildId: '700',
  channelId: '800',
  post: (roleId: string | undefined) => ({ content: `${roleId ?? 'nobody'}: Ana needs help.` }),
};

/** Where a call stands in the followed channel. */
const POSTED = { channelId: '800', messageId: '6000' };

function setUp(settings: GuildSettings = {}, unreachable: string[] = []) {
  const clock = { ms: 1_000_000 };
  const stores = memoryStores({ now: () => clock.ms });
  const posted: object[] = [];
  const warnings: object[] = [];
  const edits: string[] = [];
  const discord = { edit: () => Promise.resolve<SendOutcome>({ id: '6000' }) };
  const replica = () =>
    createOrganizerCalls({
      settings: { recent: () => Promise.resolve(settings) },
      calls: stores.replica().namespace('calls'),
      channels: {
        async post(channelId, post) {
          if (unreachable.includes(channelId)) throw new Error('no answer');
          posted.push({ channelId, ...post });
          return { id: '6000' };
        },
        async edit(channelId, messageId, { content }) {
          const outcome = await discord.edit();
          if ('id' in outcome) edits.push(`${channelId}/${messageId}: ${content}`);
          return outcome;
        },
      },
      log: { warn: (fields) => warnings.push(fields) },
    });
  return { clock, stores, unreachable, posted, warnings, edits, discord, replica };
}

describe('a call', () => {
  it('is for the organizer role, and says when Discord does not answer', async () => {
    const { unreachable, posted, replica, warnings } = setUp({ organizerRoleId: '31' });
    expect(await replica().call(CALL)).toEqual(POSTED);
    expect(posted).toEqual([{ channelId: '800', content: '31: Ana needs help.' }]);
    unreachable.push('800');
    expect(await replica().call(CALL)).toBe('lost');
    expect(warnings).toHaveLength(1);
  });

  it('is posted once in ten minutes across replicas, and again if posting failed', async () => {
    const { clock, unreachable, posted, replica } = setUp({}, ['800']);
    const once = { ...CALL, once: 'm1:501' };
    expect(await replica().call(once)).toBe('lost');
    unreachable.pop();
    const [one, other] = [replica(), replica()];
    expect(
      (await Promise.all([one.call(once), other.call(once)])).toSorted((a) => (a === 'repeated' ? -1 : 1)),
    ).toEqual(['repeated', POSTED]);
    expect(await one.call({ ...once, once: 'm2:501' })).toEqual(POSTED);
    expect(await one.call({ ...once, guildId: '701' })).toEqual(POSTED);
    clock.ms += 10 * 60_000;
    expect(await other.call(once)).toEqual(POSTED);
    expect(posted).toHaveLength(4);
  });

  it('leaves no store key that contains the caller', async () => {
    const { replica, stores } = setUp();
    await replica().call({ ...CALL, once: 'm1:501' });
    expect(stores.keys('calls')).toHaveLength(1);
    expect(stores.keys('calls')[0]).not.toContain('501');
  });
});

describe('an edit', () => {
  const edit = (content: string, isLast = false) => ({
    channelId: '40',
    messageId: '6000',
    post: { content },
    isLast,
  });

  it('is made for one press at a time across replicas, and for the next one after it', async () => {
    const { edits, replica } = setUp();
    const [one, other] = [replica(), replica()];
    expect(await Promise.all([one.edit(edit('Ana')), other.edit(edit('Bruno'))])).toEqual(['edited', 'busy']);
    expect(await other.edit(edit('Bruno'))).toBe('edited');
    expect(edits).toEqual(['40/6000: Ana', '40/6000: Bruno']);
  });

  it('is not made after the last one, which another message does not share', async () => {
    const { edits, replica } = setUp();
    expect(await replica().edit(edit('resolved', true))).toBe('edited');
    expect(await replica().edit(edit('Ana'))).toBe('ended');
    expect(await replica().edit(edit('resolved again', true))).toBe('ended');
    expect(await replica().edit({ ...edit('Ana'), messageId: '6001' })).toBe('edited');
    expect(edits).toEqual(['40/6000: resolved', '40/6001: Ana']);
  });

  it('that Discord refuses or does not answer ends nothing: the next press edits', async () => {
    const { discord, edits, replica } = setUp();
    const { edit: answer } = discord;
    discord.edit = () => Promise.resolve({ refused: 'archived' });
    expect(await replica().edit(edit('resolved', true))).toBe('refused');
    discord.edit = () => Promise.reject(new Error('503'));
    await expect(replica().edit(edit('resolved', true))).rejects.toThrow('503');
    discord.edit = answer;
    expect(await replica().edit(edit('Ana'))).toBe('edited');
    expect(edits).toEqual(['40/6000: Ana']);
  });

  it('by a process that was killed in between holds others up for a minute at most', async () => {
    const { clock, discord, replica } = setUp();
    const { edit: answer } = discord;
    discord.edit = () => new Promise(() => undefined);
    void replica().edit(edit('Ana'));
    await Promise.resolve();
    discord.edit = answer;
    expect(await replica().edit(edit('Bruno'))).toBe('busy');
    clock.ms += 60_000;
    expect(await replica().edit(edit('Bruno'))).toBe('edited');
  });
});
