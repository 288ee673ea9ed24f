import type { Command } from '../../bot/command.ts';
import type { ConfigResult } from '../../config.ts';
import { createWords } from '../../words/words.ts';
import { checkClock } from './check-clock.ts';
import { checkDiscord } from './check-discord.ts';
import { checkOAuth } from './check-oauth.ts';
import { checkPlatform } from './check-platform.ts';
import { checkSettings, settingFaults } from './check-settings.ts';
import { checkStore } from './check-store.ts';
import { checkWeb } from './check-web.ts';
import { createFindings, type Finding } from './finding.ts';
import type { Kit } from './kit.ts';
import { reportOf, type Report } from './report.ts';

/** Whoever runs the doctor waits for it: what has not answered by then counts as silent. */
const DEADLINE_MS = 25_000;

interface Options {
  commands: readonly Command[];
  now?: () => number;
  deadlineMs?: number;
}

/** Looks at a whole deployment and changes nothing of it. Never throws for what it finds. */
export async function examine(result: ConfigResult, options: Options): Promise<Report> {
  const words = createWords();
  const t = words.in('en-US');
  const say = createFindings(t);
  if ('faults' in result)
    return reportOf([{ section: 'settings', findings: settingFaults(result.faults, t, say) }]);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), options.deadlineMs ?? DEADLINE_MS);
  const kit: Kit = { config: result.config, say, signal: ending.signal, now: options.now ?? Date.now };
  try {
    const [discord, store, web, platform, oauth] = await Promise.all([
      inTime(kit, checkDiscord(kit, options.commands, words), (findings) => ({
        findings,
        aheadSeconds: undefined,
      })),
      inTime(kit, checkStore(kit), (findings) => findings),
      inTime(kit, checkWeb(kit), (findings) => findings),
      inTime(kit, checkPlatform(kit), (findings) => findings),
      inTime(kit, checkOAuth(kit), (findings) => ({ findings, aheadSeconds: undefined })),
    ]);
    const clocks = { discord: discord.aheadSeconds, platform: oauth.aheadSeconds };
    return reportOf([
      { section: 'settings', findings: checkSettings(result.config, say) },
      { section: 'discord', findings: discord.findings },
      { section: 'store', findings: store },
      { section: 'web', findings: web },
      { section: 'clock', findings: checkClock(kit, clocks) },
      { section: 'platform', findings: platform },
      { section: 'oauth', findings: oauth.findings },
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** A check that does not end, or ends in a way that nobody foresaw, is a finding too; the others are still told. */
async function inTime<T>(
  { say, signal }: Kit,
  check: Promise<T>,
  instead: (findings: Finding[]) => T,
): Promise<T> {
  const late = new Promise<T>((resolve) => {
    signal.addEventListener('abort', () => resolve(instead([say.fault('checkLate')])), { once: true });
  });
  const broken = (error: unknown) =>
    instead([say.fault('checkBroken', { error: error instanceof Error ? error.name : typeof error })]);
  return Promise.race([late, check.catch(broken)]);
}
