import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStores } from '../../src/store/open-stores.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { ana, anaMe, asAna, linkWorld, type LinkWorld } from '../support/link-world.ts';
import { recordingLog } from '../support/recording-log.ts';
import { noRedis, startRedis, type TestRedis } from '../support/redis.ts';

describe.skipIf(noRedis)('two replicas on one Redis', () => {
  let redis: TestRedis;
  let w: LinkWorld;
  let second: ReturnType<LinkWorld['replica']>;
  beforeAll(async () => {
    redis = await startRedis();
    return () => redis.close();
  });
  beforeEach(async () => {
    redis.cli('FLUSHALL');
    const open = () => openStores(redis.url, { log: recordingLog(), now: Date.now, version: 'test' });
    const stores: OpenedStores[] = [await open(), await open()];
    w = linkWorld({ ...(stores[0] && { stores: stores[0] }) });
    second = w.replica(stores[1]);
    return async () => {
      await Promise.all(stores.map((store) => store.close()));
    };
  });

  /** The same browser, led to the other replica by a balancer. */
  function atSecond(browser: ReturnType<LinkWorld['browser']>) {
    const other = w.browser(asAna, second);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    return other;
  }

  test('know a link at once, wherever it was made, and its end', async () => {
    const browser = w.browser();
    await browser.press(await browser.open(await w.begin()));
    expect(await second.accounts.find(ana.discordId)).toMatchObject({ state: 'linked' });
    expect(await second.accounts.memberOf('p1')).toBe(ana.discordId);
    expect(await second.accounts.unlink(ana.discordId)).toBe(true);
    expect(await w.accounts.find(ana.discordId)).toEqual({ state: 'none' });
  });

  test('a question that one has asked is answered at the other', async () => {
    const browser = w.browser();
    const page = await browser.open(await w.begin());
    await atSecond(browser).post(browser.fields(page));
    await second.linking.idle();
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('one ticket confirmed on both at once links once', async () => {
    const browser = w.browser();
    const page = await browser.open(await w.begin());
    const other = atSecond(browser);
    const form = browser.fields(page);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? browser : other).post(form)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    await w.linking.idle();
    await second.linking.idle();
    expect(w.welcomes).toHaveLength(1);
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('a token refreshed by both at once is refreshed once, and leaves a link that works', async () => {
    const browser = w.browser();
    await browser.press(await browser.open(await w.begin()));
    const me = async ({ accounts }: Pick<LinkWorld, 'accounts'>) => {
      const lookup = await accounts.find(ana.discordId);
      return lookup.state === 'linked' ? lookup.account.platform.me() : lookup.state;
    };
    for (let round = 1; round <= 5; round++) {
      w.platform.endAccess();
      const calls = Array.from({ length: 10 }, (_, i) => me(i % 2 ? w : second));
      expect(await Promise.all(calls)).toEqual(Array(10).fill(anaMe));
      expect(w.platform.refreshes).toHaveLength(round);
    }
    expect(w.platform.refused).toBe(0);
  });
});
