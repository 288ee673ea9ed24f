import { expect, it } from 'vitest';
import { createAudit } from '../../src/guilds/audit.ts';

function setUp({ unreachable = '', refusing = '' } = {}) {
  const minutes: (() => void)[] = [];
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
    sleep: () => new Promise<void>((resolve) => void minutes.push(resolve)),
    log: { info: (fields) => logged.push(fields), warn: (fields) => logged.push(fields) },
  });
  /** A minute passes for every waiting entry. */
  const passMinute = async (): Promise<void> => {
    for (const resolve of minutes.splice(0)) resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { posted, logged, audit, passMinute };
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

it('what a member repeats is one line a minute, and the last one is never lost', async () => {
  const { audit, posted, passMinute } = setUp();
  const report = (text: string, key = 'm1') =>
    audit.note({ guildId: '1', channelIds: ['5'], text }, { key, waits: true });
  for (let at = 0; at < 15; at++) report(`3-${at}`);
  report('other', 'm2');
  expect(posted).toEqual(['5: 3-0', '5: other']);
  await passMinute();
  expect(posted).toEqual(['5: 3-0', '5: other', '5: 3-14']);
  report('3-15');
  await passMinute();
  await passMinute();
  report('3-16');
  expect(posted.slice(3)).toEqual(['5: 3-15', '5: 3-16']);
  report('3-17');
  // A ruling does not wait, and comes after what was reported before it.
  audit.note({ guildId: '1', channelIds: ['5'], text: 'ruled' }, { key: 'm1', waits: false });
  expect(posted.slice(5)).toEqual(['5: 3-17', '5: ruled']);
  report('3-18');
  await audit.idle();
  expect(posted.slice(7)).toEqual(['5: 3-18']);
});
