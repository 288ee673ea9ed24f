import type { DeviceLinking } from '../linking/device-linking.ts';
import type { Alerts } from '../members/alerts.ts';
import type { Naming } from '../members/naming.ts';
import type { ReadServerRanking } from '../members/server-ranking.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { PersonalData } from '../members/personal-data.ts';
import type { Registrations } from '../members/registrations.ts';
import type { Reminders } from '../members/reminders.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import type { PlatformState } from '../platform/state.ts';
import type { Tournament } from '../reading/records.ts';
import type { Words } from '../words/words.ts';
import type { Channels } from '../message/channels.ts';
import type { Attachment } from './modal-inputs.ts';

interface About {
  version: string;
  /** Between the bot and Discord, as last measured. */
  latencyMs: number | undefined;
  /** `undefined` if the platform was not called lately. */
  platform: PlatformState | undefined;
  /** Adds the bot to a server. */
  inviteUrl: string;
  /** The same with the permission to manage roles. */
  rolesInviteUrl: string;
  privacyUrl: string;
  /** The calendar of upcoming tournaments. */
  calendarUrl: string;
}

export interface CardBudget {
  /**
   * Takes one rank card from the budget, if one is left. Drawing many at once would slow down all other answers; the text of
   * an answer contains all that its card shows.
   */
  takeCard(): boolean;
}

/** Services for handlers, created once by the composition root. */
export interface HandlerServices {
  alerts: Alerts;
  deviceLinking: DeviceLinking;
  /** Which members may be named beside their players, and where. */
  naming: Naming;
  /** Ranks members of a server against each other. */
  serverRanking: ReadServerRanking;
  guilds: Guilds;
  /** What is stored about a Discord user. */
  personalData: Omit<PersonalData, 'unlink'>;
  registrations: Registrations;
  reminders: Reminders;
  /** Messages that answer no interaction. */
  channels: Pick<Channels, 'post'>;
  withScreenshots: WithScreenshots;
  /** The address of a tournament's page, which becomes a card where its link is pasted. Never rejects. */
  shareTournament: (tournament: Tournament) => Promise<string>;
  /** What /help shows besides the commands. */
  about: () => About;
  /** Where members report a failure with its reference. */
  supportUrl: string | undefined;
  pictures: Pictures & CardBudget;
  /** `</rank:ID>` if Discord has returned the id, otherwise `/rank`. */
  mention: (command: string) => string;
  words: Words;
  /** The regions in the settings. */
  regions: readonly { slug: string; label: string | undefined }[];
  now: () => number;
}

/** Fetches a picture, and holds it only while `use` uses it: `undefined` for what is no picture or cannot be fetched in time. */
export type FetchPicture = <T>(
  attachment: Attachment,
  use: (picture: { bytes: Buffer; extension: string } | undefined) => Promise<T>,
) => Promise<T>;

/** Lets `work` fetch the pictures of a member's form. `busy`: too many forms of theirs wait. Another form of the same member waits. */
export type WithScreenshots = <T>(
  discordId: string,
  work: (fetchPicture: FetchPicture | 'busy') => Promise<T>,
) => Promise<T>;
