import type { Environment } from './read.ts';
import { SETTINGS, type Config } from './settings.ts';

/** What is not wrong enough to stop a start, and hardly meant. The name is that of its sentence under `settings.remark`. */
export interface SettingRemark {
  remark: 'unknown' | 'misspelt' | 'twice' | 'proxies' | 'domain';
  vars: { name: string; other?: string };
}

/** Prefixes that only settings of the bot have. */
const OWN_PREFIX = /^(DISCORD|PLATFORM|METRICS)_/;
/** Shorter names are near too many others. */
const SHORTEST_NEAR = 8;
const NEAR = 2;

const NAMES = SETTINGS.map(({ name }) => name);
const KNOWN: ReadonlySet<string> = new Set(NAMES.flatMap((name) => [name, `${name}_FILE`]));

/** How many letters have to be added, left out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split('').entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

const nearest = (name: string): string | undefined =>
  NAMES.filter((one) => one.length >= SHORTEST_NEAR && distance(one, name) <= NEAR).toSorted(
    (a, b) => distance(a, name) - distance(b, name),
  )[0];

/** Unknown names, and settings that are given twice. */
export function remarksOnNames(environment: Environment): SettingRemark[] {
  const isSet = (name: string): boolean => Boolean(environment[name]?.trim());
  const names = Object.keys(environment).filter(isSet);
  const unread = names
    .filter((name) => !KNOWN.has(name))
    .flatMap((name): SettingRemark[] => {
      const other = nearest(name.replace(/_FILE$/, ''));
      if (other !== undefined) return [{ remark: 'misspelt', vars: { name, other } }];
      return OWN_PREFIX.test(name) ? [{ remark: 'unknown', vars: { name } }] : [];
    });
  const twice = NAMES.filter((name) => isSet(name) && isSet(`${name}_FILE`));
  return [...unread, ...twice.map((name): SettingRemark => ({ remark: 'twice', vars: { name } }))];
}

/** Values that contradict each other, or take a protection away. */
export function remarksOnValues({ web }: Pick<Config, 'web'>): SettingRemark[] {
  const remarks: SettingRemark[] = [];
  const everybody = web.trustedProxies.find((range) => /\/0+$/.test(range));
  if (everybody !== undefined) remarks.push({ remark: 'proxies', vars: { name: 'TRUSTED_PROXIES' } });
  if (web.domain !== undefined && web.domain.toLowerCase() !== web.publicUrl.hostname)
    remarks.push({ remark: 'domain', vars: { name: 'DOMAIN', other: 'PUBLIC_URL' } });
  return remarks;
}
