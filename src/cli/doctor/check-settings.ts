import { fields } from '../../reading/fields.ts';
import { SETTINGS, type Config } from '../../settings/settings.ts';
import { isLoopback } from '../../settings/values.ts';
import type { Finding, Findings } from './finding.ts';

export function checkSettings({ discord, platform, web }: Config, say: Findings): Finding[] {
  const findings = [say.ok('settingsFine', { count: SETTINGS.length })];
  if (platform.table !== fields) findings.push(say.ok('namesAdded'));
  if (platform.regions.length === 0) findings.push(say.remark('regionsUnset'));
  if (web.publicUrl.protocol === 'http:') findings.push(say.remark('publicLoopback'));
  const addresses = {
    PLATFORM_BASE_URL: platform.baseUrl,
    PLATFORM_AUTHORIZE_URL: platform.authorizeUrl,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
  };
  const plain = Object.entries(addresses).filter(([, url]) => url.protocol === 'http:' && !isLoopback(url));
  if (plain.length > 0)
    findings.push(say.remark('plainHttp', { names: plain.map(([name]) => name).join(', ') }));
  return findings;
}
