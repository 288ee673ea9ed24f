import type { LedgerEntry } from './ledger.ts';
import type { Injected } from './mischief.ts';
import type { Done } from './platform-record.ts';
import type { Outages } from './restarts.ts';
import { kindOf, toldOf } from './said.ts';

/** How the account of a soak adds up. */
export interface SoakVerdict {
  /** How many interactions ended in which way. */
  ends: ReadonlyMap<string, number>;
  /** How many writes, by what their members were told. */
  writes: ReadonlyMap<string, number>;
  /** What does not add up, each with its interaction. */
  faults: readonly string[];
}

interface Evidence {
  entries: readonly LedgerEntry[];
  injected: Injected;
  outages: Outages;
  /** The replicas that an interaction was handed to; undefined over the gateway, which has one process. */
  servedBy: ((interactionId: string) => readonly string[]) | undefined;
  /** What the platform was asked to write, by the key of the deed. */
  written: ReadonlyMap<string, Done>;
  acknowledgeMs: number;
}

/** As long as a handler may be busy with an interaction that it has acknowledged. */
const HANDLED_WITHIN_MS = 25_000;

/** Larger shares are no accident: a bot that politely refuses everything serves no member. */
const MOST = { refused: 0.25, unanswered: 0.25 };
/** Of fewer interactions, a share tells nothing. */
const TELLING_COUNT = 50;

/** Why an interaction without an answer may be without one; undefined where nothing excuses it. */
function excuse({ sent, at }: LedgerEntry, evidence: Evidence): string | undefined {
  const { injected, outages, servedBy, acknowledgeMs } = evidence;
  if (injected.struck(sent.token)) return 'expired: Discord failed';
  const replicas = servedBy?.(sent.id);
  // What is not even acknowledged in time was lost before a kill that came later.
  const busyMs = sent.acknowledgement === undefined ? acknowledgeMs : HANDLED_WITHIN_MS;
  const killed = outages.kills.some(
    (kill) =>
      kill.gone >= at && kill.at <= at + busyMs && (replicas === undefined || replicas.includes(kill.url)),
  );
  if (killed) return 'expired: its replica was killed';
  const gap = outages.gaps.some(({ from, to }) => from <= at + acknowledgeMs && to >= at);
  return replicas === undefined && gap ? 'expired: nobody was connected to the gateway' : undefined;
}

function faultOfWrite(entry: LedgerEntry, { asked, done }: Done): string | undefined {
  const claim = toldOf(entry.answer);
  if (asked > 1) return `the platform was asked ${asked} times`;
  if (claim === 'done' && done !== 1) return `told as done, but written ${done} times`;
  if (claim === 'refused' && done !== 0) return 'told as refused, but written';
  return undefined;
}

export function judge(evidence: Evidence): SoakVerdict {
  const ends = new Map<string, number>();
  const writes = new Map<string, number>();
  const faults: string[] = [];
  const count = (counts: Map<string, number>, name: string) =>
    void counts.set(name, (counts.get(name) ?? 0) + 1);
  const { kills } = evidence.outages;

  for (const entry of evidence.entries) {
    const { sent, answer, deed } = entry;
    const text = answer?.kind === 'message' ? answer.message.content.replaceAll('\n', ' ').slice(0, 160) : '';
    const accuse = (why: string) =>
      faults.push(
        `${sent.id} ${sent.label} at ${new Date(entry.at).toISOString()}: ${why}${text && ` (${text})`}`,
      );

    const end = answer === undefined ? excuse(entry, evidence) : kindOf(answer);
    count(ends, end ?? 'lost');
    if (end === undefined) accuse(`no answer, and nothing excuses it (${sent.failure ?? 'still thinking'})`);
    if (end === 'apology' || end === 'not linked') accuse(end);
    // A process that is killed in the middle of a refresh takes the new token with it.
    if (end === 'link lost' && kills.length === 0) accuse('link lost, and nobody was killed');
    for (const { message, code } of sent.problems)
      if (!EXPECTED.has(code)) accuse(`Discord refused what the bot sent: ${message}`);
    if (deed === undefined) continue;
    count(writes, toldOf(answer));
    const fault = faultOfWrite(entry, evidence.written.get(deed.key) ?? { asked: 0, done: 0 });
    if (fault !== undefined) accuse(fault);
  }
  faults.push(...excesses(ends, evidence.entries.length));
  const plannedKeys = new Set(evidence.entries.flatMap(({ deed }) => deed?.key ?? []));
  for (const key of evidence.written.keys())
    if (!plannedKeys.has(key))
      faults.push(`${key}: the platform was asked for it, and no member was behind it`);
  return { ends, writes, faults };
}

function excesses(ends: ReadonlyMap<string, number>, all: number): string[] {
  if (all < TELLING_COUNT) return [];
  const share = (of: (end: string) => boolean): number =>
    [...ends].reduce((sum, [end, count]) => sum + (of(end) ? count : 0), 0) / all;
  const percent = (part: number): string => `${Math.round(part * 100)} %`;
  const refused = share((end) => end === 'refused politely');
  const unanswered = share((end) => end === 'lost' || end.startsWith('expired'));
  return [
    ...(refused > MOST.refused ? [`${percent(refused)} of all were refused, however politely`] : []),
    ...(unanswered > MOST.unanswered ? [`${percent(unanswered)} of all were not answered`] : []),
  ];
}

/** Too late, answered already, gone: what the injected faults lead to. */
const EXPECTED: ReadonlySet<number> = new Set([10_062, 40_060, 10_015, 10_008, 50_027]);
