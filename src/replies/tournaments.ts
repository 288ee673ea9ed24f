import type { APIEmbed } from 'discord-api-types/v10';
import { registrationOf } from '../brackets/registration.ts';
import type { Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import {
  asOfLine,
  embed,
  entrantsText,
  factLine,
  lines,
  shortMarkup,
  paragraphs,
  registrationText,
  time,
  tournamentTitle,
  wordMarkup,
} from './format.ts';
import { pageText, type ListPage } from './pager.ts';
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
  return lines(`**${shortMarkup(tournamentTitle(tournament, t))}**`, factLine(facts, t));
}

/** One page of tournaments. A phase that all of them share is left out. */
export function tournamentListEmbed(
  view: {
    title: string;
    page: ListPage<Tournament>;
    /** Those that the reader is registered for. */
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
  const textMarkup = paragraphs(...list, asOfLine(view.asOf, t));
  return embed(view.title, { text: textMarkup, footer: pageText(view.page, t) });
}

/** One tournament in full. */
export function tournamentEmbed(
  view: { tournament: Tournament; asOf: number | undefined; now: number },
  t: Translate,
): APIEmbed {
  const { tournament } = view;
  const textMarkup = (value: string | undefined) =>
    value === undefined ? undefined : escapeMarkup(value, 100);
  const closing = closingField(tournament, view.now, t);
  const showsClosing = closing[1] !== undefined && registrationOf(tournament, view.now) === 'closed';
  const described =
    tournament.description === undefined ? undefined : escapeMarkup(tournament.description, 600);
  return embed(escapeMarkup(tournamentTitle(tournament, t), 120), {
    text: lines(described, asOfLine(view.asOf, t)),
    facts: [
      startField(tournament, view.now, t),
      closing,
      endField(tournament, view.now, t),
      [t('tournament.status'), phaseText(tournament, t)],
      [t('tournament.registration'), showsClosing ? undefined : registrationText(tournament, view.now, t)],
      [t('tournament.players'), entrantsText(tournament, t)],
      [t('tournament.game'), textMarkup(tournament.game)],
      [t('tournament.format'), tournament.format && wordMarkup(tournament.format)],
      [t('tournament.region'), textMarkup(tournament.region)],
      [t('tournament.prize'), textMarkup(tournament.prize)],
    ],
    thumbnail: tournament.imageUrl,
  });
}
