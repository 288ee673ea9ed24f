import type { Finding } from './finding.ts';
import type { Kit } from './kit.ts';

const REMARK_SECONDS = 30;
const FAULT_SECONDS = 5 * 60;

/** By how many seconds the clock here is ahead of theirs; `undefined` where they did not say. */
export interface Clocks {
  discord: number | undefined;
  platform: number | undefined;
}

/** Tokens and links live for minutes: a clock that is wrong ends them early or keeps what is dead. */
export function checkClock({ say, config }: Pick<Kit<'clock'>, 'say' | 'config'>, clocks: Clocks): Finding[] {
  const { discord, platform } = clocks;
  if (discord === undefined && platform === undefined) return [say.remark('clockUnknown')];
  const here = discord ?? platform ?? 0;
  if (Math.abs(here) > REMARK_SECONDS) {
    const vars = { seconds: Math.abs(here), of: discord === undefined ? config.platform.name : 'Discord' };
    const grade = Math.abs(here) > FAULT_SECONDS ? 'fault' : 'remark';
    return [say[grade](here > 0 ? 'clockAhead' : 'clockBehind', vars)];
  }
  // Ours is right by Discord's: then it is the platform's that is not.
  const theirs = platform ?? 0;
  if (Math.abs(theirs) > REMARK_SECONDS) {
    const grade = Math.abs(theirs) > FAULT_SECONDS ? 'fault' : 'remark';
    return [say[grade]('clockTheirs', { seconds: Math.abs(theirs), platform: config.platform.name })];
  }
  return [say.ok('clockRight')];
}
