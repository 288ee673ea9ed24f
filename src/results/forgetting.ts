import type { Accounts } from '../accounts/accounts.ts';
import { present } from '../present.ts';
import type { StoreLog } from '../store/store.ts';
import type { Marks } from './marks.ts';
import { membersOf, pressersOf, type Report } from './report.ts';
import type { ReportId, Reports } from './reports.ts';

interface ForgettingDeps {
  accounts: Pick<Accounts, 'find'>;
  reports: Reports;
  marks: Marks;
  log: StoreLog;
}

/** A part without its member's Discord id, and without the reason that they typed if they delete everything. */
function unnamed<T extends { discordId?: string; reason?: string }>(
  part: T,
  discordId: string,
  { deletes }: { deletes: boolean },
): T {
  if (part.discordId !== discordId) return part;
  const { discordId: _id, ...rest } = part;
  // Only an optional field is omitted.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (deletes && rest.reason !== undefined ? { ...rest, reason: '' } : rest) as T;
}

/** Removes the Discord ids of unlinked people from reports. Their claims stay, under the platform's ids and a mark. */
export function createForgetting({ accounts, reports, marks, log }: ForgettingDeps) {
  const without =
    (discordId: string, how: { deletes: boolean }) =>
    (report: Report): Report => {
      if (!membersOf(report).includes(discordId)) return report;
      const { claim, counter, ruling, next, unfinished, ...rest } = marks.carry(report, report);
      // A member's unfinished press is still finished.
      const isForgotten = pressersOf(report).includes(discordId);
      return {
        ...rest,
        ...present({
          next: isForgotten ? undefined : next,
          unfinished: isForgotten ? undefined : unfinished,
          claim: claim && unnamed(claim, discordId, how),
          counter: counter && unnamed(counter, discordId, how),
          ruling: ruling && unnamed(ruling, discordId, how),
        }),
      };
    };

  return {
    /** Removes a member from everything that they reported, disputed or ruled on. Throws `StoreError`. */
    async member(discordId: string, how: { deletes: boolean }): Promise<void> {
      for (const key of await reports.keysOf(discordId)) await reports.changeAt(key, without(discordId, how));
    },
    /** Removes a presser who unlinked while their press was written. Never rejects. */
    async afterPress(id: ReportId, discordId: string): Promise<void> {
      try {
        if ((await accounts.find(discordId)).state === 'none')
          await reports.change(id, without(discordId, { deletes: false }));
      } catch (error) {
        log.warn({ err: error }, 'the id of an unlinked member could not be removed from a report');
      }
    },
  };
}
