import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/accounts/accounts.ts';
import { LinkLostError } from '../../src/accounts/links.ts';
import { LinkUnreadableError } from '../../src/accounts/tokens.ts';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { createLinks } from '../../src/accounts/links.ts';
import {
  openTokens,
  sealContext,
  sealTokens,
  tokenTimes,
  type SealedAccount,
} from '../../src/accounts/token-records.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { PlatformError } from '../../src/platform/error.ts';
import { failureOf } from '../../src/platform/failure.ts';
import { fakePlatform, outage } from '../support/fake-platform.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { recordingLog } from '../support/recording-log.ts';

const ME = { id: 'p1', name: 'Ana Souza' };
const refused = new PlatformError('invalid', {
  operation: 'POST /oauth/token',
  status: 400,
  oauthError: 'invalid_grant',
});

/** One linked member, and any number of replicas over one store. Sleeping lets time go by. */
async function world(options: Parameters<typeof fakePlatform>[0] = {}) {
  const clock = { time: 1_800_000_000_000, onSleep: async (): Promise<void> => {} };
  const now = () => clock.time;
  const memory = memoryStores({ now });
  const platform = fakePlatform(options);
  const key = { id: 'k1', key: randomBytes(32) };
  const log = recordingLog();
  const sleep = async (ms: number) => {
    clock.time += ms;
    await clock.onSleep();
    for (let i = 0; i < 20; i++) await Promise.resolve(); // others get their turn
  };
  const replica = ({ keys = [key], instead = platform as Partial<typeof platform> } = {}) => {
    const stores = memory.replica();
    const vault = createVault(keys);
    const links = createLinks({ stores, now, log });
    const deps = {
      stores,
      links,
      vault,
      platform: { ...platform, ...instead },
      now,
      sleep,
      random: randomBytes,
      log,
    };
    return { links, vault, accounts: createAccounts(deps) };
  };
  const first = replica();
  const grant = platform.grant(ME);
  const link: SealedAccount = {
    playerId: 'p1',
    playerName: 'Ana Souza',
    tokens: sealTokens(first.vault, sealContext.link('ana'), grant),
    ...tokenTimes(grant, now()),
  };
  await first.links.store('ana', link);
  const account = async (at = first): Promise<Account> => {
    const lookup = await at.accounts.find('ana');
    if (lookup.state !== 'linked') throw new Error(lookup.state);
    return lookup.account;
  };
  const me = async (at = first) => (await account(at)).platform.me();
  return { ...first, clock, memory, platform, log, key, replica, account, me, grant };
}

describe('the lifetime of a token', () => {
  test.each([
    [10, 9_000],
    [3600, 3_540_000],
    [60, 54_000],
    [0.5, 450],
  ])('of %d s is used for %d ms', (expiresInSeconds, usedMs) => {
    expect(tokenTimes({ accessToken: 'a', expiresInSeconds }, 0).refreshFrom).toBe(usedMs);
  });
  test.each([undefined, 0, -1, NaN, Infinity])('of %s is unknown', (expiresInSeconds) => {
    const grant = { accessToken: 'a', ...(expiresInSeconds !== undefined && { expiresInSeconds }) };
    expect(tokenTimes(grant, 0)).toEqual({});
  });
});

describe('a member’s token', () => {
  test('is used as it is while it lives', async () => {
    const w = await world({ expiresInSeconds: 10 });
    w.clock.time += 8_999;
    expect(await w.me()).toEqual(ME);
    expect(w.platform.refreshes).toEqual([]);
  });

  test('is refreshed shortly before its end, and the new one is used from then on', async () => {
    const w = await world({ expiresInSeconds: 10 });
    for (let round = 1; round <= 5; round++) {
      w.clock.time += 9_000;
      expect(await w.me()).toEqual(ME);
      expect(await w.me()).toEqual(ME);
      expect(w.platform.refreshes).toHaveLength(round);
    }
    expect(w.platform.refused).toBe(0);
  });

  test('is refreshed after a 401, and the call is made once more', async () => {
    const w = await world();
    w.platform.endAccess();
    expect(await w.me()).toEqual(ME);
    expect(w.platform.refreshes).toHaveLength(1);
  });

  test('is refreshed once for many calls at once', async () => {
    const w = await world();
    w.platform.endAccess();
    const account = await w.account();
    const calls = Array.from({ length: 20 }, () => account.platform.me());
    const others = Array.from({ length: 20 }, () => w.me());
    expect(new Set(await Promise.all([...calls, ...others]))).toEqual(new Set([ME]));
    expect(w.platform.refreshes).toHaveLength(1);
  });

  test('is refreshed once by two replicas at once, so that a rotated token is never sent twice', async () => {
    const w = await world();
    w.platform.endAccess();
    const second = w.replica();
    await Promise.all([w.me(), w.me(second), w.me(), w.me(second)]);
    expect(w.platform.refreshes).toHaveLength(1);
    expect(w.memory.keys('leases')).toEqual([]);
  });

  test('of another replica is used instead of a refresh', async () => {
    const w = await world();
    const second = w.replica();
    const early = await w.account(second);
    w.platform.endAccess();
    await w.me();
    expect(await early.platform.me()).toEqual(ME);
    expect(w.platform.refreshes).toHaveLength(1);
  });

  test('keeps its refresh token where the platform gives no new one', async () => {
    const w = await world({ rotates: false });
    for (let i = 0; i < 3; i++) {
      w.platform.endAccess();
      expect(await w.me()).toEqual(ME);
    }
    expect(new Set(w.platform.refreshes).size).toBe(1);
  });

  test('is stored before it is used: a crash after the refresh loses nothing', async () => {
    const w = await world();
    w.platform.endAccess();
    let stored = false;
    const as: typeof w.platform.as = (credentials) =>
      w.platform.as({
        ...credentials,
        async renew(rejected) {
          const token = await credentials.renew(rejected);
          const { tokens } = (await w.links.read('ana'))!;
          stored = openTokens(w.vault, sealContext.link('ana'), tokens).accessToken === token;
          return token;
        },
      });
    expect(await w.me(w.replica({ instead: { as } }))).toEqual(ME);
    expect(stored).toBe(true);
    w.platform.endAccess();
    expect(await w.me(w.replica())).toEqual(ME);
    expect(w.platform.refused).toBe(0);
  });

  test('is written again where the store stumbles, since there is no second copy of it', async () => {
    const w = await world();
    w.platform.endAccess();
    let stumbles = 2;
    w.memory.control.before = async (call) => {
      w.memory.control.down = call === 'links.replace ana' && stumbles-- > 0;
    };
    expect(await w.me()).toEqual(ME);
    w.memory.control.before = async () => {};
    w.platform.endAccess();
    expect(await w.me()).toEqual(ME);
    expect(w.platform.refused).toBe(0);
  });

  test('that the platform refuses for good marks the link, and the member is not simply unlinked', async () => {
    const w = await world();
    w.platform.endAccess();
    w.platform.endRefresh();
    await expect(w.me()).rejects.toThrow(new LinkLostError('expired'));
    expect(await w.accounts.find('ana')).toEqual({
      state: 'expired',
      playerId: 'p1',
      playerName: 'Ana Souza',
      linkedAt: expect.any(Number),
    });
    expect(await w.accounts.memberOf('p1')).toBe('ana');
  });

  test('without a refresh token is used until the platform refuses it, even past its expiry', async () => {
    const w = await world({ gives: 'access alone', expiresInSeconds: 10 });
    w.clock.time += 3_600_000;
    expect(await w.me()).toEqual(ME);
    w.platform.endAccess();
    await expect(w.me()).rejects.toThrow(new LinkLostError('expired'));
    expect((await w.accounts.find('ana')).state).toBe('expired');
  });
});

describe('a token endpoint', () => {
  test('that is down is an outage, and the link stays', async () => {
    const w = await world();
    w.platform.endAccess();
    w.platform.failure = outage;
    await expect(w.me()).rejects.toBe(outage);
    w.platform.failure = undefined;
    expect(await w.me()).toEqual(ME);
  });

  test('that is down is no matter while the token in hand still lives', async () => {
    const w = await world({ expiresInSeconds: 10 });
    w.clock.time += 9_500;
    w.platform.failure = outage;
    expect(await w.me()).toEqual(ME);
    w.clock.time += 500;
    await expect(w.me()).rejects.toBe(outage);
  });

  test.each([
    [
      'a wrong client secret',
      new PlatformError('unauthorised', {
        operation: 'POST /oauth/token',
        status: 401,
        oauthError: 'invalid_client',
      }),
    ],
    [
      'a refused client',
      new PlatformError('invalid', {
        operation: 'POST /oauth/token',
        status: 400,
        oauthError: 'unauthorized_client',
      }),
    ],
    ['a bare 401', new PlatformError('unauthorised', { operation: 'POST /oauth/token', status: 401 })],
    ['a limit', new PlatformError('rate-limited', { operation: 'POST /oauth/token', status: 429 })],
    ['nonsense', new PlatformError('unexpected-response', { operation: 'POST /oauth/token', status: 200 })],
  ])('that answers with %s ends no link', async (_what, failure) => {
    const w = await world();
    w.platform.endAccess();
    w.platform.failure = failure;
    await expect(w.me()).rejects.toBe(failure);
    expect((await w.accounts.find('ana')).state).toBe('linked');
  });

  test.each([
    ['a bare 400', new PlatformError('invalid', { operation: 'POST /oauth/token', status: 400 })],
    [
      'that it knows no refresh',
      new PlatformError('invalid', {
        operation: 'POST /oauth/token',
        status: 400,
        oauthError: 'unsupported_grant_type',
      }),
    ],
  ])('that answers with %s after a 401 sends the member through /link again', async (_what, failure) => {
    const w = await world();
    w.platform.endAccess();
    w.platform.failure = failure;
    await expect(w.me()).rejects.toThrow(new LinkLostError('expired'));
  });
});

/** How platforms say that a refresh token is dead: their own documents and reports. */
const DEAD: [string, number, unknown][] = [
  ['RFC 6749', 400, { error: 'invalid_grant' }],
  ['RFC 6749 with another status', 403, { error: 'invalid_grant' }],
  [
    'github.com',
    200,
    { error: 'bad_refresh_token', error_description: 'The refresh token passed is incorrect or expired.' },
  ],
  ['the same with a 401', 401, { error: 'bad_refresh_token' }],
  ['ccpgames/sso-issues#31', 400, { error: 'invalid_token' }],
  ['ccpgames/sso-issues#54', 400, { error: 'invalid_grant: Token is expired or invalid.' }],
  [
    'supabase/auth#2829',
    400,
    { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' },
  ],
  ['ferriskey/ferriskey#1284', 401, 'Invalid token'],
  ['better-auth/better-auth#8103', 400, { error: 'invalid_request', error_description: 'session not found' }],
  ['HubSpot', 400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }],
  ['an expired one', 401, { error: 'expired_token' }],
  ['an invalid one', 422, { error: 'invalid_refresh_token' }],
  [
    'a request that names it',
    400,
    { error: 'invalid_request', error_description: 'refresh token was revoked' },
  ],
  ['none of that id', 404, { message: 'Not found' }],
];

test.each(DEAD)(
  'a refresh token that is dead in the words of %s sends the member through /link again',
  async (_, status, body) => {
    const w = await world();
    w.platform.endAccess();
    const failure = failureOf({ operation: 'POST /oauth/token', status, body });
    if (failure === undefined) throw new Error('taken for a success');
    w.platform.failure = failure;
    await expect(w.me()).rejects.toThrow(new LinkLostError('expired'));
    expect((await w.accounts.find('ana')).state).toBe('expired');
  },
);

test.each([
  [400, { error: 'invalid_request', error_description: 'client_id is missing' }],
  [400, { error: 'unauthorized_client', error_description: 'The token is not for this client.' }],
  [401, { error: 'invalid_client', error_description: 'Invalid token request.' }],
  [403, { message: 'Your address is blocked.' }],
  [429, { error: 'invalid_grant' }],
  [503, { error: 'invalid_token' }],
])('a refresh that is refused for another reason ends no link: %i %j', async (status, body) => {
  const w = await world();
  w.platform.endAccess();
  const failure = failureOf({ operation: 'POST /oauth/token', status, body });
  w.platform.failure = failure;
  await expect(w.me()).rejects.toBe(failure);
  expect((await w.accounts.find('ana')).state).toBe('linked');
});

describe('two replicas without a lease between them', () => {
  test('the one that is refused finds what the other has written a moment later', async () => {
    const w = await world();
    w.platform.endAccess();
    const winner = w.replica();
    const loser = w.replica({
      instead: {
        refresh: async () => {
          await w.me(winner); // waits until the lease of this one has run out
          throw refused;
        },
      },
    });
    expect(await w.me(loser)).toEqual(ME);
    expect((await w.accounts.find('ana')).state).toBe('linked');
  });

  test('the one that was first but writes late mends the mark that the refused one has set', async () => {
    const w = await world();
    w.platform.endAccess();
    const loser = w.replica({ instead: { refresh: () => Promise.reject(refused) } });
    w.platform.beforeAnswer = async () => {
      w.platform.beforeAnswer = async () => {};
      w.clock.time += 60_000; // its lease has run out
      await expect(w.me(loser)).rejects.toThrow(new LinkLostError('expired'));
      expect((await w.accounts.find('ana')).state).toBe('expired');
    };
    expect(await w.me()).toEqual(ME);
    expect((await w.accounts.find('ana')).state).toBe('linked');
    w.platform.endAccess();
    expect(await w.me()).toEqual(ME);
  });

  test('the one that is refused waits a moment for the other to write', async () => {
    const w = await world();
    w.platform.endAccess();
    const winner = w.replica();
    const loser = w.replica({ instead: { refresh: () => Promise.reject(refused) } });
    w.clock.onSleep = async () => {
      const link = (await winner.links.read('ana'))!;
      const tokens = sealTokens(w.vault, sealContext.link('ana'), w.platform.grant(ME));
      await winner.links.replace('ana', link, { ...link, tokens });
    };
    expect(await w.me(loser)).toEqual(ME);
  });

  test('the one whose lease has run out leaves the other’s alone', async () => {
    const w = await world();
    w.platform.endAccess();
    const others = w.memory.replica().namespace<string>('leases');
    w.platform.beforeAnswer = async () => {
      w.clock.time += 60_000;
      await others.add('ana', 'of another replica', 15_000);
    };
    expect(await w.me()).toEqual(ME);
    expect(await others.get('ana')).toBe('of another replica');
  });

  test('a mark never goes over tokens that were written between the last look and the mark', async () => {
    const w = await world();
    w.platform.endAccess();
    const loser = w.replica({ instead: { refresh: () => Promise.reject(refused) } });
    let marks = 0;
    w.memory.control.before = async (call) => {
      if (call !== 'links.replace ana' || marks++ > 0) return;
      w.clock.time += 60_000;
      await w.me();
    };
    expect(await w.me(loser)).toEqual(ME);
    expect((await w.accounts.find('ana')).state).toBe('linked');
  });

  test('a holder of the lease that died is waited for, not for ever', async () => {
    const w = await world();
    w.platform.endAccess();
    await w.memory.replica().namespace<string>('leases').set('ana', 'of the dead', 15_000);
    const from = w.clock.time;
    expect(await w.me()).toEqual(ME);
    expect(w.clock.time - from).toBeLessThan(16_000);
  });
});

describe('a refresh that ends when things have changed', () => {
  test('does not bring back a link that was forgotten meanwhile', async () => {
    const w = await world();
    w.platform.endAccess();
    w.platform.beforeAnswer = async () => void (await w.accounts.unlink('ana'));
    await expect(w.me()).rejects.toThrow(new LinkLostError('none'));
    expect(await w.accounts.find('ana')).toEqual({ state: 'none' });
    expect(w.memory.keys('links')).toEqual([]);
  });

  test('does not go over a link to another player', async () => {
    const w = await world();
    w.platform.endAccess();
    const other = { id: 'p2', name: 'Other' };
    w.platform.beforeAnswer = async () => {
      const tokens = sealTokens(w.vault, sealContext.link('ana'), w.platform.grant(other));
      await w.links.store('ana', { playerId: 'p2', tokens });
    };
    await w.me();
    const lookup = await w.accounts.find('ana');
    expect(lookup).toMatchObject({ state: 'linked', account: { playerId: 'p2' } });
    expect(await w.me()).toEqual(other);
  });

  test('a former owner’s call in flight fails because the link is gone', async () => {
    const w = await world();
    const account = await w.account();
    w.platform.endAccess();
    await w.links.store('bao', {
      playerId: 'p1',
      tokens: sealTokens(w.vault, sealContext.link('bao'), w.platform.grant(ME)),
    });
    await expect(account.platform.me()).rejects.toThrow(new LinkLostError('none'));
    expect(w.platform.refreshes).toEqual([]);
  });
});

describe('keys', () => {
  test('may rotate: the old one opens, and what is refreshed lies under the new one', async () => {
    const w = await world();
    const newer = { id: 'k2', key: randomBytes(32) };
    const rotated = w.replica({ keys: [newer, w.key] });
    expect(await w.me(rotated)).toEqual(ME);
    w.platform.endAccess();
    await w.me(rotated);
    expect(w.memory.text()).toContain('v1.k2.');
    expect(await w.me(w.replica({ keys: [newer] }))).toEqual(ME);
  });

  describe('changed in the middle of a refresh', () => {
    /** A bot whose link is sealed again between the platform's answer and what is written of it. */
    async function changing() {
      const w = await world();
      const both = w.replica({ keys: [{ id: 'k2', key: randomBytes(32) }, w.key] });
      w.platform.endAccess();
      let changes = 0;
      w.memory.control.before = async (call) => {
        if (call !== 'links.replace ana' || changes++ > 0) return;
        const link = (await both.links.read('ana'))!;
        const context = sealContext.link('ana');
        const tokens = both.vault.seal(both.vault.open(link.tokens, context), context);
        await both.links.replace('ana', link, { ...link, tokens });
      };
      return { w, both };
    }

    test('keep the tokens that it brought', async () => {
      const { w, both } = await changing();
      expect(await w.me(both)).toEqual(ME);
      w.platform.endAccess();
      expect(await w.me(both)).toEqual(ME);
      expect(w.platform.refused).toBe(0);
    });

    test('keep the mark that it set', async () => {
      const { w, both } = await changing();
      w.platform.endRefresh();
      await expect(w.me(both)).rejects.toThrow(new LinkLostError('expired'));
      expect((await both.accounts.find('ana')).state).toBe('expired');
    });
  });

  test.each(['k9', 'k1'])(
    'that were left out, or changed under the id %s, ask nobody to link again and change nothing',
    async (id) => {
      const w = await world();
      const without = w.replica({ keys: [{ id, key: randomBytes(32) }] });
      const before = w.memory.text();
      await expect(w.me(without)).rejects.toThrow(LinkUnreadableError);
      expect(w.memory.text()).toBe(before);
      expect(await w.me()).toEqual(ME);
    },
  );
});

test('a store that is down says so from every method', async () => {
  const w = await world();
  w.memory.control.down = true;
  await expect(w.accounts.find('ana')).rejects.toThrow('down');
  await expect(w.accounts.memberOf('p1')).rejects.toThrow('down');
  await expect(w.accounts.unlink('ana')).rejects.toThrow('down');
});

test('no token is in clear in the store, or in the log', async () => {
  const w = await world({ expiresInSeconds: 10 });
  w.clock.time += 9_000;
  await w.me();
  w.platform.endAccess();
  w.platform.endRefresh();
  await expect(w.me()).rejects.toThrow('expired');
  expect(w.memory.text() + w.log.text()).not.toMatch(/secret-/);
  expect(w.log.lines.length).toBeGreaterThan(0);
});
