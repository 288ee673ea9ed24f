import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';

/** The most characters of a filter word. */
export const WORD_LENGTH = 40;

/** A series is named by its words. Escaped. */
export const seriesName = (words: readonly string[], t: Translate): string =>
  words.map((word) => escapeMarkup(word, WORD_LENGTH)).join(', ') || t('server.anyName');
