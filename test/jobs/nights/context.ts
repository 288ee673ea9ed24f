import type { Follow, Night as JudgedNight, Trouble } from '../../../tools/judge/night.ts';
import type { GuildSettings } from '../../../src/guilds/settings.ts';
import { T0 } from '../../support/night-records.ts';
import type { Chance } from './chance.ts';
import type { PostingAct, NightReach } from './reach.ts';
import type { Snapshot } from './snapshot.ts';
import type { Truth } from './truth.ts';
import type { WireDialect } from './wire.ts';
import type { NightWorld } from './world.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** The clock's step. */
export const STEP_MS = 5 * SECOND_MS;
/** How long a channel may take to catch up. */
export const PLATFORM_RECOVERY_MS = 90 * SECOND_MS;
export const DISCORD_RECOVERY_MS = 3 * MINUTE_MS + 30 * SECOND_MS;

export type NightTopics = Follow['topics'];

export interface NightFollow extends Follow {
  cup: Truth;
  settings: GuildSettings;
}

/** A server with what its admins have set. */
export interface NightServer {
  guildId: string;
  settings: GuildSettings;
  /** A channel where members talk, and nothing is followed. */
  lobbyId: string;
}

export type Process = NightWorld['processes'][number];

type JudgedAsPlayed = 'faults' | 'jumps' | 'news' | 'ranks' | 'reminder' | 'removed' | 'roles' | 'troubles';

/** What all that happens in a night works on. */
export interface Night extends Pick<JudgedNight, JudgedAsPlayed> {
  seed: number;
  dialect: WireDialect;
  chance: Chance;
  /** For what was added to the nights later, so that what a seed is known for stays. */
  extras: Chance;
  reach: NightReach;
  world: NightWorld;
  servers: readonly NightServer[];
  cups: readonly Truth[];
  snapshots: Map<string, Snapshot[]>;
  follows: NightFollow[];
  /** What the platform does not list yet. */
  unlisted: Set<Truth>;
  /** Scores that wait for the other side, by server and match. */
  proposals: Set<string>;
  story: string[];
  tell: (text: string) => void;
  /** Something is about to happen. */
  about: (act: PostingAct) => void;
  /** This night should have this act. */
  wants: (act: PostingAct) => boolean;
  /** `ms`: how long it lasts; `recoveryMs`: how long what follows from it does. */
  trouble: (
    kind: Trouble['kind'],
    ms: number,
    recoveryMs: number,
    where?: Pick<Trouble, 'guildId' | 'cupId'>,
  ) => void;
  later: (ms: number, run: () => void | Promise<void>) => void;
  pass: (ms: number, stepMs?: number) => Promise<void>;
  /** The platform shows what is so by now. */
  show: () => void;
  /** Between so many seconds, in milliseconds. */
  seconds: (min: number, max: number) => number;
}

export const clockOf = (at: number): string => {
  const seconds = Math.round((at - T0) / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** How a match is called in the story. */
export const nameAt = (cup: Truth, at: number): string =>
  (cup.pairAt(at) ?? []).map((who) => cup.nameOfPlayer(who)).join('-');
