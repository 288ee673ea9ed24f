import type { Channels, EventStatus } from '../../src/message/channels.ts';
import type { Post } from '../../src/message/reply.ts';

const SECOND_MS = 1000;

export interface PostedMessage {
  id: string;
  channelId: string;
  post: Post;
  nonce: string;
  at: number;
  /** Every text that it had. */
  texts: string[];
  /** A member's press caused it. */
  isPress?: true;
}

/** What a member does with a message: its text is as it was then. */
export interface MessageChange {
  kind: 'post' | 'edit';
  id: string;
  channelId: string;
  post: Post;
  at: number;
  isPress?: true;
}

/** A post that was tried, and whether its sender knows of it. */
export interface Attempt {
  channelId: string;
  content: string;
  isKnown: boolean;
}

export interface NightThread {
  channelId: string;
  name: string;
  /** Locked and archived. */
  isClosed: boolean;
  /** Discord archived it, since it was quiet. */
  isArchived?: boolean;
  closings: number;
  /** Closings and what was refused. */
  requests: number;
}

export interface DiscordOptions {
  /** How long a nonce is remembered. */
  nonceMs?: number;
  /** Whether the bot may read what was posted. */
  isReadable?: boolean;
}

/** As often as the bot's REST client tries a request that a member waits for. */
const PRESS_TRIES = 3;

interface NightRequest {
  channelId: string;
  what: 'post' | 'edit' | 'direct' | 'event' | 'thread';
}

/** Files are known by their names here. */
const sentAs = (id: string, { files = [] }: Post) =>
  files.length === 0 ? { id } : { id, fileIds: files.map(({ name }) => name) };

/** An edit, with the files of before that it keeps. */
function withKept({ files: before = [] }: Post, post: Post): Post {
  const { keepsFiles = false, files = [] } = post;
  const isKept = (name: string) => (Array.isArray(keepsFiles) ? keepsFiles.includes(name) : keepsFiles);
  const kept = before.filter(({ name }) => isKept(name));
  return kept.length === 0 ? post : { ...post, files: [...kept, ...files] };
}

/** A Discord that keeps what was posted, and can be made to refuse or fail. */
export function nightDiscord(
  now: () => number,
  { nonceMs = 3 * 60 * SECOND_MS, isReadable = true }: DiscordOptions,
) {
  const messages: PostedMessage[] = [];
  const changes: MessageChange[] = [];
  /** When each message that is gone was deleted. */
  const deletions = new Map<string, number>();
  const published: string[] = [];
  const events: {
    id: string;
    guildId: string;
    name: string;
    startsAt: number;
    endsAt: number;
    description: string;
    status: string;
  }[] = [];
  /** Each event as it was made, and after each change that the bot made. */
  const eventChanges: ({ at: number } & (typeof events)[number])[] = [];
  const noteEvent = (event: (typeof events)[number]) => void eventChanges.push({ at: now(), ...event });
  /** By id, which is that of the message. */
  const threads = new Map<string, NightThread>();
  const control: {
    refuse: (request: NightRequest) => string | undefined;
    /** Whether a call fails before it is done. */
    fail: () => boolean;
    /** Whether a call is done and its answer lost. */
    lose: () => boolean;
  } = { refuse: () => undefined, fail: () => false, lose: () => false };
  let ids = 1000;

  /** Fails on the way there or back. */
  function call<T>(act: () => T): T {
    if (control.fail()) throw new Error('Discord: 503');
    const result = act();
    if (control.lose()) throw new Error('Discord: closed');
    return result;
  }

  const answer = <T>(request: NightRequest, act: () => T): T | { refused: never } =>
    call(() => {
      const refused = control.refuse(request);
      return refused === undefined ? act() : ({ refused } as { refused: never });
    });

  const note = (kind: MessageChange['kind'], { id, channelId, isPress, post }: PostedMessage) =>
    void changes.push({ kind, id, channelId, post, at: now(), ...(isPress && { isPress }) });

  function put(channelId: string, post: Post, nonce: string | undefined, isPress?: true) {
    if (nonce === undefined && !isPress)
      throw new Error(`a message of the background work without a nonce: ${post.content}`);
    if (threads.get(channelId)?.isClosed) throw new Error(`a message in the closed thread ${channelId}`);
    const before = messages.find(
      (message) =>
        nonce !== undefined &&
        message.channelId === channelId &&
        message.nonce === nonce &&
        now() - message.at < nonceMs,
    );
    if (before !== undefined) return sentAs(before.id, before.post);
    const id = String((ids += 1));
    const message = {
      id,
      channelId,
      post,
      nonce: nonce ?? `none ${id}`,
      at: now(),
      texts: [post.content],
      ...(isPress && { isPress }),
    };
    messages.push(message);
    note('post', message);
    return sentAs(id, post);
  }

  /** `false` where it is gone already. */
  function drop(messageId: string): boolean {
    const at = messages.findIndex(({ id }) => id === messageId);
    if (at === -1) return false;
    messages.splice(at, 1);
    deletions.set(messageId, now());
    return true;
  }

  const channels: Channels = {
    post: async (channelId, post, nonce) =>
      answer({ channelId, what: 'post' }, () => put(channelId, post, nonce)),
    edit: async (channelId, messageId, post) =>
      answer({ channelId, what: 'edit' }, () => {
        const message = messages.find((one) => one.id === messageId && one.channelId === channelId);
        if (message === undefined) return { refused: 'post-gone' as const };
        if (threads.get(channelId)?.isArchived === true) return { refused: 'archived' as const };
        message.post = withKept(message.post, post);
        message.texts.push(post.content);
        note('edit', message);
        return sentAs(messageId, message.post);
      }),
    remove: async (channelId, messageId) =>
      answer({ channelId, what: 'edit' }, () =>
        drop(messageId) ? { id: messageId } : { refused: 'post-gone' as const },
      ),
    publish: async (_channelId, messageId) =>
      call(() => {
        published.push(messageId);
        return { id: messageId };
      }),
    // Discord shows no nonce to readers of a channel.
    since: async (channelId) =>
      call(() => {
        const isEmpty = !changes.some((one) => one.kind === 'post' && one.channelId === channelId);
        const isShown = isReadable || channelId.startsWith('dm:') || isEmpty;
        const own = messages.filter((message) => isShown && message.channelId === channelId);
        if (own.length === 0 && !isEmpty) return undefined;
        return own.slice(-100).map(({ id, post }) => ({ ...sentAs(id, post), content: post.content }));
      }),
    startThread: async (channelId, messageId, name) =>
      answer({ channelId, what: 'thread' }, () => {
        if (!messages.some(({ id }) => id === messageId)) return { refused: 'post-gone' as const };
        if (!threads.has(messageId))
          threads.set(messageId, { channelId, name, isClosed: false, closings: 0, requests: 0 });
        return { id: messageId };
      }),
    closeThread: async (threadId) =>
      answer({ channelId: threadId, what: 'thread' }, () => {
        const thread = threads.get(threadId);
        if (thread === undefined) return { refused: 'channel-gone' as const };
        thread.requests += 1;
        if (thread.isClosed) return { refused: 'archived' as const };
        thread.isClosed = true;
        thread.closings += 1;
        return { id: threadId };
      }),
    reopenThread: async (threadId) =>
      answer({ channelId: threadId, what: 'thread' }, () => {
        const thread = threads.get(threadId);
        if (thread === undefined) return { refused: 'channel-gone' as const };
        thread.isArchived = false;
        return { id: threadId };
      }),
    openDirect: async (discordId) =>
      answer({ channelId: discordId, what: 'direct' }, () => ({ id: `dm:${discordId}` })),
    createEvent: async (guildId, { name, startsAt, endsAt, description }) =>
      answer({ channelId: guildId, what: 'event' }, () => {
        const id = String((ids += 1));
        const event = { id, guildId, name, startsAt, endsAt, description, status: 'scheduled' };
        events.push(event);
        noteEvent(event);
        return { id };
      }),
    editEvent: async (guildId, eventId, change) =>
      answer({ channelId: guildId, what: 'event' }, () => {
        passEvents();
        const event = events.find(({ id }) => id === eventId);
        if (event === undefined) return { refused: 'post-gone' as const };
        Object.assign(event, change);
        noteEvent(event);
        return { id: eventId };
      }),
    eventStatus: async (_guildId, eventId) =>
      call(
        () =>
          (passEvents(), events.find(({ id }) => id === eventId)?.status ?? 'gone') as EventStatus | 'gone',
      ),
    ownEvents: async (guildId) =>
      call(() => {
        passEvents();
        return events.filter((one) => one.guildId === guildId && !/completed|canceled/.test(one.status));
      }),
  };

  /** Discord starts and ends external events itself. */
  function passEvents(): void {
    for (const event of events) {
      if (event.status === 'scheduled' && event.startsAt <= now()) event.status = 'active';
      if (event.status === 'active' && event.endsAt <= now()) event.status = 'completed';
    }
  }

  /** What the REST client does with a request without a clear answer. */
  async function retried<T>(request: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        return await request();
      } catch (error) {
        if (tries === PRESS_TRIES) throw error;
      }
  }

  /** For what members cause: the client retries automatically, and Discord knows what it did before by the nonce alone. */
  const forPresses: Pick<Channels, 'post' | 'edit' | 'since'> = {
    since: (...since) => channels.since(...since),
    post: (channelId, post, nonce = `press${(ids += 1)}`) =>
      retried(async () => answer({ channelId, what: 'post' }, () => put(channelId, post, nonce, true))),
    edit: (...edit) => retried(() => channels.edit(...edit)),
  };

  return {
    /** The last id that it gave. */
    lastId: { get: () => ids, set: (id: number) => void (ids = id) },
    channels,
    forPresses,
    /** What everybody sees of an answer to an interaction: webhooks take no nonce, so nothing is tried again. */
    followUp: async (channelId: string, post: Post) =>
      answer({ channelId, what: 'post' }, () => put(channelId, post, undefined, true)),
    passEvents,
    eventChanges,
    messages,
    changes,
    deletions,
    published,
    events,
    threads,
    control,
    /** Another part of the bot posts something. */
    say: (channelId: string, content: string): string => put(channelId, { content }, `own${ids}`).id,
    /** A person deletes a message. */
    remove: (messageId: string): void => void drop(messageId),
    /** And edits it. `false` where it is gone. */
    rewrite(messageId: string, content: string): boolean {
      const message = messages.find(({ id }) => id === messageId);
      if (message === undefined) return false;
      message.post = { content };
      message.texts.push(content);
      note('edit', message);
      return true;
    },
  };
}
