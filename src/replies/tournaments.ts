import type { APIEmbed } from 'discord-api-types/v10';
import type { Tournament } from '../platform/records.ts';
import { plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  asOfLine,
  embed,
  entrantsText,
  factLine,
  lines,
  listed,
  paragraphs,
  registrationText,
  time,
  timeBoth,
  tournamentTitle,
  wordText,
} from './format.ts';
import { pageText, type Page } from './pager.ts';

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
    page: Page<Tournament>;
    asOf: number | undefined;
    now: number;
  },
  t: Translate,
): APIEmbed {
  const differ = new Set(view.page.items.map(({ phase }) => phase)).size > 1;
  const list = view.page.items.map((tournament) => {
    const closed = registrationText(tournament, view.now, t);
    return listLine(tournament, closed ?? (differ ? phaseText(tournament, t) : undefined), t);
  });
  const text = paragraphs(...list, asOfLine(view.asOf, t));
  return embed(view.title, { text, footer: pageText(view.page, t) });
}

/** One tournament in full. */
export function tournamentEmbed(
  view: { tournament: Tournament; asOf: number | undefined; now: number },
  t: Translate,
): APIEmbed {
  const { tournament } = view;
  const text = (value: string | undefined) => (value === undefined ? undefined : plain(value, 100));
  const { startsAt, registrationClosesAt, endsAt } = tournament;
  const described = tournament.description === undefined ? undefined : plain(tournament.description, 600);
  return embed(plain(tournamentTitle(tournament, t), 120), {
    text: lines(described, asOfLine(view.asOf, t)),
    facts: [
      [t('tournament.starts'), startsAt && timeBoth(startsAt), 'full'],
      [t('tournament.closes'), registrationClosesAt && timeBoth(registrationClosesAt), 'full'],
      [t('tournament.ends'), endsAt && timeBoth(endsAt), 'full'],
      [t('tournament.status'), phaseText(tournament, t)],
      [t('tournament.registration'), registrationText(tournament, view.now, t)],
      [t('tournament.players'), entrantsText(tournament, t)],
      [t('tournament.game'), text(tournament.game)],
      [t('tournament.format'), tournament.format && wordText(tournament.format)],
      [t('tournament.region'), text(tournament.region)],
      [t('tournament.prize'), text(tournament.prize)],
    ],
    thumbnail: tournament.imageUrl,
  });
}
