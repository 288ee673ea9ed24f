import type { Network } from './exchange-limits.ts';
import type { CallbackQuery } from './oauth.ts';
import type { Refusal } from './refusals.ts';

/** What the browser gets to see next. */
export type LinkStep =
  | Redirect
  | { go: 'confirm'; view: ConfirmView }
  | { go: 'done'; view: DoneView }
  | { go: 'code'; view: CodeView }
  | { go: 'refused'; refusal: Refusal; restart?: Restart };

/** `cookie`, `deviceCookie`: a new one for this browser. Each way has its own, so that neither ends the other. */
export interface Redirect {
  go: 'redirect';
  url: string;
  cookie?: string;
  deviceCookie?: string;
}

/** Where "start again" leads, where it is not to the flow of this browser's cookie. */
export type Restart = { way: 'device' } | { way: 'link'; ticket: string };

export interface CodeView {
  /** In two halves, as people read it. */
  code: string;
  playerName: string;
  /** How long the code can be used yet. */
  msLeft: number;
}

export interface ConfirmView {
  discordName: string;
  /** The player's name, or the id where the platform gives none. */
  playerName: string;
  /** What the member has to know before they agree. The form sends it back, so that nobody agrees to what was not shown. */
  notices: Notice[];
  /** The player that this user is linked to now, where `notices` has `replaces`. */
  replacedName?: string;
  csrf: string;
}

/** `moves`: the player belongs to another Discord user, whose link ends. `replaces`: this user's link to another player ends. */
export type Notice = 'moves' | 'replaces';

export interface DoneView {
  discordName: string;
  playerName: string;
  /** What waits in Discord, as people know it. */
  resumeName?: string;
  /** Below Discord's own address: where /link was typed. */
  discordPath: string;
}

/** The pages' side of linking. Nothing here throws but for faults of our own. */
export interface LinkFlow {
  /** GET /link/start. Without a ticket, the flow of this browser starts again. */
  start(request: { ticket: unknown; cookie: string | undefined }): Promise<LinkStep>;
  /** GET /link/discord: Discord's redirect. */
  fromDiscord(request: { cookie: string | undefined; query: CallbackQuery }): Promise<LinkStep>;
  /** GET /link/callback: the platform's redirect, of either way. */
  fromPlatform(request: {
    cookie: string | undefined;
    deviceCookie: string | undefined;
    query: CallbackQuery;
    /** Of the address that the request came from. */
    networks: readonly Network[];
  }): Promise<LinkStep>;
  /** GET /link/confirm. */
  review(request: { cookie: string | undefined }): Promise<LinkStep>;
  /** POST /link/confirm, from our own page (the caller has looked at the origin). */
  confirm(request: { cookie: string | undefined; csrf: unknown; shown: unknown }): Promise<LinkStep>;
  /** POST /link/confirm, from somebody else's page. */
  refuseForeign(): Promise<LinkStep>;
  /** GET /link/device/start. */
  startDevice(): Promise<LinkStep>;
  /** GET /link/device/code. */
  showCode(request: { deviceCookie: string | undefined }): Promise<LinkStep>;
  /** Resolves when every new link has been announced. */
  idle(): Promise<void>;
}
