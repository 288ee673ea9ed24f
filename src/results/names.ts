import type { Accounts } from '../accounts/accounts.ts';
import type { Naming } from '../members/naming.ts';
import type { Match } from '../reading/records.ts';
import type { ResultMentions } from '../replies/results.ts';
import type { NoticesDeps } from './notices.ts';
import type { Report } from './report.ts';

interface NamesDeps {
  accounts: Pick<Accounts, 'ownerOf'>;
  alerts: NoticesDeps['alerts'];
  naming: Pick<Naming, 'standings'>;
}

/** The members who are linked to the sides of a match, claimed or not. Throws `StoreError`. */
export const createOwners =
  ({ ownerOf }: Pick<Accounts, 'ownerOf'>) =>
  async ({ sides }: Match): Promise<string[]> => {
    const ids = sides.flatMap(({ player }) => player?.id ?? []);
    const owners = await Promise.all(ids.map(ownerOf));
    return owners.filter((owner) => owner !== undefined);
  };

/**
 * Those of a report who may be named in its server. `isPending`: Discord has not said yet whether the opponent is there. Throws
 * `StoreError`.
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
      counter?.discordId ?? (rival === undefined ? undefined : await accounts.ownerOf(rival));
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
