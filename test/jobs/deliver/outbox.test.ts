import { sha256 } from '../../../src/sha256.ts';
import { createVault } from '../../../src/accounts/vault.ts';
import { OLD } from '../../support/filled-store.ts';
import { describe, expect, it } from 'vitest';
import { createOutbox, DirectMark } from '../../../src/jobs/deliver/outbox.ts';
import type { PendingMessage } from '../../../src/jobs/plan/feed-record.ts';
import type { OwnMessage, SendOutcome } from '../../../src/message/channels.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const MINUTE_MS = 60_000;
const DIRECT = { discordId: '5', about: 't1:m1', post: { content: 'Your match is ready.' } };

function setUp() {
  const clock = { ms: 1_000_000 };
  const sent: { channelId: string; nonce: string | undefined }[] = [];
  const control = {
    answer: (): SendOutcome => ({ id: String(sent.length) }),
    opened: (): SendOutcome => ({ id: '99' }),
    history: [] as OwnMessage[] | undefined,
  };
  const stores = memoryStores({ now: () => clock.ms });
  const outbox = () =>
    createOutbox({
      directs: stores.replica().namespace('directs', DirectMark),
      vault: createVault([OLD]),
      now: () => clock.ms,
      channels: {
        post: async (channelId, _post, nonce) => {
          sent.push({ channelId, nonce });
          return control.answer();
        },
        openDirect: async () => control.opened(),
        since: async () => control.history,
      },
    });
  const fail = (): never => {
    throw new Error('no answer');
  };
  return { clock, control, fail, outbox, sent, stores };
}

describe('a message', () => {
  const post = { content: 'Results' };
  const isOther = () => false;

  it('is stored before it is sent, and sent again under its nonce while Discord knows that', async () => {
    const { control, fail, outbox, sent } = setUp();
    const stored: PendingMessage[] = [];
    const store = async (pending: PendingMessage) => void stored.push(pending);
    control.answer = fail;
    const box = outbox();
    await expect(box.send({ channelId: '10', post, before: undefined }, store)).rejects.toThrow('no answer');
    const [pending] = stored;
    expect(await box.lookFor(pending!, isOther)).toBe('fresh');
    control.answer = () => ({ id: '7' });
    expect(await box.send({ channelId: '10', post, before: pending }, store)).toEqual({ id: '7' });
    expect(stored).toHaveLength(1);
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1);
  });

  it('is found by its nonce, or by any text that it was tried with, but is never one that is known', async () => {
    const { outbox } = setUp();
    const stored: PendingMessage[] = [];
    const store = async (pending: PendingMessage) => void stored.push(pending);
    const box = outbox();
    await box.send({ channelId: '10', post, before: undefined }, store);
    await box.send({ channelId: '10', post: { content: 'Results, later' }, before: stored[0] }, store);
    const pending = stored.at(-1)!;
    const message = { id: '7', content: 'else' };
    for (const found of [
      { ...message, nonce: pending.nonce },
      { ...message, content: 'Results ' },
      { ...message, content: 'Results, later' },
    ]) {
      expect(box.find(pending, [found], isOther)).toMatchObject({ id: '7' });
      expect(box.find(pending, [found], (id) => id === '7')).toBe('fresh');
    }
  });

  it('that can’t be found is not sent again under a nonce that Discord may have forgotten', async () => {
    const { clock, control, outbox } = setUp();
    const pending = { channelId: '10', nonce: 'n', text: 't', at: clock.ms };
    const box = outbox();
    clock.ms += 2 * MINUTE_MS + 1;
    expect(await box.lookFor(pending, isOther)).toBe('unsent');
    control.history = undefined;
    expect(await box.lookFor(pending, isOther)).toBe('unsure');
    await expect(
      box.send({ channelId: '10', post, before: pending }, () => Promise.resolve()),
    ).rejects.toThrow('may have been sent before');
  });
});

describe('a direct message', () => {
  const nobody = () => Promise.reject(new Error('not refused'));

  it('is sent once by all who send it', async () => {
    const { outbox, sent } = setUp();
    expect(await outbox().sendDirect(DIRECT, nobody)).toBe('sent');
    expect(await outbox().sendDirect(DIRECT, nobody)).toBe('sent-before');
    expect(sent).toHaveLength(1);
    expect(await outbox().sendDirect({ ...DIRECT, about: 't1:m2' }, nobody)).toBe('sent');
  });

  it('whose answer was lost is searched for before it is sent again, under the same nonce', async () => {
    const { control, fail, outbox, sent } = setUp();
    control.answer = fail;
    await expect(outbox().sendDirect(DIRECT, nobody)).rejects.toThrow('no answer');
    control.answer = () => ({ id: '7' });
    expect(await outbox().sendDirect(DIRECT, nobody)).toBe('sent');
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1);

    const other = setUp();
    other.control.answer = other.fail;
    await expect(other.outbox().sendDirect(DIRECT, nobody)).rejects.toThrow('no answer');
    other.control.history = [{ id: '7', content: `${DIRECT.post.content} ` }];
    expect(await other.outbox().sendDirect(DIRECT, nobody)).toBe('sent-before');
    expect(other.sent).toHaveLength(1);
  });

  it('that Discord refused is not tried again, and is reported once', async () => {
    for (const step of ['opened', 'answer'] as const) {
      const { control, outbox, sent } = setUp();
      control[step] = () => ({ refused: 'closed' });
      const reasons: string[] = [];
      const onRefused = async (reason: string) => void reasons.push(reason);
      expect(await outbox().sendDirect(DIRECT, onRefused)).toBe('refused');
      expect(await outbox().sendDirect(DIRECT, onRefused)).toBe('refused');
      expect(reasons).toEqual(['closed']);
      expect(sent.length).toBe(step === 'opened' ? 0 : 1);
    }
  });
});

describe('the mark of a direct message', () => {
  const DISCORD_ID = '80351110224678912';
  const message = { discordId: DISCORD_ID, about: 't1:m1', post: { content: 'Your match is ready.' } };
  const refused = async (): Promise<void> => undefined;

  it('does not reveal its member, neither by its key nor by a channel', async () => {
    const { outbox, stores } = setUp();
    expect(await outbox().sendDirect(message, refused)).toBe('sent');
    expect(await outbox().sendDirect(message, refused)).toBe('sent-before');
    expect(await outbox().directOf(message)).toEqual({ messageId: '1' });
    expect(stores.textOf('directs')).not.toContain('"99"');
    expect(stores.keys('directs')).not.toContain(sha256(`${DISCORD_ID}:t1:m1`));
  });

  it('of the first release counts: no player is called twice', async () => {
    const { outbox, sent, stores } = setUp();
    await stores
      .replica()
      .namespace('directs', DirectMark)
      .set(sha256(`${DISCORD_ID}:t1:m1`), true);
    expect(await outbox().sendDirect(message, refused)).toBe('sent-before');
    expect(sent).toEqual([]);
  });
});
