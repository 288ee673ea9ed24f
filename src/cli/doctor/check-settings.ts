import { fields } from '../../reading/fields.ts';
import { SETTINGS, type Config } from '../../settings/settings.ts';
import { isLoopback } from '../../settings/values.ts';
import type { Finding, Findings } from './finding.ts';

/**
 * When each version of Node.js that the bot runs on gets its last security fixes.
 * https://github.com/nodejs/Release/blob/main/schedule.json
 */
const NODE_ENDS: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** A remark on a version of Node.js that gets no security fixes anymore. */
export function checkNode(version: string, nowMs: number, say: Findings): Finding[] {
  const [major = ''] = version.split('.');
  const end = NODE_ENDS[major];
  return end !== undefined && nowMs > Date.parse(end) ? [say.remark('nodeEnded', { version, end })] : [];
}

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
