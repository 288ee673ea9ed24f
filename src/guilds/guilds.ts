import type { Announced } from './announced.ts';
import type { Audit } from './audit.ts';
import type { Follows } from './follows.ts';
import type { CallOrganizers } from './organizer-calls.ts';
import type { SettingsStore } from './settings.ts';

/** What Discord knows of a server's roles and channels. */
export interface Directory {
  /** Those of the roles and channels that are gone. Never rejects: what cannot be known in time is not said to be gone. */
  missing(
    guildId: string,
    ids: { roleIds: readonly string[]; channelIds: readonly string[] },
  ): Promise<ReadonlySet<string>>;
  /** What the bot may do in a channel; `undefined` where Discord does not say in time. Never rejects. */
  access(
    guildId: string,
    channelId: string,
  ): Promise<{ isThread: boolean; botPermissions: bigint | undefined }>;
}

/** The servers that the bot is in: their settings, their logs, and what is left of what they chose. */
export interface Guilds {
  settings: SettingsStore;
  audit: Audit;
  /** Writes one line into a server's log channel, as `audit` does. */
  note: (guildId: string, text: string) => Promise<void>;
  directory: Directory;
  follows: Follows;
  announced: Announced;
  callOrganizers: CallOrganizers;
}
