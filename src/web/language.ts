import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Translate, Words } from '../words/words.ts';

/** The language of a page: the member's where their flow has named it in a cookie, otherwise what the browser accepts. */
export function pageText({ in: textIn }: Words, request: FastifyRequest, cookieName: string): Translate {
  // Only the linking pages parse cookies.
  const cookies: FastifyRequest['cookies'] | undefined = request.cookies;
  return textIn(cookies?.[cookieName] ?? '', ...acceptedLanguages(request.headers['accept-language']));
}

/** Browsers send a few. A header of 16 kB with thousands of languages would cost 18 ms a page. */
const HEADER_MAX = 200;
const LANGUAGES_MAX = 10;

const acceptedLanguages = (header = ''): string[] =>
  new Negotiator({ headers: { 'accept-language': header.slice(0, HEADER_MAX) } })
    .languages()
    .slice(0, LANGUAGES_MAX);

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Nkoo', 'Syrc', 'Adlm']);

/** The direction of a language's script. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
