import type { APIEmbed } from 'discord-api-types/v10';
import { sideOf } from '../brackets/results.ts';
import type { Match, Tournament } from '../platform/records.ts';
import type { Translate } from '../words/words.ts';
import { asOfLine, embed, factLine, lines, listed, NAME_COLUMNS, time, tournamentTitle } from './format.ts';
import { contextText, matchTitle, sideTitles } from './match.ts';

/** Of the player's matches, the next one included. */
export const MATCHES = 6;
const TOURNAMENTS = 6;

/** The opponent; both where the match does not tell which one is the player. */
function opponentText(match: Match, playerId: string, t: Translate): string {
  const draw = (title: string): string => listed(title, NAME_COLUMNS);
  const own = sideOf(match, playerId);
  if (own === undefined) return matchTitle(match, t, draw);
  return sideTitles(match, t, { draw })[own === 0 ? 1 : 0];
}

const matchText = (match: Match, playerId: string, t: Translate): string =>
  lines(
    `**${opponentText(match, playerId, t)}**`,
    contextText(match, t, listed),
    factLine(
      [
        match.phase && t(`match.phases.${match.phase}`),
        match.startsAt && time(match.startsAt, 'f'),
        match.startsAt && time(match.startsAt, 'R'),
      ],
      t,
    ),
  );

const matchLine = (match: Match, playerId: string, t: Translate): string =>
  factLine(
    [
      `**${opponentText(match, playerId, t)}**`,
      match.phase === 'running' ? t('match.phases.running') : match.startsAt && time(match.startsAt, 'R'),
      contextText(match, t, listed),
    ],
    t,
  );

const tournamentText = (tournament: Tournament, t: Translate): string =>
  lines(
    `**${listed(tournamentTitle(tournament, t))}**`,
    tournament.startsAt && factLine([time(tournament.startsAt, 'f'), time(tournament.startsAt, 'R')], t),
  );

/** The first of a list, and how many more there are. */
function firstOf<T>(list: readonly T[], max: number, draw: (item: T) => string, t: Translate): string {
  const more = list.length - max;
  return lines(...list.slice(0, max).map(draw), more > 0 ? t('next.more', { count: more }) : undefined);
}

/** A player's open matches, the next one first, what they registered for, and their alerts; absent is what could not be read. */
export function nextEmbed(
  view: {
    playerId: string;
    matches: readonly Match[] | undefined;
    tournaments: readonly Tournament[] | undefined;
    alerts: 'mention' | 'dm' | 'off';
    notes: readonly (string | undefined)[];
    asOf: number | undefined;
    mention: (command: string) => string;
  },
  t: Translate,
): APIEmbed {
  const { playerId, matches, tournaments } = view;
  const [next, ...further] = matches ?? [];
  const ways = { tournaments: view.mention('tournaments') };
  const match = next === undefined ? t('next.noMatch', ways) : matchText(next, playerId, t);
  const registered =
    tournaments?.length === 0
      ? t('next.noneRegistered', ways)
      : tournaments && firstOf(tournaments, TOURNAMENTS, (one) => tournamentText(one, t), t);
  const others = firstOf(further, MATCHES - 1, (one) => matchLine(one, playerId, t), t);
  return embed(t('next.title'), {
    text: lines(...view.notes, asOfLine(view.asOf, t)),
    facts: [
      [t('next.match'), matches && match, 'full'],
      [t('next.further'), further.length === 0 ? undefined : others, 'full'],
      [t('next.registered'), registered, 'full'],
      [t('next.alerts'), t(`next.${view.alerts}.text`), 'full'],
    ],
  });
}
