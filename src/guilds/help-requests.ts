import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { present } from '../present.ts';
import { sha256 } from '../sha256.ts';
import { changeEntries } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** A player's request for the organizers' help with a match. Only its message says who asked and who helps. */
const HelpRequest = storedObject({
  matchId: z.string(),
  /** Earlier versions did not store it. */
  tournamentId: z.string().exactOptional(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The message to the organizers; absent while it is being sent. */
  message: storedObject({ channelId: z.string(), messageId: z.string() }).exactOptional(),
  /** Where the message may have been posted, and the hash of its text, until that is known. */
  attempt: storedObject({ channelId: z.string(), text: z.string() }).exactOptional(),
  state: z.enum(['open', 'taken', 'resolved']),
  /** When an organizer last took or resolved it, epoch milliseconds. */
  changedAt: z.number().exactOptional(),
});
export type HelpRequest = z.infer<typeof HelpRequest>;

/** The help requests of one server. */
export const HelpRecord = z.record(z.string(), HelpRequest);
export type HelpRecord = z.infer<typeof HelpRecord>;

const TTL_MS = 7 * DAY_MS;
/** The latest ones of a server. */
const REQUESTS_MAX = 50;

/** Players' requests for help in a server. Every method throws `StoreError`. */
export function createHelpRequests({ records, now }: { records: Store<HelpRecord>; now: () => number }) {
  const change = (guildId: string, edit: (requests: HelpRecord) => HelpRecord) =>
    changeEntries(records, guildId, { empty: {}, edit, ttlOf: () => TTL_MS });
  const changeOne = (guildId: string, id: string, edit: (request: HelpRequest) => HelpRequest) =>
    change(guildId, (requests) => {
      const request = requests[id];
      return request === undefined ? requests : { ...requests, [id]: edit(request) };
    });

  return {
    read: async (guildId: string): Promise<HelpRecord> => (await records.get(guildId)) ?? {},
    /** Stored before its message is posted, so that a kill in between loses no request. Returns its id. */
    async add(guildId: string, request: Pick<HelpRequest, 'matchId' | 'tournamentId'>): Promise<string> {
      const at = now();
      const id = sha256(JSON.stringify([request.matchId, at]), 12);
      await change(guildId, (requests) => {
        const recent = Object.entries(requests).filter(([, one]) => at - one.at < TTL_MS);
        const added: [string, HelpRequest] = [id, { ...request, at, state: 'open' }];
        return Object.fromEntries([...recent, added].slice(-REQUESTS_MAX));
      });
      return id;
    },
    /** `undefined`: its message was not posted there. */
    async noteAttempt(guildId: string, id: string, attempt: HelpRequest['attempt']): Promise<void> {
      await changeOne(guildId, id, ({ attempt: _before, ...request }) => ({
        ...request,
        ...present({ attempt }),
      }));
    },
    /** Its message was posted there; `undefined`: no channel accepted it. */
    async notePosted(guildId: string, id: string, message: HelpRequest['message']): Promise<void> {
      await change(guildId, ({ [id]: request, ...others }) => {
        if (request === undefined || message === undefined) return others;
        const { attempt, ...rest } = request;
        // Discord answers a repeated press with the message of the press whose answer was lost.
        const isSame = (one: HelpRequest): boolean =>
          one.message?.messageId === message.messageId ||
          (attempt !== undefined && one.attempt?.text === attempt.text);
        const different = Object.entries(others).filter(([, one]) => !isSame(one));
        return { ...Object.fromEntries(different), [id]: { ...rest, message } };
      });
    },
    /** An organizer pressed a button of a call for help. Other messages to the organizers are ignored. */
    async noteHandled(guildId: string, messageId: string, state: 'taken' | 'resolved'): Promise<void> {
      const changedAt = now();
      await change(guildId, (requests) => {
        const found = Object.entries(requests).find(([, { message }]) => message?.messageId === messageId);
        if (found === undefined) return requests;
        const [id, request] = found;
        return { ...requests, [id]: { ...request, state, changedAt } };
      });
    },
    /** Removes the record of a server. */
    async forget(guildId: string): Promise<void> {
      await records.delete(guildId);
    },
  };
}
