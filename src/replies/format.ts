import type { APIEmbed } from 'discord-api-types/v10';
import { registrationOf } from '../brackets/registration.ts';
import type { Moment, PlayerName, Tournament } from '../platform/records.ts';
import { present } from '../present.ts';
import { label, oneLine, escapeMarkup } from '../words/plain.ts';
import { cutBeforeNumber } from '../words/width.ts';
import type { Translate } from '../words/words.ts';

/** The one colour of the product (teal); it decorates and carries no meaning. */
export const ACCENT = 0x1f_b6_a6;

type Style = 'F' | 'f' | 'D' | 'R' | 't';

/** A time that Discord draws in the reader's own zone and language; a day without a time is drawn as a date. */
export function time(moment: Moment, style: Style): string {
  const seconds = Math.floor(moment.epochMs / 1000);
  return `<t:${seconds}:${moment.precision === 'day' && style !== 'R' ? 'D' : style}>`;
}

/** A date where Discord draws no times: "Oct 3, 2026". */
export const dayText = ({ epochMs }: Moment, t: Translate): string =>
  new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(epochMs);

/** "<absolute> (<relative>)" */
export const timeBoth = (moment: Moment): string => `${time(moment, 'f')} (${time(moment, 'R')})`;

/** A signed whole number as text, with a mark that is read without colour. */
export function trend(text: string, t: Translate): string {
  const change = Number(text);
  if (change > 0) return t('rank.up', { change: `+${t.number(change)}` });
  if (change < 0) return t('rank.down', { change: `−${t.number(-change)}` });
  return t('rank.level');
}

/** What a phone shows in one line without breaking it. */
const PHONE_COLUMNS = 32;

/** A player's name in a list leaves room for what stands in front of it. */
export const NAME_COLUMNS = 24;

/**
 * A fact of a list's line as drawn text. Lines break between facts; a fact that is wider than a phone would be broken in
 * itself, and looks like several. Where it is told in full (/tournament, /match, /rank), it is not cut.
 */
export const listed = (text: string, columns: number = PHONE_COLUMNS): string =>
  escapeMarkup(cutBeforeNumber(oneLine(text, PHONE_COLUMNS * 4), columns));

/** A player's name, or what stands for it, without any escapes. */
export function nameText(player: PlayerName | undefined, t: Translate): string {
  if (player?.name !== undefined) return player.name;
  return player?.id === undefined
    ? t('leaderboard.nobody')
    : t('leaderboard.somebody', { id: label(player.id, 40) });
}

/** A player's name as drawn text, in full. */
export const playerText = (player: PlayerName | undefined, t: Translate): string =>
  escapeMarkup(nameText(player, t), 60);

/** A tournament's name as text without markup; `escapeMarkup` it where markup is drawn. */
export const tournamentTitle = (tournament: Pick<Tournament, 'id' | 'name'>, t: Translate): string =>
  tournament.name ?? t('tournament.unnamed', { id: tournament.id });

/** "3/16 players", as much of it as is known; "16 players" once nobody can join anymore. */
export function entrantsText(tournament: Tournament, t: Translate): string | undefined {
  const { entrants, capacity, phase } = tournament;
  const isSettled = phase === 'running' || phase === 'finished';
  if (entrants !== undefined && capacity !== undefined && !isSettled) {
    return t('tournaments.entrants', { entrants: t.number(entrants), capacity: t.number(capacity) });
  }
  if (entrants !== undefined) return t('tournaments.entrantsOnly', { count: entrants });
  return capacity === undefined ? undefined : t('tournaments.capacityOnly', { capacity: t.number(capacity) });
}

/** Addresses go into embeds only where Discord takes them and no reader is led astray: https, of bearable length. */
export function httpsUrl(url: string | undefined): string | undefined {
  if (url === undefined || url.length > 2000 || !URL.canParse(url)) return undefined;
  return new URL(url).protocol === 'https:' ? new URL(url).href : undefined;
}

/** A word of the platform's, as people write it: "single_elimination" becomes "Single elimination". */
export function wordText(word: string): string {
  const words = word.replace(/[_-]+/g, ' ').trim();
  return listed(words.charAt(0).toUpperCase() + words.slice(1).toLowerCase());
}

/** That a tournament takes no more players, where people might think that it does. */
export function registrationText(tournament: Tournament, now: number, t: Translate): string | undefined {
  const { phase } = tournament;
  if (phase === 'running' || phase === 'finished' || phase === 'cancelled') return undefined;
  const registration = registrationOf(tournament, now);
  return registration === 'open' ? undefined : t(`tournaments.registration.${registration}`);
}

/** The line that says how old a kept answer is; drawn text, since a footer draws no timestamps. */
export function asOfLine(asOf: number | undefined, t: Translate): string | undefined {
  if (asOf === undefined) return undefined;
  return `_${t('list.asOf', { when: `<t:${Math.floor(asOf / 1000)}:R>` })}_`;
}

/** The known ones of some facts in one line: "Semifinal · 2 hours ago"; empty where none is known. */
export const factLine = (facts: readonly (string | undefined)[], t: Translate): string =>
  facts.filter((fact) => fact !== undefined).join(t('list.separator'));

/** Paragraphs of text, without the absent ones. */
export const paragraphs = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');

/** Lines of text, without the absent ones. */
export const lines = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n');

/** A file beside the message, with its alt text. */
export interface Picture {
  name: string;
  description: string;
}

/** What an embed shows beside its title; what is absent is left out. */
interface EmbedParts {
  text?: string;
  /** Fields, side by side but for `full` ones. */
  facts?: readonly (readonly [name: string, value: string | undefined, width?: 'full'])[];
  picture?: Picture | undefined;
  /** An address from outside. */
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
      // Discord takes its alt text here too (RichEmbedImage), which its typed package does not know yet.
      image: picture && { url: `attachment://${picture.name}`, description: picture.description },
      thumbnail: thumbnail === undefined ? undefined : { url: thumbnail },
      footer: footer === undefined ? undefined : { text: footer },
    }),
  };
}
