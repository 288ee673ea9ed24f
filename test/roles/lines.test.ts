import { expect, test } from 'vitest';
import { createLines, LinesRecord } from '../../src/roles/lines.ts';
import { createWords } from '../../src/words/words.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { recordingLog } from '../support/recording-log.ts';
import { GUILD, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;

test('a member who hides or unlinks has no name in the log channel', async () => {
  const world = rolesWorld();
  world.start('a');
  await world.roles.add(GUILD, roleRule('linked', 'linked'));
  await world.join(1);
  await world.join(2);
  await world.pass(2 * MINUTE);
  await world.hide('1', true);
  await world.unlink('2');
  await world.pass(2 * MINUTE);
  expect(world.posts.at(-1)).toBe('<@&linked> taken from somebody\n<@&linked> taken from somebody');
});

test('the bot’s own log names no one, whether the server has no log channel or one that refuses', async () => {
  for (const channelId of [undefined, '1']) {
    const log = recordingLog();
    const lines = createLines({
      store: memoryStores().replica().namespace('rolelines', LinesRecord),
      logChannelOf: async () => channelId,
      nameable: async (_guildId, ids) => new Set(ids),
      translator: async () => createWords({ platformName: 'Arena' }).in('en-US'),
      log,
      now: Date.now,
    });
    await lines.add('700', { discordId: '501', roleId: '9', act: 'give' });
    await lines.flush('700', { post: async () => ({ refused: 'forbidden' }) });
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]?.fields).toMatchObject({ audit: '<@&9> given to somebody' });
    expect(JSON.stringify(log.lines)).not.toContain('501');
  }
});

test('the lines of who leaves stay, without their id', async () => {
  const store = memoryStores().replica().namespace('rolelines', LinesRecord);
  const lines = createLines({
    store,
    logChannelOf: async () => '1',
    nameable: async () => new Set(),
    translator: async () => createWords({ platformName: 'Arena' }).in('en-US'),
    log: recordingLog(),
    now: () => 5,
  });
  await lines.add('700', { discordId: '501', roleId: '9', act: 'give' });
  await lines.add('700', { discordId: '502', roleId: '9', act: 'give' });
  await lines.forgetMember('700', '501');
  expect(Object.values((await store.get('700')) ?? {})).toEqual([
    { roleId: '9', act: 'give', at: 5 },
    { discordId: '502', roleId: '9', act: 'give', at: 5 },
  ]);
});
