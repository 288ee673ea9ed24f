import { registrationOf } from '../src/brackets/registration.ts';
import { defineCommand, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import type { Tournament } from '../src/platform/records.ts';
import { httpsUrl } from '../src/replies/format.ts';
import { tournamentEmbed } from '../src/replies/tournaments.ts';
import { runButton, type ActionButton, type LinkButton } from '../src/words/reply.ts';
import { SOON } from './choices.ts';
import { tournament } from './options.ts';

/** Whether there may be a bracket to open. Before the start, many platforms have drawn none yet. */
async function mayHaveBracket({ platform }: Context, { id, phase }: Tournament): Promise<boolean> {
  if (phase !== 'upcoming' && phase !== 'open') return true;
  const bracket = (await platform.bracket(id, SOON).catch(() => undefined))?.value;
  return bracket?.rounds.some((round) => round.matches.length > 0) ?? false;
}

export default defineCommand({
  name: 'tournament',
  audience: 'public',
  options: { tournament: tournament({ required: true }) },
  async run(context) {
    const { options, platform, now, t } = context;
    const { value, asOf } = await platform
      .tournament(options.tournament)
      .catch(because(['not-found'], t('tournament.unknown')));
    const url = httpsUrl(value.url);
    const call = { tournament: value.id };
    const buttons: (ActionButton | LinkButton)[] = [];
    if (registrationOf(value, now()) === 'open')
      buttons.push(runButton(t('tournament.register'), 'register', call, 'primary'));
    if (await mayHaveBracket(context, value))
      buttons.push(runButton(t('tournament.bracket'), 'bracket', call));
    if (url !== undefined) buttons.push({ kind: 'link', label: t('tournament.website'), url });
    return {
      embeds: [tournamentEmbed({ tournament: value, asOf, now: now() }, t)],
      rows: [buttons],
    };
  },
});
