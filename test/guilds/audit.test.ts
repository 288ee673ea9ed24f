import { expect, it } from 'vitest';
import { createAudit } from '../../src/guilds/audit.ts';

function setUp({ unreachable = '', refusing = '' } = {}) {
  const posted: string[] = [];
  const logged: object[] = [];
  const audit = createAudit({
    channels: {
      async post(channelId, { content }) {
        if (channelId === unreachable) throw new Error('no answer');
        if (channelId === refusing) return { refused: 'channel-gone' };
        posted.push(`${channelId}: ${content}`);
        return { id: '1' };
      },
    },
    log: { info: (fields) => logged.push(fields), warn: (fields) => logged.push(fields) },
  });
  return { posted, logged, audit };
}

it('a text goes to each channel once, and to the log without a channel', async () => {
  const { audit, posted, logged } = setUp();
  audit.note({ guildId: '1', channelIds: ['5', undefined, '6', '5'], text: 'changed' });
  audit.note({ guildId: '1', channelIds: [undefined], text: 'logged only' });
  await audit.idle();
  expect(posted).toEqual(['5: changed', '6: changed']);
  expect(logged).toEqual([{ guildId: '1', audit: 'logged only' }]);
});

it('a channel that takes nothing does not affect the others, and its text goes to the log', async () => {
  const { audit, posted, logged } = setUp({ unreachable: '5', refusing: '7' });
  audit.note({ guildId: '1', channelIds: ['5', '6', '7'], text: 'changed' });
  await audit.idle();
  expect(posted).toEqual(['6: changed']);
  expect(logged).toMatchObject([
    { guildId: '1', channelId: '5', audit: 'changed', err: expect.any(Error) },
    { guildId: '1', channelId: '7', audit: 'changed', refused: 'channel-gone' },
  ]);
});
