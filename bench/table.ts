import { verdictOn, type Result } from './result.ts';

const goalText = ({ goal }: Result): string => {
  if (goal === undefined) return '';
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
};

const HEAD = ['what', 'against', 'ours', 'theirs', 'figure', 'goal', 'verdict', 'beside'];

const cells = (result: Result): string[] => [
  result.what,
  result.against,
  result.ours,
  result.theirs,
  result.figure.toFixed(2),
  goalText(result),
  verdictOn(result),
  result.beside ?? '',
];

/** A Markdown table, its columns aligned. */
export function tableOf(results: readonly Result[]): string {
  const rows = [HEAD, ...results.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(HEAD), rule, ...rows.slice(1).map(line)].join('\n');
}
