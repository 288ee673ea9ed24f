import type { GuildSettings } from '../guilds/settings.ts';
import type { Translate } from '../words/words.ts';
import type { Reading } from './changes.ts';
import type { Telling } from './feed-record.ts';
import type { Feeds } from './feeds.ts';
import type { Followed } from './followed.ts';
import type { Channels, DrawBracket } from './ports.ts';
import type { ReachPlayers } from './reach-players.ts';

/** One channel's turn with a new reading. */
export interface Turn extends Followed {
  reading: Reading;
  epoch: number;
}

export interface TurnDeps {
  channels: Channels;
  feeds: Feeds;
  isOwner: (epoch: number) => Promise<boolean>;
  drawBracket: DrawBracket;
  reachPlayers: ReachPlayers;
  settings: (guildId: string) => Promise<GuildSettings>;
  /** Whether a channel was told a result by whoever reported it. Throws `StoreError`. */
  isAnnounced: (channelId: string, result: string) => Promise<boolean>;
  /** One line for the organizers. */
  note: (guildId: string, text: string) => Promise<void>;
  /** Switches the scheduled event of a follow off. */
  dropEvent: (guildId: string, followId: string) => Promise<void>;
  onPost: (post: { kind: Telling['kind']; guildId: string; channelId: string; reading: Reading }) => void;
  now: () => number;
  t: Translate;
}

/** Of a post that may have been made, the same is told again first, so that Discord takes it for the same. */
export function batches<T>(all: readonly T[], isPending: (one: T) => boolean): T[][] {
  const [pending, others] = [all.filter(isPending), all.filter((one) => !isPending(one))];
  return [pending, others].filter((batch) => batch.length > 0);
}
