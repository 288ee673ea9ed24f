import { describe, expect, it } from 'vitest';
import { editMatches, noteDirect, noteThread } from '../../../src/jobs/plan/notices.ts';
import { liveShows, readingFor } from '../../../src/jobs/plan/plan-input.ts';
import type { Reading } from '../../../src/jobs/plan/reading.ts';
import type { Bracket } from '../../../src/reading/records.ts';
import { cup, four } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { at, following, keyIn, round } from '../../support/told-input.ts';

const OPEN = four('a-b', 'c-d', '-');
const WON = four('a-b 3-1', 'c-d', '-');
const AB = keyIn(OPEN, 'a-b');
const OVER = { tournament: cup({ phase: 'finished' }) };
const CANCELED = { tournament: cup({ phase: 'cancelled' }) };

/** A channel that has seen these brackets. */
function seen(...brackets: Bracket[]) {
  const channel = toldChannel();
  channel.see(reading(undefined, at(0)));
  for (const bracket of brackets) channel.see(reading(bracket, at(1)));
  return channel;
}
const closes = (acts: readonly string[]) => acts.filter((act) => act.startsWith('close'));

describe('the last turn in a channel', () => {
  const last = (bracket: Bracket | undefined, more: Partial<Reading> = {}) =>
    reading(bracket, { ...at(2), isLast: true, ...more });

  it('closes everything that asks, and tells nothing new', () => {
    const channel = seen(OPEN);
    channel.change((feed) => ({
      ...noteThread(noteDirect(feed, AB, {}), AB, { id: '30', state: 'open', messageId: '31' }),
      open: { messageId: '5' },
    }));
    channel.change((feed) =>
      editMatches(feed, [AB], (record) => ({
        ...record,
        call: { ...record.call, reminder: { messageId: '6', asks: 'both' } },
      })),
    );
    expect(channel.see(last(four('a-b', 'c-d 2-0', '-')))).toEqual([
      'unremind a-b',
      'close a-b:dropped (told elsewhere)',
      'close c-d:1:2-0 (told elsewhere)',
      'strike-open',
      'live',
      'edit-direct a-b:dropped',
      'edit-thread a-b:dropped',
      'close-thread a-b',
    ]);
    expect(channel.see(last(four('a-b', 'c-d 2-0', '-')))).toEqual([]);
  });

  it('believes a bracket that lacks a match, is empty, or was not read: no other follows', () => {
    const cases: [Bracket | undefined, Partial<Reading>][] = [
      [round('c-d'), {}],
      [{ rounds: [] }, {}],
      [undefined, { stage: 'running', isCurrent: false }],
    ];
    for (const [bracket, more] of cases) {
      const channel = seen(OPEN);
      channel.change((feed) => noteDirect(feed, AB, {}));
      const acts = channel.see(last(bracket, more));
      expect(acts).toContain('close a-b:dropped (told elsewhere)');
      expect(acts).toContain('edit-direct a-b:dropped');
    }
  });

  it('needs no edit where nothing asks', () => {
    const channel = seen(WON);
    const one = reading(WON, at(1));
    channel.see({ ...one, isLast: true });
    expect(channel.acts({ ...one, isLast: true })).toEqual([]);
    const without = seen(WON);
    without.change(({ live: _none, ...feed }) => feed);
    expect(without.acts({ ...one, isLast: true })).toEqual(['close c-d:dropped (told elsewhere)']);
  });

  it('does not end what is no last turn', () => {
    expect(closes(seen(OPEN).acts(reading(OPEN, at(2))))).toEqual([]);
  });
});

describe('an end without a bracket', () => {
  const gone = (more: Partial<Reading>) =>
    reading(undefined, { ...at(2), isCurrent: false, hasNoBracket: true, ...more });

  it('closes what is open and takes no result back', () => {
    expect(closes(seen(OPEN, WON).see(gone(OVER)))).toEqual(['close c-d:unplayed (told elsewhere)']);
    expect(closes(seen(OPEN, WON).see(gone(CANCELED)))).toEqual(['close c-d:canceled (told elsewhere)']);
  });

  it('closes nothing while the tournament goes on, or its bracket was only not read', () => {
    expect(closes(seen(OPEN, WON).see(gone({ stage: 'running' })))).toEqual([]);
    expect(closes(seen(OPEN, WON).see(gone({ ...OVER, hasNoBracket: false })))).toEqual([]);
  });

  it('is not believed by an owner that never saw a bracket, if the channel has matches', () => {
    expect(closes(seen(OPEN, WON).see(gone({ ...OVER, isUnseen: true })))).toEqual([]);
    const none = readingFor({ matches: new Map() }, gone({ ...OVER, isUnseen: true }));
    expect(none.hasNoBracket).toBe(true);
    expect(readingFor({ matches: new Map() }, reading(OPEN)).hasNoBracket).toBe(false);
  });

  it('shows a match that left the bracket after its result as gone', () => {
    const channel = seen(OPEN, WON);
    const without = reading(round('c-d'), { ...at(2), ...OVER });
    channel.see(without);
    expect(closes(channel.see(reading(round('c-d'), { ...at(3), ...OVER })))).toContain('close a-b:unplayed');
  });
});

describe('the live post', () => {
  const liveOf = (acts: readonly string[]) => acts.filter((act) => /^(live|start edit)/.test(act));
  const SECOND_MS = 1000;

  it('is edited every thirty seconds at most, by whichever clock', () => {
    for (const [seconds, edits] of [
      [29, 0],
      [30, 1],
      [-29, 0],
      [-30, 1],
    ] as const) {
      const one = reading(WON, at(1));
      const acts = seen(OPEN).acts(one, { now: one.readAt + seconds * SECOND_MS });
      expect(liveOf(acts), `${seconds}`).toHaveLength(edits);
    }
  });

  it('is edited at once where it is unknown what it shows', () => {
    const channel = seen(OPEN);
    channel.change((feed) => ({ ...feed, live: { messageId: '1', editedAt: at(1).readAt, shows: '' } }));
    expect(liveOf(channel.acts(reading(OPEN, at(1))))).toEqual(['live']);
  });

  it('keeps its picture while a new owner cannot read the bracket', () => {
    const lacking = (more: Partial<Reading> = {}) =>
      reading(undefined, {
        ...at(9),
        stage: 'running',
        isCurrent: false,
        lacksBracket: true,
        shows: 'other',
        ...more,
      });
    expect(liveOf(seen(OPEN).acts(lacking()))).toEqual([]);
    expect(liveOf(seen(OPEN).acts(lacking({ lacksBracket: false })))).toEqual(['live']);
    expect(liveOf(seen(OPEN).acts(lacking({ bracket: WON })))).toEqual(['live']);
    expect(liveOf(seen(OPEN).acts(lacking({ stage: 'over', hasNoBracket: true })))).toEqual(['live']);
    expect(liveOf(seen().acts(lacking()))).toEqual(['live']);
  });

  it('looks different with hidden results', () => {
    const { follow } = following({ spoilers: true }).followed;
    expect(liveShows({ shows: 'x' }, { follow })).not.toBe(liveShows({ shows: 'x' }, following().followed));
    expect(liveShows({ shows: 'x' }, { follow })).not.toBe(liveShows({ shows: 'y' }, { follow }));
    expect(liveShows({ shows: 'x' }, following({ spoilers: false }).followed)).toBe('x');
  });

  it('that was posted again is linked in the post of the start, where it shows something', () => {
    const channel = seen(OPEN);
    const one = reading(OPEN, at(1));
    expect(liveOf(channel.acts(one))).toEqual([]);
    channel.change((feed) => ({ ...feed, start: { messageId: '4', shows: 'old' } }));
    expect(liveOf(channel.acts(one))).toEqual(['start edit']);
    expect(channel.acts(one, following({ spoilers: true })).filter((act) => act === 'start edit')).toEqual(
      [],
    );
    channel.see(one);
    expect(channel.feed()?.start).toEqual({ messageId: '4', shows: channel.feed()?.live?.messageId });
    channel.change(({ live: _none, ...feed }) => feed);
    expect(channel.acts(one)).toEqual(['live']);
  });
});

describe('a turn', () => {
  it('invites to link once for each request, and not after the end', () => {
    const asked = (linkCallAt: number) => {
      const { followed } = following();
      return { followed: { ...followed, follow: { ...followed.follow, linkCallAt } } };
    };
    const channel = seen(OPEN);
    expect(channel.acts(reading(OPEN, at(1)))).not.toContain('link-call');
    expect(channel.see(reading(OPEN, at(1)), asked(1))).toContain('link-call');
    expect(channel.see(reading(OPEN, at(1)), asked(1))).not.toContain('link-call');
    expect(channel.acts(reading(OPEN, at(1)), asked(2))).toContain('link-call');
    expect(channel.acts(reading(OPEN, { ...at(1), ...OVER }), asked(2))).not.toContain('link-call');
  });

  it('has the winner after the last results, the live post, and what is struck', () => {
    const channel = seen(OPEN);
    channel.change((feed) => ({
      ...feed,
      open: { messageId: '5' },
      champion: { messageId: '6', shows: 'old' },
      winner: { told: 'x', changes: 1, post: { messageId: '7', winner: 'x', before: 'y' } },
      milestones: ['open', 'start'],
    }));
    const end = four('a-b 3-1', 'c-d 2-0', 'a-c 3-2');
    expect(channel.acts(reading(end, { ...at(2), ...OVER }))).toEqual([
      'strike-open',
      'results a-c:1:3-2',
      'close a-b:1:3-1',
      'close c-d:1:2-0',
      'live',
      'champion',
      'champion edit',
      'strike-winner',
      'new-winner',
    ]);
  });

  it('plans the event in the channel that leads; a running one goes on where it is', () => {
    const event = {
      name: 'Cup',
      startsAt: at(60).readAt,
      endsAt: at(90).readAt,
      location: 'x',
      description: 'y',
    };
    const planned = { eventId: '44', shows: '', startsAt: event.startsAt, status: 'scheduled' as const };
    const acts = (topics: object, leads: object, one: Reading, isPlanned = true) => {
      const channel = seen();
      if (isPlanned) channel.change((feed) => ({ ...feed, event: planned }));
      return channel
        .acts(one, { ...following(topics, leads), event })
        .filter((act) => act.startsWith('event'));
    };
    const open = reading(undefined, { ...at(1), tournament: cup({ phase: 'open' }) });
    const running = reading(undefined, { ...at(1), stage: 'running' });
    expect(acts({ event: true }, {}, open, false)).toEqual(['event create']);
    expect(acts({ event: true }, {}, running, false)).toEqual([]);
    expect(acts({ event: true }, { event: false }, open)).toEqual(['event end']);
    expect(acts({ event: true }, { event: false }, running)).toEqual(['event start']);
    expect(acts({ event: false }, { event: false }, open)).toEqual(['event move']);
    expect(acts({ event: true }, { event: true }, open)).toEqual(['event move']);
  });
});
