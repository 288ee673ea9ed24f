import { expect, it } from 'vitest';
import { createNaming } from '../../src/members/naming.ts';
import { createServerRanking } from '../../src/members/server-ranking.ts';
import type { PlayerRank, RankingEntry } from '../../src/reading/records.ts';
import { buttonOf, people, wordsOf } from '../support/ask.ts';
import { accountOf, failing, fakeAccounts, fakeGuilds, fakePlatform } from '../support/fakes.ts';
import { press, slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { memoryStores } from '../support/memory-stores.ts';

const MINUTE = 60_000;
/** Where `slash` and `press` come from. */
const SERVER = '700';
const THIS_SERVER = { scope: 'this-server' };

/**
 * A server whose members 1000, 1001, … are linked and were seen; player `p1000` has global rank 2000 and so on. Ratings
 * repeat and are in no order, so that the order of ids is never the order of places.
 */
const ratingOf = (playerId: string): number => 1000 + ((Number(playerId.slice(1)) * 7) % 11) * 50;

async function server(members: number, given: { listed?: RankingEntry[] } = {}) {
  const clock = { ms: 1_800_000_000_000 };
  const now = () => clock.ms;
  const stores = memoryStores({ now });
  const reads: string[] = [];
  const control = {
    rankings: () => Promise.resolve({ value: given.listed ?? [] }),
    userRank: (playerId: string): Promise<{ value: PlayerRank }> =>
      Promise.resolve({ value: { globalRank: Number(playerId.slice(1)) + 1000, elo: ratingOf(playerId) } }),
  };
  const platform = fakePlatform({
    rankings: () => control.rankings(),
    userRank(playerId) {
      reads.push(playerId);
      return control.userRank(playerId);
    },
  });
  const replica = () => {
    const own = stores.replica();
    const naming = createNaming({
      stores: own,
      readLink: (discordId) =>
        Promise.resolve({ playerId: `p${discordId}`, playerName: `Player ${discordId}`, namingShown: true }),
      lookUp: () => Promise.reject(new Error('Discord does not say')),
      now,
      sleep: () => Promise.resolve(),
      onChange: () => Promise.resolve(),
      onError: () => undefined,
    });
    const serverRanking = createServerRanking({ platform, store: own.namespace('boards'), now });
    const accounts = fakeAccounts(
      {},
      {
        find: (discordId) =>
          Promise.resolve({
            state: 'linked',
            account: accountOf(discordId, { playerId: `p${discordId}` }),
          }),
      },
    );
    return { naming, ...people({ platform, naming, serverRanking, accounts, now }) };
  };
  const first = replica();
  for (let at = 0; at < members; at++) await first.naming.recordInteraction(SERVER, String(1000 + at));
  const ask = async (by = '1000', world = first) =>
    world.ask(slash('leaderboard', THIS_SERVER, { userId: by }));
  return {
    naming: first.naming,
    ask,
    askAll: (raw: object) => first.ask(raw),
    clock,
    control,
    reads,
    replica,
  };
}

it('ranks the linked members of the server with their global rank, without notifications', async () => {
  const listed = [{ place: 4, player: { id: 'p1002', name: 'Cleo' }, elo: 2300 }];
  const { ask, reads } = await server(3, { listed });
  const answer = await ask('1001');
  expect(messageText(answer)).toMatchInlineSnapshot(`
    | # This server's leaderboard
    | 🥇 \`#1\` **Player 1002** · 2,300 · #4 globally · <@1002>
    | 🥈 \`#2\` **Player 1000** · 1,200 · #2,000 globally · <@1000>
    | 🥉 \`#3\` **Player 1001** · 1,000 · #2,001 globally · ◂ <@1001>
  `);
  expect(answer).toMatchObject({ allowed_mentions: { parse: [] } });
  expect(reads.toSorted()).toEqual(['p1000', 'p1001']);
});

it('ranks members without a global rank last, by rating, and shows each rating', async () => {
  const { ask, control } = await server(5);
  const ranks: Record<string, PlayerRank> = {
    p1000: { elo: 1200 },
    p1001: { globalRank: 9, elo: 1100 },
    p1002: { elo: 1900 },
    p1003: { globalRank: 8, elo: 900 },
    p1004: { elo: 1500 },
  };
  control.userRank = (playerId) => Promise.resolve({ value: ranks[playerId] ?? {} });
  expect(messageText(await ask())).toMatchInlineSnapshot(`
    | # This server's leaderboard
    | 🥇 \`#1\` **Player 1003** · 900 · #8 globally · <@1003>
    | 🥈 \`#2\` **Player 1001** · 1,100 · #9 globally · <@1001>
    | 🥉 \`#3\` **Player 1002** · 1,900 · <@1002>
    | \`#4\` **Player 1004** · 1,500 · <@1004>
    | \`#5\` **Player 1000** · 1,200 · ◂ <@1000>
  `);
});

it('prefers a newer rank to a stale ranking, and reads no single ranks during an outage', async () => {
  const { ask, clock, control, reads } = await server(2);
  await ask();
  const listed = (place: number) => [{ place, player: { id: 'p1000', name: 'Old' }, elo: 1 }];
  const asOf = clock.ms - 5 * MINUTE;
  clock.ms += 11 * MINUTE;
  control.rankings = () => Promise.resolve({ value: listed(1), asOf });
  const stale = wordsOf(await ask());
  expect(stale).toMatch(/#2,000 globally/);
  expect(stale).not.toContain('#1 globally');
  expect(reads).toHaveLength(2);
  // Newer than what is known, though stale too.
  control.rankings = () => Promise.resolve({ value: listed(3), asOf: clock.ms - MINUTE });
  expect(wordsOf(await ask())).toMatch(/#3 globally/);
  expect(reads).toHaveLength(2);
  control.rankings = () => Promise.resolve({ value: listed(4) });
  expect(wordsOf(await ask())).toMatch(/#4 globally/);
  expect(reads).toHaveLength(3);
});

it('reads at most 40 ranks per reply, each again after ten minutes; unread members are counted', async () => {
  const { ask, clock, reads } = await server(45);
  const first = wordsOf(await ask('1044'));
  expect(reads).toHaveLength(40);
  expect(first).toContain('40 of 45 refreshed. 5 more linked members');
  expect(wordsOf(await ask('1044'))).not.toMatch(/refreshed|listed yet/);
  expect(new Set(reads).size).toBe(45);
  await ask('1044');
  expect(reads).toHaveLength(45);
  clock.ms += 10 * MINUTE;
  expect(wordsOf(await ask('1044'))).toContain('40 of 45 refreshed.');
  expect(reads).toHaveLength(85);
});

it('a failing platform leaves the last known ratings, on every replica; one that no longer knows its members delays no answer', async () => {
  const { ask, clock, control, reads, replica } = await server(3);
  await ask();
  clock.ms += 10 * MINUTE;
  control.rankings = () => Promise.reject(failing('unavailable'));
  expect(wordsOf(await ask('1000', replica()))).toMatch(/Player 1001[^]*0 of 3 refreshed/);
  expect(reads).toHaveLength(3);
  control.rankings = () => Promise.resolve({ value: [] });
  control.userRank = () => Promise.reject(failing('not-found'));
  await ask();
  const count = reads.length;
  await ask();
  expect(reads).toHaveLength(count);
  const fresh = await server(2);
  fresh.control.rankings = () => Promise.reject(failing('unavailable'));
  expect((await fresh.ask()).flags).toBe(64);
});

it('has pages, opens the caller’s page, and shows their place on others', async () => {
  const { ask, askAll } = await server(25);
  const answer = await ask('1024');
  expect(wordsOf(answer)).toMatch(/<@\d+>: `#25` \*\*Player 1024[^]*Page 1 of 3/);
  const pressed = { userId: '1024', ownerId: '1024' };
  expect(wordsOf(await askAll(press(buttonOf(answer, 'Next ›'), pressed)))).toMatch(
    /`#11` \*\*Player 1010[^]*Page 2 of 3/,
  );
  expect(wordsOf(await askAll(press(buttonOf(answer, 'My rank'), pressed)))).toMatch(
    /◂ <@\d+>[^]*Page 3 of 3/,
  );
});

it('does not show hidden members, even if they hide while it renders, and not to themselves', async () => {
  const { ask, control, naming } = await server(3);
  const hide = (discordId: string) => naming.members.setHidden(discordId, true);
  const userRank = control.userRank;
  control.userRank = async (playerId) => {
    await hide('1001');
    return userRank(playerId);
  };
  const during = JSON.stringify(await ask());
  expect(during).toContain('Player 1000');
  expect(during).not.toContain('1001');
  await hide('1000');
  expect(JSON.stringify(await ask('1000'))).not.toMatch(/Player 1000|You:/);
});

it('ranks but does not name members whose membership proof expired', async () => {
  const { ask, clock } = await server(2);
  clock.ms += 25 * 60 * MINUTE;
  const text = wordsOf(await ask('1000'));
  expect(text).toContain('<@1000>');
  expect(text).toContain('Player 1001');
  expect(text).not.toContain('<@1001>');
});

it('shows a text without members', async () => {
  const { askAll } = await server(1);
  const raw = slash('leaderboard', THIS_SERVER, { userId: '1000' });
  expect(messageText(await askAll({ ...raw, guild_id: undefined }))).toMatchInlineSnapshot(`
    (private)
    Direct messages have no leaderboard of their own. Use this in a server.
  `);
  const brought = { ...raw, authorizing_integration_owners: { '1': '1000' } };
  expect(messageText(await askAll(brought))).toMatchInlineSnapshot(`
    (private)
    I'm not in this server, so I don't know its members. Ask an admin to add me.
  `);
  const both = await askAll(slash('leaderboard', { ...THIS_SERVER, region: 'berlin' }, { userId: '1000' }));
  expect(messageText(both)).toMatchInlineSnapshot(`
    (private)
    Pick either \`region\` or \`scope\`, not both.
  `);
  expect(messageText(await people().ask(slash('leaderboard', THIS_SERVER)))).toMatchInlineSnapshot(
    `Nobody in this server is ranked yet. Link your account with /link to be on the leaderboard.`,
  );
});

it('counts linked members without a rating, and asks only who is not linked to link', async () => {
  const { ask, control, replica } = await server(2);
  control.userRank = () => Promise.resolve({ value: {} });
  expect(wordsOf(await ask())).toBe('2 linked members have no rating yet.');
  const outage = await server(2);
  outage.control.rankings = () => Promise.resolve({ value: [], asOf: outage.clock.ms - MINUTE });
  expect(wordsOf(await outage.ask())).toBe('Nobody in this server is ranked yet.');
  const unlinked = fakeAccounts({}, { find: () => Promise.resolve({ state: 'none' }) });
  const { naming, services } = replica();
  const world = people({ naming, serverRanking: services.serverRanking, accounts: unlinked });
  expect(wordsOf(await world.ask(slash('leaderboard', THIS_SERVER, { userId: '1001' })))).toBe(
    '2 linked members have no rating yet. Link your account with /link to be on the leaderboard.',
  );
});

it('of a season shows who won the tournaments that the server followed, by the platform’s names', async () => {
  const guilds = fakeGuilds();
  const members = people({ guilds });
  const type = (options: Record<string, string>) => members.ask(slash('leaderboard', options));
  expect(messageText(await type({ scope: 'cups' }))).toMatchInlineSnapshot(
    `No tournament that this server followed has ended yet. Organizers follow one with /follow.`,
  );
  const [ana, bruno, cleo] = ['Ana', 'Bruno', 'Cleo'].map((name) => ({ id: name, name })) as [
    { id: string; name: string },
    { id: string; name: string },
    { id: string; name: string },
  ];
  await guilds.season.note(SERVER, { tournamentId: 'a', places: [ana, bruno, cleo] });
  await guilds.season.note(SERVER, { tournamentId: 'b', places: [bruno, ana] });
  await guilds.season.note(SERVER, { tournamentId: 'c', places: [ana, cleo] });
  expect(messageText(await type({ scope: 'cups' }))).toMatchInlineSnapshot(`
    | # Season
    | 🥇 \`#1\` **Ana** · 2 wins · 3 finals · 3 podiums
    | 🥈 \`#2\` **Bruno** · 1 win · 2 finals · 2 podiums
    | 🥉 \`#3\` **Cleo** · 0 wins · 1 final · 2 podiums
    |
    | 3 tournaments within a year.
  `);
  expect(wordsOf(await type({ scope: 'cups', region: 'eu' }))).toContain('not both');
});
