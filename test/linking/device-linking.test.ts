import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCodeTries } from '../../src/linking/code-tries.ts';
import { createCodes } from '../../src/linking/codes.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { StoreError } from '../../src/store/errors.ts';
import { questionOf, codeOn, getCode, typeAndAgree, yes } from '../support/device.ts';
import { ana, anaMe, asEve, eve, eveMe, linkWorld } from '../support/link-world.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { recordingLog } from '../support/recording-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MINUTE = 60_000;
const WRONG = { outcome: 'refused', refusal: 'wrong' };
const EXPIRED = { outcome: 'refused', refusal: 'gone' };
const member = (i: number) => String(10_000 + i);

describe('a code', () => {
  test('puts its member on the leaderboard of the server where it was typed, at once', async () => {
    const w = linkWorld();
    await w.naming.recordInteraction('5', ana.discordId);
    const question = questionOf(await w.linking.device.check(ana.discordId, (await getCode(w)).code));
    await w.linking.device.confirm(ana.discordId, { ...yes(question), serverId: '5' });
    const ranked = [{ discordId: ana.discordId, playerId: 'p1', playerName: 'Ana Souza' }];
    expect(await w.naming.playersOf('5', eve.discordId)).toEqual(ranked);
    expect(await w.naming.nameable('5', [ana.discordId])).toEqual(new Set([ana.discordId]));
    expect(await w.naming.playersOf('6', ana.discordId)).toEqual([]);
  });

  test('typed where the bot is in no server, it notes none', async () => {
    const w = linkWorld();
    await typeAndAgree(w, ana.discordId, (await getCode(w)).code);
    expect([w.memory.keys('members'), w.memory.keys('rosters')]).toEqual([[], []]);
  });

  test('that moves a player leaves nothing of the former owner, and of a replaced player no registrations', async () => {
    const w = linkWorld();
    await typeAndAgree(w, ana.discordId, (await getCode(w)).code);
    await w.naming.recordInteraction('5', ana.discordId);
    await w.alerts.set(ana.discordId, 'dm');
    await w.registrations.note({ discordId: ana.discordId, playerId: 'p1' }, 'cup');
    await typeAndAgree(w, eve.discordId, (await getCode(w, asEve)).code);
    await w.naming.recordInteraction('5', eve.discordId);
    await w.alerts.set(eve.discordId, 'dm');
    await w.registrations.note({ discordId: eve.discordId, playerId: 'p2' }, 'cup');
    await typeAndAgree(w, eve.discordId, (await getCode(w)).code);
    expect(await w.linkedTo(eve)).toBe('p1');
    for (const name of ['members', 'alerts']) expect(w.memory.keys(name)).toEqual([eve.discordId]);
    expect(w.memory.keys('registrations')).toEqual([]);
    expect((await w.naming.playersOf('5', eve.discordId)).map(({ discordId }) => discordId)).toEqual([
      eve.discordId,
    ]);
  });

  test('keeps the times of its tokens, which are refreshed like any', async () => {
    const w = linkWorld({ extras: ['redirect_uri', 'pkce'], platform: { expiresInSeconds: 100 } });
    await typeAndAgree(w, ana.discordId, (await getCode(w)).code);
    w.clock.time += 95_000;
    const lookup = await w.accounts.find(ana.discordId);
    expect(lookup.state === 'linked' && (await lookup.account.platform.me())).toEqual(anaMe);
    expect(w.platform.refreshes).toHaveLength(1);
  });

  test('works once, for the first who says yes', async () => {
    const w = linkWorld();
    const { code } = await getCode(w);
    const late = questionOf(await w.linking.device.check(eve.discordId, code));
    await typeAndAgree(w, ana.discordId, code);
    expect(await typeAndAgree(w, ana.discordId, code)).toEqual(WRONG);
    expect(await w.linking.device.check(eve.discordId, code)).toEqual(WRONG);
    expect(await w.linking.device.confirm(eve.discordId, yes(late))).toEqual(EXPIRED);
    expect(await w.linkedTo(eve)).toBeUndefined();
  });

  test('is not spent by being asked about, however often', async () => {
    const w = linkWorld();
    const { code } = await getCode(w);
    for (let i = 0; i < 20; i++) questionOf(await w.linking.device.check(ana.discordId, code));
    expect(await typeAndAgree(w, ana.discordId, code)).toMatchObject({ outcome: 'linked' });
  });

  test.each([
    [5 * MINUTE - 1, 'linked', 'linked'],
    [5 * MINUTE, 'wrong', 'gone'],
    [60 * MINUTE, 'wrong', 'gone'],
  ])('%i ms old and typed: %s; asked about before and agreed to: %s', async (age, typed, agreed) => {
    const results = await Promise.all(
      [false, true].map(async (before) => {
        const w = linkWorld();
        const { code } = await getCode(w);
        const question = before && questionOf(await w.linking.device.check(ana.discordId, code));
        w.clock.time += age;
        const answer = question
          ? await w.linking.device.confirm(ana.discordId, yes(question))
          : await typeAndAgree(w, ana.discordId, code);
        expect(await w.linkedTo(ana)).toBe(answer.outcome === 'linked' ? 'p1' : undefined);
        return answer.outcome === 'refused' ? answer.refusal : answer.outcome;
      }),
    );
    expect(results).toEqual([typed, agreed]);
  });

  test('expires by its own time, even if the store still has it', async () => {
    const vault = createVault([{ id: 'k1', key: randomBytes(32) }]);
    let time = 0;
    const codes = createCodes({ stores: memoryStores({ now: () => 0 }).replica(), vault, now: () => time });
    const codeKey = codes.keyOf('K7MP3XQR');
    await codes.issue(codeKey, { playerId: 'p1', tokens: 'sealed' });
    time = 5 * MINUTE;
    expect([await codes.find(codeKey), await codes.take(codeKey)]).toEqual([undefined, undefined]);
  });

  test('typed by 50 users on two replicas with one SQLite file links one of them', async () => {
    const file = `${await temporaryFolder()}/store.sqlite`;
    const tools = { log: recordingLog(), now: Date.now, version: 'test' };
    const stores = await Promise.all([1, 2].map(() => openStores(`sqlite://${file}`, tools)));
    const w = linkWorld({ ...(stores[0] && { stores: stores[0] }) });
    const replicas = [w, w.replica(stores[1])];
    const { code } = await getCode(w);
    const questions = [];
    for (let i = 0; i < 50; i++) questions.push(questionOf(await w.linking.device.check(member(i), code)));
    const answers = await Promise.all(
      questions.map((question, i) => replicas[i % 2]!.linking.device.confirm(member(i), yes(question))),
    );
    expect(answers.filter(({ outcome }) => outcome === 'linked')).toHaveLength(1);
    expect(await w.accounts.memberOf('p1')).toBe(
      member(answers.findIndex((one) => one.outcome === 'linked')),
    );
    await Promise.all(stores.map((store) => store.close()));
  });

  test('agreed to 50 times at once by one member is stored once and told alike', async () => {
    const w = linkWorld();
    let stored = 0;
    w.memory.control.before = async (call) => {
      if (call.startsWith('links.set')) stored++;
    };
    const { code } = await getCode(w);
    const question = questionOf(await w.linking.device.check(ana.discordId, code));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => w.linking.device.confirm(ana.discordId, yes(question))),
    );
    const linked = { outcome: 'linked', playerId: 'p1', playerName: 'Ana Souza' };
    expect(answers).toEqual(Array(50).fill(linked));
    expect(stored).toBe(1);
  });

  test('agreed to once more does not bring back what was unlinked in between', async () => {
    const w = linkWorld();
    const { code } = await getCode(w);
    const question = questionOf(await w.linking.device.check(ana.discordId, code));
    await w.linking.device.confirm(ana.discordId, yes(question));
    await w.accounts.unlink(ana.discordId);
    expect(await w.linking.device.confirm(ana.discordId, yes(question))).toEqual(EXPIRED);
    expect(await w.linkedTo(ana)).toBeUndefined();
  });
});

describe('a code of one consent', () => {
  test('never links the account of another', async () => {
    const w = linkWorld();
    const [anas, eves] = [await getCode(w), await getCode(w, asEve)];
    expect(anas.code).not.toBe(eves.code);
    await typeAndAgree(w, ana.discordId, eves.code);
    expect(await w.linkedTo(ana)).toBe('p6');
    await typeAndAgree(w, eve.discordId, anas.code);
    expect([await w.linkedTo(ana), await w.linkedTo(eve)]).toEqual(['p6', 'p1']);
  });

  test('given again while the first is on its way shows the code of the first, and there is no other', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url } = await browser.go('/link/device/start', (at) => at.pathname === '/link/callback');
    const other = new URL(url);
    other.searchParams.set('code', w.platform.code(eveMe));
    let second: ReturnType<typeof browser.open> | undefined;
    w.memory.control.before = async (call) => {
      if (!call.startsWith('codes.add')) return;
      w.memory.control.before = async () => {};
      second = browser.open(other);
    };
    const page = await browser.open(url);
    expect(page.html).toContain('Ana Souza');
    expect(codeOn((await second)!)).toBe(codeOn(page));
    expect(w.memory.keys('codes')).toHaveLength(1);
    await typeAndAgree(w, ana.discordId, codeOn(page) ?? '');
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('is claimed for one member: the claim is nothing in another’s hands', async () => {
    const w = linkWorld();
    const { code } = await getCode(w);
    const question = questionOf(await w.linking.device.check(ana.discordId, code));
    expect(await w.linking.device.confirm(eve.discordId, yes(question))).toEqual(EXPIRED);
    for (const claim of ['', code, 'v1.k1.AAAA', question.claim.slice(0, -4)])
      expect(await w.linking.device.confirm(ana.discordId, { claim, shown: [] })).toEqual(EXPIRED);
    expect(w.memory.keys('links')).toEqual([]);
    expect(await w.linking.device.confirm(ana.discordId, yes(question))).toMatchObject({ outcome: 'linked' });
  });

  test('is accepted from the form alone: no page links anybody', async () => {
    const w = linkWorld();
    const { browser, code } = await getCode(w);
    for (const path of [
      '/link/start?t=',
      '/link/callback?code=',
      '/link/device?code=',
      '/link/device/code?code=',
    ]) {
      await browser.request(path + code);
      await w.browser().request(path + code);
    }
    await browser.post({ code, csrf: code, shown: '' });
    expect(w.memory.keys('links')).toEqual([]);
  });
});

describe('guessing', () => {
  const wrong = (i: number) => `AAAA-AAA${'23456789'.charAt(i % 8)}`;
  type World = ReturnType<typeof linkWorld>;
  const guess = (w: Pick<World, 'linking'>, discordId: string, times: number) =>
    Promise.all(Array.from({ length: times }, (_, i) => w.linking.device.check(discordId, wrong(i))));

  test('is over after five wrong codes, also for the right one, and for ten minutes', async () => {
    const w = linkWorld();
    for (let i = 0; i < 4; i++) expect(await w.linking.device.check(eve.discordId, wrong(i))).toEqual(WRONG);
    const closed = { outcome: 'refused', refusal: 'closed', until: w.clock.time + 10 * MINUTE };
    expect(await w.linking.device.check(eve.discordId, 'no code at all')).toEqual(closed);
    const { code } = await getCode(w);
    expect(await w.linking.device.check(eve.discordId, code)).toEqual(closed);
    questionOf(await w.linking.device.check(ana.discordId, code)); // all others still get in

    w.clock.time += 10 * MINUTE - 1;
    expect(await w.linking.device.check(eve.discordId, code)).toEqual(closed);
    w.clock.time += 1;
    expect(await w.linking.device.check(eve.discordId, code)).toEqual(WRONG); // too old by now
    questionOf(await w.linking.device.check(eve.discordId, (await getCode(w)).code));
  });

  test('slowly is not stopped, and any five within ten minutes are', async () => {
    const w = linkWorld();
    for (let i = 0; i < 20; i++) {
      expect(await w.linking.device.check(eve.discordId, wrong(i))).toEqual(WRONG);
      w.clock.time += 2.5 * MINUTE + 1;
    }
    // Three are left within the window; two more close.
    expect(await w.linking.device.check(eve.discordId, wrong(1))).toEqual(WRONG);
    expect(await w.linking.device.check(eve.discordId, wrong(1))).toMatchObject({ refusal: 'closed' });
  });

  test('fifty at once on two replicas finds no more than five places', async () => {
    const w = linkWorld();
    const second = w.replica();
    const { code } = await getCode(w);
    let looked = 0;
    w.memory.control.before = async (call) => {
      if (call.startsWith('codes.get')) looked++;
    };
    const answers = (
      await Promise.all([guess(w, eve.discordId, 25), guess(second, eve.discordId, 25)])
    ).flat();
    expect(looked).toBe(5);
    expect(
      answers.filter((answer) => answer.outcome === 'refused' && answer.refusal === 'wrong'),
    ).toHaveLength(4);
    expect(await w.linking.device.check(eve.discordId, code)).toMatchObject({ refusal: 'closed' });
  });

  test('stays stopped across a restart, on a real store', async () => {
    const file = `${await temporaryFolder()}/store.sqlite`;
    const time = { now: 1_800_000_000_000 };
    const run = async (rounds: number) => {
      const stores = await openStores(`sqlite://${file}`, {
        log: recordingLog(),
        now: () => time.now,
        version: 'test',
      });
      const tries = createCodeTries({ stores, now: () => time.now, log: recordingLog() });
      const begun = await Promise.all(Array.from({ length: rounds }, () => tries.begin('666')));
      await stores.close();
      return begun.filter(({ open }) => open).length;
    };
    expect(await run(3)).toBe(3);
    expect(await run(20)).toBe(2);
    expect(await run(5)).toBe(0);
    time.now += 10 * MINUTE;
    expect(await run(20)).toBe(5);
  });

  test('right codes do not count, however many are typed', async () => {
    const w = linkWorld();
    for (let i = 0; i < 12; i++)
      questionOf(await w.linking.device.check(ana.discordId, (await getCode(w)).code));
    await guess(w, ana.discordId, 4);
    questionOf(await w.linking.device.check(ana.discordId, (await getCode(w)).code));
    expect(await w.linking.device.check(ana.discordId, wrong(0))).toMatchObject({ refusal: 'closed' });
  });

  test('by many users is stopped over all of them, and opens again', async () => {
    const w = linkWorld();
    for (let i = 0; i < 125; i++) {
      for (let n = 0; n < 4; n++) {
        expect(await w.linking.device.check(member(i), wrong(n))).toEqual(WRONG);
      }
    }
    const { code } = await getCode(w);
    const until = w.clock.time + 10 * MINUTE;
    const closed = { outcome: 'refused', refusal: 'closed-to-all', until };
    expect(await w.linking.device.check(ana.discordId, code)).toEqual(closed);
    // It is not the members' fault: none loses a try.
    for (let i = 0; i < 10; i++) expect(await w.linking.device.check(ana.discordId, code)).toEqual(closed);
    w.clock.time = until;
    questionOf(await w.linking.device.check(ana.discordId, (await getCode(w)).code));
  });
});

describe('a store that fails', () => {
  test('is never told as a wrong code, and counts none where it does not answer', async () => {
    const w = linkWorld();
    const { code } = await getCode(w);
    w.memory.control.down = true;
    await expect(w.linking.device.check(ana.discordId, code)).rejects.toThrow(StoreError);
    w.memory.control.down = false;
    expect(w.memory.keys('tries')).toEqual([]);
    const question = questionOf(await w.linking.device.check(ana.discordId, code));
    w.memory.control.down = true;
    await expect(w.linking.device.confirm(ana.discordId, yes(question))).rejects.toThrow(StoreError);
    w.memory.control.down = false;
    expect(await w.linking.device.confirm(ana.discordId, yes(question))).toMatchObject({ outcome: 'linked' });
  });

  test('at any write leaves nothing half linked', async () => {
    for (let writes = 0; writes < 12; writes++) {
      const w = linkWorld();
      const { code } = await getCode(w);
      const question = questionOf(await w.linking.device.check(ana.discordId, code));
      w.memory.control.writesLeft = writes;
      const answer = await w.linking.device.confirm(ana.discordId, yes(question)).catch(() => undefined);
      w.memory.control.writesLeft = Infinity;
      w.memory.control.down = false;
      expect(await w.linkedTo(ana)).toBe(answer?.outcome === 'linked' ? 'p1' : undefined);
      await typeAndAgree(w, ana.discordId, (await getCode(w)).code);
      expect(await w.linkedTo(ana)).toBe('p1');
    }
  });
});
