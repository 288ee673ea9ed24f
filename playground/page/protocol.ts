/**
 * What the page's server and its browser side tell each other: Discord's records boiled down to what is drawn, so that
 * no code of discord.js has to go into the browser.
 */
import type { APIEmbed } from 'discord.js';

export interface PageMember {
  id: string;
  name: string;
  username: string;
  avatarUrl: string | null;
  /** The language of the member's app. */
  locale: string;
  bot: boolean;
}

export interface PageChannel {
  id: string;
  name: string;
  place: PagePlace;
  /** Of a direct message: the one member who sees it. */
  memberId: string | null;
  /** Where it is a server's: how that is called. */
  serverName: string | null;
  /** Who may look into it. */
  seenBy: readonly string[];
  /** Who may delete what others wrote there. */
  moderatedBy: readonly string[];
  /** Who may delete the channel. */
  managedBy: readonly string[];
  isThread: boolean;
  /** Of a thread that is not needed anymore. */
  isArchived: boolean;
}

/** A scheduled event of a server. */
export interface PageEvent {
  id: string;
  serverName: string;
  name: string;
  startsAt: number;
  /** Where it is, as the event says. */
  location: string;
  state: 'scheduled' | 'active' | 'over' | 'canceled';
}

export interface PageRole {
  id: string;
  name: string;
  serverName: string;
  /** As CSS writes it; null is the default color. */
  color: string | null;
  /** Ids of the members who hold it; of @everyone none. */
  heldBy: readonly string[];
}

/** A member's nickname in one server. */
export interface PageNick {
  memberId: string;
  serverName: string;
  nick: string;
}

export type PagePlace = 'server' | 'dm';

export type OptionKind = 'text' | 'integer' | 'user' | 'channel';

export interface OfferedChoice {
  name: string;
  value: string | number;
}

export interface PageOption {
  name: string;
  /** By language; `default` is always there. */
  descriptions: Readonly<Record<string, string>>;
  kind: OptionKind;
  required: boolean;
  /** The bot suggests values while a member types. */
  suggested: boolean;
  choices: readonly OfferedChoice[];
  min: number | null;
  max: number | null;
}

export interface PageCommand {
  /** `slash`: what is typed after the slash; `user`: what a member's menu says. */
  line: string;
  kind: 'slash' | 'user';
  descriptions: Readonly<Record<string, string>>;
  places: readonly PagePlace[];
  options: readonly PageOption[];
}

export type ButtonLook = 'primary' | 'secondary' | 'success' | 'danger';

interface SelectOption {
  label: string;
  value: string;
  description: string | null;
  chosen: boolean;
}

export interface PageSelect {
  kind: 'select';
  id: string;
  placeholder: string;
  options: readonly SelectOption[];
  min: number;
  max: number;
  disabled: boolean;
}

export type PageComponent =
  | { kind: 'button'; id: string; label: string; emoji: string | null; look: ButtonLook; disabled: boolean }
  | { kind: 'link'; url: string; label: string; emoji: string | null; disabled: boolean }
  | PageSelect;

export interface PageFile {
  name: string;
  url: string;
  bytes: number;
  description: string | null;
  picture: { width: number | null; height: number | null } | null;
}

export interface PageMessage {
  id: string;
  channelId: string;
  author: { id: string; name: string; bot: boolean };
  content: string;
  /** Ids of the members whom it pings, by their roles too. */
  pings: readonly string[];
  embeds: readonly APIEmbed[];
  /** Alt texts and sizes of uploaded pictures that the embeds show, by address. */
  pictures: Readonly<
    Record<string, { description: string | null; width: number | null; height: number | null }>
  >;
  rows: readonly (readonly PageComponent[])[];
  files: readonly PageFile[];
  createdAt: number;
  editedAt: number | null;
  /** Ephemeral: the one member who sees it. */
  visibleTo: string | null;
  thinking: boolean;
  /** Whose command, press or form this answers; null for the bot's own posts. */
  askedBy: string | null;
  /** The message above that this one answers. */
  repliesTo: string | null;
  /** The command that this answers, and who used it. */
  used: { memberId: string; memberName: string; command: string } | null;
}

interface TextField {
  kind: 'text';
  value: string;
  placeholder: string;
  long: boolean;
  minLength: number;
  maxLength: number;
}

/** What the browser's file picker offers, and what the form accepts. */
export interface FilesField {
  kind: 'files';
  max: number;
  maxBytes: number;
  /** Extensions and MIME types; empty accepts all. */
  accept: readonly string[];
}

/** One of a few, all of which show. */
export interface RadioField {
  kind: 'radio';
  options: readonly SelectOption[];
}

export type PageField = (TextField | { kind: 'select'; select: PageSelect } | RadioField | FilesField) & {
  id: string;
  label: string;
  description: string | null;
  required: boolean;
};

export interface PageModal {
  /** The interaction that opened it. */
  openedBy: string;
  title: string;
  fields: readonly PageField[];
}

/** One thing that went over the wire; secrets are masked already. */
export interface WireLine {
  at: number;
  side: 'discord' | 'platform';
  from: string;
  to: string;
  title: string;
  /** HTTP status; null for gateway events, 0 where the connection was cut. */
  status: number | null;
  ms: number | null;
  /** The fault that the platform was told to have, where it struck. */
  fault: string | null;
  parts: readonly { label: string; text: string }[];
}

export type BotState = 'running' | 'stopping' | 'stopped' | 'starting';

/** A player as whom members sign in. */
interface PagePlayer {
  id: string;
  name: string;
  /** May report any match. */
  organizer: boolean;
  /** As the platform writes it. */
  rank: string;
}

export interface Switches {
  /** null where the page can't stop the bot. */
  bot: BotState | null;
  players: readonly PagePlayer[];
  platformName: string;
  /** The highest first. */
  ranks: readonly string[];
  shape: string;
  shapes: readonly string[];
  /** `none` where the platform is well. */
  fault: string;
  faults: readonly string[];
}

/** A server, and the language that its owner prefers. */
interface PageServer {
  id: string;
  name: string;
  locale: string;
}

/** Everything that a tab needs to start with. */
export interface PageState {
  bot: PageMember;
  botOnline: boolean;
  members: readonly PageMember[];
  servers: readonly PageServer[];
  /** Those that there are to choose from. */
  languages: readonly { locale: string; name: string }[];
  channels: readonly PageChannel[];
  /** Of each server the highest first. */
  roles: readonly PageRole[];
  nicks: readonly PageNick[];
  events: readonly PageEvent[];
  commands: readonly PageCommand[];
  messages: readonly PageMessage[];
  wire: readonly WireLine[];
  switches: Switches;
}

/** What happens afterwards, in order. */
export type PageChange =
  | { type: 'message'; message: PageMessage }
  | { type: 'message-gone'; id: string }
  | { type: 'channel-gone'; id: string }
  | { type: 'channel'; channel: PageChannel }
  | { type: 'event'; event: PageEvent }
  | { type: 'event-gone'; id: string }
  | { type: 'commands'; commands: readonly PageCommand[] }
  | { type: 'bot'; online: boolean }
  | { type: 'wire'; line: WireLine }
  | { type: 'roles'; roles: readonly PageRole[]; nicks: readonly PageNick[] }
  | { type: 'languages'; members: readonly PageMember[]; servers: readonly PageServer[] }
  | { type: 'switches'; switches: Switches };

/** The outcome of an act. Messages come as changes; what only the tab that acted sees comes here. */
export type ActOutcome =
  | { kind: 'taken' }
  | { kind: 'modal'; modal: PageModal }
  | { kind: 'choices'; choices: readonly OfferedChoice[] }
  /** The bot did not answer in time. */
  | { kind: 'unanswered'; reason: string }
  /** Discord's app would not allow this. */
  | { kind: 'refused'; reason: string };
