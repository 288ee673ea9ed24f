import type { Translate, WordKey } from '../../words/words.ts';
import type { CheckResult, Finding, Grade } from './finding.ts';
import type { Reading } from './reading.ts';
import { columns, wrap } from './wrap.ts';

/** In the order of the report. */
const SECTIONS = ['settings', 'discord', 'store', 'web', 'clock', 'platform', 'oauth'] as const;
type SectionName = (typeof SECTIONS)[number];

export interface Report {
  sections: { section: SectionName; findings: Finding[] }[];
  faults: number;
  remarks: number;
}

const MARKS: Record<Grade, string> = { ok: '✓', remark: '!', fault: '✗' };
const WIDTH = 80;
const FIELD_WIDTH = 22;

export function reportOf(results: Record<SectionName, CheckResult>): Report {
  const sections = SECTIONS.map((section) => ({ section, findings: results[section].findings }));
  const count = (grade: Grade) =>
    sections.flatMap(({ findings }) => findings).filter((finding) => finding.grade === grade).length;
  return { sections, faults: count('fault'), remarks: count('remark') };
}

/** For people, within 80 columns. */
export function reportText(
  { sections, faults, remarks }: Report,
  t: Translate,
  { fields }: { fields: boolean },
): string {
  const verdict = faults > 0 ? t('doctor.ill', { count: faults }) : t('doctor.well');
  const lines = [t('doctor.title'), '', verdict, t('doctor.remarks', { count: remarks })];
  for (const { section, findings } of sections) {
    const title: WordKey = `doctor.section.${section}`;
    lines.push('', t(title));
    for (const finding of findings) lines.push(...findingLines(finding, t, fields));
  }
  const hasTables = sections.some(({ findings }) => findings.some(({ reading }) => reading !== undefined));
  if (hasTables && !fields) lines.push('', t('doctor.fields'));
  return [...lines, ''].join('\n');
}

/** Its mark, its sentence and its cure. */
export function findingLines(
  { grade, says, cure, reading }: Finding,
  t: Translate,
  fields: boolean,
): string[] {
  const said = wrap(says, WIDTH - 4).map((line, at) => `  ${at === 0 ? MARKS[grade] : ' '} ${line}`);
  const cured =
    cure === undefined
      ? []
      : wrap(cure, WIDTH - 8).map((line, at) => `      ${at === 0 ? '→' : ' '} ${line}`);
  return [...said, ...(reading && fields ? table(reading, t) : []), ...cured];
}

/** Two columns: what the bot calls a field, and the name under which the platform has it. */
function table({ found, missing, unused, empty }: Reading, t: Translate): string[] {
  const rows: [string, string][] = [
    ...found.map(({ field, names }): [string, string] => [field, names.join(', ')]),
    [t('doctor.table.missing'), missing.join(', ')],
    [t('doctor.table.unused'), unused.join(', ')],
    [t('doctor.table.empty'), empty.join(', ')],
  ];
  const shown = rows.filter(([, names]) => names !== '');
  return columns([[t('doctor.table.field'), t('doctor.table.name')], ...shown], {
    indent: 6,
    first: FIELD_WIDTH,
    width: WIDTH,
  });
}

/** For machines: one document, made of the same findings. `check` names stay; sentences may change. */
export function reportJson({ sections, faults, remarks }: Report): string {
  return `${JSON.stringify({ healthy: faults === 0, faults, remarks, sections }, null, 2)}\n`;
}
