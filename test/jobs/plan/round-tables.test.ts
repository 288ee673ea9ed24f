import { tablesByRound } from '../../../src/brackets/round-tables.ts';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../src/jobs/plan/reading.ts';
import type { PlanInput } from '../../../src/jobs/plan/plan-input.ts';
import { tableShows, tablesBefore } from '../../../src/jobs/plan/round-tables.ts';
import type { Bracket } from '../../../src/reading/records.ts';
import { cup, match } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { following, keyIn } from '../../support/told-input.ts';

const QUIET = following({ calls: false });
const FIRST = ['a-b 3-1', 'c-d 3-2'];

const group = (...rounds: string[][]): Bracket => ({
  rounds: rounds.map((texts, at) => ({
    section: 'group',
    number: at + 1,
    matches: texts.map((text) => match(text.split(' ')[0] ?? '', text)),
  })),
});
const OPEN = group(['a-b', 'c-d'], ['a-c', 'b-d']);
const HALF = group(['a-b 3-1', 'c-d'], ['a-c', 'b-d']);
const OVER = group(FIRST, ['a-c', 'b-d']);
const AFTER = group(FIRST, ['a-c 2-0', 'b-d 2-0']);

const news = (acts: readonly string[]) => acts.filter((act) => !/^(live|start|call)/.test(act));

/** A channel that has seen these brackets, without calls. */
function seen(options: Partial<PlanInput>, ...brackets: Bracket[]) {
  const channel = toldChannel({ ...QUIET, ...options });
  for (const bracket of brackets) channel.see(reading(bracket));
  return channel;
}

describe('the table after a round', () => {
  it('joins its newest results, or the message of the results before', () => {
    expect(news(seen({}, OPEN).acts(reading(OVER)))).toEqual(['results a-b:1:3-1 c-d:1:3-2 (table)']);
    expect(news(seen({}, OPEN, HALF).acts(reading(OVER)))).toEqual(['correct c-d:1:3-2 (table)']);
    expect(news(seen({}, OPEN).acts(reading(HALF)))).toEqual(['results a-b:1:3-1']);
  });

  it('joins a message whose results were all told before', () => {
    const channel = seen({}, OPEN);
    channel.see(reading(OVER, { isPartial: true }));
    expect(news(channel.see(reading(OVER)))).toEqual(['correct (table)']);
    expect(news(channel.see(reading(OVER)))).toEqual([]);
  });

  it('joins the message of its own round, beside another one with results of the next', () => {
    const next = group(FIRST, ['a-c 2-0', 'b-d']);
    expect(news(seen({}, OPEN).acts(reading(next)))).toEqual([
      'results a-b:1:3-1 c-d:1:3-2 (table)',
      'results a-c:1:2-0',
    ]);
    const ahead = group(['a-b 3-1', 'c-d'], ['a-c 2-0', 'b-d']);
    expect(news(seen({}, OPEN, HALF, ahead).acts(reading(group(FIRST, ['a-c 0-2', 'b-d']))))).toEqual([
      'correct a-c:2:0-2',
      'correct c-d:1:3-2 (table)',
    ]);
    const channel = seen({}, OPEN);
    channel.see(reading(next, { isPartial: true }));
    expect(news(channel.see(reading(next)))).toEqual(['correct (table)']);
    const [table] = Object.values(channel.feed()?.tables ?? {});
    expect(channel.feed()?.posts[table?.messageId ?? '']?.keys).toContain(keyIn(OPEN, 'a-b'));
  });

  it('joins it also where the last result is in a member’s post', () => {
    const own = { state: 'posted' as const, result: '1:3-2', post: { postId: '77', channelId: '10' } };
    const memberResults = new Map([[keyIn(OPEN, 'c-d'), own]]);
    expect(news(seen({}, OPEN, HALF).acts(reading(OVER), { memberResults }))).toEqual([
      'note c-d:1:3-2',
      'correct (table)',
    ]);
  });

  it('is a message of its own where its results have no message here', () => {
    const called = toldChannel();
    called.see(reading(OPEN));
    expect(news(called.see(reading(HALF)))).toEqual(['close a-b:1:3-1']);
    expect(news(called.see(reading(OVER)))).toEqual(['close c-d:1:3-2', 'table']);
    const elsewhere = seen({}, OPEN, HALF);
    expect(news(elsewhere.acts(reading(OVER), { resultsChannelId: '11' }))).toEqual([
      'results c-d:1:3-2 (table)',
    ]);
    const moved = seen({}, OPEN);
    moved.see(reading(OVER, { isPartial: true }));
    expect(news(moved.acts(reading(OVER), { resultsChannelId: '11' }))).toEqual(['table']);
  });

  it('needs no more than ten results in its message', () => {
    const many = (count: number, decided: number) =>
      group(
        Array.from({ length: count }, (_, at) => `a${at}-b${at}${at < decided ? ' 2-0' : ''}`),
        ['a0-b1'],
      );
    const kinds = (...acts: string[][]) => acts.flat().map((act) => act.replaceAll(/ a\d+-b\d+:1:2-0/g, '+'));
    for (const [count, told, all] of [
      [10, 0, ['results++++++++++ (table)']],
      [11, 0, ['results+++++++++++', 'table']],
      [10, 9, ['correct+ (table)']],
      [11, 10, ['correct+', 'table']],
    ] as const) {
      const channel = seen({}, many(count, 0), ...(told > 0 ? [many(count, told)] : []));
      expect(kinds(news(channel.acts(reading(many(count, count)))))).toEqual(all);
    }
  });

  it('does not come with a message that may have been sent, which goes again as it was', () => {
    const channel = seen({}, OPEN, OPEN);
    const sent = channel.acts(reading(OVER));
    expect(news(sent)).toEqual(['results a-b:1:3-1 c-d:1:3-2 (table)']);
    const round = Object.keys(tablesBefore(OVER))[0] ?? '';
    const results = [
      { key: keyIn(OVER, 'a-b'), result: '1:3-1' },
      { key: keyIn(OVER, 'c-d'), result: '1:3-2' },
    ];
    const pending = (more: object) => ({
      notice: { kind: 'results' as const, results, round, ...more },
      channelId: '10',
      nonce: 'n',
      text: 't',
      at: 0,
    });
    channel.change((feed) => ({ ...feed, pending: [pending({})] }));
    expect(news(channel.acts(reading(OVER)))).toEqual(['results a-b:1:3-1 c-d:1:3-2']);
    expect(news(channel.see(reading(OVER)))).toEqual(['results a-b:1:3-1 c-d:1:3-2']);
    channel.change((feed) => ({ ...feed, pending: [] }));
    expect(news(channel.see(reading(OVER)))).toEqual(['correct (table)']);
  });

  it('waits for results that are not told yet', () => {
    const channel = seen({}, OPEN);
    const key = keyIn(OPEN, 'a-b');
    const writing = { memberResults: new Map([[key, { state: 'writing' as const, result: '1:3-1' }]]) };
    expect(news(channel.see(reading(OVER), writing))).toEqual(['results c-d:1:3-2']);
    expect(news(channel.see(reading(OVER)))).toEqual(['correct a-b:1:3-1 (table)']);
    const called = toldChannel();
    called.see(reading(OPEN));
    expect(news(called.see(reading(OVER), writing))).toEqual(['close c-d:1:3-2']);
    const elsewhere = toldChannel({ resultsChannelId: '11' });
    elsewhere.see(reading(OPEN));
    const results = ['a-b', 'c-d'].map((pair) => ({ key: keyIn(OPEN, pair), result: '2:0-3' }));
    const notice = { kind: 'results' as const, results };
    elsewhere.change((feed) => ({
      ...feed,
      pending: [{ notice, channelId: '11', nonce: 'n', text: 't', at: 0 }],
    }));
    expect(news(elsewhere.see(reading(OVER)))).toEqual([
      'close a-b:1:3-1 (told elsewhere)',
      'close c-d:1:3-2 (told elsewhere)',
    ]);
    const silent = seen({}, OPEN);
    silent.see(reading(HALF), following({ calls: false, results: false }));
    expect(news(silent.see(reading(OVER)))).toEqual(['results c-d:1:3-2 (table)']);
  });

  it('does not wait for a match that was called off', () => {
    const off = group(['a-b 3-1', 'c-d'], ['a-c', 'b-d']);
    off.rounds[0]!.matches[1] = match('c-d', 'c-d', { phase: 'cancelled' });
    expect(news(seen({}, OPEN).see(reading(off)))).toEqual(['results a-b:1:3-1 (table)']);
  });

  it('is not told where results are off or another channel’s, a later round is over, or all have ended', () => {
    const cases: [string, Partial<PlanInput>, Bracket, Partial<Reading>?][] = [
      ['off', following({ calls: false, results: false }), OVER],
      ['elsewhere', { ...following({ calls: false }, { results: false }), sharesResults: true }, OVER],
      ['over', {}, AFTER, { tournament: cup({ phase: 'finished' }) }],
    ];
    for (const [name, options, bracket, more] of cases) {
      const channel = seen(options, OPEN);
      const acts = news(channel.see(reading(bracket, more), options));
      expect(acts.join(), name).not.toMatch(/\(table\)|,table/);
      expect(acts, name).toContain('pass-tables');
      expect(news(channel.see(reading(bracket, more))).join(), name).not.toContain('table');
    }
    const alone = { ...following({ calls: false }, { results: false }), sharesResults: false };
    expect(news(seen(alone, OPEN).see(reading(OVER)))).toEqual(['results a-b:1:3-1 c-d:1:3-2 (table)']);
    const both = news(seen({}, OPEN).see(reading(AFTER)));
    expect(both).toEqual([
      'results a-b:1:3-1 c-d:1:3-2',
      'results a-c:1:2-0 b-d:1:2-0 (table)',
      'pass-tables',
    ]);
  });

  it('from before following began is never told', () => {
    expect(news(seen({}, OVER).see(reading(OVER)))).toEqual([]);
    expect(Object.values(tablesBefore(OVER))).toEqual([{ shows: '' }]);
    expect(tablesBefore(undefined)).toEqual({});
  });

  it('is not told by a bracket that was not read, or that may lack matches', () => {
    for (const more of [{ isCurrent: false }, { isPartial: true }] as const) {
      const acts = news(seen({}, OPEN).see(reading(OVER, more)));
      expect(acts.join()).not.toContain('table');
      expect(acts).toHaveLength('isPartial' in more ? 1 : 0);
    }
  });
});

describe('a told table', () => {
  const shown = (bracket: Bracket) => {
    const [table] = [...tablesByRound(bracket).values()];
    return table!;
  };

  it('changes with its first five rows alone, where it gives no places', () => {
    const hash = (first: string, last: string) => {
      const bracket = group([first, 'c-d 3-0', 'e-f 3-0', last], ['a-c 3-0', 'b-g 9-0', 'd-h 9-0']);
      return tableShows([...tablesByRound(bracket).values()].at(-1)!);
    };
    expect(hash('a-b 3-0', 'g-h 3-1')).toBe(hash('a-b 3-0', 'g-h 2-1'));
    expect(hash('a-b 2-0', 'g-h 2-1')).not.toBe(hash('a-b 3-0', 'g-h 2-1'));
    expect(tableShows(shown(OVER))).toBe(tableShows(shown(AFTER)));
    expect(tableShows(shown(OVER))).not.toBe(
      tableShows(shown(group(['a-b 1-3', 'c-d 3-2'], ['a-c', 'b-d']))),
    );
  });

  it('in a message of its own is edited once it has changed', () => {
    const channel = toldChannel();
    for (const bracket of [OPEN, HALF, OVER]) channel.see(reading(bracket));
    expect(news(channel.see(reading(OVER)))).toEqual(['edit-table']);
    expect(news(channel.see(reading(OVER)))).toEqual([]);
    const corrected = group(['a-b 1-3', 'c-d 3-2'], ['a-c', 'b-d']);
    expect(news(channel.see(reading(corrected)))).toEqual(['close a-b:2:1-3', 'edit-table']);
    expect(news(channel.see(reading(corrected)))).toEqual([]);
  });

  it('below results is edited with their message, once', () => {
    const [round = ''] = Object.keys(tablesBefore(OVER));
    const seenWith = (shows: string, ...brackets: Bracket[]) => {
      const channel = seen({}, OPEN, OVER, ...brackets);
      channel.change((feed) => ({
        ...feed,
        tables: { ...feed.tables, [round]: { ...feed.tables?.[round], shows } },
      }));
      return channel;
    };
    expect(news(seenWith('').acts(reading(OVER)))).toEqual(['correct']);
    expect(news(seenWith(tableShows(shown(OVER))).acts(reading(OVER)))).toEqual([]);
    const corrected = reading(group(['a-b 1-3', 'c-d 3-2'], ['a-c', 'b-d']));
    expect(news(seenWith('').acts(corrected))).toEqual(['correct a-b:2:1-3']);
    // A correction in the message of another round is not its edit.
    const later = reading(group(FIRST, ['a-c 0-2', 'b-d']));
    const next = seenWith('', group(FIRST, ['a-c 2-0', 'b-d']));
    expect(news(next.acts(later))).toEqual(['correct a-c:2:0-2', 'correct']);
  });

  it('that was only passed is never edited', () => {
    const channel = seen({}, OVER);
    expect(news(channel.see(reading(group(['a-b 1-3', 'c-d 3-2'], ['a-c', 'b-d']))))).toEqual([
      'results a-b:2:1-3',
    ]);
  });

  it('waits with its message while a match is missing; other messages do not', () => {
    const channel = seen({}, OPEN, OVER, group(FIRST, ['a-c 2-0', 'b-d']));
    const part = reading(group(['a-b 3-1'], ['a-c 0-2', 'b-d']));
    expect(news(channel.acts(part))).toEqual(['correct a-c:2:0-2']);
    const both = reading(group(['a-b 1-3'], ['a-c 2-0', 'b-d']));
    expect(news(channel.acts(both))).toEqual([]);
    expect(news(seen({}, OVER).acts(reading(group(['a-b 3-1'], ['a-c 2-0', 'b-d']))))).toEqual([
      'results a-c:1:2-0',
    ]);
  });
});
