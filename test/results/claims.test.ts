import { setImmediate } from 'node:timers/promises';
import { expect, it, test } from 'vitest';
import { createScreenshots } from '../../src/discord/screenshots.ts';
import type { FetchAttachment } from '../../src/discord/attachments.ts';
import { createWords } from '../../src/words/words.ts';
import { submit } from '../support/interactions.ts';
import { PEOPLE, type Person } from '../support/result-acts.ts';
import { resultWorld } from '../support/result-world.ts';
import { pass } from '../support/looks.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';

const PNG = { bytes: Buffer.from('png'), extension: 'png' } as const;
const shots = (fetch: FetchAttachment = () => Promise.resolve(PNG)) => createScreenshots(fetch);
const upload = (sizes: readonly number[]) => ({
  components: [
    ...['1', '3'].map((value, at) => ({
      type: 18,
      component: { type: 4, custom_id: ['first', 'second'][at], value },
    })),
    { type: 18, component: { type: 19, custom_id: 'screenshots', values: sizes.map((_, at) => String(at)) } },
  ],
  resolved: {
    attachments: Object.fromEntries(
      sizes.map((size, at) => [at, { url: `https://cdn.discordapp.com/${at}`, filename: 'a.png', size }]),
    ),
  },
});

it('a screenshot that cannot be sent on is named to the member, the others reach the organizers', async () => {
  const world = resultWorld({
    settings: { logChannelId: '803' },
    withScreenshots: shots(({ size }) => Promise.resolve(size > 8 ? undefined : PNG)),
  });
  await world.replica().report('ana', 3, 1);
  const raw = submit('score:claim:m1', {}, { userId: '502', ownerId: '502' });
  const data = { ...raw.data, ...upload([1, 9]) };
  const answer = (await world.replica().send({ ...raw, data })).at(-1)!;
  expect(textOf(answer)).toContain('have both scores');
  expect(textOf(answer)).toContain("1 screenshot couldn't be sent on");
  expect(world.public()[1]?.files.map(({ name }) => name)).toEqual(['player-2-screenshot-1.png']);
});

it('a screenshot is described to the organizers in the server’s language', async () => {
  const world = resultWorld({
    settings: { logChannelId: '803', language: 'fr' },
    withScreenshots: shots(),
  });
  await world.replica().report('ana', 3, 1);
  const raw = submit('score:claim:m1', {}, { userId: '502', ownerId: '502' });
  await world.replica().send({ ...raw, data: { ...raw.data, ...upload([1]) } });
  const fr = createWords().in('fr');
  expect(world.public()[1]?.files.map(({ description }) => description)).toEqual([
    fr('results.organizers.screenshot', { player: 'Bruno' }),
  ]);
});

it('a different score that is the result disputes nothing', async () => {
  const world = resultWorld();
  await world.replica().report('ana', 3, 1);
  const answer = await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 3, 1);
  expect(textOf(answer)).toContain('This score stands already: Ana wins 3–1.');
  expect(labelsOf(answer)).toEqual(["That's wrong"]);
  expect(world.events).toEqual(['reported']);
  expect(world.public()).toHaveLength(1);
});

it('a different score that the platform still shows can be what a dispute says', async () => {
  const world = resultWorld();
  world.show(1, 3);
  await world.replica().report('ana', 3, 1);
  world.show(1, 3);
  await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  expect(world.events.at(-1)).toBe('disputed');
});

it('a reported score that the platform does not show yet is not disputed with itself', async () => {
  const world = resultWorld();
  await world.replica().report('ana', 3, 1);
  world.reopen();
  await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 3, 1);
  expect(world.events).toEqual(['reported']);
});

it.each([['at-once' as const], ['both' as const]])(
  'a different score that is the other side’s is asked to be confirmed (%s)',
  async (agreement) => {
    const world = resultWorld({ settings: { agreement } });
    await world.replica().report('ana', 3, 1);
    const wrong = buttonIn(world.public()[0]!, "That's wrong");
    await world.replica().dispute('bruno', wrong, 1, 3);
    const before = world.public().length;
    const answer = await world.replica().dispute('bruno', wrong, 3, 1);
    expect(textOf(answer)).toContain('The other side now says: Ana wins 3–1.');
    expect(world.events.at(-1)).toBe('disputed');
    expect(world.public()).toHaveLength(before);
    await world.replica().press('bruno', buttonIn(answer, 'Confirm'));
    expect(world.events.at(-1)).toBe('agreed');
  },
);

it('a different score that is the one to confirm is asked to be confirmed', async () => {
  const world = resultWorld({ settings: { agreement: 'both' } });
  await world.replica().report('ana', 3, 1);
  const answer = await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 3, 1);
  expect(labelsOf(answer)).toEqual(['Confirm', "That's wrong"]);
  expect(world.events).toEqual(['proposed']);
});

it('an impossible score is asked for again by the form it was typed into', async () => {
  const world = resultWorld({ match: { bestOf: 3 } });
  await world.replica().report('ana', 2, 1);
  const answer = await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 5, 0);
  expect(labelsOf(answer)).toEqual(['Change score', 'Report anyway']);
  expect(buttonIn(answer, 'Change score')).toMatch(/^score:wrongAgain:m1/);
  const ruled = await world
    .replica()
    .rule('olga', 'score:rule:m1:::::', { reason: 'x', first: '5', second: '0' });
  expect(labelsOf(ruled)).toEqual(['Change score', 'Report anyway']);
  expect(buttonIn(ruled, 'Change score')).toMatch(/^score:ruleAgain:m1/);
  expect(world.events).toEqual(['reported']);
});

it('an impossible score is taken with "Report anyway": a claim with its screenshots, and a ruling', async () => {
  const world = resultWorld({
    settings: { logChannelId: '803' },
    match: { bestOf: 3 },
    withScreenshots: shots(),
  });
  await world.replica().report('ana', 2, 1);
  const answers = await world.replica().send(claimOf('bruno', [1], ['0', '5']));
  const doubt = answers.at(-1)!;
  expect(world.public()).toHaveLength(1);
  await world.replica().press('bruno', buttonIn(doubt, 'Report anyway'));
  const [disputed, toOrganizers] = world.public();
  expect(textOf(disputed!)).toContain('Bruno wins 5–0');
  expect(toOrganizers?.files).toHaveLength(1);
  const rule = 'score:rule:m1:::::';
  const ruled = await world.replica().rule('olga', rule, { reason: 'It stands.', first: '0', second: '5' });
  const settled = await world.replica().press('olga', buttonIn(ruled, 'Report anyway'));
  expect(textOf(settled)).toContain('Ruled.');
  expect(world.writes.at(-1)).toEqual({ playerId: 'u3', score: '0-5' });
  expect(world.events).toEqual(['reported', 'disputed', 'ruled']);
});

const claimOf = (who: Person, sizes: readonly number[], scores = ['1', '3']) => {
  const raw = submit('score:claim:m1', {}, { ...PEOPLE[who], ownerId: PEOPLE[who].userId });
  const data = { ...raw.data, ...upload(sizes) };
  for (const [at, value] of scores.entries()) Object.assign(data.components[at]?.component ?? {}, { value });
  return { ...raw, data };
};

it('both sides’ screenshots stay with the organizers, each side’s latest ones', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' }, withScreenshots: shots() });
  const names = () => world.public()[1]?.files.map(({ name }) => name);
  await world.replica().report('ana', 3, 1);
  await world.replica().send(claimOf('bruno', [1, 1]));
  expect(names()).toEqual(['player-2-screenshot-1.png', 'player-2-screenshot-2.png']);
  await world.replica().send(claimOf('ana', [1], ['3', '0']));
  expect(names()).toEqual([
    'player-2-screenshot-1.png',
    'player-2-screenshot-2.png',
    'player-1-screenshot-1.png',
  ]);
  await world.replica().send(claimOf('bruno', [1], ['0', '3']));
  expect(names()).toEqual(['player-1-screenshot-1.png', 'player-2-screenshot-1.png']);
  await world.replica().send(claimOf('ana', [], ['2', '0']));
  expect(names()).toHaveLength(2);
});

it('of one claim that two replicas are sent at once, the organizers see one screenshot', async () => {
  // Each replica fetches its own.
  const withScreenshots: ReturnType<typeof shots> = (...form) => shots()(...form);
  const world = resultWorld({ settings: { logChannelId: '803' }, withScreenshots });
  await world.replica().report('ana', 3, 1);
  const [first, second] = [world.replica(), world.replica()];
  let requests = 0;
  let sent: Promise<unknown> | undefined;
  const waitFor = async (isReached: () => boolean) => {
    while (!isReached()) await setImmediate();
  };
  const names = () => world.public()[1]?.files.map(({ name }) => name) ?? [];
  world.discord.before = async () => {
    const request = (requests += 1);
    // The first one has sent the message; the second one finds it before that adds its screenshot, and adds its own after it.
    if (request === 2) sent = second.send(claimOf('bruno', [1]));
    if (request === 2) await waitFor(() => requests === 4);
    if (request === 4) await waitFor(() => names().length === 1);
  };
  await first.send(claimOf('bruno', [1]));
  await sent;
  expect(names()).toEqual(['player-2-screenshot-1.png']);
});

test.each([{ waitMs: 0 }, { waitMs: 5 * 60_000 }])(
  'a screenshot that is shown but not stored, as after a crash, stays beside the other side’s ($waitMs ms later)',
  async ({ waitMs }) => {
    const world = resultWorld({ settings: { logChannelId: '803' }, withScreenshots: shots() });
    const names = () => world.public()[1]?.files.map(({ name }) => name);
    await world.replica().report('ana', 3, 1);
    let requests = 0;
    // The first request sends the message, the second one adds the screenshot.
    world.discord.before = async () => void ((requests += 1) === 2 && (world.stores.control.writesLeft = 0));
    await world.replica().send(claimOf('bruno', [1]));
    expect(names()).toEqual(['player-2-screenshot-1.png']);
    world.discord.before = () => Promise.resolve();
    world.stores.control.writesLeft = Infinity;
    world.stores.control.down = false;
    const bot = world.replica();
    if (waitMs > 0) await pass(world, bot, waitMs);
    await bot.send(claimOf('ana', [1], ['3', '0']));
    expect(names()).toEqual(['player-2-screenshot-1.png', 'player-1-screenshot-1.png']);
    await bot.send(claimOf('bruno', [1], ['0', '3']));
    expect(names()).toEqual(['player-1-screenshot-1.png', 'player-2-screenshot-1.png']);
  },
);

it('nothing is fetched for who may not dispute, nor where only the public would see it', async () => {
  const fetched: string[] = [];
  const fetch: FetchAttachment = ({ url }) => {
    fetched.push(url);
    return Promise.resolve(PNG);
  };
  const world = resultWorld({ settings: { logChannelId: '803' }, withScreenshots: shots(fetch) });
  await world.replica().report('ana', 3, 1);
  for (const who of ['chris', 'olga'] as const) await world.replica().send(claimOf(who, [1, 1, 1]));
  expect(fetched).toEqual([]);
  await world.replica().send(claimOf('bruno', [1]));
  expect(fetched).toHaveLength(1);

  const open = resultWorld({ withScreenshots: shots(fetch) });
  await open.replica().report('ana', 3, 1);
  const answer = (await open.replica().send(claimOf('bruno', [1]))).at(-1)!;
  expect(textOf(answer)).toContain("Your screenshots weren't posted");
  expect(fetched).toHaveLength(1);

  const refusing = resultWorld({ settings: { logChannelId: '803' }, withScreenshots: shots() });
  refusing.discord.refuses.add('803');
  await refusing.replica().report('ana', 3, 1);
  const told = (await refusing.replica().send(claimOf('bruno', [1]))).at(-1)!;
  expect(textOf(told)).toContain("Your screenshots weren't posted");
  expect(refusing.public().flatMap(({ files }) => files)).toEqual([]);
});

const shot = {
  url: 'https://cdn.discordapp.com/a',
  contentType: 'image/png',
  filename: 'a.png',
  size: 8 * 2 ** 20,
};
type Fetching = Parameters<Parameters<ReturnType<typeof createScreenshots>>[1]>[0];
/** Sends pictures as a press does, one after the other, and gives how many were there. */
const sendAll =
  (count: number, sent: () => Promise<void> = async () => {}) =>
  async (fetchPicture: Fetching) => {
    if (fetchPicture === 'busy') return fetchPicture;
    let there = 0;
    for (let at = 0; at < count; at++)
      await fetchPicture(shot, async (picture) => {
        if (picture !== undefined) there += 1;
        await sent();
      });
    return there;
  };

it('two pictures of all members are held at once, of one member one, until they are sent on', async () => {
  let held = 0;
  let most = 0;
  const withScreenshots = createScreenshots(async () => {
    held += 1;
    most = Math.max(most, held);
    await setImmediate();
    return PNG;
  });
  const sent = async () => {
    await setImmediate();
    held -= 1;
  };
  const send = (member: string) => withScreenshots(member, sendAll(3, sent));
  expect(await Promise.all([send('a'), send('a')])).toEqual([3, 3]);
  expect(most).toBe(1);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(send))).toEqual([3, 3, 3, 3]);
  expect(most).toBe(2);
  expect(held).toBe(0);
});

it('a picture that waits too long for others is lost, and takes no place', async () => {
  let fetched = 0;
  const fetch = () => {
    fetched += 1;
    return Promise.resolve(PNG);
  };
  const withScreenshots = createScreenshots(fetch, { waitMs: 20 });
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const slow = ['a', 'b'].map((member) =>
    withScreenshots(
      member,
      sendAll(1, () => gate),
    ),
  );
  expect(await withScreenshots('c', sendAll(2))).toBe(0);
  expect(fetched).toBe(2);
  release();
  expect(await Promise.all(slow)).toEqual([1, 1]);
  expect(await Promise.all(['a', 'b', 'c'].map((member) => withScreenshots(member, sendAll(1))))).toEqual([
    1, 1, 1,
  ]);
  const failed = withScreenshots(
    'a',
    sendAll(1, () => Promise.reject(new Error('down'))),
  );
  await expect(failed).rejects.toThrow('down');
  expect(await Promise.all(['a', 'b', 'c'].map((member) => withScreenshots(member, sendAll(1))))).toEqual([
    1, 1, 1,
  ]);
});

it('of many forms that one member sends at once, a few wait for each other, and no more', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const withScreenshots = createScreenshots(() => Promise.resolve(PNG));
  let answered = 0;
  const forms = Array.from({ length: 100 }, () =>
    withScreenshots('a', async (fetchPicture) => {
      const sent = await sendAll(1, () => gate)(fetchPicture);
      answered += 1;
      return sent;
    }),
  );
  await setImmediate();
  expect(answered).toBe(96);
  release();
  expect((await Promise.all(forms)).filter((sent) => sent !== 'busy')).toHaveLength(4);
  expect(await withScreenshots('a', sendAll(1))).toBe(1);
});

it('the three pictures of a form come to the organizers one after the other', async () => {
  const events: string[] = [];
  const fetch: FetchAttachment = ({ url }) => {
    events.push(`fetch ${url.slice(-1)}, ${world.public()[1]?.files.length ?? 'no'} there`);
    return Promise.resolve(PNG);
  };
  const world = resultWorld({ settings: { logChannelId: '803' }, withScreenshots: shots(fetch) });
  await world.replica().report('ana', 3, 1);
  await world.replica().send(claimOf('bruno', [1, 1, 1]));
  expect(events).toEqual(['fetch 0, 0 there', 'fetch 1, 1 there', 'fetch 2, 2 there']);
  expect(world.public()[1]?.files.map(({ name }) => name)).toEqual([
    'player-2-screenshot-1.png',
    'player-2-screenshot-2.png',
    'player-2-screenshot-3.png',
  ]);
});

it('a dispute mentions the organizers’ role for no match of long ago, but of the server’s own tournaments', async () => {
  for (const isAnnounced of [false, true]) {
    const old = resultWorld({
      settings: { logChannelId: '803' },
      match: { endsAt: { epochMs: Date.UTC(2019, 5, 1), precision: 'second' } },
    });
    if (isAnnounced) old.announce('700');
    old.show(3, 1);
    await old.replica().send(claimOf('bruno', []));
    const texts = old.public().map(({ body }) => body.content);
    expect(texts.some((text) => text?.includes('<@&77>'))).toBe(isAnnounced);
    expect(texts).toHaveLength(1);
  }
});

it('a screenshot that follows a claim is sent on, and no line says that the claim changed', async () => {
  const settings = { logChannelId: '803', organizersChannelId: '804' };
  const world = resultWorld({ settings, withScreenshots: shots() });
  await world.replica().report('ana', 3, 1);
  await world.replica().send(claimOf('bruno', [], ['1', '3']));
  world.clock.time += 5000;
  const answer = (await world.replica().send(claimOf('bruno', [1], ['1', '3']))).at(-1)!;
  expect(textOf(answer)).toContain('have both scores');
  expect(world.public()[1]?.files).toHaveLength(1);
  expect(world.lines().filter((line) => line.includes('disputed'))).toHaveLength(1);
});
