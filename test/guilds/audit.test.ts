import { expect, it } from 'vitest';
import { createAudit } from '../../src/guilds/audit.ts';

function setUp(lost: readonly string[] = []) {
  const posted: string[] = [];
  const logged: object[] = [];
  const audit = createAudit({
    post: (channelId, text) =>
      lost.includes(channelId)
        ? Promise.reject(new Error('Unknown Channel'))
        : Promise.resolve(void posted.push(`${channelId}: ${text}`)),
    log: { info: (fields) => logged.push(fields), warn: (fields) => logged.push(fields) },
  });
  return { posted, logged, audit };
}

it('a line goes into each channel once, and into the log where there is none', async () => {
  const { audit, posted, logged } = setUp();
  audit.note({ guildId: '1', channelIds: ['5', undefined, '6', '5'], text: 'changed' });
  audit.note({ guildId: '1', channelIds: [undefined], text: 'unheard' });
  await audit.idle();
  expect(posted).toEqual(['5: changed', '6: changed']);
  expect(logged).toEqual([{ guildId: '1', audit: 'unheard' }]);
});

it('a channel that is lost takes no line from the others, and the log has it', async () => {
  const { audit, posted, logged } = setUp(['5']);
  audit.note({ guildId: '1', channelIds: ['5', '6'], text: 'changed' });
  await audit.idle();
  expect(posted).toEqual(['6: changed']);
  expect(logged).toMatchObject([{ guildId: '1', channelId: '5', audit: 'changed' }]);
});
