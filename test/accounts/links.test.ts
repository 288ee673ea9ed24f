import { beforeEach, describe, expect, test } from 'vitest';
import { consequences } from '../../src/linking/link-question.ts';
import { createLinks, type LinkRecord } from '../../src/accounts/links.ts';
import { UnreadableError } from '../../src/store/errors.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { recordingLog } from '../support/recording-log.ts';

const HOUR = 3_600_000;

describe('links', () => {
  let time: number;
  let memory: ReturnType<typeof memoryStores>;
  const replica = () => {
    const stores = memory.replica();
    return createLinks({ stores, now: () => time, log: recordingLog() });
  };
  const link = (playerId: string, tokens = `sealed for ${playerId}`): LinkRecord => ({
    playerId,
    tokens,
    linkedAt: time,
    namingShown: true,
  });
  let links: ReturnType<typeof replica>;

  /** Each user's player and each player's user agree, and none has two. */
  async function consistent(users: string[], players: string[]) {
    time += HOUR;
    const view = replica();
    for (const user of users) {
      const ownLink = await view.read(user);
      const owner = ownLink === undefined ? user : await view.memberOf(ownLink.playerId);
      expect(owner).toBe(user);
    }
    for (const player of players) {
      const owner = await view.memberOf(player);
      const playerId = owner === undefined ? player : (await view.read(owner))?.playerId;
      expect(playerId).toBe(player);
    }
    return {
      links: Object.fromEntries(
        await Promise.all(users.map(async (user) => [user, (await view.read(user))?.playerId])),
      ),
      keys: [memory.keys('links'), memory.keys('owners')],
    };
  }

  beforeEach(() => {
    time = 1_800_000_000_000;
    memory = memoryStores({ now: () => time });
    links = replica();
  });

  test('a stored link is found from both sides, on every replica', async () => {
    await links.store('ana', link('p1'));
    expect(await replica().read('ana')).toEqual(link('p1'));
    expect(await replica().memberOf('p1')).toBe('ana');
    expect(await links.read('bao')).toBeUndefined();
    expect(await links.memberOf('p2')).toBeUndefined();
  });

  test('a player who is linked again moves, and the former link goes with its tokens', async () => {
    await links.store('ana', link('p1'));
    await links.store('bao', link('p1'));
    expect(await links.read('ana')).toBeUndefined();
    expect(await links.memberOf('p1')).toBe('bao');
    expect(memory.keys('links')).toEqual(['bao']);
  });

  test('a user who links another player leaves the former one free', async () => {
    await links.store('ana', link('p1'));
    await links.store('ana', link('p2'));
    expect(await links.memberOf('p1')).toBeUndefined();
    expect(memory.keys('owners')).toEqual(['p2']);
  });

  test("a user who links another player takes nothing from the former one's new owner", async () => {
    await links.store('ana', link('p1'));
    await links.store('bao', link('p1'));
    await links.store('ana', link('p2'));
    expect(await links.memberOf('p1')).toBe('bao');
    expect((await links.read('bao'))?.playerId).toBe('p1');
  });

  test('unlinking forgets both keys, once', async () => {
    await links.store('ana', link('p1'));
    expect(await links.remove('ana')).toBe(true);
    expect(await links.remove('ana')).toBe(false);
    expect([memory.keys('links'), memory.keys('owners')]).toEqual([[], []]);
  });

  test('unlinking a void link takes nothing from the owner', async () => {
    await links.store('ana', link('p1'));
    memory.control.before = async (call) => {
      // Another replica moves the player while this one unlinks.
      if (call !== 'links.replace ana') return;
      memory.control.before = async () => {};
      await replica().store('bao', link('p1'));
    };
    await links.remove('ana');
    expect(await links.memberOf('p1')).toBe('bao');
    expect((await links.read('bao'))?.playerId).toBe('p1');
  });

  const scenes: Record<
    string,
    { prepare: () => Promise<unknown>; act: () => Promise<unknown>; held: (string | undefined)[][] }
  > = {
    'a first link': {
      prepare: async () => {},
      act: () => links.store('ana', link('p1')),
      held: [
        ['p1', undefined],
        [undefined, undefined],
      ],
    },
    'a move from another user': {
      prepare: () => links.store('ana', link('p1')),
      act: () => links.store('bao', link('p1')),
      held: [
        ['p1', undefined],
        [undefined, 'p1'],
        [undefined, undefined],
      ],
    },
    'a new player for one user': {
      prepare: () => links.store('ana', link('p1')),
      act: () => links.store('ana', link('p2')),
      held: [
        ['p1', undefined],
        ['p2', undefined],
      ],
    },
    'both at once': {
      prepare: async () => {
        await links.store('ana', link('p1'));
        await links.store('bao', link('p2'));
      },
      act: () => links.store('bao', link('p1')),
      held: [
        ['p1', 'p2'],
        [undefined, 'p1'],
        [undefined, 'p2'],
      ],
    },
    unlinking: {
      prepare: () => links.store('ana', link('p1')),
      act: () => links.remove('ana'),
      held: [
        ['p1', undefined],
        [undefined, undefined],
      ],
    },
  };
  for (const [title, scene] of Object.entries(scenes)) {
    test(`a crash between any two writes of ${title} leaves a state that heals`, async () => {
      for (let writes = 0; ; writes++) {
        memory = memoryStores({ now: () => time });
        links = replica();
        await scene.prepare();
        memory.control.writesLeft = writes;
        const crashed = await scene.act().then(
          () => memory.control.down,
          () => true,
        );
        Object.assign(memory.control, { down: false, writesLeft: Infinity });
        const after = await consistent(['ana', 'bao'], ['p1', 'p2']);
        expect(scene.held).toContainEqual([after.links['ana'], after.links['bao']]);
        // What heals leaves nothing behind: a link for each owner.
        expect(after.keys[0]).toHaveLength(after.keys[1]?.length ?? -1);
        if (!crashed) break;
      }
    });
  }

  test("another replica that looks while a link is being stored does not take the owner's key for dangling", async () => {
    memory.control.before = async (call) => {
      if (call !== 'links.set ana') return;
      memory.control.before = async () => {};
      expect(await replica().memberOf('p1')).toBeUndefined();
      expect(await replica().read('ana')).toBeUndefined();
    };
    await links.store('ana', link('p1'));
    expect((await links.read('ana'))?.playerId).toBe('p1');
  });

  test('a user who links another player between the two reads of a look-up is not called unlinked', async () => {
    await links.store('ana', link('p1'));
    memory.control.before = async (call) => {
      if (call !== 'owners.get p1') return;
      memory.control.before = async () => {};
      await replica().store('ana', link('p2'));
    };
    expect((await links.read('ana'))?.playerId).toBe('p2');
  });

  test('concurrent stores, unlinks and reads never leave a player with two users', async () => {
    for (let round = 0; round < 40; round++) {
      const users = ['ana', 'bao', 'eve'];
      const players = ['p1', 'p2'];
      await Promise.all(
        Array.from({ length: 12 }, async (_, i) => {
          const user = users[(i * 7 + round) % 3] ?? '';
          const player = players[(i + round) % 2] ?? '';
          const at = replica();
          if (i % 4 === 3) await at.remove(user);
          else if (i % 4 === 2) await at.memberOf(player);
          else await at.store(user, link(player, `sealed ${round} ${i}`));
        }),
      );
      const { links: held } = await consistent(users, players);
      const playerIds = Object.values(held).filter((player) => player !== undefined);
      expect(new Set(playerIds).size).toBe(playerIds.length);
    }
  });

  test('a store that is down is never "not linked"', async () => {
    await links.store('ana', link('p1'));
    memory.control.down = true;
    await expect(links.read('ana')).rejects.toThrow('down');
    await expect(links.memberOf('p1')).rejects.toThrow('down');
    await expect(links.remove('ana')).rejects.toThrow('down');
  });

  test('storing says whose links ended with it', async () => {
    expect(await links.store('ana', link('p1'))).toEqual({});
    expect(await links.store('ana', link('p1'))).toEqual({});
    expect(await links.store('ana', link('p2'))).toEqual({ replacedPlayerId: 'p1' });
    expect(await links.store('bao', link('p2'))).toEqual({ unlinkedId: 'ana' });
    await links.store('ana', link('p3'));
    // An owner record that a crash has left: Ana has another player by now.
    memory.damage('owners', 'p4', JSON.stringify({ value: { discordId: 'ana', claimedAt: 1 } }));
    expect(await links.store('bao', link('p4'))).toEqual({ replacedPlayerId: 'p2' });
    expect((await links.read('ana'))?.playerId).toBe('p3');
  });

  test('an unreadable one is an error to its member alone, and is never overwritten', async () => {
    await links.store('ana', link('p1'));
    await links.store('bao', link('p2'));
    memory.damage('links', 'ana', '{"value":{"playerId":"p1","tokens":["older"]}}');
    memory.damage('owners', 'p3', 'garbage');
    const before = memory.text();
    for (const call of [
      () => links.read('ana'),
      () => links.memberOf('p1'),
      () => links.memberOf('p3'),
      () => links.remove('ana'),
      () => links.store('ana', link('p1')),
      () => links.store('ana', link('p4')),
    ])
      await expect(call()).rejects.toBeInstanceOf(UnreadableError);
    expect(memory.text()).toBe(before);
    expect((await links.read('bao'))?.playerId).toBe('p2');
    // Proved by another user, who was warned that another link may end: the player moves, the unreadable record stays.
    for (const playerId of ['p1', 'p3']) {
      await links.remove('cleo');
      expect(await consequences(links, { discordId: 'cleo', playerId })).toMatchObject({
        notices: ['moves'],
      });
      await links.store('cleo', link(playerId));
      expect((await links.read('cleo'))?.playerId).toBe(playerId);
    }
    await expect(consequences(links, { discordId: 'ana', playerId: 'p5' })).rejects.toBeInstanceOf(
      UnreadableError,
    );
    await expect(links.read('ana')).rejects.toBeInstanceOf(UnreadableError);
    expect(memory.unreadable.map(({ namespace }) => namespace).toSorted()).toEqual(['links', 'owners']);
  });
});
