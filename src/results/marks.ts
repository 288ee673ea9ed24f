import { createHmac, randomBytes } from 'node:crypto';
import { sealContext } from '../accounts/token-records.ts';
import type { Vault } from '../accounts/vault.ts';
import type { Report } from './report.ts';

const KEY_BYTES = 32;
/** More than the players of two teams. */
const MARKS_MAX = 50;

/**
 * The players of a match as keyed hashes that outlive the Discord ids: a player who unlinks and returns with another account can't
 * rule in their own match, and the hash reveals no identity. Each report has its own random, sealed key: the hashes survive a
 * change of the encryption keys, and no two reports can be compared.
 */
export function createMarks(vault: Pick<Vault, 'seal' | 'open'>) {
  const contextOf = ({ guildId = '', matchId }: Pick<Report, 'guildId' | 'matchId'>): string =>
    sealContext.report(guildId, matchId);

  /** `undefined` without a key, or if the key that sealed it is lost. */
  function keyOf(report: Report): string | undefined {
    if (report.marksKey === undefined) return undefined;
    try {
      return vault.open(report.marksKey, contextOf(report));
    } catch {
      return undefined;
    }
  }
  const markOf = (key: string, discordId: string): string =>
    createHmac('sha256', Buffer.from(key, 'base64url')).update(discordId).digest('base64url');

  return {
    /** Whether this member plays in the match, with any account: they claimed a score or were linked to a side. */
    has(report: Report, discordId: string): boolean {
      if (claimantsOf(report).includes(discordId)) return true;
      const key = keyOf(report);
      return key !== undefined && report.marks?.includes(markOf(key, discordId)) === true;
    },

    /**
     * The report with the marks of all its known players; `before`: the report that it replaces, `players`: known in addition to
     * the claimants.
     */
    carry(before: Report | undefined, report: Report, players: readonly string[] = []): Report {
      const members = new Set([
        ...(before === undefined ? [] : claimantsOf(before)),
        ...claimantsOf(report),
        ...players,
      ]);
      const known = before && keyOf(before);
      if (report.guildId === undefined || (members.size === 0 && known === undefined)) return report;
      const key = known ?? randomBytes(KEY_BYTES).toString('base64url');
      const earlier = known === undefined ? [] : (before?.marks ?? []);
      const marks = new Set([...earlier, ...[...members].map((discordId) => markOf(key, discordId))]);
      const marksKey =
        (known === undefined ? undefined : before?.marksKey) ?? vault.seal(key, contextOf(report));
      return { ...report, marks: [...marks].slice(-MARKS_MAX), marksKey };
    },
  };
}

/** An organizer's score is not a claim. */
const claimantsOf = ({ claim, counter }: Report): string[] =>
  [claim, counter].flatMap((one) =>
    one?.discordId === undefined || one.byOrganizer === true ? [] : [one.discordId],
  );

export type Marks = ReturnType<typeof createMarks>;
