import { expect, it } from 'vitest';
import { changeEvent } from '../../../src/jobs/deliver/scheduled-event.ts';
import type { FeedRecord } from '../../../src/jobs/plan/feed-record.ts';
import type { ScheduledEvent } from '../../../src/message/channels.ts';
import { nightDiscord } from '../../support/night-discord.ts';

const START = Date.UTC(2027, 0, 1, 12);
const eventIn = (channelId: string): ScheduledEvent => ({
  name: 'Weekly Cup',
  description: `Results in <#${channelId}>`,
  location: 'Online',
  startsAt: START,
  endsAt: START + 3_600_000,
});

it('an event that may have been made before a kill is found, and no other follow’s event is taken for it', async () => {
  const discord = nightDiscord(() => START, {});
  let saved = {} as FeedRecord;
  const create = async (channelId: string) => {
    const delivery = {
      feed: {
        check: async () => {},
        save: async (next: FeedRecord) => void (saved = next),
        record: () => saved,
      },
      turn: { guildId: '1', followId: 'f' },
      work: { channels: discord.channels },
    };
    const step = { kind: 'create', event: eventIn(channelId), find: true } as const;
    await changeEvent({ kind: 'event', step } as never, delivery as never);
    return saved.event?.eventId;
  };
  const first = await create('10');
  expect(await create('10')).toBe(first);
  expect(await create('11')).not.toBe(first);
  expect(discord.events.map(({ description }) => description)).toEqual([
    'Results in <#10>',
    'Results in <#11>',
  ]);
});
