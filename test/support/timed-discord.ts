import type { Channels } from '../../src/message/channels.ts';

/** Time that passes only on command. Waiting work continues in its order. */
export function virtualTime(start: number) {
  let time = start;
  let waiting: { at: number; resume: () => void }[] = [];
  /** Work in other threads, for which time waits. */
  let underWay = 0;
  /** Lets everything go on that needs no time. */
  async function settle(): Promise<void> {
    do await new Promise<void>((resolve) => void setImmediate(resolve));
    while (underWay > 0);
  }

  const wait = (ms: number, resume: () => void): { at: number; resume: () => void } => {
    const one = { at: time + Math.max(0, ms), resume };
    waiting.push(one);
    return one;
  };

  return {
    now: () => time,
    settle,
    /** Time stands still until the function that it gives is called. */
    hold: (): (() => void) => {
      underWay += 1;
      return () => void (underWay -= 1);
    },
    sleep: (ms: number): Promise<void> => new Promise((resume) => void wait(ms, resume)),
    /** Lets `setTimeout` go by this time, until the function that it gives is called. */
    install(): () => void {
      const { setTimeout, clearTimeout } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (run: () => void, ms = 0) => ({ ...wait(ms, run), unref: () => undefined }),
        clearTimeout: (timer?: { resume: () => void }) =>
          void (waiting = waiting.filter(({ resume }) => resume !== timer?.resume)),
      });
      return () => void Object.assign(globalThis, { setTimeout, clearTimeout });
    },
    async passTo(end: number): Promise<void> {
      for (;;) {
        const next = Math.min(...waiting.map(({ at }) => at));
        if (next > end) break;
        time = Math.max(time, next);
        const due = waiting.filter(({ at }) => at <= time);
        waiting = waiting.filter(({ at }) => at > time);
        for (const { resume } of due) resume();
        await settle();
      }
      time = end;
    },
  };
}

export type VirtualTime = ReturnType<typeof virtualTime>;

/** How fast a Discord is. Source: what its rate limits were seen to be; it does not document them all. */
export interface DiscordPace {
  /** From a request to its answer. */
  answerMs?: number;
  /** For the whole bot. */
  requestsPerSecond?: number;
  /** Between two posts or edits in one channel. */
  messageMs?: number;
  /** So many threads of one channel are started at once, and the next ones after so long. */
  threads?: { atOnce: number; thenMs: number };
}

/** The client waits itself for a limit that passes sooner. */
const THREAD_PATIENCE_MS = 5000;

/** The same channels at the pace of a real Discord. */
export function timedChannels(
  channels: Channels,
  { now, sleep }: Pick<VirtualTime, 'now' | 'sleep'>,
  {
    answerMs = 100,
    requestsPerSecond = 50,
    messageMs = 1000,
    threads = { atOnce: 10, thenMs: 280_000 },
  }: DiscordPace = {},
): Channels {
  const freeAt = new Map<string, number>();
  const started = new Map<string, { count: number; resetAt: number }>();

  /** Waits for a place in what takes one request at a time. */
  async function turn(of: string, everyMs: number): Promise<void> {
    const at = Math.max(now(), freeAt.get(of) ?? 0);
    freeAt.set(of, at + everyMs);
    await sleep(at - now());
  }

  async function request<T>(call: () => Promise<T>): Promise<T> {
    await turn('all', 1000 / requestsPerSecond);
    await sleep(answerMs);
    return call();
  }

  async function message<T>(channelId: string, call: () => Promise<T>): Promise<T> {
    await turn(`channel ${channelId}`, messageMs);
    return request(call);
  }

  /** How long no thread can be started in a channel; 0 for one that is started now. */
  function threadWaitMs(channelId: string): number {
    const known = started.get(channelId);
    const current =
      known !== undefined && now() < known.resetAt ? known : { count: 0, resetAt: now() + threads.thenMs };
    started.set(channelId, current);
    if (current.count >= threads.atOnce) return current.resetAt - now();
    current.count += 1;
    return 0;
  }

  return {
    post: (channelId, ...rest) => message(channelId, () => channels.post(channelId, ...rest)),
    edit: (channelId, ...rest) => message(channelId, () => channels.edit(channelId, ...rest)),
    since: (...asked) => request(() => channels.since(...asked)),
    async startThread(channelId, ...rest) {
      const retryAfterMs = threadWaitMs(channelId);
      if (retryAfterMs > THREAD_PATIENCE_MS) return request(async () => ({ retryAfterMs }));
      await sleep(retryAfterMs);
      return request(() => channels.startThread(channelId, ...rest));
    },
    publish: (...message) => request(() => channels.publish(...message)),
    remove: (channelId, messageId) => request(() => channels.remove(channelId, messageId)),
    closeThread: (...thread) => request(() => channels.closeThread(...thread)),
    reopenThread: (threadId) => request(() => channels.reopenThread(threadId)),
    openDirect: (discordId) => request(() => channels.openDirect(discordId)),
    createEvent: (...event) => request(() => channels.createEvent(...event)),
    editEvent: (...change) => request(() => channels.editEvent(...change)),
    eventStatus: (...event) => request(() => channels.eventStatus(...event)),
    ownEvents: (guildId) => request(() => channels.ownEvents(guildId)),
  };
}
