import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Tournament } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  ACCENT,
  asOfLine,
  entrantsText,
  httpsUrl,
  lines,
  listed,
  stateText,
  time,
  timeBoth,
  tournamentTitle,
} from './format.ts';

interface Stale {
  platformName: string;
  asOf: number | undefined;
}

function listLine(tournament: Tournament, t: Translate): string {
  const facts = [
    tournament.startsAt && time(tournament.startsAt, 'f'),
    tournament.startsAt && time(tournament.startsAt, 'R'),
    entrantsText(tournament, t),
    tournament.status && stateText(tournament.status),
  ];
  const known = facts.filter((fact) => fact !== undefined).join(t('list.separator'));
  return lines(`**${listed(tournamentTitle(tournament, t))}**`, known);
}

/** One page of tournaments. */
export function tournamentListEmbed(
  view: Stale & { title: string; tournaments: readonly Tournament[]; page: string | undefined },
  t: Translate,
): APIEmbed {
  const list = view.tournaments.map((tournament) => listLine(tournament, t)).join('\n\n');
  return {
    color: ACCENT,
    title: view.title,
    description: [list, asOfLine(view.asOf, view.platformName, t)]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    ...(view.page !== undefined && { footer: { text: view.page } }),
  };
}

/** One tournament in full. */
export function tournamentEmbed(view: Stale & { tournament: Tournament }, t: Translate): APIEmbed {
  const { tournament } = view;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | undefined, inline = true): void => {
    if (value !== undefined) fields.push({ name, value, inline });
  };
  const text = (value: string | undefined) => (value === undefined ? undefined : plain(value, 100));
  add(t('tournament.starts'), tournament.startsAt && timeBoth(tournament.startsAt), false);
  add(
    t('tournament.closes'),
    tournament.registrationClosesAt && timeBoth(tournament.registrationClosesAt),
    false,
  );
  add(t('tournament.ends'), tournament.endsAt && timeBoth(tournament.endsAt), false);
  add(t('tournament.status'), tournament.status && stateText(tournament.status));
  add(t('tournament.players'), entrantsText(tournament, t));
  add(t('tournament.game'), text(tournament.game));
  add(t('tournament.format'), tournament.format && stateText(tournament.format));
  add(t('tournament.region'), text(tournament.region));
  add(t('tournament.prize'), text(tournament.prize));
  const image = httpsUrl(tournament.imageUrl);
  const described = tournament.description === undefined ? undefined : plain(tournament.description, 600);
  return {
    color: ACCENT,
    title: plain(tournamentTitle(tournament, t), 120),
    description: lines(described, asOfLine(view.asOf, view.platformName, t)),
    fields,
    ...(image !== undefined && { thumbnail: { url: image } }),
  };
}
