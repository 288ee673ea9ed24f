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
  formatText,
  lines,
  shortMarkup,
  paragraphs,
  playersText,
  registrationText,
  time,
  tournamentTitle,
} from './format.ts';
import { pageText, type ListPage } from './pager.ts';
import { closingField, endField, startField } from './times.ts';

const phaseText = ({ phase }: Tournament, t: Translate): string | undefined =>
  phase && t(`tournament.phases.${phase}`);

/** Its status says that it is postponed, so its registration is omitted. */
const isPutOff = (tournament: Tournament): boolean =>
  tournament.registration === 'postponed' &&
  (tournament.phase === undefined || tournament.phase === 'upcoming');

function listLine(
  tournament: Tournament,
  { state, own }: { state: string | undefined; own: string | undefined },
  t: Translate,
): string {
  const facts = [
    tournament.startsAt && time(tournament.startsAt, 'f'),
    tournament.startsAt && time(tournament.startsAt, 'R'),
    entrantsText(tournament, t),
    tournament.region && shortMarkup(t.region(tournament.region)),
    state,
    own,
  ];
  return lines(`**${shortMarkup(tournamentTitle(tournament, t))}**`, factLine(facts, t));
}

/** "✓ You're registered", or who is if others can read it. */
const registeredText = (mention: string | undefined, t: Translate): string =>
  mention === undefined ? t('tournaments.own') : t('tournaments.theirs', { member: mention });

/** One page of tournaments. A phase that all of them share is omitted if the title says it. */
export function tournamentListEmbed(
  view: {
    title: string;
    page: ListPage<Tournament>;
    /** It lists one phase. */
    saysPhase: boolean;
    /** The tournaments that the caller is registered for; other readers see `mention`. */
    ownIds: ReadonlySet<string>;
    mention: string | undefined;
    asOf: number | undefined;
    now: number;
  },
  t: Translate,
): APIEmbed {
  const differ = !view.saysPhase || new Set(view.page.items.map(({ phase }) => phase)).size > 1;
  const own = registeredText(view.mention, t);
  const list = view.page.items.map((tournament) => {
    const closed = registrationText(tournament, view.now, t);
    const state = closed ?? (differ ? phaseText(tournament, t) : undefined);
    return listLine(tournament, { state, own: view.ownIds.has(tournament.id) ? own : undefined }, t);
  });
  const textMarkup = paragraphs(...list, asOfLine(view.asOf, t));
  return embed(view.title, { text: textMarkup, footer: pageText(view.page, t) });
}

/** One tournament in full. */
export function tournamentEmbed(
  view: { tournament: Tournament; asOf: number | undefined; now: number; isOwn?: boolean },
  t: Translate,
): APIEmbed {
  const { tournament } = view;
  const textMarkup = (value: string | undefined) =>
    value === undefined ? undefined : escapeMarkup(value, 100);
  const closing = closingField(tournament, view.now, t);
  const showsClosing = closing[1] !== undefined && registrationOf(tournament, view.now) === 'closed';
  const registration = registrationText(tournament, view.now, t);
  const described =
    tournament.description === undefined ? undefined : escapeMarkup(tournament.description, 600);
  return embed(escapeMarkup(tournamentTitle(tournament, t), 120), {
    text: lines(described, view.isOwn ? `**${t('tournaments.own')}**` : undefined, asOfLine(view.asOf, t)),
    facts: [
      startField(tournament, view.now, t),
      closing,
      endField(tournament, view.now, t),
      [t('tournament.status'), isPutOff(tournament) ? registration : phaseText(tournament, t)],
      [t('tournament.registration'), showsClosing || isPutOff(tournament) ? undefined : registration],
      [t('tournament.players'), playersText(tournament, t)],
      [t('tournament.game'), textMarkup(tournament.game)],
      [t('tournament.format'), tournament.format && shortMarkup(formatText(tournament.format, t))],
      [t('tournament.region'), textMarkup(tournament.region && t.region(tournament.region))],
      [t('tournament.prize'), textMarkup(tournament.prize)],
    ],
    thumbnail: tournament.imageUrl,
  });
}
