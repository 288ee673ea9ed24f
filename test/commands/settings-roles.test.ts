import { describe, expect, test } from 'vitest';
import { buttonOf, componentsOf, people, wordsOf } from '../support/ask.ts';
import { fakeGuilds } from '../support/fakes.ts';
import { press, slash, submit } from '../support/interactions.ts';
import { GUILD, rolesWorld } from '../support/roles-world.ts';
import { messageText } from '../support/message-text.ts';

const ROLE = '310';
/** Manage Server and Manage Roles, with the highest role `311`. */
const ADMIN = { permissions: String(32 + 2 ** 28), roles: ['311'], ephemeral: true } as const;
/** Manage Server alone. */
const MANAGER = { ...ADMIN, permissions: '32' } as const;

type Who = { permissions: string; roles: readonly string[]; ephemeral: boolean };

async function panel() {
  const world = rolesWorld();
  world.discord.roles = ['admin', 'bot', '311', ROLE];
  world.start('a');
  const guilds = fakeGuilds({ logChannelId: '900' });
  const asked = people({ roles: world.roles, guilds });
  const ask = (raw: object) => asked.ask(raw);
  const opened = await ask(slash('settings', {}, ADMIN));
  const page = await ask(press(buttonOf(opened, 'Roles'), ADMIN));
  const selectOf = (shown: typeof page, kind: number): string =>
    componentsOf(shown).find(({ type }) => type === kind)?.custom_id ?? '';
  /** Chooses a role, as Discord resolves it. */
  const choose = (roleId: string, shown = page, who: Who = ADMIN) => {
    const raw = press(selectOf(shown, 6), { ...who, values: [roleId] });
    return ask({
      ...raw,
      data: { ...raw.data, component_type: 6, resolved: { roles: { [roleId]: { id: roleId } } } },
    });
  };
  return { world, guilds, ask, page, choose, selectOf };
}

describe('the page Roles', () => {
  test('makes a rule after a preview, lists it, and says what is still to be done', async () => {
    const { world, guilds, ask, page, choose } = await panel();
    expect(messageText(page)).toMatchInlineSnapshot(`
      | # Roles that follow the platform
      | Each rule gives one role to members who are linked, don't hide and are in this server. I only take roles that I gave.
      |
      | No rules yet. Choose a role to make the first one.
      (select: Add a rule: choose its role)
      [Nickname…] [Only the highest rating: on] [Lines in the log channel: on]
      [Server] [Results] [Language] [Series] [Roles – disabled]
    `);
    await world.join(1);
    await world.join(2);
    world.roles.noteRanks([
      { playerId: 'p1', elo: 1600, rank: 'Gold' },
      { playerId: 'p2', elo: 900 },
    ]);
    await world.pass(1000);
    const kinds = await choose(ROLE);
    expect(messageText(kinds)).toMatchInlineSnapshot(`
      Who gets <@&310>?
      (select: Members who…)
        ○ linked
        ○ plays in a tournament followed here
        ○ won the last tournament followed here
        ○ rank is Gold
      [Another rank…] [Rating…] [Among the first…] [Back]
    `);
    const form = buttonOf(kinds, 'Rating…').replace('ruleForm', 'ruleValue');
    const typed = submit(form, { value: '１,５００' }, ADMIN);
    const preview = await ask({ ...typed, message: { ...typed.message, flags: 64 } });
    expect(messageText(preview)).toMatchInlineSnapshot(`
      | # What this rule would do
      | <@&310>: rating of 1,500 or more
      |
      | Gives <@&310> to 1 member.
      |
      | -# By the ranks known so far. Who has the role already keeps it.
      [Start] [Back]
    `);
    const saved = await ask(press(buttonOf(preview, 'Start'), ADMIN));
    expect(wordsOf(saved)).toContain('1 change to go');
    await world.pass(60_000);
    const [id = ''] = Object.keys((await world.roles.read(GUILD)).rules);
    const rule = await ask(press(`settings:rule:${openedAt(page)}`, { ...ADMIN, values: [id] }));
    expect(messageText(rule)).toMatchInlineSnapshot(`
      <@&310>: rating of 1,500 or more. 1 member holds it.
      [Remove…] [Back]
    `);
    const asked = await ask(press(buttonOf(rule, 'Remove…'), ADMIN));
    await ask(press(buttonOf(asked, 'Let them keep it'), ADMIN));
    expect(guilds.notes.map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "<@501> made a rule for <@&310>: rating of 1,500 or more",
        "<@501> removed a rule for <@&310>: rating of 1,500 or more. Its members keep the role.",
      ]
    `);
    await world.pass(60_000);
    expect(world.rolesOf('1')).toEqual([ROLE]);
  });

  test('refuses roles by their reason', async () => {
    const { world, choose } = await panel();
    const bot = await world.roles.discord.botRoles(GUILD);
    const change = (more: object) => {
      if (bot === 'no-server') throw new Error('it is there');
      const role = { name: 'x', isManaged: false, isBelow: true, place: 0, permissions: 0n, ...more };
      const own = { ...role, place: 1 };
      world.roles.discord.botRoles = async () => ({
        ...bot,
        roles: new Map([
          [ROLE, role],
          ['311', own],
        ]),
      });
    };
    const says: string[] = [];
    for (const more of [{ isManaged: true }, { isBelow: false }, { permissions: 4n }]) {
      change(more);
      says.push(wordsOf(await choose(ROLE)));
    }
    change({});
    world.discord.inChannels.set(ROLE, 1n << 13n);
    says.push(wordsOf(await choose(ROLE)));
    const botRoles = world.roles.discord.botRoles.bind(world.roles.discord);
    world.roles.discord.botRoles = async (guildId) =>
      ({ ...((await botRoles(guildId)) as object), canManage: false }) as never;
    says.push(wordsOf(await choose(ROLE)), wordsOf(await choose(GUILD)));
    expect(says).toMatchInlineSnapshot(`
      [
        "<@&310> belongs to a bot or an integration, so I can't give it. Choose another role.",
        "<@&310> stands above my highest role, so I can't give it. Move it below mine in the server's settings, then choose it again.",
        "<@&310> can moderate or manage this server or one of its channels, and I don't give such roles. Choose one without these permissions.",
        "<@&310> can moderate or manage this server or one of its channels, and I don't give such roles. Choose one without these permissions.",
        "⚠ I need the Manage Roles permission for this. [Grant it](https://discord.example/oauth2/authorize?client_id=900&permissions=402653184), or give it to my role in the server's settings.",
        "@everyone can't be given or taken. Choose another role.",
      ]
    `);
  });

  test('refuses a rule for a role that the admin could not give by hand', async () => {
    const { world, guilds, ask, page, choose } = await panel();
    const kinds = await choose(ROLE);
    const kind = componentsOf(kinds).find(({ type }) => type === 3)?.custom_id ?? '';
    const preview = await ask(press(kind, { ...ADMIN, values: ['linked'] }));
    const start = (who: Who) => ask(press(buttonOf(preview, 'Start'), who));
    const refused: string[] = [];
    for (const who of [
      MANAGER,
      { ...ADMIN, permissions: '0' },
      { ...ADMIN, roles: [] },
      { ...ADMIN, roles: [ROLE] },
      { ...ADMIN, roles: [], permissions: '8' },
    ])
      refused.push(wordsOf(await start(who)), wordsOf(await choose(ROLE, page, who)));
    expect([...new Set(refused)]).toMatchInlineSnapshot(`
      [
        "Only members with Manage Roles can do that: I give roles for you. Nothing was changed.",
        "<@&310> isn't below your highest role, so you couldn't give it yourself. Nothing was changed.",
      ]
    `);
    expect((await world.roles.read(GUILD)).rules).toEqual({});

    // The server's owner may, with any roles.
    world.discord.ownerId = '501';
    await start({ ...ADMIN, roles: [] });
    world.discord.ownerId = '1';
    const [[id, rule] = ['', undefined]] = Object.entries((await world.roles.read(GUILD)).rules);
    expect(rule).toMatchObject({ roleId: ROLE, maker: 'ana' });
    await world.join(1);
    world.start('a');
    await world.pass(60_000);
    expect(world.discord.changes.map(({ reason }) => reason)).toEqual(['Rule by ana: linked']);

    // Resuming and holding more of the roles ask the same; removing does not.
    world.discord.permissions.set(ROLE, 8n);
    await world.pass(3_600_000);
    const args = `${openedAt(page)}:${id}`;
    expect(wordsOf(await ask(press(`settings:ruleResume:${args}`, ADMIN)))).toContain('can moderate');
    world.discord.permissions.set(ROLE, 0n);
    expect(wordsOf(await ask(press(`settings:ruleResume:${args}`, MANAGER)))).toContain('Manage Roles');
    await ask(press(`settings:ruleResume:${args}`, ADMIN));
    expect(Object.values((await world.roles.read(GUILD)).rules)).toMatchObject([{ maker: 'ana' }]);
    const highest = `settings:ruleSwitch:${openedAt(page)}:everyRating`;
    expect(wordsOf(await ask(press(highest, MANAGER)))).toContain('Manage Roles');
    expect(wordsOf(await ask(press(highest, ADMIN)))).toContain('Only the highest rating: off');
    expect(wordsOf(await ask(press(highest, MANAGER)))).toContain('Only the highest rating: on');
    await ask(press(`settings:ruleKeep:${args}`, MANAGER));
    expect((await world.roles.read(GUILD)).rules).toEqual({});
    expect(guilds.notes.map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "<@501> made a rule for <@&310>: linked",
        "<@501> resumed a rule for <@&310>: linked",
        "<@501> changed roles: Only the highest rating: off",
        "<@501> changed roles: Only the highest rating: on",
        "<@501> removed a rule for <@&310>: linked. Its members keep the role.",
      ]
    `);
  });

  test('makes a rule for nicknames after a preview, and asks before another one takes its place', async () => {
    const { world, guilds, ask, page, selectOf } = await panel();
    const RENAMER = { ...ADMIN, permissions: String(32 + 2 ** 27) };
    await world.join(1);
    await world.join(2, ['admin']);
    await world.join(3);
    await world.join(4);
    world.discord.members.delete('4');
    world.discord.ownerId = '3';
    world.discord.nicks.set('1', 'Anya');
    await world.pass(1000);
    const panelOf = async (kind: 'name' | 'nameRating', who: Who = RENAMER) => {
      const kinds = await ask(press(buttonOf(page, 'Nickname…'), who));
      return ask(press(selectOf(kinds, 3), { ...who, values: [kind] }));
    };
    const kinds = await ask(press(buttonOf(page, 'Nickname…'), RENAMER));
    expect(messageText(kinds)).toMatchInlineSnapshot(`
      What should linked members be called here? I keep what they had and give it back when the rule ends.
      (select: Nickname)
        ○ name on the platform
        ○ name on the platform · rating
      [Back]
    `);
    expect(wordsOf(await panelOf('name', ADMIN))).toMatchInlineSnapshot(
      `"Only members with Manage Nicknames can do that: I rename members for you. Nothing was changed."`,
    );
    world.discord.canRename = false;
    expect(wordsOf(await panelOf('name'))).toMatchInlineSnapshot(
      `"⚠ I need the Manage Nicknames permission for this. [Grant it](https://discord.example/oauth2/authorize?client_id=900&permissions=402653184), or give it to my role in the server's settings."`,
    );
    world.discord.canRename = true;
    const preview = await panelOf('name');
    expect(messageText(preview)).toMatchInlineSnapshot(`
      | # What this rule would do
      | Nickname: name on the platform
      |
      | Renames 1 member.
      | Of the first 4 I looked at, 2 can't be renamed: they stand above me or own this server.
      |
      | -# By the names and ratings known so far. What somebody changes by hand later is theirs.
      [Start] [Back]
    `);
    const saved = await ask(press(buttonOf(preview, 'Start'), RENAMER));
    expect(wordsOf(saved)).toContain('Nickname: name on the platform');
    await world.pass(20_000);
    expect([1, 2, 3].map((id) => world.nickOf(String(id)))).toEqual(['Player 1 🏆', undefined, undefined]);
    world.discord.canRename = false;
    expect(wordsOf(await ask(press(buttonOf(preview, 'Back'), RENAMER)))).toContain('Manage Nicknames');
    world.discord.canRename = true;
    world.roles.noteRanks([{ playerId: 'p1', elo: 1600 }]);
    const other = await panelOf('nameRating');
    expect(messageText(other)).toMatchInlineSnapshot(`
      | # What this rule would do
      | Nickname: name on the platform · rating
      |
      | This replaces the rule for nicknames that stands: name on the platform.
      |
      | Renames 1 member.
      |
      | -# By the names and ratings known so far. What somebody changes by hand later is theirs.
      [Replace it] [Back]
    `);
    await ask(press(buttonOf(other, 'Replace it'), RENAMER));
    await world.pass(20_000);
    expect(world.nickOf('1')).toBe('Player 1 🏆 · 1600');
    const [id = ''] = Object.keys((await world.roles.read(GUILD)).rules);
    const rule = await ask(press(`settings:rule:${openedAt(page)}`, { ...ADMIN, values: [id] }));
    const asked = await ask(press(buttonOf(rule, 'Remove…'), MANAGER));
    expect([messageText(rule), messageText(asked)]).toMatchInlineSnapshot(`
      [
        Nickname: name on the platform · rating. 1 member holds it.
      [Remove…] [Back],
        Remove the rule for nicknames (name on the platform · rating)? I give the 1 member I renamed what they were called before.
      [Remove and restore] [Back],
      ]
    `);
    await ask(press(buttonOf(asked, 'Remove and restore'), MANAGER));
    await world.pass(20_000);
    expect(world.nickOf('1')).toBe('Anya');
    expect(guilds.notes.map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "<@501> made a rule for Nickname: name on the platform",
        "<@501> made a rule for Nickname: name on the platform · rating",
        "<@501> removed a rule for Nickname: name on the platform · rating. Members are called what they were before.",
      ]
    `);
  });
});

const openedAt = (shown: Parameters<typeof buttonOf>[0]): string =>
  buttonOf(shown, 'Server').split(':')[2] ?? '';
