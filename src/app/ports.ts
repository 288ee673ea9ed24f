import type { Logger } from 'pino';
import type { Clock } from '../async/clock.ts';
import type { CardBudget } from '../bot/handler-services.ts';
import type { createDiscord } from '../discord/create-discord.ts';
import type { TurnLimits } from '../jobs/plan/turn-limits.ts';
import type { LinkingDeps } from '../linking/step-tools.ts';
import type { Tickets } from '../message/custom-id.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformState } from '../platform/state.ts';
import type { OpenedStores } from '../store/records.ts';
import type { VaultKey } from '../accounts/vault.ts';
import type { Words } from '../words/words.ts';
import type { Tell } from './facts.ts';

/** Discord, as the product uses it. */
export interface DiscordPort extends Pick<
  ReturnType<typeof createDiscord>,
  | 'routes'
  | 'channels'
  | 'pressPosts'
  | 'standingPosts'
  | 'servers'
  | 'withScreenshots'
  | 'roleConnections'
  | 'memberRoles'
  | 'identity'
> {
  /** The tickets of a member or, for buttons in channels, of a channel. */
  ticketsOf: (discordId: string) => Tickets;
  /** `</rank:ID>` if Discord has returned the id, otherwise `/rank`. */
  mention: (command: string) => string;
  /** The links that add the bot. `roles`: with the permission to manage roles. */
  install: () => { server: string; user: string; roles: string };
  latencyMs: () => number | undefined;
}

type PlatformPort = Platform & {
  /** `undefined` if the platform was not called recently. */
  state: () => PlatformState | undefined;
};

/** What the product is built on. Everything outside the process comes in through these. */
export interface Ports {
  stores: OpenedStores;
  discord: DiscordPort;
  /** Opens the platform, which reports what its answers show. */
  platform: (tell: Pick<Tell, 'tournamentGone' | 'ranksSeen' | 'playerNamed'>) => PlatformPort;
  clock: Clock;
  /** `size` unpredictable bytes. */
  random: (size: number) => Buffer;
  words: Words;
  log: Logger;
  metrics: Pick<Metrics, 'onHandled' | 'onLink' | 'onResult' | 'onRole' | 'background'>;
  pictures: Pictures & CardBudget;
}

/** The settings of the product, as its rooms name them. */
export interface ProductSettings {
  platformName: string;
  regions: readonly { slug: string; label: string | undefined }[];
  pollsPerMinute: number;
  /** Without one, the usual. */
  limits?: Partial<TurnLimits>;
  keys: readonly VaultKey[];
  /** The name of the setting that holds `keys`. */
  keysSetting: string;
  isLinkedRolesOn: boolean;
  supportUrl: string | undefined;
  linking: Pick<LinkingDeps, 'consent' | 'publicUrl'>;
  addresses: {
    privacy: string;
    calendar: string;
    linkedRole: string;
    /** The page of a tournament. */
    tournament: (id: string) => string;
  };
}
