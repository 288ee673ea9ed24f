import { playerIdsOf } from '../brackets/players.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Naming } from '../members/naming.ts';
import type { Match } from '../reading/records.ts';
import type { ResultMentions } from '../replies/report-view.ts';
import type { Alerts } from '../members/alerts.ts';
import type { Report } from './report.ts';

interface NamesDeps {
  accounts: Pick<Accounts, 'memberOf'>;
  alerts: Pick<Alerts, 'read'>;
  naming: Pick<Naming, 'standings'>;
}

/** The members who are linked to the sides of a match, with or without a claim. Throws `StoreError`. */
export const createMembersOf =
  ({ memberOf }: Pick<Accounts, 'memberOf'>) =>
  async (match: Match): Promise<string[]> => {
    const members = await Promise.all(playerIdsOf(match).map(memberOf));
    return members.filter((member) => member !== undefined);
  };

/**
 * The members of a report who may be named in its server. `isPending`: Discord has not answered yet whether the opponent is there.
 * Throws `StoreError`.
 */
export const createNames =
  ({ accounts, alerts, naming }: NamesDeps) =>
  async ({
    guildId,
    claim,
    counter,
    ruling,
    sides,
  }: Report): Promise<{ mentions: ResultMentions; isPending: boolean }> => {
    if (guildId === undefined) return { mentions: {}, isPending: false };
    const rival = claim?.side === undefined ? undefined : sides?.[claim.side === 1 ? 1 : 0];
    const opponentId =
      counter?.discordId ?? (rival === undefined ? undefined : await accounts.memberOf(rival));
    const ids = { reporter: claim?.discordId, opponent: opponentId, ruler: ruling?.discordId };
    const standings = await naming.standings(
      guildId,
      Object.values(ids).filter((id) => id !== undefined),
      'results',
    );
    const alerted = opponentId === undefined ? undefined : await alerts.read(opponentId);
    const mentionOf = (id: string | undefined) =>
      id !== undefined && standings.get(id) === 'nameable' ? `<@${id}>` : undefined;
    return {
      mentions: {
        reporter: mentionOf(ids.reporter),
        opponent: mentionOf(ids.opponent),
        alertsOpponent: alerted?.how === 'mention',
        ruler: mentionOf(ids.ruler),
      },
      isPending: ids.opponent !== undefined && standings.get(ids.opponent) === 'pending',
    };
  };

/** A member whom a report concerns. */
export interface Concerned {
  discordId: string;
  /** They claimed a score. */
  isClaimant: boolean;
  /** They may be named in the report's server. */
  isNameable: boolean;
}

/**
 * All members whom a report concerns, each once: those linked to its sides, and teammates who claimed a score for one. Throws
 * `StoreError`.
 */
export const createConcerned =
  ({ accounts, naming }: Pick<NamesDeps, 'accounts' | 'naming'>) =>
  async ({ guildId, claim, counter, sides }: Report): Promise<Concerned[]> => {
    const claimants = [claim, counter].flatMap((one) =>
      one === undefined || one.byOrganizer === true ? [] : (one.discordId ?? []),
    );
    const members = await Promise.all((sides ?? []).map((playerId) => accounts.memberOf(playerId)));
    const ids = [...new Set([...members.filter((member) => member !== undefined), ...claimants])];
    const standings = await naming.standings(guildId, ids, 'results');
    return ids.map((discordId) => ({
      discordId,
      isClaimant: claimants.includes(discordId),
      isNameable: standings.get(discordId) === 'nameable',
    }));
  };
