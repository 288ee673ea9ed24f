/** A line with a result, by the players' names; the winner's is emphasized. */
export interface ResultText {
  names: readonly [string, string];
  /** Absent for a draw. */
  winner?: string;
  scores?: readonly [number, number];
}

interface ShownLine {
  /** Absent once it was withdrawn, or where the names are not to be read. */
  result?: ResultText;
  before?: ResultText;
  /** What it showed before is struck through. */
  isCorrected: boolean;
  isWithdrawn: boolean;
}

export type MessageText =
  | { kind: 'call' | 'often' | 'late'; pairs: [string, string][] }
  /** The pairs that it shows as late. */
  | { kind: 'desk'; pairs: [string, string][]; isComplete: boolean; isDisputed: boolean }
  /** A score that waits for a word. */
  | { kind: 'proposal'; names?: readonly [string, string] }
  /** What mentions two players where no thread does, the first message in a thread, what waits for a member's word, a ruling, and what asks organizers. */
  | { kind: 'instead' | 'thread' | 'reminder' | 'notice' | 'request' }
  | { kind: 'announcement' | 'log' | 'other' | 'unknown' }
  /** `gapMs`: of a digest, for how long the platform was not read. */
  | { kind: 'results'; lines: ShownLine[]; gapMs?: number }
  /** How a call's match stands: a result, or why the call no longer counts. */
  | {
      kind: 'closed';
      line: ShownLine;
      state: 'decided' | 'open' | 'canceled' | 'unplayed' | 'gone';
      pair?: [string, string];
    }
  /** `plans`: postponed, canceled, moved or on again. `table`: the end of what no final decides. `new-winner`: the winner has changed. */
  | { kind: 'start' | 'plans' | 'table' }
  | { kind: 'new-winner'; champion: string }

  /** Without a winner once the platform took the end back. */
  | { kind: 'champion'; champion?: string; final?: ResultText; runnerUp?: string; third?: string }
  | { kind: 'live'; text: string; champion?: string; hasNote: boolean };

/** With usual spaces and without word joiners. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00A0', ' ').replaceAll('\u2060', '');

const plainName = (text: string): string => text.replaceAll('*', '');
const isBold = (text: string): boolean => text.startsWith('**');

function resultText(text: string): ResultText | undefined {
  const scored = /^(.+) (\d+) – (\d+) (.+)$/.exec(text);
  if (scored !== null) {
    const [, first = '', one, other, second = ''] = scored;
    const winner = isBold(first) === isBold(second) ? undefined : isBold(first) ? first : second;
    return {
      names: [plainName(first), plainName(second)],
      ...(winner !== undefined && { winner: plainName(winner) }),
      scores: [Number(one), Number(other)],
    };
  }
  const [, winner, loser] = /^\*\*(.+)\*\* beat (.+)$/.exec(text) ?? [];
  return winner === undefined || loser === undefined ? undefined : { names: [winner, loser], winner };
}

function shownLine(line: string): ShownLine {
  const [, withdrawn] = /^Withdrawn: ~~(.*)~~$/.exec(line) ?? [];
  const [, corrected = line, old] = /^Corrected: (.*) ~~(.*)~~$/.exec(line) ?? [];
  const result = withdrawn === undefined ? resultText(corrected) : undefined;
  const before = resultText(withdrawn ?? old ?? '');
  return {
    isCorrected: old !== undefined,
    isWithdrawn: withdrawn !== undefined,
    ...(result && { result }),
    ...(before && { before }),
  };
}

const pairsIn = (lines: readonly string[]): [string, string][] =>
  lines.flatMap((line): [string, string][] => {
    const plain = line.replaceAll('*', '').replaceAll(/<@\d+> \((.+?)\)/g, '$1');
    const [, first, second] = /^(.+) vs (.+)$/.exec(plain) ?? [];
    return first === undefined || second === undefined ? [] : [[first, second]];
  });

/** The matches without a report on a desk. */
function latePairs(lines: readonly string[]): [string, string][] {
  const from = lines.findIndex((line) => line.startsWith('**No result 45 minutes'));
  const own = from < 0 ? [] : lines.slice(from + 1).filter((line) => line.startsWith('- **'));
  return pairsIn(own.map((line) => line.replace('- ', '').replace(/ · .*$/, '')));
}

/** A round may have several parts: "Groups · Group A · Round 1". */
const ROUND = /(?: · [^·~*]+)+$/;
const withoutRound = (line: string): string => line.replace(' · no score', '').replace(ROUND, '');
const SCORED = /\d – \d| beat |^Withdrawn: /;

/** How the live post begins without a winner. */
const LIVE =
  /^Registration for |\*\* (is (on|over|full|postponed)|was canceled|isn't open for registration yet)\.$/;

/** A line about what somebody did. */
const LOGGED = /^<@\d+> (?:reported|corrected|confirmed|disputed|ruled on|left|changed|let) /;
/** Below those whom it mentions, or whom it mentioned before they went. */
const NOTICE =
  /^(?:.+[ \n])?(?:The result of \*\*.+\*\* is disputed|An organizer (?:ruled on|left|dropped the report of|entered the result of))[ :]/;
const REQUEST = /needs you: | needs help with |: matches have no result yet\. |^\*\*[^*\n]+ vs [^*\n]+\*\*$/m;
const PROPOSED = /is this right\?|^It counts once/;

const STATES = [
  ['open', /^(.+): not decided yet\./],
  ['canceled', /^(.+): this match was called off\./],
  ['unplayed', /^(.+): this match is over without a result\./],
  ['gone', /^(.+): the pairing changed, so this call no longer counts\./],
] as const;

/** The line below a result that was disputed or ruled on. */
const QUESTIONED = /^-# (?:Ruled by |\*\*.+\*\* says: )/;

function closedCall(first: string, rest: readonly string[]): MessageText | undefined {
  for (const [state, pattern] of STATES) {
    const [, names] = pattern.exec(first) ?? [];
    if (names === undefined) continue;
    const [pair] = pairsIn([names]);
    return { kind: 'closed', state, line: shownLine(rest[0] ?? ''), ...(pair && { pair }) };
  }
  if (!rest.every((line) => QUESTIONED.test(line)) || !SCORED.test(first)) return undefined;
  return { kind: 'closed', state: 'decided', line: shownLine(withoutRound(first)) };
}

function championText(champion: string, rest: readonly string[]): MessageText {
  const after = (start: string) => rest.find((line) => line.startsWith(start))?.slice(start.length);
  const [final, runnerUp, third] = ['Final: ', 'Runner-up: ', 'Third place: '].map(after);
  const result = final === undefined ? undefined : resultText(final);
  return {
    kind: 'champion',
    champion,
    ...(result && { final: result }),
    ...(runnerUp && { runnerUp }),
    ...(third && { third }),
  };
}

/** A line without its spoilers, and without the names that stand before one. */
const uncovered = (line: string): string =>
  line.replace(/^.+? vs .+?: \|\|(.+)\|\|/, '$1').replaceAll('||', '');

/** What a message of the bot says, by its words in English, and by what it said `before` this edit. */
export function readMessage(content: string, before?: MessageText): MessageText {
  // The post that registration is open, which mentions a role. The live post mentions no one.
  if (/^<@&\d+> Registration for /.test(content)) return { kind: 'other' };
  // To the organizers, in the channel itself where nothing else is left.
  if (/^(?:<@&\d+> )?I stopped posting about /.test(content)) return { kind: 'other' };
  // The table after a round, in a separate message or below the results.
  if (content.startsWith('**Standings**')) return { kind: 'other' };
  if (content.startsWith('New tournament: ')) return { kind: 'announcement' };
  if (LOGGED.test(content)) return { kind: 'log' };
  if (NOTICE.test(content)) return { kind: 'notice' };
  if (REQUEST.test(content)) return { kind: 'request' };
  // Before its spoiler is uncovered, which takes the names before it away.
  if (content.includes('this result still waits for your word')) return { kind: 'reminder' };
  const [told = '', ...rest] = plainSpaces(content)
    .replace(/^<@&\d+> /, '')
    .replace(/\n\*\*Standings\*\*\n.*$/s, '')
    .split('\n')
    .map(uncovered);
  // A champion who took the place of another.
  const [, first = told] =
    /^Corrected: (.*(?: is the champion of |First place: |The champion: ).*) ~~.*~~$/.exec(told) ?? [];
  const [, covered] = / is over\. The champion: .*?\*\*([^*]+)\*\*\)?$/.exec(first) ?? [];
  if (covered !== undefined && rest.some((line) => /^(Final|Runner-up): /.test(line)))
    return championText(covered, rest);
  if (/ now starts <t:|\*\* is on again\.|\*\* has been canceled\.|\. I'll say here/.test(first))
    return { kind: 'plans' };
  if (first.includes('** is over. First place: ') || rest.some((line) => line.startsWith('1\\. ')))
    return { kind: 'table' };
  if (/ has started( with (\*\*.*\*\*|the groups))?\.$/.test(first)) return { kind: 'start' };
  if (first.endsWith("isn't over yet after all.")) return { kind: 'champion' };
  const [, corrected] = /^(?:~~)?Correction: (?:<@\d+> \()?\*\*([^*]+)\*\*\)? won /.exec(first) ?? [];
  if (corrected !== undefined) return { kind: 'new-winner', champion: corrected };
  const [, winner] = /\*\*([^*]+)\*\*\)? is the champion of /.exec(first) ?? [];
  if (winner !== undefined) return championText(winner, rest);
  const isStillOpen =
    before?.kind === 'proposal' && rest.some((line) => line.endsWith('The organizers decide.'));
  if (isStillOpen || rest.some((line) => PROPOSED.test(line))) {
    const names = resultText(withoutRound(first))?.names;
    return { kind: 'proposal', ...(names && { names }) };
  }
  const closed = closedCall(first, rest);
  if (closed !== undefined) return closed;
  const [, called] = /^(.*): your match is ready\.$/.exec(first) ?? [];
  if (called !== undefined && rest.length === 0) return { kind: 'instead' };
  if (called !== undefined) return { kind: 'call', pairs: pairsIn([called]) };
  if (first.includes('settle your match here')) return { kind: 'thread' };
  const [, late] = /^(.*): nobody has reported a score yet\.$/.exec(first) ?? [];
  if (late !== undefined) return { kind: 'late', pairs: pairsIn([late]) };
  if (first.endsWith("** · organizers' desk"))
    return {
      kind: 'desk',
      pairs: latePairs(rest),
      isComplete: rest.some((line) => line.includes('Over. All results are in.')),
      isDisputed: rest.some((line) => line.endsWith(' still disputed.')),
    };
  const [, changing] = /^The result of \*\*(.*)\*\* \(.*keeps changing/.exec(first) ?? [];
  if (changing !== undefined)
    return {
      kind: 'often',
      pairs: pairsIn([first, ...rest].map((line) => /^The result of \*\*(.*)\*\* \(/.exec(line)?.[1] ?? '')),
    };
  // A result alone has its tournament below it; a member's may say how it stands as well.
  if (rest.length <= 2 && rest.at(-1)?.startsWith('-# ') && SCORED.test(first))
    return { kind: 'results', lines: [shownLine(withoutRound(first))] };
  if (first.startsWith('Results in') || /^\*\*.+\*\* in \*\*.+\*\*$/.test(first)) {
    const gap = /^-# Not checked from <t:(\d+):\w> to <t:(\d+):\w>/.exec(rest[0] ?? '');
    const shown = rest.filter((line) => !QUESTIONED.test(line)).map(shownLine);
    if (gap === null) return { kind: 'results', lines: shown };
    const [from, to] = [Number(gap[1]), Number(gap[2])];
    return { kind: 'results', lines: shown.slice(1), gapMs: (to - from) * 1000 };
  }
  const [, champion = covered] = /^\*\*(.+)\*\* won /.exec(first) ?? [];
  if (champion === undefined && !LIVE.test(first)) return { kind: 'unknown' };
  return {
    kind: 'live',
    text: first,
    ...(champion !== undefined && { champion }),
    hasNote: rest.some((line) => line.startsWith('-#')),
  };
}
