/** A server's roles as Discord shows them now. */
export interface BotRoles {
  /** The bot may manage roles. */
  canManage: boolean;
  /** The bot may manage nicknames. */
  canRename: boolean;
  /** By id. `isBelow`: below the bot's highest role, so that the bot could give it. `place`: in the server's order, from below. */
  roles: ReadonlyMap<
    string,
    { name: string; isManaged: boolean; isBelow: boolean; place: number; permissions: bigint }
  >;
}

/** A member as Discord shows them now. */
export interface MemberNow {
  roles: ReadonlySet<string>;
  /** In this server; `undefined` if they have none. */
  nick: string | undefined;
}

/**
 * Discord's answer to a change. `forbidden`: the bot lacks the permission, the role or member stands too high, or Discord does not
 * accept the nickname. `no-role`: it was deleted. `no-member`: they are not in the server. `no-server`: the bot is not in it.
 */
export type RoleOutcome = 'done' | 'forbidden' | 'no-role' | 'no-member' | 'no-server';

export interface RoleChange {
  guildId: string;
  discordId: string;
  roleId: string;
  act: 'give' | 'take';
  /** For the server's audit log. */
  reason: string;
}

export interface NickChange extends Pick<RoleChange, 'guildId' | 'discordId' | 'reason'> {
  /** `undefined` to remove it. */
  nick: string | undefined;
}

/** Discord did not answer, or answered that the bot must wait. */
export class RoleWaitError extends Error {
  override readonly name = 'RoleWaitError';
  readonly retryAfterMs: number | undefined;
  /** The wait applies to every server. */
  readonly isGlobal: boolean;
  /** The bot is not in the server. */
  readonly isAbsent: boolean;

  constructor(
    message: string,
    {
      retryAfterMs,
      isGlobal = false,
      isAbsent = false,
      cause,
    }: { retryAfterMs?: number; isGlobal?: boolean; isAbsent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
    this.isGlobal = isGlobal;
    this.isAbsent = isAbsent;
  }
}

/** For a rejected promise, or in a `catch`: rethrows everything but a `RoleWaitError`. */
export function unlessWaiting(error: unknown): undefined {
  if (!(error instanceof RoleWaitError)) throw error;
}

/** Roles at Discord. Each method makes one request and never repeats it; it throws `RoleWaitError` without a clear answer. */
export interface RolesPort {
  /** `no-member` and `no-server` as for a change. */
  memberOf(guildId: string, discordId: string): Promise<MemberNow | 'no-member' | 'no-server'>;
  change(change: RoleChange): Promise<RoleOutcome>;
  /** Returns the nickname that Discord made of it. */
  rename(change: NickChange): Promise<Exclude<RoleOutcome, 'done'> | Pick<MemberNow, 'nick'>>;
  /** `no-server`: the bot is not in it. */
  botRoles(guildId: string): Promise<BotRoles | 'no-server'>;
  /** All permissions of a role in single channels. */
  allowedInChannels(guildId: string, roleId: string): Promise<bigint>;
  /** `undefined`: Discord does not show it. */
  ownerOf(guildId: string): Promise<string | undefined>;
}

/** Events for the metrics. */
export type OnRole = (outcome: 'given' | 'taken' | 'refused') => void;
