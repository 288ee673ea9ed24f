import { defineCommand } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { runArgs } from '../src/bot/custom-id.ts';
import type { ActionButton, LinkButton } from '../src/bot/reply.ts';
import { httpsUrl } from '../src/replies/format.ts';
import { tournamentEmbed } from '../src/replies/tournaments.ts';
import { tournament } from './options.ts';

export default defineCommand({
  name: 'tournament',
  audience: 'public',
  options: { tournament: tournament({ required: true }) },
  async run({ options, platform, platformName, t }) {
    const { value, asOf } = await platform
      .tournament(options.tournament)
      .catch(because(['not-found'], t('tournament.unknown')));
    const over = value.phase === 'finished' || value.phase === 'cancelled' || value.phase === 'running';
    const url = httpsUrl(value.url);
    const args = runArgs({ tournament: value.id });
    const buttons: (ActionButton | LinkButton)[] = [];
    if (!over) {
      buttons.push({
        kind: 'action',
        label: t('tournament.register'),
        style: 'primary',
        action: 'register:run',
        args,
      });
    }
    buttons.push({ kind: 'action', label: t('tournament.bracket'), action: 'bracket:run', args });
    if (url !== undefined) buttons.push({ kind: 'link', label: t('tournament.website'), url });
    return {
      embeds: [tournamentEmbed({ tournament: value, platformName, asOf }, t)],
      rows: [buttons],
    };
  },
});
