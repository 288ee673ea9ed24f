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

/** A part without the Discord id of its member, and without the reason that they typed if they delete everything. */
function unnamed<T extends { discordId?: string; reason?: string }>(
  part: T,
  discordId: string,
  { deletes }: { deletes: boolean },
): T {
  if (part.discordId !== discordId) return part;
  const { discordId: _id, ...rest } = part;
  // Only an optional field is left out.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (deletes && rest.reason !== undefined ? { ...rest, reason: '' } : rest) as T;
}

/** Takes the Discord ids of people who are not linked out of the reports. What they claimed stays, under the platform's ids and a mark. */
export function createForgetting({ accounts, reports, marks, log }: ForgettingDeps) {
  const without =
    (discordId: string, how: { deletes: boolean }) =>
    (report: Report): Report => {
      if (!membersOf(report).includes(discordId)) return report;
      const { claim, counter, ruling, next, unfinished, ...rest } = marks.carry(report, report);
      // A press of theirs that was not finished stays so.
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
    /** All that somebody reported, disputed or ruled on. Throws `StoreError`. */
    async member(discordId: string, how: { deletes: boolean }): Promise<void> {
      for (const key of await reports.keysOf(discordId)) await reports.changeAt(key, without(discordId, how));
    },
    /** They may have unlinked while their press was written. Never rejects. */
    async afterPress(id: ReportId, discordId: string): Promise<void> {
      try {
        if ((await accounts.find(discordId)).state === 'none')
          await reports.change(id, without(discordId, { deletes: false }));
      } catch (error) {
        log.warn({ err: error }, 'a report may hold the id of somebody who is not linked');
      }
    },
  };
}
