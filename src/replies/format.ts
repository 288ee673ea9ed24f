import type { APIEmbed } from 'discord-api-types/v10';
import { isAhead, registrationOf } from '../brackets/registration.ts';
import { formatNameText } from '../brackets/usual-names.ts';
import { SECOND_MS } from '../durations.ts';
import type { Moment, PlayerName, Tournament } from '../reading/records.ts';
import { present } from '../present.ts';
import { label, oneLine, escapeMarkup } from '../words/plain.ts';
import { cutBeforeNumber } from '../words/width.ts';
import type { Translate } from '../words/words.ts';

/** The color of the product (teal), for decoration only. */
export const ACCENT = 0x1f_b6_a6;

type Style = 'F' | 'f' | 'D' | 'R' | 't';

/** A timestamp that Discord renders in the reader's time zone and language; a date if the time of day is unknown. */
export function time(moment: Moment, style: Style): string {
  const seconds = Math.floor(moment.epochMs / SECOND_MS);
  return `<t:${seconds}:${moment.precision === 'day' && style !== 'R' ? 'D' : style}>`;
}

/** "<absolute> (<relative>)" */
export const timeBoth = (moment: Moment): string => `${time(moment, 'f')} (${time(moment, 'R')})`;

/** A signed whole number, with a mark that needs no color. */
export function trendText(text: string, t: Translate): string {
  const change = Number(text);
  if (change > 0) return t('rank.up', { change: `+${t.number(change)}` });
  if (change < 0) return t('rank.down', { change: `−${t.number(-change)}` });
  return t('rank.level');
}

/** The columns of one line on a phone. */
const PHONE_COLUMNS = 32;

/** The columns of a player's name in a list, which leave room for what is in front of it. */
export const NAME_COLUMNS = 24;

/**
 * Untrusted text in a list, escaped and cut to one line of a phone: a line should break between facts, not within one. Views of a
 * single record (/tournament, /match, /rank) do not cut it.
 */
export const shortMarkup = (text: string, columns: number = PHONE_COLUMNS): string =>
  escapeMarkup(cutBeforeNumber(oneLine(text, PHONE_COLUMNS * 4), columns));

/** Hidden until a reader taps it. */
export const spoiler = (markup: string): string => `||${markup}||`;

/** A player's name, or a substitute for it. Not escaped. */
export function nameText(player: PlayerName | undefined, t: Translate): string {
  if (player?.name !== undefined) return player.name;
  return player?.id === undefined
    ? t('leaderboard.nobody')
    : t('leaderboard.somebody', { id: label(player.id, 40) });
}

/** A player's name or a substitute, in full and escaped. */
export const playerMarkup = (player: PlayerName | undefined, t: Translate): string =>
  escapeMarkup(nameText(player, t), 60);

/** A tournament's name, or a substitute for it. Not escaped. */
export const tournamentTitle = (tournament: Pick<Tournament, 'id' | 'name'>, t: Translate): string =>
  tournament.name ?? t('tournament.unnamed', { id: tournament.id });

/** A tournament's name, or a substitute for it, escaped. */
export const tournamentMarkup = (tournament: Pick<Tournament, 'id' | 'name'>, t: Translate): string =>
  escapeMarkup(tournamentTitle(tournament, t), 120);

/** "3/16 players", or the part of it that is known; "16 players" once the tournament has started. */
export function entrantsText(tournament: Tournament, t: Translate): string | undefined {
  const { entrants, capacity, phase } = tournament;
  const isSettled = phase === 'running' || phase === 'finished';
  if (entrants !== undefined && capacity !== undefined && !isSettled) {
    return t('tournaments.entrants', { entrants: t.number(entrants), capacity: t.number(capacity) });
  }
  if (entrants !== undefined) return t('tournaments.entrantsOnly', { count: entrants });
  return capacity === undefined ? undefined : t('tournaments.capacityOnly', { capacity: t.number(capacity) });
}

/** The same beside the word "Players". */
export function playersText(tournament: Tournament, t: Translate): string | undefined {
  const { entrants, capacity, phase } = tournament;
  if (entrants === undefined) return entrantsText(tournament, t);
  const isSettled = phase === 'running' || phase === 'finished';
  return capacity === undefined || isSettled
    ? t.number(entrants)
    : `${t.number(entrants)}/${t.number(capacity)}`;
}

/** A URL for an embed: https only, within the length that Discord accepts. */
export function httpsUrl(url: string | undefined): string | undefined {
  if (url === undefined || url.length > 2000 || !URL.canParse(url)) return undefined;
  return new URL(url).protocol === 'https:' ? new URL(url).href : undefined;
}

/** A code word of the platform in readable form: "single_elimination" becomes "Single elimination". Not escaped. */
function wordText(word: string): string {
  const words = word.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** A tournament's format in the reader's language. Not escaped. */
export const formatText = (format: string, t: Translate): string =>
  formatNameText(format, t) ?? wordText(format);

/** Why a tournament takes no players, before it starts. */
export function registrationText(tournament: Tournament, now: number, t: Translate): string | undefined {
  const registration = registrationOf(tournament, now);
  const hasStarted = registration === 'closed' && !isAhead(tournament, now);
  return registration === 'open' || hasStarted ? undefined : t(`tournaments.registration.${registration}`);
}

/** The age of a cached response. Not for a footer, where Discord renders no timestamps. */
export function asOfLine(asOf: number | undefined, t: Translate): string | undefined {
  if (asOf === undefined) return undefined;
  return `_${t('list.asOf', { when: `<t:${Math.floor(asOf / SECOND_MS)}:R>` })}_`;
}

/** The defined facts in one line: "Semifinal · 2 hours ago". Empty if there are none. */
export const factLine = (facts: readonly (string | undefined)[], t: Translate): string =>
  facts.filter((fact) => fact !== undefined).join(t('list.separator'));

/** Joins the non-empty paragraphs. */
export const paragraphs = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');

/** Joins the non-empty lines. */
export const lines = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n');

/** An attached image with its alt text. */
export interface EmbedImage {
  name: string;
  description: string;
}

/** The parts of an embed besides its title. */
interface EmbedParts {
  text?: string;
  /** Fields, inline except for `full` ones; those without a value are omitted. */
  facts?: readonly (readonly [name: string, value: string | undefined, width?: 'full'])[];
  picture?: EmbedImage | undefined;
  /** An untrusted URL. */
  thumbnail?: string | undefined;
  footer?: string | undefined;
}

export function embed(title: string | undefined, parts: EmbedParts): APIEmbed {
  const { text, facts, picture, footer } = parts;
  const thumbnail = httpsUrl(parts.thumbnail);
  return {
    color: ACCENT,
    ...present({
      title,
      description: text,
      fields: facts?.flatMap(([name, value, width]) =>
        value === undefined ? [] : [{ name, value, inline: width !== 'full' }],
      ),
      // Discord accepts alt text here (RichEmbedImage); its types lack it.
      image: picture && { url: `attachment://${picture.name}`, description: picture.description },
      thumbnail: thumbnail === undefined ? undefined : { url: thumbnail },
      footer: footer === undefined ? undefined : { text: footer },
    }),
  };
}
