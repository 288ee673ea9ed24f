import { present } from '../present.ts';
import type { RoleEntry, RoleStep } from './entries.ts';
import { isLikeNick, isSameNick } from './nickname.ts';
import type { MemberNow, RoleOutcome, RolesPort } from './ports.ts';
import { NICKNAME } from './rules.ts';
import type { Wanted } from './table.ts';

/** How a step is done. Without `pending`, it needs no request to Discord. */
export interface Change {
  /** The entry to store before the request. */
  pending?: RoleEntry;
  /** The entry to store afterwards. */
  done: RoleEntry | undefined;
}

interface KnownRole {
  entry: RoleEntry | undefined;
  /** The roles that they should hold. */
  want: Wanted | undefined;
  /** What they have at Discord. */
  current: MemberNow;
}

/** How a step that gives or takes is done, given what the member has now. Pure. */
export const changeOf = ({ act, roleId }: RoleStep, known: KnownRole): Change =>
  roleId === NICKNAME
    ? act === 'give'
      ? naming(known)
      : unnaming(known)
    : changeOfRole(act, known, known.current.roles.has(roleId));

function changeOfRole(act: RoleStep['act'], { entry, want }: KnownRole, has: boolean): Change {
  const earned = [...(want?.earned ?? [])];
  const isOwn = entry?.state === 'pending' || entry?.state === 'ours';
  if (act === 'give' && has) return { done: { state: isOwn ? 'ours' : 'theirs', earned } };
  const done: RoleEntry | undefined = act === 'give' ? { state: 'ours', earned } : undefined;
  return act === 'take' && !has
    ? { done }
    : { pending: { state: 'pending', earned: entry?.earned ?? [] }, done };
}

/** Whether the member's nickname is still the one that the bot gave. */
export const isOwnNick = (entry: RoleEntry | undefined, nick: string | undefined): boolean =>
  entry !== undefined &&
  (entry.state === 'ours' || entry.state === 'pending') &&
  (nick === undefined
    ? // Discord made none of a name that showed something to the bot.
      entry.state === 'ours' && entry.nick === undefined
    : nick === entry.nick ||
      isSameNick(nick, entry.sent) ||
      (entry.state === 'pending' && nick !== entry.before && isLikeNick(nick, entry.sent ?? '')));

function naming({ entry, want, current: { nick } }: KnownRole): Change {
  const { earned: keys = [], nickname: sent = '' } = want ?? {};
  const earned = [...keys];
  const isOwn = isOwnNick(entry, nick);
  if (isOwn) {
    const isSent = entry?.state === 'ours' && entry.sent === sent;
    if (isSent || isSameNick(nick, sent))
      return { done: present({ state: 'ours' as const, earned, sent, nick, before: entry?.before }) };
  }
  // The change that a kill interrupted did not reach Discord.
  const isUndone = entry?.state === 'pending' && nick === entry.before;
  const isNew = entry === undefined || earned.some((key) => !entry.earned.includes(key));
  const isTheirs = !isOwn && !isUndone && ((!isNew && entry?.state !== 'refused') || isSameNick(nick, sent));
  if (isTheirs) return { done: { state: 'removed', earned } };
  const before = isOwn || isUndone ? entry?.before : nick;
  const known = present({ earned, sent, before });
  return {
    pending: present({ ...known, state: 'pending' as const, nick: isOwn ? nick : undefined }),
    done: { ...known, state: 'ours' },
  };
}

const unnaming = ({ entry, current }: KnownRole): Change =>
  entry !== undefined && isOwnNick(entry, current.nick)
    ? { pending: { ...entry, state: 'pending' }, done: undefined }
    : { done: undefined };

interface Request {
  guildId: string;
  discordId: string;
  step: RoleStep;
  change: Change;
  /** For the server's audit log. */
  reason: string;
}

/** Makes the request to Discord. Returns the entry to store, or what Discord refused. Throws `RoleWaitError`. */
export async function askFor(
  discord: Pick<RolesPort, 'change' | 'rename'>,
  { guildId, discordId, step, change: { pending, done }, reason }: Request,
): Promise<{ done: RoleEntry | undefined } | Exclude<RoleOutcome, 'done'>> {
  const { roleId } = step;
  const act = step.act === 'give' ? 'give' : 'take';
  const about = { guildId, discordId, reason };
  if (roleId !== NICKNAME) {
    const outcome = await discord.change({ ...about, roleId, act });
    return outcome === 'done' ? { done } : outcome;
  }
  const outcome = await discord.rename({ ...about, nick: act === 'give' ? pending?.sent : pending?.before });
  if (typeof outcome === 'string') return outcome;
  return { done: done && { ...done, ...present({ nick: outcome.nick }) } };
}
