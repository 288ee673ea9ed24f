import { isEntrant, registrationOf } from '../src/brackets/registration.ts';
import { defineCommand, type Context } from './shared/define.ts';
import type { Tournament } from '../src/reading/records.ts';
import { httpsUrl } from '../src/replies/format.ts';
import { tournamentEmbed } from '../src/replies/tournaments.ts';
import { runButton, type ActionButton, type LinkButton } from '../src/message/reply.ts';
import { bracketButtons } from './shared/bracket-buttons.ts';
import { tournament } from './shared/options.ts';
import { unknownTournament } from './shared/unknown.ts';

/** Whether the caller is registered, for an answer that only they see. */
async function isRegistered(
  { caller, registrations, self }: Context,
  tournament: Tournament,
): Promise<boolean> {
  if ((await self.mention()) !== undefined) return false;
  const player = await self.marked().catch(() => undefined);
  if (player === undefined) return false;
  const notedIds = await registrations.read({ ...caller, ...player }).catch((): string[] => []);
  return isEntrant(tournament, player.playerId, notedIds);
}

export default defineCommand({
  name: 'tournament',
  audience: 'public',
  options: { tournament: tournament({ required: true }) },
  async run(context) {
    const { options, platform, now, shareTournament, t } = context;
    const { value, asOf } = await platform.tournament(options.tournament).catch(unknownTournament(context));
    const isOwn = await isRegistered(context, value);
    const url = httpsUrl(value.url);
    const call = { tournament: value.id };
    const buttons: (ActionButton | LinkButton)[] = [];
    if (!isOwn && registrationOf(value, now()) === 'open')
      buttons.push(runButton(t('tournament.register'), 'register', call, 'primary'));
    buttons.push(...(await bracketButtons(context, value)));
    if (url !== undefined) buttons.push({ kind: 'link', label: t('tournament.website'), url });
    buttons.push({ kind: 'link', label: t('tournament.share'), url: await shareTournament(value) });
    return {
      embeds: [tournamentEmbed({ tournament: value, asOf, now: now(), isOwn }, t)],
      rows: [buttons],
    };
  },
});
