import type { Guilds } from '../guilds/guilds.ts';
import type { Match } from '../reading/records.ts';
import { versusLabel } from '../replies/match.ts';
import { organizersCall } from '../replies/organizer-calls.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { PressOutcome } from './press.ts';

interface OneSidedDeps {
  guilds: Pick<Guilds, 'translator' | 'callOrganizers'>;
  /** The clickable mention of a command. */
  mention: (command: string) => string;
}

type FailedPress = Extract<PressOutcome, { kind: 'failed' }>;

/** The platform refused the write itself and would refuse it again. */
export const isDecidedAgainst = ({ outcome, failure }: FailedPress['result']): boolean =>
  outcome === 'refused' && ['forbidden', 'conflict', 'invalid'].includes(failure.kind);

/** The platform accepts one side's report only: the organizers read which setting fits. */
export async function tellOneSided(
  match: Match,
  { report }: FailedPress,
  { guilds, mention }: OneSidedDeps,
): Promise<void> {
  const { guildId, channelId } = report ?? {};
  if (guildId === undefined || channelId === undefined) return;
  const t = await guilds.translator(guildId);
  const text = t('results.oneSided', {
    match: escapeMarkup(versusLabel(match, t)),
    settings: mention('settings'),
  });
  await guilds.callOrganizers({
    guildId,
    channelId,
    once: `one-sided:${match.id}`,
    post: (roleId) => organizersCall([text], roleId, t),
  });
}
