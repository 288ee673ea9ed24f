import type { TerminalText, TerminalKey } from '../../words/terminal.ts';
import { VERSION } from '../../version.ts';
import type { CheckResult, Finding, Grade } from './finding.ts';
import type { AnswerReading } from './reading.ts';
import { columns, wrap } from './wrap.ts';

/** In the order of the report. */
const SECTIONS = ['settings', 'discord', 'store', 'web', 'clock', 'platform', 'oauth'] as const;
type SectionName = (typeof SECTIONS)[number];

export interface DoctorReport {
  sections: { section: SectionName; findings: Finding[] }[];
  faults: number;
  remarks: number;
}

const MARKS: Record<Grade, string> = { ok: '✓', remark: '!', fault: '✗' };
const WIDTH = 80;
const FIELD_WIDTH = 22;

export function reportOf(results: Record<SectionName, CheckResult>): DoctorReport {
  const sections = SECTIONS.map((section) => ({ section, findings: results[section].findings }));
  const count = (grade: Grade) =>
    sections.flatMap(({ findings }) => findings).filter((finding) => finding.grade === grade).length;
  return { sections, faults: count('fault'), remarks: count('remark') };
}

/** For people, wrapped at 80 columns. */
export function reportText(
  { sections, faults, remarks }: DoctorReport,
  t: TerminalText,
  { fields }: { fields: boolean },
): string {
  const verdict = faults > 0 ? t('doctor.ill', { count: faults }) : t('doctor.well');
  const lines = [
    t('doctor.title', { version: VERSION }),
    '',
    verdict,
    t('doctor.remarks', { count: remarks }),
  ];
  for (const { section, findings } of sections) {
    const title: TerminalKey = `doctor.section.${section}`;
    lines.push('', t(title));
    for (const finding of findings) lines.push(...findingLines(finding, t, fields));
  }
  const hasTables = sections.some(({ findings }) => findings.some(({ reading }) => reading !== undefined));
  if (hasTables && !fields) lines.push('', t('doctor.fields'));
  return [...lines, ''].join('\n');
}

/** The mark, sentence, fields and cure of a finding. */
export function findingLines(
  { grade, says, cure, reading }: Finding,
  t: TerminalText,
  fields: boolean,
): string[] {
  const sentenceLines = wrap(says, WIDTH - 4).map((line, at) => `  ${at === 0 ? MARKS[grade] : ' '} ${line}`);
  const cureLines =
    cure === undefined
      ? []
      : wrap(cure, WIDTH - 8).map((line, at) => `      ${at === 0 ? '→' : ' '} ${line}`);
  return [...sentenceLines, ...(reading && fields ? table(reading, t) : []), ...cureLines];
}

/** Two columns: our name of a field, and the platform's. */
function table({ found, missing, unused, entries, empty }: AnswerReading, t: TerminalText): string[] {
  const rows: [string, string][] = [
    ...found.map(({ field, names }): [string, string] => [field, names.join(', ')]),
    [t('doctor.table.missing'), missing.join(', ')],
    [t('doctor.table.unused'), unused.join(', ')],
    [t('doctor.table.entry'), entries.join(', ')],
    [t('doctor.table.empty'), empty.join(', ')],
  ];
  const filled = rows.filter(([, names]) => names !== '');
  return columns([[t('doctor.table.field'), t('doctor.table.name')], ...filled], {
    indent: 6,
    first: FIELD_WIDTH,
    width: WIDTH,
  });
}

/** For machines: one JSON document of the same findings. The names of checks are stable; sentences may change. */
export function reportJson({ sections, faults, remarks }: DoctorReport): string {
  return `${JSON.stringify({ version: VERSION, healthy: faults === 0, faults, remarks, sections }, null, 2)}\n`;
}
