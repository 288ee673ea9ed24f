import { describe, expect, it } from 'vitest';
import type { KeptBoard } from '../../../src/guilds/boards.ts';
import { createPace } from '../../../src/jobs/owner/pace.ts';
import { createBoardReads } from '../../../src/jobs/week/board-reads.ts';
import { cup, failed, four } from '../../support/night-records.ts';
import { weekWorld } from '../../support/week-world.ts';
import { plainSpaces } from '../../support/plain-spaces.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const GLOBAL: KeptBoard = { channelId: '10', scope: 'global' };
const entry = (place: number, id: string) => ({
  place,
  player: { id, name: `Player ${id}` },
  elo: 2000 - place,
});

function world(options = {}) {
  const one = weekWorld(options);
  one.platform.ranking = [entry(1, 'a'), entry(2, 'b'), entry(3, 'c')];
  return {
    ...one,
    texts: () => one.messages.map(({ post }) => plainSpaces(post.embeds?.[0]?.description ?? '')),
    lines: one.lines,
  };
}

describe('a kept leaderboard', () => {
  it('is one message, edited once an hour at most and on change only', async () => {
    const { changes, guilds, messages, pass, platform, start, texts } = world();
    start('a');
    expect(await guilds.boards.keep('1', GLOBAL)).toBe('kept');
    expect(await guilds.boards.keep('1', GLOBAL)).toBe('already');
    await pass(MINUTE_MS);
    expect(messages).toHaveLength(1);
    expect(texts()[0]).toContain('`#1` **Player a** · 1,999');
    await pass(3 * HOUR_MS, 5000);
    expect(changes).toHaveLength(1);
    for (let hour = 0; hour < 3; hour++) {
      platform.ranking = [entry(1, 'b'), entry(2, `x${hour}`), entry(3, 'c')];
      await pass(HOUR_MS, 5000);
    }
    expect(messages).toHaveLength(1);
    expect(changes.map(({ kind }) => kind)).toEqual(['post', 'edit', 'edit', 'edit']);
    const gaps = changes.slice(1).map(({ at }, i) => at - (changes[i]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HOUR_MS);
  });

  it('shows places gained and lost since Monday, and starts again with the next', async () => {
    const { guilds, now, pass, platform, start, texts } = world();
    start('a');
    await guilds.boards.keep('1', GLOBAL);
    await pass(MINUTE_MS);
    expect(texts()[0]).not.toMatch(/[▲▼] \d|[▲▼] [+−]/);
    platform.ranking = [entry(1, 'c'), entry(2, 'b'), entry(3, 'a'), entry(4, 'constructor')];
    await pass(HOUR_MS + MINUTE_MS, 5000);
    expect(texts()[0]).toMatch(
      /Player c\*\* · 1,999 · ▲ \+2\n.*Player b\*\* · 1,998\n.*Player a\*\* · 1,997 · ▼ −2\n.*Player constructor\*\* · 1,996\n/,
    );
    const days = Math.floor(now() / (24 * HOUR_MS));
    const monday = (days + 7 - ((days + 3) % 7)) * 24 * HOUR_MS;
    expect(new Date(monday).getUTCDay()).toBe(1);
    await pass(monday - now() - HOUR_MS, 10 * MINUTE_MS);
    expect(texts()[0]).toContain('▲ +2');
    await pass(3 * HOUR_MS, 5000);
    expect(texts()[0]).not.toContain('▲ +2');
  });

  it('does not name a member who hides, from the next look on', async () => {
    const { guilds, hide, link, pass, start, texts } = world();
    await link('501', 'a', '1');
    await link('502', 'b', '1');
    await hide('502');
    start('p');
    await guilds.boards.keep('1', GLOBAL);
    await pass(MINUTE_MS);
    expect(texts()[0]).toContain('<@501>');
    expect(texts()[0]).not.toContain('502');
    await hide('501');
    await pass(HOUR_MS + MINUTE_MS, 5000);
    expect(texts()[0]).not.toContain('501');
  });

  it('drops within 20 s who hides or unlinks, from what is stored, while the platform is down', async () => {
    const { changes, guilds, hide, link, pass, platform, start, texts, unlink } = world();
    for (const [at, id] of ['a', 'b', 'c'].entries()) await link(`50${at + 1}`, id, '1');
    start('p');
    await guilds.boards.keep('1', GLOBAL);
    await guilds.boards.keep('1', { channelId: '11', scope: 'server' });
    await pass(MINUTE_MS);
    expect(texts().every((text) => text.includes('<@501>') && text.includes('Player a'))).toBe(true);
    platform.failure = () => failed('unavailable');
    // By another replica: what this one knew was up to 10 s old.
    await hide('501');
    await pass(20_000);
    expect(texts()[0]).toMatch(/#1` \*\*Player a\*\* · 1,999\n.*#2` \*\*Player b\*\* · 1,998 · <@502>\n/);
    expect(texts()[1]).toMatch(/#1` \*\*Player b\*\* · 1,998 .*<@502>\n.*#2` \*\*Player c/);
    expect(texts()[1]).not.toContain('Player a');
    await unlink('502');
    await pass(20_000);
    expect(texts().join('')).not.toContain('<@502>');
    expect(texts()[1]).not.toContain('Player b');
    expect(texts()[0]).toContain('**Player b**');
    // No one is named before the next ranking, and nothing is edited without a change.
    const count = changes.length;
    await hide('501', false);
    await pass(3 * HOUR_MS, 5000);
    expect(changes).toHaveLength(count);
    platform.failure = () => undefined;
    await pass(HOUR_MS, 5000);
    expect(texts()[0]).toContain('<@501>');
  });

  it('leaves no place of a player who left in what is stored of a server', async () => {
    const { guilds, link, pass, platform, start, stores, unlink } = world();
    for (const [at, id] of ['y', 'z'].entries()) await link(`50${at + 1}`, id, '1');
    platform.rankOf = (id) => (id === 'y' ? { globalRank: 800, elo: 1200 } : { globalRank: 900, elo: 1100 });
    start('p');
    await guilds.boards.keep('1', { channelId: '11', scope: 'server' });
    await pass(MINUTE_MS);
    const [boardId] = Object.keys(await guilds.boards.read('1'));
    const stored = async () => ({
      ranks: await stores.replica().namespace('boards').get('1'),
      board: await stores.replica().namespace('shownboards').get(`1:${boardId}`),
    });
    const of = (ids: string[]) => ({
      ranks: Object.fromEntries(ids.map((id) => [id, expect.anything()])),
      board: expect.objectContaining({
        shown: expect.objectContaining({
          rows: ids.map((id) => expect.objectContaining({ player: { id, name: `Player ${id}` } })),
        }),
        week: expect.objectContaining({
          places: Object.fromEntries(ids.map((id) => [id, expect.any(Number)])),
        }),
      }),
    });
    expect(await stored()).toEqual(of(['y', 'z']));
    await unlink('501');
    expect(await stored()).toEqual(of(['z']));
  });

  it('of a server ranks its members by paced reads, of a region by its own ranking', async () => {
    const { calls, guilds, link, messages, pass, platform, start } = world();
    for (const id of ['a', 'y', 'z']) await link(`50${id.charCodeAt(0)}`, id, '1');
    platform.rankOf = (id) => (id === 'y' ? { globalRank: 900, elo: 1100 } : { globalRank: 800, elo: 1200 });
    start('p');
    await guilds.boards.keep('1', { channelId: '10', scope: 'server' });
    await guilds.boards.keep('1', { channelId: '11', scope: 'region', region: 'sea', label: 'South*East' });
    await pass(2 * MINUTE_MS);
    const inChannel = (id: string) => messages.find(({ channelId }) => channelId === id)?.post.embeds?.[0];
    expect(new Set(calls.map(({ what }) => what))).toEqual(
      new Set(['rankings ', 'rankings sea', 'rank y', 'rank z']),
    );
    expect(inChannel('10')?.description).toMatch(/#1` \*\*Player a[^]*#2` \*\*Player z[^]*#3` \*\*Player y/);
    expect(inChannel('11')?.title).toBe('Leaderboard: South\\*East');
    const perMinute = calls.filter(({ at }) => at - (calls[0]?.at ?? 0) < MINUTE_MS);
    expect(perMinute.length).toBeLessThanOrEqual(30);
  });

  it('is one message wherever a process is killed', async () => {
    for (const isReadable of [true, false])
      for (const isMade of [true, false])
        for (let act = 1; act <= 12; act++) {
          const { guilds, messages, pass, start } = world({ isReadable });
          const first = start('p');
          await pass(1000);
          await guilds.boards.keep('1', GLOBAL);
          first.killAt(act, isMade);
          await pass(30_000);
          start('q');
          await pass(3 * MINUTE_MS);
          expect(messages.length, `${isReadable} ${isMade} ${act}`).toBe(1);
          expect(Object.keys(await guilds.boards.read('1'))).toHaveLength(1);
        }
  });

  it('is not taken for another one of its channel wherever a process is killed', async () => {
    for (const isMade of [true, false])
      for (let act = 1; act <= 6; act++) {
        const { guilds, messages, pass, start } = world();
        const first = start('p');
        await guilds.boards.keep('1', GLOBAL);
        await pass(MINUTE_MS);
        await guilds.boards.keep('1', { channelId: '10', scope: 'region', region: 'eu', label: 'Europe' });
        first.killAt(act, isMade);
        await pass(30_000);
        start('q');
        await pass(3 * MINUTE_MS);
        const titles = messages.map(({ post }) => post.embeds?.[0]?.title);
        expect(new Set(titles).size, `${isMade} ${act}`).toBe(2);
        expect(messages, `${isMade} ${act}`).toHaveLength(2);
      }
  });

  it('ends with one line where its message or channel is deleted, and with Stop at once', async () => {
    const { control, guilds, lines, messages, pass, platform, start } = world();
    start('p');
    await guilds.settings.change('1', () => ({ logChannelId: '99' }));
    await guilds.boards.keep('1', GLOBAL);
    await pass(MINUTE_MS);
    const [boardId = ''] = Object.keys(await guilds.boards.read('1'));
    expect(messages[0]?.post.rows).toMatchObject([
      [{ label: 'Stop updating', action: 'leaderboard:stop', args: [boardId] }],
    ]);
    messages.pop();
    platform.ranking = [];
    await pass(3 * HOUR_MS, 5000);
    expect(lines).toEqual([
      '99: I stopped updating the leaderboard in <#10>: my post was deleted. To have it again, use **Keep posted here** on a leaderboard.',
    ]);
    expect(await guilds.boards.read('1')).toEqual({});
    expect(await guilds.boards.index.read()).toEqual({});
    await guilds.boards.keep('1', GLOBAL);
    await pass(MINUTE_MS);
    expect(await guilds.boards.stop('1', boardId)).toMatchObject(GLOBAL);
    expect(await guilds.boards.stop('1', boardId)).toBeUndefined();
    await pass(MINUTE_MS);
    expect(messages[0]?.post).toMatchObject({ content: '-# No longer updated', rows: [], embeds: [{}] });
    expect(await guilds.boards.read('1')).toEqual({});
    control.refuse = () => 'channel-gone';
    await guilds.boards.keep('1', { ...GLOBAL, channelId: '12' });
    await pass(MINUTE_MS);
    expect(lines).toHaveLength(2);
  });

  it('comes again where its message was deleted and an organizer asks for it, though nothing has changed', async () => {
    const { guilds, lines, messages, pass, start } = world();
    start('p');
    await guilds.settings.change('1', () => ({ logChannelId: '99' }));
    await guilds.boards.keep('1', GLOBAL);
    await pass(MINUTE_MS);
    expect(await guilds.boards.keep('1', GLOBAL)).toBe('already');
    await pass(MINUTE_MS);
    expect(messages).toHaveLength(1);
    messages.pop();
    expect(await guilds.boards.keep('1', GLOBAL)).toBe('already');
    await pass(MINUTE_MS);
    expect(messages).toHaveLength(1);
    expect(lines).toEqual([]);
    expect(Object.keys(await guilds.boards.read('1'))).toHaveLength(1);
  });

  it('waits for a platform that fails, and shows what it had', async () => {
    const { changes, guilds, pass, platform, start, texts } = world();
    start('p');
    await guilds.boards.keep('1', GLOBAL);
    await pass(MINUTE_MS);
    const before = texts();
    platform.failure = () => failed('unavailable');
    await pass(3 * HOUR_MS, 5000);
    expect([changes.length, texts()]).toEqual([1, before]);
    platform.failure = () => undefined;
    platform.ranking = [entry(1, 'b')];
    await pass(HOUR_MS, 5000);
    expect(changes).toHaveLength(2);
  });

  it('five in a server at most', async () => {
    const { guilds } = world();
    for (let at = 0; at < 5; at++)
      expect(await guilds.boards.keep('1', { ...GLOBAL, channelId: String(at) })).toBe('kept');
    expect(await guilds.boards.keep('1', { ...GLOBAL, channelId: '9' })).toBe('full');
  });
});

/** Members of a server, none of them in the platform's list. */
async function linkForty({ link }: ReturnType<typeof world>, guildId: string): Promise<void> {
  for (let at = 0; at < 40; at++) await link(`${guildId}${1000 + at}`, `p${guildId}-${at}`, guildId);
}

describe('the single ranks of boards', () => {
  it('leave five reads of six to a running bracket, however many boards are due', async () => {
    const one = world();
    Object.assign(one.platform, {
      single: { t1: cup() },
      brackets: { t1: four('a-b', 'c-d', '-') },
      ranking: [],
    });
    one.platform.rankOf = () => ({ globalRank: 5, elo: 1000 });
    one.start('a');
    await one.guilds.follows.add('1', {
      tournamentId: 't1',
      channelId: '10',
      topics: { calls: false, results: true, event: false },
    });
    await one.pass(MINUTE_MS, 250);
    for (let server = 0; server < 20; server++) {
      await linkForty(one, String(100 + server));
      await one.guilds.boards.keep(String(100 + server), {
        channelId: String(2000 + server),
        scope: 'server',
      });
    }
    await one.pass(20 * MINUTE_MS, 250);
    const readAt = (what: RegExp) => one.calls.filter((call) => what.test(call.what)).map(({ at }) => at);
    const bracketReads = readAt(/^bracket/);
    const pauses = bracketReads.slice(1).map((at, index) => at - (bracketReads[index] ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
    // The boards get what the bracket leaves.
    expect(readAt(/^rank /).length).toBeGreaterThan(400);
  });

  it('get one read of six where brackets take all others', async () => {
    const monotonic = { ms: 0 };
    const pace = createPace({ perMinute: 60, monotonic: () => monotonic.ms });
    const read: string[] = [];
    const ranks = createBoardReads({
      limits: { ranks: 2 },
      log: { warn: () => {} },
      platform: {
        rankings: async () => ({ value: [] }),
        userRank: async (id) => (read.push(id), { value: {} }),
      },
      pace,
      onPoll: () => {},
      onRead: () => {},
      monotonic: () => monotonic.ms,
    });
    for (let at = 0; at < 40; at++) ranks.ranks.want(`p${at}`);
    for (; monotonic.ms < 3 * MINUTE_MS; monotonic.ms += 250) {
      ranks.nextLate();
      await ranks.idle();
      if (pace.isOpen()) pace.take();
    }
    // From the second minute on: they wait for a minute first.
    expect(read.length).toBeGreaterThanOrEqual(19);
    expect(read.length).toBeLessThanOrEqual(21);
  });

  it('are kept for a board until it has all, with three polls a minute too', async () => {
    const one = world({ pollsPerMinute: 3 });
    await linkForty(one, '1');
    one.platform.rankOf = () => ({ globalRank: 100, elo: 1000 });
    one.start('a');
    await one.guilds.boards.keep('1', { channelId: '20', scope: 'server' });
    await one.pass(20 * MINUTE_MS);
    expect(one.messages).toHaveLength(1);
    expect(one.calls.filter(({ what }) => what.startsWith('rank ')).length).toBe(40);
  });
});

describe('a board whose channel fails', () => {
  it('holds up no other of its server, and is shown once the channel answers', async () => {
    const one = world();
    let isFailing = true;
    one.control.refuse = ({ channelId }) => {
      if (channelId === '10' && isFailing) throw new Error('Discord: 503');
      return undefined;
    };
    one.start('a');
    for (const channelId of ['10', '11', '12']) await one.guilds.boards.keep('1', { ...GLOBAL, channelId });
    await one.pass(MINUTE_MS);
    expect(one.messages.map(({ channelId }) => channelId).toSorted()).toEqual(['11', '12']);
    isFailing = false;
    await one.pass(MINUTE_MS);
    expect(one.messages.map(({ channelId }) => channelId).toSorted()).toEqual(['10', '11', '12']);
  });
});
