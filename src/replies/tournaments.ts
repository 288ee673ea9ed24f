import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Tournament } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  ACCENT,
  asOfLine,
  entrantsText,
  factLine,
  httpsUrl,
  lines,
  listed,
  paragraphs,
  registrationText,
  time,
  timeBoth,
  tournamentTitle,
  wordText,
} from './format.ts';

const phaseText = ({ phase }: Tournament, t: Translate): string | undefined =>
  phase && t(`tournament.phases.${phase}`);

function listLine(tournament: Tournament, state: string | undefined, t: Translate): string {
  const facts = [
    tournament.startsAt && time(tournament.startsAt, 'f'),
    tournament.startsAt && time(tournament.startsAt, 'R'),
    entrantsText(tournament, t),
    state,
  ];
  return lines(`**${listed(tournamentTitle(tournament, t))}**`, factLine(facts, t));
}

/** One page of tournaments. A state that all of them share is left out: it tells nothing. */
export function tournamentListEmbed(
  view: {
    title: string;
    tournaments: readonly Tournament[];
    page: string | undefined;
    asOf: number | undefined;
    now: number;
  },
  t: Translate,
): APIEmbed {
  const differ = new Set(view.tournaments.map(({ phase }) => phase)).size > 1;
  const list = view.tournaments.map((tournament) => {
    const closed = registrationText(tournament, view.now, t);
    return listLine(tournament, closed ?? (differ ? phaseText(tournament, t) : undefined), t);
  });
  return {
    color: ACCENT,
    title: view.title,
    description: paragraphs(...list, asOfLine(view.asOf, t)),
    ...(view.page !== undefined && { footer: { text: view.page } }),
  };
}

/** One tournament in full. */
export function tournamentEmbed(
  view: { tournament: Tournament; asOf: number | undefined; now: number },
  t: Translate,
): APIEmbed {
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
  add(t('tournament.status'), phaseText(tournament, t));
  add(t('tournament.registration'), registrationText(tournament, view.now, t));
  add(t('tournament.players'), entrantsText(tournament, t));
  add(t('tournament.game'), text(tournament.game));
  add(t('tournament.format'), tournament.format && wordText(tournament.format));
  add(t('tournament.region'), text(tournament.region));
  add(t('tournament.prize'), text(tournament.prize));
  const image = httpsUrl(tournament.imageUrl);
  const described = tournament.description === undefined ? undefined : plain(tournament.description, 600);
  return {
    color: ACCENT,
    title: plain(tournamentTitle(tournament, t), 120),
    description: lines(described, asOfLine(view.asOf, t)),
    fields,
    ...(image !== undefined && { thumbnail: { url: image } }),
  };
}
