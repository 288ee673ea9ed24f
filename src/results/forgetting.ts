import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { present } from '../present.ts';
import { createDaily } from '../store/daily.ts';
import type { OpenedStores } from '../store/records.ts';
import type { StoreLog } from '../store/store.ts';
import type { Marks } from './marks.ts';
import { Report } from './report.ts';
import type { ReportId, Reports } from './reports.ts';

interface ForgettingDeps {
  stores: Pick<OpenedStores, 'namespace' | 'records'>;
  accounts: Pick<Accounts, 'find'>;
  reports: Reports;
  marks: Marks;
  log: StoreLog;
}

const PARTS = ['claim', 'counter', 'ruling'] as const;

const partsOf = (report: Partial<Report> | undefined): string[] =>
  PARTS.flatMap((part) => report?.[part]?.discordId ?? []);

/** Of a press that was not finished: it stays so. */
const pressersOf = ({ next, unfinished }: Partial<Report>): string[] => [
  ...(unfinished === undefined ? [] : [unfinished.by.discordId]),
  ...[unfinished?.before, unfinished?.ended, next].flatMap(partsOf),
  ...(next === undefined ? [] : pressersOf(next)),
];

const membersOf = (report: Report): string[] => [...partsOf(report), ...pressersOf(report)];

/** A part without the Discord id of its member. */
function unnamed<T extends { discordId?: string }>(part: T, discordId: string): T {
  if (part.discordId !== discordId) return part;
  const { discordId: _id, ...rest } = part;
  // Only an optional field is left out.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return rest as T;
}

/** Takes the Discord ids of people who are not linked out of the reports. What they claimed stays, under the platform's ids and a mark. */
export function createForgetting({ stores, accounts, reports, marks, log }: ForgettingDeps) {
  const forgetIn = (id: ReportId, discordId: string): Promise<unknown> =>
    reports.change(id, (report) => {
      if (!membersOf(report).includes(discordId)) return report;
      const { claim, counter, ruling, next, unfinished, ...rest } = marks.carry(report, report);
      const isForgotten = pressersOf(report).includes(discordId);
      return {
        ...rest,
        ...present({
          next: isForgotten ? undefined : next,
          unfinished: isForgotten ? undefined : unfinished,
          claim: claim && unnamed(claim, discordId),
          counter: counter && unnamed(counter, discordId),
          ruling: ruling && unnamed(ruling, discordId),
        }),
      };
    });
  const isUnlinked = async (discordId: string): Promise<boolean> =>
    (await accounts.find(discordId)).state === 'none';
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'the reports of somebody who is not linked keep their id');

  async function sweep(): Promise<void> {
    for await (const batch of stores.records.walk({ isWanted: (namespace) => namespace === 'reports' }))
      for (const { value } of batch) {
        const report = Report.safeParse(value).data;
        for (const discordId of new Set(report && membersOf(report)))
          if (report !== undefined && (await isUnlinked(discordId))) await forgetIn(report, discordId);
      }
  }
  const daily = createDaily(stores.namespace('purges', z.literal(true)), 'reports', sweep);

  return {
    async member(this: void, discordId: string): Promise<void> {
      try {
        const found = await stores.records.find(discordId, (namespace) => namespace === 'reports');
        for (const { value } of found) {
          const report = Report.safeParse(value).data;
          if (report !== undefined) await forgetIn(report, discordId);
        }
      } catch (error) {
        onError(error);
      }
    },
    /** They may have unlinked while their press was written. */
    afterPress: async (report: Report, discordId: string): Promise<void> => {
      try {
        if (await isUnlinked(discordId)) await forgetIn(report, discordId);
      } catch (error) {
        onError(error);
      }
    },
    sweep: (): Promise<void> => daily().catch(onError),
  };
}
