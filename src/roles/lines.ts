import { z } from 'zod';
import { fittingLines } from '../message/limits.ts';
import { nonceOf } from '../message/nonce.ts';
import type { Channels } from '../message/channels.ts';
import { sha256 } from '../sha256.ts';
import { changeEntries } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store, StoreLog } from '../store/store.ts';
import type { Translate } from '../words/words.ts';
import { NICKNAME } from './rules.ts';

/** A change that the log channel does not show yet. */
const Line = storedObject({
  /** Absent after they unlinked: the line then names no one. */
  discordId: z.string().exactOptional(),
  roleId: z.string(),
  act: z.enum(['give', 'take']),
  at: z.number(),
});
type Line = z.infer<typeof Line>;

/** A server's lines by hash, so that a line written again after a kill is not doubled. */
export const LinesRecord = z.record(z.string(), Line);
export type LinesRecord = z.infer<typeof LinesRecord>;

/** Leaves room for the message's first line. */
const TEXT_MAX = 1800;

const NOBODY: ReadonlySet<string> = new Set();

export interface LinesDeps {
  store: Store<LinesRecord>;
  /** The server's log channel, if it has one. */
  logChannelOf: (guildId: string) => Promise<string | undefined>;
  nameable: (guildId: string, discordIds: readonly string[]) => Promise<ReadonlySet<string>>;
  translator: (guildId: string) => Promise<Translate>;
  log: StoreLog;
  now: () => number;
}

/** Lines about role changes for the log channel, gathered into one message. Every method throws `StoreError`. */
export function createLines({ store, logChannelOf, nameable, translator, log, now }: LinesDeps) {
  /** A member who may not be named has no name here: the platform name would identify them beside the server's audit log. */
  function textOf(
    lines: readonly Line[],
    { named, t }: { named: ReadonlySet<string>; t: Translate },
  ): string {
    const texts = lines.map(({ discordId, roleId, act }) => {
      const isNamed = discordId !== undefined && named.has(discordId);
      const member = isNamed ? `<@${discordId}>` : t('roles.log.somebody');
      if (roleId === NICKNAME) return t(`roles.log.${act}Name`, { member });
      return t(`roles.log.${act}`, { role: `<@&${roleId}>`, member });
    });
    const shown = fittingLines(texts, TEXT_MAX);
    const more = texts.length - shown.length;
    return [...shown, ...(more > 0 ? [t('roles.log.more', { count: more })] : [])].join('\n');
  }

  return {
    /** `about`: tells apart lines that name no one. */
    add: async (guildId: string, line: Omit<Line, 'at'>, about = line.discordId): Promise<void> =>
      void (await changeEntries(store, guildId, {
        empty: {},
        edit: (lines) => {
          const key = sha256(`${about}:${line.roleId}:${line.act}`, 12);
          return { ...lines, [key]: { ...line, at: lines[key]?.at ?? now() } };
        },
      })),
    /** Whether a server has lines. */
    has: async (guildId: string): Promise<boolean> => (await store.get(guildId)) !== undefined,
    /** Posts the waiting lines once. Rejects if Discord does not answer. */
    async flush(guildId: string, channels: Pick<Channels, 'post'>): Promise<void> {
      const lines = (await store.get(guildId)) ?? {};
      const keys = Object.keys(lines);
      if (keys.length === 0) return;
      const ordered = Object.values(lines).toSorted((a, b) => a.at - b.at);
      const t = await translator(guildId);
      const channelId = await logChannelOf(guildId);
      // The bot's own log names no one.
      const logLine = { guildId, audit: textOf(ordered, { named: NOBODY, t }) };
      if (channelId === undefined) log.info(logLine, 'audit');
      else {
        const ids = ordered.flatMap(({ discordId }) => discordId ?? []);
        const content = textOf(ordered, { named: await nameable(guildId, ids), t });
        const nonce = nonceOf('roles', sha256(`${guildId}:${keys.toSorted().join()}:${ordered[0]?.at}`, 16));
        const sent = await channels.post(channelId, { content }, nonce);
        if ('refused' in sent)
          log.warn({ ...logLine, channelId, ...sent }, 'could not post to a log channel');
      }
      await changeEntries(store, guildId, {
        empty: {},
        edit: (now) =>
          Object.fromEntries(
            Object.entries(now).filter(
              ([key, line]) => lines[key] === undefined || lines[key].at !== line.at,
            ),
          ),
      });
    },
    forget: (guildId: string): Promise<void> => store.delete(guildId),
    /** They unlinked: their lines no longer name them. */
    forgetMember: async (guildId: string, discordId: string): Promise<void> =>
      void (await changeEntries(store, guildId, {
        empty: {},
        edit: (lines) => {
          if (Object.values(lines).every((line) => line.discordId !== discordId)) return lines;
          const unnamed = ({ discordId: id, ...line }: Line): Line =>
            id === undefined || id === discordId ? line : { ...line, discordId: id };
          return Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, unnamed(line)]));
        },
      })),
  };
}

export type Lines = ReturnType<typeof createLines>;
