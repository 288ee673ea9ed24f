import { present } from '../present.ts';
import { labelKey } from '../words/fold.ts';
import { nicknameOf } from './nickname.ts';
import { earnedKey, NICKNAME, type RoleRule, type ServerRoles } from './rules.ts';

/** A member who may hold a role in a server: linked, not hidden, and in the server. */
export interface Holder {
  discordId: string;
  playerId: string;
  /** On the platform. */
  name: string;
  /** When they linked, epoch milliseconds. */
  linkedAt: number;
  /** As the platform last showed it. */
  elo?: number | undefined;
  rank?: string | undefined;
  /** Their rating was read, whether or not the platform shows one. */
  isRead: boolean;
}

/** The players and the winner of the tournaments that a server follows. */
export interface CupStandings {
  /** By tournament: the ids of who plays in it. */
  plays: Readonly<Record<string, ReadonlySet<string>>>;
  won?: { tournamentId: string; playerId: string } | undefined;
}

/**
 * Whether a member should hold a role. `unknown`: the facts are missing; `ended`: its rule has ended. Neither gives or takes
 * anything. `earned`: the keys of what earns it. `rule`: the first rule that gives it.
 */
export interface Wanted {
  verdict: 'yes' | 'no' | 'unknown' | 'ended';
  earned: readonly string[];
  rule?: RoleRule;
  /** The nickname that a rule gives. */
  nickname?: string;
}

export type WantedRoles = ReadonlyMap<string, Wanted>;

interface Judged {
  rule: RoleRule;
  /** Keys of what fulfills the rule; empty if it is not fulfilled, `undefined` if that is unknown. */
  earned: readonly string[] | undefined;
}

/** The number of entries of a descending list that are greater. */
function countAbove(descending: readonly number[], value: number): number {
  let [low, high] = [0, descending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((descending[middle] ?? -Infinity) > value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Computes the roles that each member should hold. Pure. Ratings and labels that the platform never showed decide nothing, and no
 * one is among the first until all members were read.
 */
export function createTable(
  { rules, everyRating }: Pick<ServerRoles, 'rules' | 'everyRating'>,
  holders: readonly Holder[],
  cups: CupStandings,
): (holder: Holder) => WantedRoles {
  const all = Object.values(rules);
  const ratings = holders.flatMap(({ elo }) => elo ?? []).toSorted((a, b) => b - a);
  const isComplete = holders.every(({ isRead }) => isRead);

  function judge(rule: RoleRule, holder: Holder): Judged['earned'] {
    const { elo, linkedAt, playerId, rank } = holder;
    const { kind, label = '', number = 0 } = rule;
    const key = earnedKey(rule);
    switch (kind) {
      case 'linked':
        return [`${key}${linkedAt}`];
      case 'rank':
        if (rank === undefined) return undefined;
        return labelKey(rank) === labelKey(label) ? [key] : [];
      case 'rating':
        if (elo === undefined) return undefined;
        return elo >= number ? [key] : [];
      case 'first':
        if (elo === undefined || !isComplete) return undefined;
        return countAbove(ratings, elo) < number ? [key] : [];
      case 'plays':
        return Object.entries(cups.plays)
          .filter(([, players]) => players.has(playerId))
          .map(([tournamentId]) => `${key}${tournamentId}`);
      case 'won':
        return cups.won?.playerId === playerId ? [`${key}${cups.won.tournamentId}`] : [];
      case 'name':
      case 'nameRating': {
        const nickname = nicknameOf(kind, holder);
        if (nickname === undefined) return undefined;
        return nickname === '' ? [] : [`name:${rule.madeAt ?? 0}:${linkedAt}`];
      }
    }
  }

  /** Drops the ratings below the highest that the member reaches. */
  function highestOnly(judged: readonly Judged[]): readonly Judged[] {
    const reached = judged.filter(
      ({ rule, earned }) => rule.kind === 'rating' && rule.ended === undefined && earned?.length,
    );
    const highest = Math.max(...reached.map(({ rule }) => rule.number ?? 0));
    return judged.map((one) =>
      one.rule.kind === 'rating' && (one.rule.number ?? 0) < highest ? { ...one, earned: [] } : one,
    );
  }

  return (holder) => {
    const judged = all.map((rule) => ({ rule, earned: judge(rule, holder) }));
    const wanted = new Map<string, Wanted>();
    for (const { rule, earned } of everyRating ? judged : highestOnly(judged)) {
      const before = wanted.get(rule.roleId);
      wanted.set(rule.roleId, before === undefined ? first(rule, earned) : joined(before, rule, earned));
    }
    const named = wanted.get(NICKNAME);
    if (named?.rule)
      wanted.set(NICKNAME, { ...named, ...present({ nickname: nicknameOf(named.rule.kind, holder) }) });
    return wanted;
  };
}

function first(rule: RoleRule, earned: Judged['earned']): Wanted {
  if (rule.ended !== undefined) return { verdict: 'ended', earned: [] };
  if (earned === undefined) return { verdict: 'unknown', earned: [] };
  return earned.length === 0 ? { verdict: 'no', earned } : { verdict: 'yes', earned, rule };
}

/** A member holds a role while any of its rules gives it. */
function joined(before: Wanted, rule: RoleRule, earned: Judged['earned']): Wanted {
  const next = first(rule, earned);
  if (next.verdict === 'yes')
    return { ...next, ...before, verdict: 'yes', earned: [...before.earned, ...next.earned] };
  return before.verdict === 'no' ? next : before;
}
