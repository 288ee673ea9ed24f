import { describe, expect, it } from 'vitest';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { parseInteraction } from '../../src/bot/interaction.ts';
import { fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { press, slash } from '../support/interactions.ts';

const parse = (raw: object) => {
  const interaction = parseInteraction(raw);
  if (interaction === undefined) throw new Error('not parsed');
  return interaction;
};

describe('the caller and the place', () => {
  it('roles and permissions of the member, and what the bot may do', () => {
    const raw = slash('rank');
    const member = { ...raw.member, roles: ['31', 7], permissions: '32' };
    expect(parse({ ...raw, member, app_permissions: '18432' })).toMatchObject({
      member: { roleIds: ['31'], permissions: 32n },
      place: { botPermissions: 18_432n },
    });
  });

  it('a damaged permission set grants nothing', () => {
    const raw = slash('rank');
    for (const permissions of [undefined, null, 8, '-1', '0x8', '', '9'.repeat(40), {}]) {
      const member = { ...raw.member, roles: permissions, permissions };
      const parsed = parse({ ...raw, member, app_permissions: permissions });
      expect(parsed.member, JSON.stringify(permissions)).toEqual({ roleIds: [], permissions: 0n });
      expect(parsed.place.botPermissions, JSON.stringify(permissions)).toBe(0n);
    }
  });

  it('of a thread, the channel that it belongs to; of a channel, not its category', () => {
    for (const [type, parentId] of [
      [0, undefined],
      [10, '900'],
      [11, '900'],
      [12, '900'],
    ]) {
      const raw = { ...slash('rank'), channel: { id: '800', type, parent_id: '900' } };
      expect(parse(raw).place.parentId, String(type)).toBe(parentId);
    }
  });
});

describe('resolved data', () => {
  const resolved = {
    users: { '502': { id: '502', username: 'bruno' } },
    members: { '502': { roles: [] }, x: {}, '503': null },
    roles: { '31': { id: '31', name: '@everyone' }, '32': { id: '32', managed: true }, __proto__: {} },
    channels: {
      '801': { id: '801', type: 0, app_permissions: '3072', guild_id: '700' },
      '802': { id: '802', type: 11 },
      '803': { id: '803', type: 0, app_permissions: '8', guild_id: '701' },
    },
  };

  it('of a select: roles, channels, whose they are and what the bot may do there, its own included', () => {
    const raw = press('settings:log', { values: ['801'], bot: '1024' });
    const parsed = parse({ ...raw, data: { ...raw.data, resolved } });
    expect(parsed).toMatchObject({
      resolved: {
        memberIds: ['502'],
        roles: new Map([
          ['31', { isManaged: false, isMentionable: false }],
          ['32', { isManaged: true, isMentionable: false }],
        ]),
        channels: new Map([
          ['800', { isThread: false, isElsewhere: false, botPermissions: 1024n }],
          ['801', { isThread: false, isElsewhere: false, botPermissions: 3072n }],
          ['802', { isThread: true, isElsewhere: false, botPermissions: undefined }],
          ['803', { isThread: false, isElsewhere: true, botPermissions: 8n }],
        ]),
      },
    });
  });

  it('members that come with it are handed to naming, with the server only where the bot is installed', async () => {
    const calls: unknown[] = [];
    const services = fakeServices([]);
    const naming = {
      ...services.naming,
      recordInteraction: (...given: unknown[]) => Promise.resolve(void calls.push(given)),
    };
    const dispatcher = createDispatcher({ ...services, naming, routes: fakeRoutes().routes, log: silent });
    const raw = slash('rank');
    const withMember = { ...raw, data: { ...raw.data, resolved } };
    await dispatcher.dispatch(withMember);
    await dispatcher.dispatch({ ...withMember, authorizing_integration_owners: { '1': '501' } });
    expect(calls).toEqual([
      ['700', '501', ['502']],
      [undefined, '501', ['502']],
    ]);
  });
});
