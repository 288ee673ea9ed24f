import type { WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import { cancelMatch } from '../../tools/platform-stand-in/world/scores.ts';
import type { Playground } from '../start.ts';
import { askOther, type Agreement } from './agree.ts';
import { eventually } from './eventually.ts';

/**
 * Where both sides have to agree, a member reports their match, and the platform calls it off before the other side has answered. Gives that in
 * one line.
 */
export async function callOff(
  { discord, platform }: Pick<Playground, 'discord' | 'platform'>,
  { matchOf, ...agreement }: Omit<Agreement, 'match'> & { matchOf: () => WorldMatch | undefined },
): Promise<string> {
  const { signal } = agreement;
  const match = await eventually('the match that is called off', signal, matchOf);
  const { name } = await askOther({ discord }, { ...agreement, match });
  cancelMatch(platform.world, match, Date.now());
  return `${name} reports a score, and the platform calls M${match.number} off`;
}
