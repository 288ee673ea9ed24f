import { describe, expect, it } from 'vitest';
import type { PlannedEvent } from '../../../src/jobs/plan/feed-record.ts';
import { eventStep, hashOf, wantedEvent } from '../../../src/jobs/plan/event.ts';
import type { Tournament } from '../../../src/reading/records.ts';
import { createWords } from '../../../src/words/words.ts';
import { cup, T0 } from '../../support/night-records.ts';
import { reading } from '../../support/told-channel.ts';
import { following } from '../../support/told-input.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');
const HOUR_MS = 3_600_000;
const NOW = T0 - HOUR_MS;
const END = { endsAt: { epochMs: T0 + HOUR_MS, precision: 'second' as const } };
const OPEN = cup({ phase: 'open', ...END });

const wanted = (
  tournament: Tournament,
  { event = true, hours }: { event?: boolean; hours?: number } = {},
) => {
  const { follow } = following({ event }).followed;
  return wantedEvent(
    { follow: { ...follow, ...(hours !== undefined && { eventHours: hours }) } },
    reading(undefined, { tournament }),
    t,
  );
};

describe('a scheduled event', () => {
  it('has the name, the times and the channel of its tournament', () => {
    expect(wanted(OPEN)).toEqual({
      name: 'Cup',
      startsAt: T0,
      endsAt: T0 + HOUR_MS,
      location: t('feed.event.location'),
      description: t('feed.event.description', { channel: '<#10>' }),
    });
    expect(wanted(cup({ phase: 'open' }), { hours: 3 })?.endsAt).toBe(T0 + 3 * HOUR_MS);
    expect(wanted({ ...OPEN, name: 'x'.repeat(120) })?.name).toHaveLength(100);
  });

  it('is not wanted where it is off, its times are unknown, or its start is postponed', () => {
    const { startsAt: _none, ...without } = OPEN;
    expect(wanted(OPEN, { event: false })).toBeUndefined();
    expect(wanted(cup({ phase: 'open' }))).toBeUndefined();
    expect(wanted(without)).toBeUndefined();
    expect(wanted({ ...OPEN, registration: 'postponed' })).toBeUndefined();
    expect(wanted({ ...OPEN, phase: 'running', registration: 'postponed' })).toBeDefined();
  });
});

describe('the next step', () => {
  const event = wanted(OPEN)!;
  const later = { ...event, startsAt: T0 + HOUR_MS, endsAt: T0 + 2 * HOUR_MS };
  const existing = (more: Partial<PlannedEvent> = {}): PlannedEvent => ({
    eventId: '44',
    shows: hashOf(event),
    startsAt: T0,
    status: 'scheduled',
    ...more,
  });
  const lost: PlannedEvent = { shows: hashOf(event), status: 'scheduled' };

  it('makes an event before the start, and finds one that may have been made', () => {
    expect(eventStep(undefined, event, 'registration', NOW)).toEqual({ kind: 'create', event, find: false });
    expect(eventStep(lost, event, 'registration', NOW)).toEqual({ kind: 'create', event, find: true });
    for (const [planned, wish, stage, now] of [
      [undefined, undefined, 'registration', NOW],
      [undefined, event, 'registration', T0],
      [undefined, event, 'running', NOW],
      [undefined, event, 'over', NOW],
      [lost, event, 'registration', T0],
      [lost, event, 'running', NOW],
      [existing({ status: 'refused' }), event, 'registration', NOW],
      [existing({ status: 'refused' }), event, 'over', NOW],
    ] as const)
      expect(eventStep(planned, wish, stage, now)).toBeUndefined();
  });

  it('ends an event that is no longer wanted, or whose tournament has ended', () => {
    const end = (eventId: string | undefined, what: typeof event | undefined) => ({
      kind: 'end',
      eventId,
      event: what,
    });
    expect(eventStep(existing(), undefined, 'registration', NOW)).toEqual(end('44', undefined));
    expect(eventStep(existing({ status: 'refused' }), undefined, 'registration', NOW)).toEqual(
      end(undefined, undefined),
    );
    for (const stage of ['over', 'cancelled'] as const)
      expect(eventStep(existing(), event, stage, NOW)).toEqual(end('44', event));
    expect(eventStep(lost, event, 'over', NOW)).toEqual(end(undefined, event));
  });

  it('moves it with its tournament, and starts it with the first match', () => {
    expect(eventStep(existing(), event, 'registration', NOW)).toBeUndefined();
    expect(eventStep(existing(), later, 'registration', NOW)).toEqual({
      kind: 'move',
      eventId: '44',
      event: later,
      isLater: true,
    });
    const renamed = { ...event, name: 'Other' };
    expect(eventStep(existing(), renamed, 'registration', NOW)).toMatchObject({
      kind: 'move',
      isLater: false,
    });
    expect(eventStep(existing(), renamed, 'registration', T0)).toBeUndefined();
    expect(eventStep(existing(), event, 'running', T0)).toEqual({ kind: 'start', eventId: '44' });
  });

  it('ends a running event that moves to another start, as Discord moves none', () => {
    const active = existing({ status: 'active' });
    expect(eventStep(active, later, 'registration', NOW)).toEqual({
      kind: 'end',
      eventId: '44',
      event: later,
    });
    for (const [wish, stage] of [
      [event, 'registration'],
      [{ ...event, name: 'Other' }, 'registration'],
      [later, 'running'],
    ] as const)
      expect(eventStep(active, wish, stage, NOW)).toBeUndefined();
  });
});
