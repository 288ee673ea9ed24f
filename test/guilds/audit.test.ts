import { expect, it } from 'vitest';
import { createAudit } from '../../src/guilds/audit.ts';

function setUp(unreachable: readonly string[] = []) {
  const posted: string[] = [];
  const logged: object[] = [];
  const audit = createAudit({
    post: (channelId, text) =>
      unreachable.includes(channelId)
        ? Promise.reject(new Error('Unknown Channel'))
        : Promise.resolve(void posted.push(`${channelId}: ${text}`)),
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

it('an unreachable channel does not affect the others, and its text goes to the log', async () => {
  const { audit, posted, logged } = setUp(['5']);
  audit.note({ guildId: '1', channelIds: ['5', '6'], text: 'changed' });
  await audit.idle();
  expect(posted).toEqual(['6: changed']);
  expect(logged).toMatchObject([{ guildId: '1', channelId: '5', audit: 'changed' }]);
});
