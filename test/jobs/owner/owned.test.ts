import { createVault } from '../../../src/accounts/vault.ts';
import { OLD } from '../../support/filled-store.ts';
import { expect, it } from 'vitest';
import { NotOwnerError } from '../../../src/jobs/owner/lease.ts';
import { createRunOwned } from '../../../src/jobs/owner/owned.ts';
import { DirectMark } from '../../../src/jobs/deliver/outbox.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { nightDiscord } from '../../support/night-discord.ts';

function world() {
  const now = () => 0;
  const discord = nightDiscord(now, {});
  const control = { isOwner: true, checks: 0 };
  const run = createRunOwned({
    channels: discord.channels,
    directs: memoryStores({ now }).replica().namespace('directs', DirectMark),
    vault: createVault([OLD]),
    now,
    lease: {
      async check() {
        control.checks += 1;
        if (!control.isOwner) throw new NotOwnerError('the lease is gone');
      },
    },
  });
  return { control, discord, run };
}

it('each call of Discord asks first whether this process still is the owner', async () => {
  const { control, discord, run } = world();
  await run(1, async ({ channels, guard, outbox }) => {
    const { id } = (await channels.post('10', { content: 'first' }, 'n')) as { id: string };
    await channels.edit('10', id, { content: 'edited' });
    expect(control.checks).toBe(2);
    control.isOwner = false;
    const direct = { discordId: '1', about: 'x', post: { content: 'direct' } };
    const calls = [
      () => channels.post('10', { content: 'second' }, 'm'),
      () => channels.edit('10', id, { content: 'again' }),
      () => outbox.sendDirect(direct, () => Promise.resolve()),
      () => outbox.send({ channelId: '10', post: { content: 'third' }, before: undefined }, async () => {}),
      () => guard(discord.channels).remove('10', id),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(NotOwnerError);
  });
  expect(discord.messages.map(({ texts }) => texts)).toEqual([['first', 'edited']]);
});

it('what else must hold is asked before the lease: a process that is suspended while it asks sends nothing', async () => {
  const { control, discord, run } = world();
  const mayAct = async () => void (control.isOwner = false);
  const post = run(1, ({ channels }) => channels.post('10', { content: 'late' }, 'n'), mayAct);
  await expect(post).rejects.toThrow(NotOwnerError);
  expect(discord.messages).toEqual([]);
});

it('what does not hold any more ends the call', async () => {
  const { discord, run } = world();
  const stopped = () => Promise.reject(new Error('no longer followed'));
  await expect(
    run(1, ({ channels }) => channels.post('10', { content: 'late' }, 'n'), stopped),
  ).rejects.toThrow('no longer followed');
  expect(discord.messages).toEqual([]);
});
