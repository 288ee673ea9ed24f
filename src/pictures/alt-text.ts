import { matchesIn } from '../brackets/parts.ts';
import { playerKey, winnerSide } from '../brackets/players.ts';
import { progressOf } from '../brackets/results.ts';
import { matchesOfLeague, type League, type BracketPart } from '../brackets/stages.ts';
import { standingsOf, type Standings } from '../brackets/standings.ts';
import { tagMatches } from '../brackets/tags.ts';
import {
  currentText,
  pagedTitleText,
  placedTableText,
  placedText,
  playerText,
  recordText,
  slotText,
  stageText,
  tableText,
} from '../brackets/texts.ts';
import { contentOf, type WholeContent } from '../brackets/windows.ts';
import type { Bracket, Match } from '../reading/records.ts';
import { LIMITS } from '../message/limits.ts';
import { cut, label } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import type { BracketPicture } from './bracket-svg.ts';
import { outcomeWords } from './form-strip.ts';
import type { Drawing } from './look.ts';
import type { PodiumPicture } from './podium.ts';
import { sideScore } from './match-card.ts';
import { nameOf, type RankCard } from './rank-card.ts';
import { tilesOf } from './rank-tiles.ts';

/** Describes a bracket's picture in at most 1,024 characters. */
export function bracketAltText(bracket: Bracket, { t, window, title }: BracketPicture): string {
  const drawing: Drawing = { t, tagOf: tagMatches(bracket), playerId: undefined };
  const heading =
    title === undefined ? t('pictures.altUntitled') : t('pictures.altTitled', { title: label(title) });
  const content = contentOf(bracket, window);
  const part = (text: string): string => t('pictures.altPart', { part: label(text, 200) });
  const step = (round: string, match: Match): string =>
    t('pictures.altStep', { round: label(round), match: matchSentence(match, drawing) });
  const sentences = ((): string[] => {
    switch (content.kind) {
      case 'now':
        return [
          part(currentText(content.current, t)),
          ...content.current.map(({ match, title: round }) => step(placedText(round, t), match)),
        ];
      case 'whole':
        return [
          ...(content.title === undefined && content.pages === 1
            ? []
            : [
                part(
                  pagedTitleText(
                    content.title === undefined ? t('bracket.whole') : stageText(content.title, t),
                    content,
                    t,
                  ),
                ),
              ]),
          ...wholeSentences(content, drawing),
        ];
      case 'table':
        return [
          ...(content.pages === 1
            ? []
            : [part(pagedTitleText(placedTableText(content.title, t), content, t))]),
          ...progressSentence(matchesOfLeague(content.league), t),
          tableSentence(content.league, content.standings, t),
        ];
      case 'round':
        return [
          part(pagedTitleText(placedText(content.title, t), content, t)),
          ...content.matches.map((match) => matchSentence(match, drawing)),
        ];
      case 'path':
        return [
          t('pictures.altPart', { part: t('pictures.path', { name: label(playerText(content.player, t)) }) }),
          ...content.steps.map(({ match, title: round }) => step(placedText(round, t), match)),
        ];
    }
  })();
  return joinSentences([heading, ...sentences]);
}

function wholeSentences({ all, stages, winner }: WholeContent, drawing: Drawing): string[] {
  const { t } = drawing;
  const matches = stages.flatMap(({ parts }) => parts.flatMap(matchesIn));
  const players = new Set(
    all
      .flatMap(({ sides }) => sides.map(({ player }) => playerKey(player)))
      .filter((key) => key !== undefined),
  );
  const running = matches.filter(({ phase }) => phase === 'running');
  return [
    ...(players.size === 0 ? [] : [t('pictures.altPlayers', { count: players.size })]),
    ...progressSentence(all, t),
    ...(winner ? [t('pictures.altChampion', { name: label(playerText(winner, t)) })] : []),
    ...running.map((match) => t('pictures.altRunning', { match: matchSentence(match, drawing) })),
    ...stages.flatMap((stage) => [
      ...(stage.title ? [t('pictures.altPart', { part: label(stageText(stage.title, t)) })] : []),
      ...stage.parts.flatMap((part) => tableSentences(part, t)),
    ]),
  ];
}

function progressSentence(matches: readonly Match[], t: Translate): string[] {
  const progress = progressOf(matches);
  return progress === undefined ? [] : [t('pictures.altProgress', progress)];
}

function tableSentences(part: BracketPart, t: Translate): string[] {
  if (part.kind !== 'leagues') return [];
  return part.leagues.map((league) => tableSentence(league, standingsOf(league), t));
}

/** "Group A: 1. Ana 2W 0D 0L, Bo 0W 1D 1L." */
function tableSentence({ name }: League, { rows, hasDraws }: Standings, t: Translate): string {
  const standings = rows.map((row) => {
    const standing = { name: label(playerText(row.player, t)), record: recordText(row, hasDraws, t) };
    return row.place === undefined
      ? t('pictures.altStanding', standing)
      : t('pictures.altPlaced', { ...standing, place: t.number(row.place) });
  });
  return t('pictures.altFigure', { label: label(tableText(name, t)), value: standings.join(', ') });
}

function matchSentence(match: Match, drawing: Drawing): string {
  const { t, tagOf } = drawing;
  const [first, second] = match.sides.map((side) => {
    const name = label(slotText(side, tagOf, t));
    const score = sideScore(side, t);
    return score === '' ? name : t('pictures.altScored', { name, score });
  });
  const winner = winnerSide(match);
  const names = { first: first ?? '', second: second ?? '' };
  if (winner === undefined) return t('pictures.altMatch', names);
  return t('pictures.altDecided', { ...names, winner: label(slotText(winner, tagOf, t)) });
}

/** Describes a rank card in at most 1,024 characters. */
export function rankCardAltText(card: RankCard): string {
  const { player, form, t } = card;
  const figure = (name: string, value: string): string => t('pictures.altFigure', { label: name, value });
  return joinSentences([
    t('pictures.altCard', { name: label(nameOf(card)) }),
    ...(player.rank === undefined ? [] : [figure(t('rank.rank'), label(player.rank))]),
    ...tilesOf(card).map((tile) => figure(tile.label, label(tile.value))),
    ...(form.length === 0
      ? []
      : [figure(t('pictures.altForm'), form.map((outcome) => t(outcomeWords[outcome])).join(' '))]),
  ]);
}

/** Describes a podium in at most 1,024 characters. */
export function podiumAltText({ title, entries, t }: PodiumPicture): string {
  const places = entries.map(({ place, name, facts, rank }) =>
    t('pictures.altPlaced', {
      place: t.number(place),
      name: label(name),
      record: [...facts, ...(rank === undefined ? [] : [label(rank)])].join(' '),
    }),
  );
  return joinSentences([t('pictures.altFigure', { label: label(title), value: places.join(', ') })]);
}

/** As many whole sentences as fit; the message next to the picture has the rest. */
function joinSentences(sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (Array.from(longer).length > LIMITS.altText) return text === '' ? cut(sentence, LIMITS.altText) : text;
    text = longer;
  }
  return text;
}
