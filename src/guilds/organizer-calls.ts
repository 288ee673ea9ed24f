import { sha256 } from '../store/sha256.ts';
import type { Store, StoreLog } from '../store/store.ts';
import type { SettingsStore } from './settings.ts';

interface OrganizerCall {
  guildId: string;
  /** Where it is posted if the server has no log channel, or posting there fails. */
  channelId: string;
  text: string;
  /** Identifies the call: within ten minutes, the same one is not posted again. */
  once?: string;
}

const REPEAT_MS = 10 * 60_000;

interface OrganizerCallsDeps {
  settings: Pick<SettingsStore, 'recent'>;
  /** Keys are hashed: they contain no Discord id. */
  calls: Pick<Store<true>, 'add' | 'delete'>;
  /** Throws what Discord's REST client throws. */
  post: (channelId: string, text: string, mentions: { roles: readonly string[] }) => Promise<void>;
  log: Pick<StoreLog, 'warn'>;
}

export function createOrganizerCalls({ settings, calls, post, log }: OrganizerCallsDeps) {
  /**
   * Posts a message to the organizers of a server that mentions only their role. `unposted`: every channel failed. Throws
   * `StoreError` if `once` cannot be checked.
   */
  return async ({
    guildId,
    channelId,
    text,
    once,
  }: OrganizerCall): Promise<'posted' | 'repeated' | 'unposted'> => {
    const key = once && sha256(`${guildId}:${once}`);
    if (key !== undefined && !(await calls.add(key, true, REPEAT_MS))) return 'repeated';
    const { organizerRoleId, logChannelId = channelId } = await settings.recent(guildId);
    const roles = organizerRoleId === undefined ? [] : [organizerRoleId];
    const message = [...roles.map((id) => `<@&${id}>`), text].join(' ');
    for (const id of new Set([logChannelId, channelId])) {
      try {
        await post(id, message, { roles });
        return 'posted';
      } catch (error) {
        log.warn({ guildId, channelId: id, err: error }, 'could not post a call to the organizers');
      }
    }
    if (key !== undefined) await calls.delete(key);
    return 'unposted';
  };
}
