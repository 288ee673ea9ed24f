import type { APIEmbed } from 'discord-api-types/v10';
import { registrationOf } from '../brackets/registration.ts';
import type { Tournament } from '../platform/records.ts';
import { escapeMarkup } from '../words/plain.ts';
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
  tournamentTitle,
  wordText,
} from './format.ts';
import { pageText, type Page } from './pager.ts';
import { closingField, endField, startField } from './times.ts';

const phaseText = ({ phase }: Tournament, t: Translate): string | undefined =>
  phase && t(`tournament.phases.${phase}`);

function listLine(
  tournament: Tournament,
  { state, isOwn }: { state: string | undefined; isOwn: boolean },
  t: Translate,
): string {
  const facts = [
    tournament.startsAt && time(tournament.startsAt, 'f'),
    tournament.startsAt && time(tournament.startsAt, 'R'),
    entrantsText(tournament, t),
    state,
    isOwn ? t('tournaments.own') : undefined,
  ];
  return lines(`**${listed(tournamentTitle(tournament, t))}**`, factLine(facts, t));
}

/** One page of tournaments. A state that all of them share is left out: it tells nothing. */
export function tournamentListEmbed(
  view: {
    title: string;
    page: Page<Tournament>;
    /** Ids of those that the reader is registered for. */
    ownIds: ReadonlySet<string>;
    asOf: number | undefined;
    now: number;
  },
  t: Translate,
): APIEmbed {
  const differ = new Set(view.page.items.map(({ phase }) => phase)).size > 1;
  const list = view.page.items.map((tournament) => {
    const closed = registrationText(tournament, view.now, t);
    const state = closed ?? (differ ? phaseText(tournament, t) : undefined);
    return listLine(tournament, { state, isOwn: view.ownIds.has(tournament.id) }, t);
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
  const text = (value: string | undefined) => (value === undefined ? undefined : escapeMarkup(value, 100));
  const closing = closingField(tournament, view.now, t);
  const isSaid = closing[1] !== undefined && registrationOf(tournament, view.now) === 'closed';
  const described =
    tournament.description === undefined ? undefined : escapeMarkup(tournament.description, 600);
  return embed(escapeMarkup(tournamentTitle(tournament, t), 120), {
    text: lines(described, asOfLine(view.asOf, t)),
    facts: [
      startField(tournament, view.now, t),
      closing,
      endField(tournament, view.now, t),
      [t('tournament.status'), phaseText(tournament, t)],
      [t('tournament.registration'), isSaid ? undefined : registrationText(tournament, view.now, t)],
      [t('tournament.players'), entrantsText(tournament, t)],
      [t('tournament.game'), text(tournament.game)],
      [t('tournament.format'), tournament.format && wordText(tournament.format)],
      [t('tournament.region'), text(tournament.region)],
      [t('tournament.prize'), text(tournament.prize)],
    ],
    thumbnail: tournament.imageUrl,
  });
}
