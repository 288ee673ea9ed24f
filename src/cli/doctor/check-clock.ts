import type { Finding } from './finding.ts';
import type { CheckKit } from './kit.ts';

const REMARK_SECONDS = 30;
const FAULT_SECONDS = 5 * 60;

/** By how many seconds our clock is ahead of theirs; `undefined` if unknown. */
export interface ClockOffsets {
  discord: number | undefined;
  platform: number | undefined;
}

/** Tokens and links expire within minutes: a wrong clock expires them too early or too late. */
export function checkClock(
  { say, config }: Pick<CheckKit<'clock'>, 'say' | 'config'>,
  clocks: ClockOffsets,
): Finding[] {
  const { discord, platform } = clocks;
  if (discord === undefined && platform === undefined) return [say.remark('clockUnknown')];
  const aheadSeconds = discord ?? platform ?? 0;
  if (Math.abs(aheadSeconds) > REMARK_SECONDS) {
    const vars = {
      seconds: Math.abs(aheadSeconds),
      of: discord === undefined ? config.platform.name : 'Discord',
    };
    const grade = Math.abs(aheadSeconds) > FAULT_SECONDS ? 'fault' : 'remark';
    return [say[grade](aheadSeconds > 0 ? 'clockAhead' : 'clockBehind', vars)];
  }
  // Our clock agrees with Discord's, so the platform's is wrong.
  const platformAheadSeconds = platform ?? 0;
  if (Math.abs(platformAheadSeconds) > REMARK_SECONDS) {
    const grade = Math.abs(platformAheadSeconds) > FAULT_SECONDS ? 'fault' : 'remark';
    return [
      say[grade]('clockTheirs', { seconds: Math.abs(platformAheadSeconds), platform: config.platform.name }),
    ];
  }
  return [say.ok('clockRight')];
}
