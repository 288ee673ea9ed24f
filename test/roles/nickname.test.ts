import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLikeNick, nicknameOf } from '../../src/roles/nickname.ts';
import { ruleIdOf } from '../../src/roles/rules.ts';
import { GUILD, nicknameRule, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const named = (kind: 'name' | 'nameRating' = 'name', madeAt = 1) => nicknameRule(kind, madeAt);

describe('the nickname of a rule', () => {
  test('cuts the name, never the rating, and no character', () => {
    const one = (kind: 'name' | 'nameRating', name: string, elo?: number, isRead = true) =>
      nicknameOf(kind, { name, elo, isRead });
    expect([
      one('name', 'Ana'),
      one('nameRating', 'Ana', 1499.6),
      one('nameRating', 'Ana'),
      one('nameRating', 'Ana', undefined, false),
      one('name', 'x'.repeat(40)),
      one('nameRating', 'x'.repeat(40), 1500),
      one('nameRating', '🏆'.repeat(40), 1500),
      one('name', ' A\n  b\u202E '),
      one('name', '\u3164\u2800'),
      one('nameRating', '', 1500),
      one('nameRating', 'Ana', -0.2),
      one('name', `${'x'.repeat(30)}👨‍👩‍👧`),
      one('name', `${'x'.repeat(30)}e\u0301y`),
      one('name', `${'x'.repeat(29)}🇧🇷y`),
      one('name', 'أحمد'.repeat(10)),
      one('name', '👨‍👩‍👧'.repeat(1) + '\u200d👧'.repeat(20)),
      one('name', '<@1> @everyone'),
    ]).toEqual([
      'Ana',
      'Ana · 1500',
      'Ana',
      undefined,
      `${'x'.repeat(31)}…`,
      `${'x'.repeat(24)}… · 1500`,
      `${'🏆'.repeat(12)}… · 1500`,
      'A b',
      '',
      '',
      'Ana · 0',
      `${'x'.repeat(30)}…`,
      `${'x'.repeat(30)}…`,
      `${'x'.repeat(29)}…`,
      `${'أحمد'.repeat(7)}أحم…`,
      `${'👨‍👩‍👧'}${'\u200d👧'.repeat(7)}…`,
      '<@1> @everyone',
    ]);
    expect([isLikeNick('❤️', '❤'), isLikeNick('Ana 🏆', 'ana'), isLikeNick('🏆', '❤')]).toEqual([
      true,
      true,
      false,
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(9999), (name, elo) => {
        const nick = nicknameOf('nameRating', { name, elo, isRead: true }) ?? '';
        expect(nick.length).toBeLessThanOrEqual(32);
        expect(nick === '' || nick.endsWith(` · ${elo}`)).toBe(true);
        expect(nick).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});

describe('nicknames', () => {
  test('follow the name and the rating, and the earlier nickname comes back with the end of the rule', async () => {
    const world = rolesWorld();
    world.discord.nicks.set('1', 'Anya');
    await world.join(1);
    await world.join(2);
    world.platform.ranks['p1'] = { elo: 1500 };
    world.platform.ranks['p2'] = { elo: 900 };
    world.start('a');
    await world.roles.add(GUILD, { ...named('nameRating'), maker: 'olga' });
    await world.pass(2 * MINUTE);
    expect([world.nickOf('1'), world.nickOf('2')]).toEqual(['Player 1 🏆 · 1500', 'Player 2 🏆 · 900']);
    world.roles.noteRanks([{ playerId: 'p1', elo: 1523 }]);
    await world.pass(15_000);
    expect(world.nickOf('1')).toBe('Player 1 🏆 · 1523');
    // Another rule takes its place.
    expect(await world.roles.add(GUILD, named('name', 2))).toBe('added');
    expect(Object.keys((await world.roles.read(GUILD)).rules)).toHaveLength(1);
    await world.pass(15_000);
    expect([world.nickOf('1'), world.nickOf('2')]).toEqual(['Player 1 🏆', 'Player 2 🏆']);
    await world.roles.remove(GUILD, ruleIdOf(named()), { keep: false });
    await world.pass(MINUTE);
    expect([world.nickOf('1'), world.nickOf('2')]).toEqual(['Anya', undefined]);
    expect(world.discord.renames.map(({ reason }) => reason)).toMatchInlineSnapshot(`
      [
        "Rule by olga: name on the platform · rating",
        "Rule by olga: name on the platform · rating",
        "Rule by olga: name on the platform · rating",
        "Rule: name on the platform",
        "Rule: name on the platform",
        "No rule gives this nickname anymore",
        "No rule gives this nickname anymore",
      ]
    `);
    await world.pass(2 * MINUTE);
    expect(world.posts.join('\n').split('\n').toSorted()).toMatchInlineSnapshot(`
      [
        "<@1> has their own nickname again",
        "<@1> renamed",
        "<@1> renamed",
        "<@2> has their own nickname again",
        "<@2> renamed",
        "<@2> renamed",
      ]
    `);
  });

  test('changed by hand, or set before, stay until the rule is made or the account linked again', async () => {
    const world = rolesWorld();
    world.discord.nicks.set('2', 'Player 2 🏆');
    await world.join(1);
    await world.join(2);
    world.platform.ranks['p1'] = { elo: 1500 };
    world.start('a');
    await world.roles.add(GUILD, named());
    await world.pass(20_000);
    expect(world.discord.renames.map(({ discordId }) => discordId)).toEqual(['1']);
    world.discord.nicks.set('1', 'By hand');
    await world.roles.add(GUILD, roleRule('gold', 'rating', { number: 1400 }));
    await world.pass(7 * HOUR, MINUTE);
    expect(world.nickOf('1')).toBe('By hand');
    await world.roles.add(GUILD, named('name', 2));
    await world.pass(20_000);
    expect([world.nickOf('1'), world.nickOf('2')]).toEqual(['Player 1 🏆', 'Player 2 🏆']);
    await world.unlink('1');
    await world.unlink('2');
    await world.pass(20_000);
    expect([world.nickOf('1'), world.nickOf('2')]).toEqual(['By hand', 'Player 2 🏆']);
    await world.join(1);
    await world.pass(20_000);
    world.discord.nicks.set('1', 'Again');
    await world.hide('1', true);
    await world.pass(20_000);
    expect(world.nickOf('1')).toBe('Again');
  });

  test('come back with Hide and /unlink, also after Discord did not answer', async () => {
    const world = rolesWorld();
    for (const id of ['1', '2', '3']) world.discord.nicks.set(id, `old ${id}`);
    for (const id of [1, 2, 3]) await world.join(id);
    world.start('a');
    await world.roles.add(GUILD, named());
    await world.pass(20_000);
    expect(world.nickOf('3')).toBe('Player 3 🏆');
    let losses = 2;
    world.discord.mishap = () => (losses-- > 0 ? { error: world.wait(), isApplied: true } : undefined);
    await world.hide('1', true);
    await world.unlink('2');
    await world.pass(MINUTE);
    expect([world.nickOf('1'), world.nickOf('2'), world.nickOf('3')]).toEqual([
      'old 1',
      'old 2',
      'Player 3 🏆',
    ]);
    expect(world.discord.renames).toHaveLength(5);
    await world.hide('1', false);
    await world.pass(15_000);
    expect(world.nickOf('1')).toBe('Player 1 🏆');
  });

  test('of the owner and of members above the bot stay, and pause nothing', async () => {
    const world = rolesWorld();
    await world.join(1, ['admin']);
    await world.join(2);
    await world.join(3);
    world.discord.ownerId = '2';
    const requests = new Set<string>();
    world.discord.mishap = (change) => {
      if ('nick' in change) requests.add(change.discordId);
      return undefined;
    };
    const process = world.start('a');
    await world.roles.add(GUILD, named());
    await world.roles.add(GUILD, roleRule('linked', 'linked'));
    await world.pass(MINUTE);
    expect(['1', '2', '3'].map((id) => [world.nickOf(id), world.rolesOf(id)])).toEqual([
      [undefined, ['admin', 'linked']],
      [undefined, ['linked']],
      ['Player 3 🏆', ['linked']],
    ]);
    expect(await world.roles.page(GUILD)).toMatchObject({ left: 0 });
    expect(world.notes).toEqual([]);
    expect([...requests]).toEqual(['3']);
    const looks = world.discord.looks.length;
    await world.pass(30 * MINUTE, 10_000);
    // Discord is not asked again and again.
    expect([world.discord.looks.length - looks, process.backlog()]).toEqual([
      0,
      { members: 0, stalledMs: 0 },
    ]);
  });

  test('pause alone without Manage Nicknames, say so once, and go on by themselves', async () => {
    const world = rolesWorld();
    await world.join(1);
    world.discord.canRename = false;
    world.start('a');
    await world.roles.add(GUILD, named());
    await world.roles.add(GUILD, roleRule('linked', 'linked'));
    await world.pass(20 * MINUTE, 5000);
    expect([world.nickOf('1'), world.rolesOf('1'), world.notes]).toMatchInlineSnapshot(`
      [
        undefined,
        [
          "linked",
        ],
        [
          "⚠ I don't have the Manage Nicknames permission, so the rule for nicknames is paused. It goes on by itself once I have it.",
        ],
      ]
    `);
    world.discord.canRename = true;
    await world.pass(6 * MINUTE, 5000);
    expect([world.nickOf('1'), world.notes.length]).toEqual(['Player 1 🏆', 2]);
    expect(world.notes[1]).toMatchInlineSnapshot(`"I can manage nicknames: their rule goes on."`);
  });

  test('a kill at any act of a rename forgets nothing and loses no member’s own name', async () => {
    for (let act = 1; act <= 8; act++)
      for (const isMade of [true, false]) {
        const world = rolesWorld();
        world.discord.nicks.set('1', 'Anya');
        await world.join(1);
        const first = world.start('a');
        await world.pass(20_000);
        world.start('b');
        first.killAt(act, isMade);
        await world.roles.add(GUILD, named());
        await world.pass(MINUTE, 2000);
        expect([act, isMade, world.nickOf('1')]).toEqual([act, isMade, 'Player 1 🏆']);
        await world.roles.remove(GUILD, ruleIdOf(named()), { keep: false });
        await world.pass(MINUTE, 2000);
        expect([act, isMade, world.nickOf('1')]).toEqual([act, isMade, 'Anya']);
        expect(world.discord.renames).toHaveLength(2);
      }
  });
});
