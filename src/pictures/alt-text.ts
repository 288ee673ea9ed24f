import type { Bracket, Match } from '../platform/records.ts';
import { LIMITS } from '../words/limits.ts';
import { cut } from '../words/plain.ts';
import { partsOf } from './bracket-parts.ts';
import type { BracketPicture } from './bracket-svg.ts';
import { championOf } from './champion.ts';
import { playerText, scoreText, slotText } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import { cleanText } from './fit-text.ts';
import { outcomeWords } from './form-strip.ts';
import { tagMatches } from './match-tags.ts';
import { hasBye, isPlayed, playerKey } from './players.ts';
import { pathOf, playerIn } from './player-path.ts';
import type { RankCard } from './rank-card.ts';
import { roundPage } from './round-pages.ts';
import { roundTitle } from './round-titles.ts';

/** What a bracket's picture shows, for whoever does not see it; at most 1,024 characters. */
export function bracketAltText(bracket: Bracket, picture: BracketPicture): string {
  const { t, window, title } = picture;
  const drawing: Drawing = { t, tags: tagMatches(bracket, t), playerId: undefined };
  const heading =
    title === undefined ? t('pictures.altUntitled') : t('pictures.altTitled', { title: cleanText(title) });
  const sentences = ((): string[] => {
    switch (window.kind) {
      case 'whole':
        return wholeSentences(bracket, drawing);
      case 'round': {
        const { title: part, matches } = roundPage(bracket, window.round, window.page, t);
        return [t('pictures.altPart', { part }), ...matches.map((match) => matchSentence(match, drawing))];
      }
      case 'path':
        return [
          t('pictures.altPart', {
            part: t('pictures.path', { name: cleanText(playerText(playerIn(bracket, window.playerId), t)) }),
          }),
          ...pathOf(bracket, window.playerId).map(({ match, roundIndex }) =>
            t('pictures.altStep', {
              round: roundTitle(bracket, roundIndex, t),
              match: matchSentence(match, drawing),
            }),
          ),
        ];
    }
  })();
  return asManyAsFit([heading, ...sentences]);
}

function wholeSentences(bracket: Bracket, drawing: Drawing): string[] {
  const { t } = drawing;
  const matches = bracket.rounds.flatMap((round) => round.matches);
  const real = matches.filter((match) => !hasBye(match));
  const players = new Set(
    matches
      .flatMap(({ sides }) => sides.map(({ player }) => playerKey(player)))
      .filter((key) => key !== undefined),
  );
  const champion = championOf(partsOf(bracket));
  const running = matches.filter(({ phase }) => phase === 'running');
  return [
    ...(players.size === 0 ? [] : [t('pictures.altPlayers', { count: players.size })]),
    t('pictures.altProgress', { played: real.filter(isPlayed).length, total: real.length }),
    ...(champion ? [t('pictures.altChampion', { name: cleanText(playerText(champion, t)) })] : []),
    ...running.map((match) => t('pictures.altRunning', { match: matchSentence(match, drawing) })),
  ];
}

function matchSentence(match: Match, drawing: Drawing): string {
  const { t } = drawing;
  const [first, second] = match.sides.map((side) => {
    const name = cleanText(slotText(side, drawing));
    return side.score === undefined ? name : t('pictures.altScored', { name, score: scoreText(side, t) });
  });
  const winner = match.winner === undefined ? undefined : match.sides[match.winner - 1];
  const names = { first: first ?? '', second: second ?? '' };
  if (winner === undefined) return t('pictures.altMatch', names);
  return t('pictures.altDecided', { ...names, winner: cleanText(slotText(winner, drawing)) });
}

/** What a rank card shows; at most 1,024 characters. */
export function rankCardAltText(card: RankCard): string {
  const { t } = card;
  const figure = (label: string, value: string): string => t('pictures.altFigure', { label, value });
  const place = (value: number): string => t('rank.place', { place: t.number(value) });
  return asManyAsFit([
    t('pictures.altCard', { name: cleanText(card.name) }),
    ...(card.rankLabel === undefined ? [] : [figure(t('rank.rank'), cleanText(card.rankLabel))]),
    ...(card.rating === undefined ? [] : [figure(t('rank.rating'), t.number(card.rating))]),
    ...(card.globalPlace === undefined ? [] : [figure(t('rank.global'), place(card.globalPlace))]),
    ...(card.regionalPlace === undefined ? [] : [figure(t('rank.regional'), place(card.regionalPlace))]),
    ...(card.trend === undefined ? [] : [figure(t('rank.trend'), cleanText(card.trend))]),
    ...(card.form === undefined || card.form.length === 0
      ? []
      : [figure(t('pictures.altForm'), card.form.map((outcome) => t(outcomeWords[outcome])).join(' '))]),
  ]);
}

/** Whole sentences, as many as fit; the text beside the picture says the rest. */
function asManyAsFit(sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (Array.from(longer).length > LIMITS.altText) return text === '' ? cut(sentence, LIMITS.altText) : text;
    text = longer;
  }
  return text;
}
