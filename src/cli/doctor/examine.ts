import type { Command } from '../../bot/command.ts';
import { readSettings, type Environment } from '../../settings/read.ts';
import { readConfig } from '../../settings/settings.ts';
import { createTerminalText } from '../../words/terminal.ts';
import { createWords } from '../../words/words.ts';
import { remarksOnNames, remarksOnValues } from '../../settings/remarks.ts';
import { faultLine, noEnvFile, remarkLine } from '../settings.ts';
import { checkClock } from './check-clock.ts';
import { checkDiscord } from './check-discord.ts';
import { checkOAuth } from './check-oauth.ts';
import { checkPlatform } from './check-platform.ts';
import { checkNode, checkSettings } from './check-settings.ts';
import { checkStore } from './check-store.ts';
import { checkWeb } from './check-web.ts';
import { createFindings, type CheckResult, type Findings } from './finding.ts';
import { NEEDS, type CheckKit } from './kit.ts';
import { reportOf, type DoctorReport } from './report.ts';

/** An operator waits for the result: a check without an answer by then counts as failed. */
const DEADLINE_MS = 25_000;

interface ExamineOptions {
  commands: readonly Command[];
  now?: () => number;
  deadlineMs?: number;
  /** The version of Node.js that this runs on. */
  node?: string;
}

/** Examines a whole deployment without changing it. Faults are findings, not errors. */
export async function examine(environment: Environment, options: ExamineOptions): Promise<DoctorReport> {
  const words = createWords();
  const say = createFindings(createTerminalText());
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), options.deadlineMs ?? DEADLINE_MS);
  const { signal } = ending;
  const now = options.now ?? Date.now;

  /** Runs a check if the settings that it needs are valid. */
  async function run<Section extends keyof typeof NEEDS>(
    section: Section,
    check: (kit: CheckKit<Section>) => Promise<CheckResult>,
  ): Promise<CheckResult> {
    const needs: (typeof NEEDS)[Section] = NEEDS[section];
    const result = readSettings(needs, environment);
    if ('config' in result) return inTime(say, signal, check({ config: result.config, say, signal, now }));
    const names = result.faults.map(({ name }) => name).join(', ');
    return { findings: [say.remark('notChecked', { names })] };
  }

  try {
    const [discord, store, web, platform, oauth] = await Promise.all([
      run('discord', (kit) => checkDiscord(kit, options.commands, words)),
      run('store', async (kit) => ({ findings: await checkStore(kit) })),
      run('web', async (kit) => ({ findings: await checkWeb(kit) })),
      run('platform', async (kit) => ({ findings: await checkPlatform(kit) })),
      run('oauth', checkOAuth),
    ]);
    const clocks = { discord: discord.aheadSeconds, platform: oauth.aheadSeconds };
    const clock = await run('clock', async (kit) => ({ findings: checkClock(kit, clocks) }));
    const all = readConfig(environment);
    const settings = {
      findings: [
        ...('faults' in all
          ? all.faults.map((fault) => say.fault('settingWrong', { fault: faultLine(fault) }))
          : checkSettings(all.config, say)),
        ...[
          ...('faults' in all ? noEnvFile(all.faults) : remarksOnValues(all.config).map(remarkLine)),
          ...remarksOnNames(environment).map(remarkLine),
        ].map((remark) => say.remark('settingRemark', { remark })),
        ...checkNode(options.node ?? process.versions.node, now(), say),
      ],
    };
    return reportOf({ settings, discord, store, web, clock, platform, oauth });
  } finally {
    clearTimeout(timer);
  }
}

/** A check that times out or throws is a finding too, so that the others are still reported. */
async function inTime(say: Findings, signal: AbortSignal, check: Promise<CheckResult>): Promise<CheckResult> {
  const late = new Promise<CheckResult>((resolve) => {
    signal.addEventListener('abort', () => resolve({ findings: [say.fault('checkLate')] }), { once: true });
  });
  const broken = (error: unknown): CheckResult => ({
    findings: [say.fault('checkBroken', { error: error instanceof Error ? error.name : typeof error })],
  });
  return Promise.race([late, check.catch(broken)]);
}
