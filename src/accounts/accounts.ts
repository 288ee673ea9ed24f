import type { MemberPlatform } from '../platform/platform.ts';

/** A Discord user whose platform account is known and usable. */
export interface Account {
  discordId: string;
  playerId: string;
  /** The name at the time of linking; the platform's records are newer. */
  playerName?: string;
  /** What this member does with their own token. */
  platform: MemberPlatform;
}

/** `expired`: linked once, but the platform no longer takes the tokens; the member has to go through /link again. */
export type AccountState =
  | { state: 'none' }
  | { state: 'expired'; playerId: string; playerName?: string }
  | { state: 'linked'; account: Account };

export interface Accounts {
  find(discordId: string): Promise<AccountState>;
  /** The Discord user to whom this player belongs. */
  ownerOf(playerId: string): Promise<string | undefined>;
  /** Forgets the link and its tokens; tells whether there was one. */
  unlink(discordId: string): Promise<boolean>;
}

/** A member's call found that the link no longer holds: tokens refused, or the account moved to another Discord user. */
export class LinkLostError extends Error {
  override readonly name = 'LinkLostError';
  readonly state: 'none' | 'expired';

  constructor(state: 'none' | 'expired', options?: ErrorOptions) {
    super(`the link is gone: ${state}`, options);
    this.state = state;
  }
}

/** The command that a member typed before they were asked to link, to be taken up again. Values as Discord sent them. */
export interface Resume {
  command: string;
  options: Record<string, string | number | boolean>;
}

/** Who asked for a link, and where the answer to it stands. */
export interface LinkRequest {
  discordId: string;
  /** Of the private message that holds the link and will turn into the welcome; lives 15 minutes. */
  interactionToken?: string;
  locale: string;
  resume?: Resume;
  /** Where /link was typed, so that the last page leads back there; without it, to Discord's start. */
  place?: { guildId?: string; channelId: string };
}

/** What `linked` listeners hear once a link is stored. */
export interface LinkMade {
  request: LinkRequest;
  account: Account;
}

export interface Linking {
  /** Makes a ticket and gives the address that starts the flow; it works for 10 minutes, until the link is confirmed. */
  begin(request: LinkRequest): Promise<{ url: string; expiresAt: number }>;
}
