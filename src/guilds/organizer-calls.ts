import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { sha256, textHash } from '../sha256.ts';
import type { Store, StoreLog } from '../store/store.ts';
import type { Channels } from '../message/channels.ts';
import type { Post } from '../message/reply.ts';
import { sendToOrganizers } from './send-to-organizers.ts';
import type { SettingsStore } from './settings-store.ts';

interface OrganizerCall {
  guildId: string;
  /** Where it is posted if the log channel does not accept it. */
  channelId: string;
  post: (roleId: string | undefined) => Post;
  /** Identifies the call: within ten minutes, the same one is not posted again. */
  once?: string;
  /** Called before each attempt to post it: its answer may be lost. */
  onAttempt?: (attempt: CallAttempt) => Promise<void>;
}

/** A message that may have been posted. `text`: its hash (`textHash`). */
interface CallAttempt {
  channelId: string;
  text: string;
}

interface CallEdit {
  channelId: string;
  messageId: string;
  post: Post;
  /** The message is final: later presses don't change it. */
  isLast: boolean;
}

const REPEAT_MS = 10 * MINUTE_MS;
/** Longer than an edit takes with its retries. */
const EDIT_MS = MINUTE_MS;
/** After this, neither an outdated press nor the end of its matches can change it. */
const END_MS = DAY_MS;

/** For a call, or a hash of what caused a mention. */
export const CallClaim = z.union([z.literal(true), z.string()]);
export type CallClaim = z.infer<typeof CallClaim>;

interface OrganizerCallsDeps {
  settings: Pick<SettingsStore, 'recent'>;
  /** Keys are hashed: they contain no Discord id. */
  calls: Pick<Store<CallClaim>, 'add' | 'get' | 'set' | 'delete'>;
  channels: Pick<Channels, 'post' | 'edit'>;
  log: Pick<StoreLog, 'warn'>;
}

export function createOrganizerCalls({ settings, calls, channels, log }: OrganizerCallsDeps) {
  return {
    /**
     * Posts a message to the organizers of a server. `unposted`: no channel accepts it. `lost`: Discord does not answer, so it may
     * have been posted. Throws `StoreError` if `once` can't be checked.
     */
    async call(
      this: void,
      call: OrganizerCall,
    ): Promise<{ channelId: string; messageId: string } | 'repeated' | 'unposted' | 'lost'> {
      const { guildId, channelId, onAttempt, once } = call;
      const key = once && sha256(`${guildId}:${once}`);
      if (key !== undefined && !(await calls.add(key, true, REPEAT_MS))) return 'repeated';
      // After a lost answer, Discord returns the message that it accepted.
      const nonce = key && sha256(key, 25);
      const send = async (to: string, roleId: string | undefined) => {
        const post = call.post(roleId);
        await onAttempt?.({ channelId: to, text: textHash(post.content) });
        return channels.post(to, post, nonce);
      };
      const sent = await sendToOrganizers({ guildId, channelId, send }, { settings, log }).catch(
        (error: unknown) => {
          log.warn({ guildId, err: error }, 'a message to the organizers could not be sent');
          return 'lost' as const;
        },
      );
      if (typeof sent === 'object') return { channelId: sent.channelId, messageId: sent.messageId };
      if (key !== undefined) await calls.delete(key);
      return sent ?? 'unposted';
    },

    /**
     * Whether a member may cause a mention of the organizer role now: once in ten minutes in a server. `cause`: a repeated request
     * for the same cause, after a kill, gets the same answer. Throws `StoreError`.
     */
    async claimMention(this: void, guildId: string, discordId: string, cause: string): Promise<boolean> {
      const key = sha256(`${guildId}:mention:${discordId}`);
      const own = sha256(cause, 16);
      return (await calls.add(key, own, REPEAT_MS)) || (await calls.get(key)) === own;
    },

    /**
     * Edits a message to the organizers for one press at a time, over all replicas, and for none after the last one: the later of two racing
     * edits would hide what the other press did. Throws `StoreError`, or if Discord does not answer.
     */
    async edit(this: void, change: CallEdit): Promise<'edited' | 'busy' | 'ended' | 'refused'> {
      const { channelId, messageId, isLast } = change;
      const editKey = sha256(`${messageId}:edit`);
      const endKey = sha256(`${messageId}:end`);
      const onError = (error: unknown) =>
        log.warn({ channelId, err: error }, 'could not store who handles a message to the organizers');
      if (!(await calls.add(editKey, true, EDIT_MS))) return 'busy';
      try {
        if ((await calls.get(endKey)) === true) return 'ended';
        const outcome = await channels.edit(channelId, messageId, change.post);
        if ('refused' in outcome) return 'refused';
        // After the edit: a process that dies before it leaves the buttons for the next press.
        if (isLast) await calls.set(endKey, true, END_MS).catch(onError);
        return 'edited';
      } finally {
        await calls.delete(editKey).catch(onError);
      }
    },
  };
}
