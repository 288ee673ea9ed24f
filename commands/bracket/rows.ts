import { windowChoices, type PagedWindow } from '../../src/brackets/window-choices.ts';
import { matchesOf, type BracketWindow, type WindowContent } from '../../src/brackets/windows.ts';
import { hasPlayer } from '../../src/brackets/players.ts';
import { tagMatches } from '../../src/brackets/tags.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { LIMITS } from '../../src/message/limits.ts';
import type { Bracket } from '../../src/reading/records.ts';
import { matchLabel, windowText } from '../../src/replies/bracket.ts';
import { button, type ActionButton, type ComponentRow } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { pageValue, turns, windowValue } from './windows.ts';

export const BRACKET = { tournament: 'text!' } as const;
/** A page of a window: see `pageValue`. */
export const PAGE = { of: 'text', page: 'integer', ...BRACKET } as const;

/** Previous and next page, across all rounds or tables. */
function pageButtons(
  tournamentId: string,
  { bracket, window, content }: { bracket: Bracket; window: BracketWindow; content: WindowContent },
  t: Translate,
): ActionButton[] {
  const pages = turns(bracket, window, content);
  if (pages === undefined) return [];
  const { before, after } = pages;
  const turn = (label: string, to: PagedWindow | undefined, side: string): ActionButton =>
    button(label, 'bracket:page', {
      // Custom ids must be unique within a message, even if both buttons are disabled.
      args: encodeArgs(PAGE, {
        of: to === undefined ? side : pageValue(to),
        page: to?.page,
        tournament: tournamentId,
      }),
      disabled: to === undefined,
    });
  return [turn(t('list.previous'), before, 'before'), turn(t('list.next'), after, 'after')];
}

/** Opens one of the listed matches. Those without an id cannot be read. */
function matchSelect(bracket: Bracket, content: WindowContent, t: Translate): ComponentRow {
  const tagOf = tagMatches(bracket);
  const options = matchesOf(bracket, content)
    .filter(({ id }) => id !== '')
    .slice(0, LIMITS.selectOptions)
    .map((match) => ({ value: match.id, label: matchLabel(match, tagOf, t) }));
  return { kind: 'select', action: 'match:run', args: ['match'], placeholder: t('bracket.open'), options };
}

/** The selects and buttons below a bracket. */
export function rows(
  tournamentId: string,
  view: { bracket: Bracket; window: BracketWindow; content: WindowContent },
  { ownId, t }: { ownId: string | undefined; t: Translate },
): ComponentRow[] {
  const { bracket, window, content } = view;
  const hasOwnMatch = bracket.rounds.some(({ matches }) => matches.some((match) => hasPlayer(match, ownId)));
  const args = encodeArgs(BRACKET, { tournament: tournamentId });
  return [
    {
      kind: 'select',
      action: 'bracket:window',
      args,
      placeholder: t('bracket.window'),
      options: windowChoices(bracket, window, LIMITS.selectOptions).map((choice) => ({
        value: windowValue(choice.window),
        label: windowText(choice, t),
      })),
    },
    matchSelect(bracket, content, t),
    [
      ...pageButtons(tournamentId, view, t),
      ...(hasOwnMatch ? [button(t('bracket.mine'), 'bracket:mine', { args })] : []),
      button(t('bracket.player'), 'bracket:ask', { args }),
    ],
  ];
}
