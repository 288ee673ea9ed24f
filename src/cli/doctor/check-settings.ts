import { SETTING_NAMES, type Config, type SettingFault } from '../../config.ts';
import { fields } from '../../platform/reading/fields.ts';
import type { Translate } from '../../words/words.ts';
import type { Finding, Findings } from './finding.ts';

/** Settings that cannot be used: nothing else can be looked at with them. */
export function settingFaults(faults: readonly SettingFault[], t: Translate, say: Findings): Finding[] {
  const found = faults.map(({ name, reason, named = [] }) =>
    say.fault('settingWrong', {
      name,
      fault: t(`settings.fault.${reason}`, { named: named.join(', ') }),
      cure: t(`settings.cure.${name}`),
    }),
  );
  return [...found, say.remark('onlySettings')];
}

export function checkSettings(config: Config, say: Findings): Finding[] {
  const { platform, web } = config;
  const findings = [say.ok('settingsFine', { count: SETTING_NAMES.length })];
  if (platform.table !== fields) findings.push(say.ok('namesAdded'));
  if (platform.regions.length === 0) findings.push(say.remark('regionsUnset'));
  if (web.publicUrl.protocol === 'http:') findings.push(say.remark('publicLoopback'));
  return findings;
}
