import { describe, expect, it } from 'vitest';
import type { Deletion, PersonalData, PersonalSummary } from '../../src/members/personal-data.ts';
import { buttonOf, people, wordsOf } from '../support/ask.ts';
import { fakeGuilds, fakeServices } from '../support/fakes.ts';
import { press, slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';

/** A member of whom something is stored, until they delete it. */
function world(names: readonly [string, string][] = []) {
  let about: PersonalSummary = {
    link: { playerName: 'Ana *Souza*', linkedAt: 1_800_000_000_000 },
    hidden: false,
    alerts: 'dm',
    registrations: 2,
    guilds: [
      { guildId: '700', since: 1_800_000_000_000, at: 1_800_000_000_000 },
      { guildId: '701', since: 1_800_000_000_000, at: 1_800_300_000_000 },
    ],
    isDamaged: false,
  };
  const deletions: Deletion[] = [];
  const exports: Awaited<ReturnType<PersonalData['exportOf']>>[] = [];
  const seen: string[] = [];
  const personalData: PersonalData = {
    read: async () => about,
    setHidden: async (_discordId, hidden) => void (about = { ...about, hidden }),
    exportOf: async () => exports.shift() ?? { records: [] },
    unlink: async () => true,
    deleteAll: async () => {
      about = { hidden: false, alerts: 'mention', registrations: 0, guilds: [], isDamaged: false };
      return deletions.shift() ?? 'done';
    },
  };
  const naming = {
    ...fakeServices([]).naming,
    recordInteraction: async (_guildId: string | undefined, discordId: string) => void seen.push(discordId),
  };
  const home = fakeGuilds();
  const directory = { ...home.directory, names: () => Promise.resolve(new Map(names)) };
  const guilds = { ...home, directory };
  const set = (given: Partial<PersonalSummary>): void => void (about = { ...about, ...given });
  const linkAgain = (): void => set({ link: { playerName: 'Ana again', linkedAt: 1_800_000_000_000 } });
  return { seen, deletions, exports, set, linkAgain, ...people({ personalData, naming, guilds }) };
}
const own = { ephemeral: true };

describe('/privacy', () => {
  it('shows privately what is stored, and stores nothing itself', async () => {
    const member = world();
    const shown = await member.ask(slash('privacy'));
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      Linked to **Ana \\*Souza\\*** since <t:1800000000:D>.
      Servers where you were seen:
      - this server, on <t:1800000000:D>
      - another server, from <t:1800000000:D> to <t:1800300000:D>
      Members of servers you use the bot in can see your Playhouse name beside your Discord name.
      When your match is called, I message you directly.
      What you report, dispute or rule on here is stored for 30 days, with its match and server. The export has it.
      2 registrations you made here are noted for /next.
      [Export] [Hide me] [Delete everything]
    `);
    expect(member.seen).toEqual([]);
    await member.ask(slash('help'));
    expect(member.seen).toEqual(['501']);
  });

  it('names other servers as Discord does, where it does', async () => {
    const member = world([['701', 'Ana *Club*']]);
    expect(wordsOf(await member.ask(slash('privacy')))).toContain('- Ana \\*Club\\*, from');
  });

  it('hides and shows in place', async () => {
    const member = world();
    const hidden = await member.ask(press(buttonOf(await member.ask(slash('privacy')), 'Hide me'), own));
    expect(messageText(hidden)).toMatchInlineSnapshot(`
      Linked to **Ana \\*Souza\\*** since <t:1800000000:D>.
      Servers where you were seen:
      - this server, on <t:1800000000:D>
      - another server, from <t:1800000000:D> to <t:1800300000:D>
      When your match is called, I message you directly.
      What you report, dispute or rule on here is stored for 30 days, with its match and server. The export has it.
      You're hidden: no other member is shown your Playhouse name, and no match call mentions you. A server's log channel still names who changes what.
      2 registrations you made here are noted for /next.
      [Export] [Show me] [Delete everything]
    `);
    const again = await member.ask(press(buttonOf(hidden, 'Show me'), own));
    expect(wordsOf(again)).not.toMatch(/You're hidden/);
  });

  it('deletes everything only after a confirmation', async () => {
    const member = world();
    const question = await member.ask(
      press(buttonOf(await member.ask(slash('privacy')), 'Delete everything'), own),
    );
    expect(messageText(question)).toMatchInlineSnapshot(`
      Delete everything stored about you, including your link? If you're hidden, that choice is deleted too.
      [Delete everything] [Keep it]
    `);
    expect(wordsOf(await member.ask(slash('privacy')))).toContain('Ana');
    const done = await member.ask(press(buttonOf(question, 'Delete everything'), own));
    expect(messageText(done)).toMatchInlineSnapshot(
      `Deleted. Nothing about you is stored anymore. Scores and registrations at Playhouse stay there.`,
    );
    expect(wordsOf(await member.ask(slash('privacy')))).toMatch(/aren't linked/);
    expect(member.seen).toEqual([]);
  });

  it('deletes once, however often the press is delivered: a new link stays', async () => {
    const member = world();
    const question = await member.ask(
      press(buttonOf(await member.ask(slash('privacy')), 'Delete everything'), own),
    );
    const erase = press(buttonOf(question, 'Delete everything'), own);
    await member.ask(erase);
    member.linkAgain();
    await member.all(erase);
    expect(wordsOf(await member.ask(slash('privacy')))).toContain('Ana again');
  });

  it('shows unlinked users that only their hidden state is stored', async () => {
    const member = world();
    const question = await member.ask(
      press(buttonOf(await member.ask(slash('privacy')), 'Delete everything'), own),
    );
    await member.ask(press(buttonOf(question, 'Delete everything'), own));
    expect(messageText(await member.ask(slash('privacy')))).toMatchInlineSnapshot(`
      (private)
      You aren't linked. Nothing about you is stored, except your choice to hide if you made it. What a button needs is deleted within a day.
      [Export] [Hide me] [Delete everything]
    `);
    member.set({ hidden: true });
    expect(wordsOf(await member.ask(slash('privacy')))).toMatch(/You're hidden/);
  });

  it('reports damaged records and still offers to delete them', async () => {
    const member = world();
    member.set({ isDamaged: true });
    const shown = await member.ask(slash('privacy'));
    expect(messageText(shown)).toMatchInlineSnapshot(`
      (private)
      Linked to **Ana \\*Souza\\*** since <t:1800000000:D>.
      Something that is stored about you is damaged, and I can't read it. **Delete everything** removes it; then you can link again.
      Servers where you were seen:
      - this server, on <t:1800000000:D>
      - another server, from <t:1800000000:D> to <t:1800300000:D>
      Members of servers you use the bot in can see your Playhouse name beside your Discord name.
      When your match is called, I message you directly.
      What you report, dispute or rule on here is stored for 30 days, with its match and server. The export has it.
      2 registrations you made here are noted for /next.
      [Export] [Hide me] [Delete everything]
    `);
  });

  it('exports a file; too soon, it says privately when', async () => {
    const member = world();
    member.exports.push(
      { records: [{ topic: 'link', record: 'links', value: {} }] },
      { nextAt: 1_800_000_060_000 },
    );
    const ask = async () => member.ask(press(buttonOf(await member.ask(slash('privacy')), 'Export'), own));
    expect(messageText(await ask())).toMatchInlineSnapshot(`
      (private)
      Everything stored with your Discord ID, without the keys to your Playhouse account.
      (file: my-data.json – What the bot stores about you, as JSON)
    `);
    expect(messageText(await ask())).toMatchInlineSnapshot(`
      (private)
      You can export once a minute. Try again <t:1800000060:R>.
    `);
  });
});
