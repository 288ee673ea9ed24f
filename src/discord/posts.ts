import { randomBytes } from 'node:crypto';
import { DiscordAPIError, type REST } from '@discordjs/rest';
import {
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  RESTJSONErrorCodes as Code,
  Routes,
  ThreadAutoArchiveDuration,
  type APIGuildScheduledEvent,
  type APIMessage,
} from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import { HOUR_MS } from '../durations.ts';
import { isObject, objectOf, objectsOf } from '../json.ts';
import type { Tickets } from '../message/custom-id.ts';
import { renderReply } from '../message/render.ts';
import type { Channels, EventChange, EventStatus, Refused, SendOutcome } from '../message/channels.ts';
import type { Post } from '../message/reply.ts';
import { present } from '../present.ts';
import { classify } from './classify.ts';
import { messageRequest } from './multipart.ts';
import { createThreadLimits } from './thread-limits.ts';

const STATUSES = {
  scheduled: GuildScheduledEventStatus.Scheduled,
  active: GuildScheduledEventStatus.Active,
  completed: GuildScheduledEventStatus.Completed,
  canceled: GuildScheduledEventStatus.Canceled,
} as const;

/** Returns why Discord refused for good; rethrows an error that is worth a retry. */
function refusedBy(error: unknown): Refused {
  const reason = classify(error);
  if (reason === undefined || reason === 'no-member') throw error;
  return reason;
}

const sentBy = (call: Promise<unknown>): Promise<SendOutcome> =>
  call.then(
    (answer) => ({ id: idOf(answer), ...present({ fileIds: fileIdsOf(answer) }) }),
    (error: unknown) => ({ refused: refusedBy(error) }),
  );

const hasThread = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === Code.ThreadAlreadyCreatedForMessage;

const isPublished = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === Code.ThisMessageWasAlreadyCrossposted;

function idOf(answer: unknown): string {
  if (isObject(answer) && 'id' in answer) return String(answer['id']);
  throw new Error('Discord answered without an id');
}

function fileIdsOf(answer: unknown): string[] | undefined {
  const ids = objectsOf(objectOf(answer)['attachments']).map(({ id }) => String(id));
  return ids.length === 0 ? undefined : ids;
}

const listOf = <T>(answer: unknown): Partial<T>[] => (Array.isArray(answer) ? answer : []);

/** 1 January 2015 UTC, where Discord's ids begin. */
const DISCORD_EPOCH_MS = 1_420_070_400_000n;
const snowflakeAt = (at: number): string =>
  String((BigInt(Math.max(Math.floor(at), 0)) - DISCORD_EPOCH_MS) << 22n);

const timeText = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : new Date(epochMs).toISOString();

const eventBody = ({ location, startsAt, endsAt, status, ...text }: EventChange) =>
  present({
    ...text,
    entity_metadata: location === undefined ? undefined : { location },
    scheduled_start_time: timeText(startsAt),
    scheduled_end_time: timeText(endsAt),
    status: status && STATUSES[status],
  });

const statusOf = (status: GuildScheduledEventStatus | undefined): EventStatus | undefined =>
  (['scheduled', 'active', 'completed', 'canceled'] as const).find((name) => STATUSES[name] === status);

/** Manage Threads may be granted meanwhile. */
const LOCK_AGAIN_MS = HOUR_MS;
const CHANNELS_MAX = 5000;

interface PostsDeps {
  rest: REST;
  /** The bot's user id; empty until it is known. */
  botId: () => string;
  /** Stores arguments that do not fit a button's custom id, by channel. */
  ticketsOf: (channelId: string) => Tickets;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
}

/** The bot's own messages and scheduled events, outside of interactions. */
export function createPosts({ rest, botId, ticketsOf, monotonic }: PostsDeps): Channels {
  const threadLimits = createThreadLimits(monotonic);
  /** The channels whose threads the bot may not lock, and when that is tried again. */
  const lockableAt = new LRUCache<string, number>(atMost(CHANNELS_MAX));

  async function requestOf(channelId: string, reply: Post, more: object) {
    const { body, files } = await renderReply(reply, { tickets: ticketsOf(channelId), lasting: true });
    return messageRequest({ ...body, ...more }, files);
  }

  /** Nothing was ever sent there. Where the history may not be read, a channel shows no messages either. */
  const hasNoMessage = async (channelId: string): Promise<boolean> =>
    objectOf(await rest.get(Routes.channel(channelId)))['last_message_id'] === null;

  const post: Channels['post'] = async (channelId, reply, nonce = randomBytes(12).toString('base64url')) => {
    // The REST client repeats a request whose answer was lost: Discord then returns the message that it accepted.
    const request = await requestOf(channelId, reply, { nonce, enforce_nonce: true });
    return sentBy(rest.post(Routes.channelMessages(channelId), request));
  };

  return {
    post,
    async edit(channelId, messageId, reply) {
      const request = await requestOf(channelId, reply, {});
      return sentBy(rest.patch(Routes.channelMessage(channelId, messageId), request));
    },
    remove: (channelId, messageId) =>
      sentBy(rest.delete(Routes.channelMessage(channelId, messageId)).then(() => ({ id: messageId }))),
    async since(channelId, at) {
      const list = async (query: Record<string, string>) =>
        listOf<APIMessage>(
          await rest.get(Routes.channelMessages(channelId), {
            query: new URLSearchParams({ ...query, limit: '100' }),
          }),
        );
      try {
        // By id from that time on, and also the latest: a clock difference must not hide a message that was just posted.
        const messages = [...(await list({ after: snowflakeAt(at) })), ...(await list({}))];
        if (messages.length === 0) return (await hasNoMessage(channelId)) ? [] : undefined;
        return messages
          .filter(({ author }) => author?.id === botId())
          .map(({ id = '', nonce, content = '', ...message }) =>
            present({
              id,
              content,
              nonce: nonce === undefined ? undefined : String(nonce),
              fileIds: fileIdsOf(message),
            }),
          );
      } catch (error) {
        refusedBy(error);
        return undefined;
      }
    },
    publish: (channelId, messageId) =>
      sentBy(
        rest
          .post(Routes.channelMessageCrosspost(channelId, messageId))
          .catch((error: unknown) => (isPublished(error) ? { id: messageId } : Promise.reject(error))),
      ),
    async startThread(channelId, messageId, name) {
      if (threadLimits.leftMs(channelId) === 0) {
        const body = { name, auto_archive_duration: ThreadAutoArchiveDuration.OneDay };
        const start = rest.post(Routes.threads(channelId, messageId), { body });
        try {
          // A message has one thread at most, with its own id.
          return await sentBy(
            start.catch((error: unknown) => (hasThread(error) ? { id: messageId } : Promise.reject(error))),
          );
        } catch (error) {
          threadLimits.note(channelId, error);
        }
      }
      return { retryAfterMs: threadLimits.leftMs(channelId) };
    },
    async closeThread(threadId, channelId) {
      const patch = (body: object) => sentBy(rest.patch(Routes.channel(threadId), { body }));
      if ((lockableAt.get(channelId) ?? -Infinity) > monotonic()) return patch({ archived: true });
      const outcome = await patch({ locked: true, archived: true });
      if (!('refused' in outcome) || outcome.refused !== 'forbidden') return outcome;
      // Its author may archive a thread, and needs Manage Threads to lock it. Source: Discord, "Threads".
      lockableAt.set(channelId, monotonic() + LOCK_AGAIN_MS);
      return patch({ archived: true });
    },
    reopenThread: (threadId) => sentBy(rest.patch(Routes.channel(threadId), { body: { archived: false } })),
    openDirect: (discordId) =>
      sentBy(rest.post(Routes.userChannels(), { body: { recipient_id: discordId } })),
    createEvent: (guildId, event) =>
      sentBy(
        rest.post(Routes.guildScheduledEvents(guildId), {
          body: {
            ...eventBody(event),
            privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
            entity_type: GuildScheduledEventEntityType.External,
          },
        }),
      ),
    editEvent: (guildId, eventId, change) =>
      sentBy(rest.patch(Routes.guildScheduledEvent(guildId, eventId), { body: eventBody(change) })),
    async eventStatus(guildId, eventId) {
      try {
        const event: unknown = await rest.get(Routes.guildScheduledEvent(guildId, eventId));
        const [{ status } = {}] = listOf<APIGuildScheduledEvent>([event]);
        return statusOf(status) ?? 'gone';
      } catch (error) {
        if (refusedBy(error) === 'post-gone') return 'gone';
        throw error;
      }
    },
    async ownEvents(guildId) {
      const events = listOf<APIGuildScheduledEvent>(await rest.get(Routes.guildScheduledEvents(guildId)));
      return events
        .filter(({ creator_id: creatorId }) => creatorId === botId())
        .map(({ id = '', name = '', description, scheduled_start_time: start = '' }) => ({
          id,
          name,
          description: description ?? '',
          startsAt: Date.parse(start),
        }));
    },
  };
}
