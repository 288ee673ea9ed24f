import type { ResponseRoutes } from '../../../src/bot/respond.ts';
import type { Follow } from '../../../src/guilds/follows.ts';
import type { Message } from '../../../src/message/render.ts';
import type { Store, Stores } from '../../../src/store/store.ts';
import { createWords } from '../../../src/words/words.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { nightDiscord } from '../../support/night-discord.ts';
import { actingStore, processLife, wrapped, type ProcessLife } from '../../support/night-process.ts';
import { T0 } from '../../support/night-records.ts';
import { timedChannels, virtualTime } from '../../support/timed-discord.ts';
import { createFront, createWorker, type BotDeps } from './bot.ts';
import type { Chance } from './chance.ts';
import { createPeople, type Person } from './people.ts';
import { createNightPlatform } from './platform.ts';

const words = createWords({ strict: true, platformName: 'Playhouse' });
const ANSWER_MS = 150;
/** Who answers members, beside the processes that come and go. */
const DEADLINES_MS = 60_000;
// Shorter than a lease.
const RENEW_MS = 10_000;

type Process = { id: string } & ReturnType<typeof createWorker> & ProcessLife;

export type NightWorld = ReturnType<typeof nightWorld>;

/** Servers with their members, a platform and a Discord that take their time, and as many processes of the bot as a night starts. */
export function nightWorld(chance: Chance, options: { isReadable: boolean; guildIds: readonly string[] }) {
  const time = virtualTime(T0);
  const uninstall = time.install();
  let jump = 0;
  const now = (): number => time.now() + jump;
  const stores = memoryStores({ now });
  const discord = nightDiscord(time.now, { isReadable: options.isReadable });
  const channels = timedChannels(discord.channels, time);
  const pressChannels = timedChannels({ ...discord.channels, ...discord.forPresses }, time);
  const pace = { lookUpMs: ANSWER_MS, pollsPerMinute: 30 };
  const answerSoon = (): Promise<void> => time.sleep(ANSWER_MS);
  const platform = createNightPlatform(time, chance);
  const people = createPeople(chance, options.guildIds);
  /** Channels in which the bot may not post. */
  const forbidden = new Set<string>();
  discord.control.refuse = ({ channelId, what }) => {
    if (what === 'direct') return people.ofDiscord(channelId)?.isClosed === true ? 'closed' : undefined;
    return what !== 'thread' && forbidden.has(channelId) ? 'forbidden' : undefined;
  };
  const boards = new Map<string, readonly Person[]>();
  const shared = stores.replica();
  const deps = (id: string, namespace: Stores['namespace']): BotDeps => ({
    id,
    namespace,
    records: shared.records,
    time,
    now,
    discord,
    channels,
    pressChannels,
    lookUpMs: () => pace.lookUpMs,
    platform,
    people,
    boardOf: (guildId) => boards.get(guildId) ?? [],
    words,
    pollsPerMinute: pace.pollsPerMinute,
  });

  function start(id: string): Process {
    const life = processLife(time.now);
    const own = stores.replica();
    const namespace = <T>(name: string): Store<T> =>
      name === 'jobs' || name === 'watches'
        ? wrapped(own.namespace<T>(name), life.quiet)
        : actingStore(own.namespace<T>(name), life);
    const process = { id, ...createWorker(deps(id, namespace), life), ...life };
    processes.push(process);
    return process;
  }
  const processes: Process[] = [];

  /** What a member's client shows of the answers to one interaction. */
  const answers = new Map<string, Message['body'][]>();
  const note = (token: string, body: Message['body']): void =>
    void answers.set(token, [...(answers.get(token) ?? []), body]);
  /** Where each interaction was made: follow-ups that everybody sees come there. */
  const places = new Map<string, string>();
  const routes: ResponseRoutes = {
    async callback({ token }, { body }) {
      await answerSoon();
      if ('data' in body && body.data !== undefined) note(token, body.data as Message['body']);
      return 'ours';
    },
    async editOriginal(token, { body }) {
      await answerSoon();
      note(token, body);
    },
    async editFollowUp(token, _messageId, { body }) {
      await answerSoon();
      note(token, body);
    },
    async deleteOriginal() {
      await answerSoon();
    },
    async followUp(token, { body }) {
      if (((body.flags ?? 0) & 64) !== 0) {
        await answerSoon();
        note(token, body);
        return undefined;
      }
      await answerSoon();
      const sent = await discord.followUp(places.get(token) ?? '', postOf(body));
      return 'id' in sent ? sent.id : undefined;
    },
  };
  const front = (): ReturnType<typeof createFront> =>
    (made ??= createFront(
      deps('front', (name) => shared.namespace(name)),
      routes,
    ));
  let made: ReturnType<typeof createFront> | undefined;
  let deadlinesAt = T0;

  const stepsOf = (process: Process) =>
    process.run(async () => {
      await process.jobs.renew();
      await process.jobs.step();
    });

  /** A step may be longer than a lease, which is renewed meanwhile. */
  async function passTo(end: number): Promise<void> {
    while (end - time.now() > RENEW_MS) {
      await time.passTo(time.now() + RENEW_MS);
      for (const process of processes) await process.run(() => process.jobs.renew());
    }
    await time.passTo(end);
  }

  return {
    ...discord,
    time,
    pace,
    stores,
    platform,
    people,
    boards,
    forbidden,
    processes,
    now: time.now,
    /** What the bot takes for the time. */
    wall: now,
    jumpClock: (ms: number) => void (jump += ms),
    start,
    front,
    follow: (
      guildId: string,
      follow: Pick<Follow, 'tournamentId' | 'channelId' | 'topics'> & Partial<Follow>,
    ) => front().guilds.follows.add(guildId, follow),
    /** Somebody uses the bot. Gives what only they see, in order. */
    async interact(raw: { token: string; channel_id: string }): Promise<Message['body'][]> {
      places.set(raw.token, raw.channel_id);
      const dispatched = front().dispatch(raw as never);
      let isDone = false;
      void dispatched.then(() => (isDone = true));
      for (let waits = 0; !isDone && waits < 60; waits++) await this.pass(500, 5000);
      return answers.get(raw.token) ?? [];
    },
    /** Lets time pass; every process takes its steps. */
    async pass(ms: number, stepMs: number): Promise<void> {
      const end = time.now() + ms;
      await time.settle();
      while (time.now() < end) {
        await passTo(Math.min(end, time.now() + stepMs));
        for (const process of processes) {
          await stepsOf(process);
          await time.settle();
        }
        if (time.now() - deadlinesAt < DEADLINES_MS) continue;
        deadlinesAt = time.now();
        void front().deadlines();
      }
    },
    /** A process ends as a signal ends it: one that hangs is killed. */
    stop(process: Process): void {
      processes.splice(processes.indexOf(process), 1);
      if (process.isStuck()) process.sleep(true);
      else void process.jobs.stop().then(() => process.sleep(true));
    },
    /** Gives real time back to the process that plays the night. */
    close: uninstall,
  };
}

/** A message that an interaction's token posted, as the bot's own ones are kept. */
const postOf = ({ content = '', allowed_mentions: mentions, components }: Message['body']) => ({
  content,
  mentions: { users: [...(mentions?.users ?? [])] },
  components,
});
