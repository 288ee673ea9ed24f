import { neighbors, openingWindow, windowChoices, type PagedWindow } from '../src/brackets/window-choices.ts';
import {
  contentOf,
  matchesOf,
  shownMatches,
  type BracketWindow,
  type WindowContent,
} from '../src/brackets/windows.ts';
import { hasPlayer } from '../src/brackets/players.ts';
import { tagMatches } from '../src/brackets/tags.ts';
import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import type { Bracket, Match } from '../src/platform/records.ts';
import { bracketEmbed, matchLabel, windowText } from '../src/replies/bracket.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { fit, fold } from '../src/words/fold.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { button, ReplyError, type ActionButton, type Reply, type ComponentRow } from '../src/words/reply.ts';
import type { Translate } from '../src/words/words.ts';
import { tournament } from './options.ts';
import { ownPlayer } from './players.ts';

/** A window as a select's value: "now", "whole", "stage:1", "table:0", "round:2". */
function parseWindow(text: string | undefined): BracketWindow {
  const [kind, index] = (text ?? '').split(':');
  if (kind === 'round') return { kind, round: Number(index) || 0 };
  if (kind === 'stage') return { kind, stage: Number(index) || 0 };
  if (kind === 'table') return { kind, table: Number(index) || 0 };
  return { kind: kind === 'whole' ? kind : 'now' };
}

function windowValue(window: BracketWindow): string {
  if (window.kind === 'round') return `round:${window.round}`;
  if (window.kind === 'table') return `table:${window.table}`;
  return window.kind === 'stage' ? `stage:${window.stage}` : window.kind;
}

/** As many as a menu takes. */
const CHOICES_AT_MOST = 25;

/** What a page belongs to, as a button carries it: a round's number, or "t" and a table's. */
const paged = (window: PagedWindow): string =>
  window.kind === 'table' ? `t${window.table}` : String(window.round);

function parsePaged(text: string, page: number): PagedWindow {
  if (text.startsWith('t')) return { kind: 'table', table: Number(text.slice(1)) || 0, page };
  return { kind: 'round', round: Number(text) || 0, page };
}

/** Previous and next page, through all rounds or tables. */
function turns(tournamentId: string, bracket: Bracket, window: BracketWindow, t: Translate): ActionButton[] {
  if (window.kind !== 'round' && window.kind !== 'table') return [];
  const { before, after } = neighbors(bracket, window);
  const turn = (label: string, to: PagedWindow | undefined, side: string): ActionButton =>
    button(label, 'bracket:page', {
      // Two buttons of one message never have equal ids, be both at an end.
      args: [to === undefined ? side : paged(to), to?.page ?? '', tournamentId],
      disabled: to === undefined,
    });
  return [turn(t('list.previous'), before, 'before'), turn(t('list.next'), after, 'after')];
}

/** Opens one of the matches that stand in the answer; those that the platform does not name cannot be asked for. */
function matchSelect(bracket: Bracket, content: WindowContent, t: Translate): ComponentRow {
  const tagOf = tagMatches(bracket);
  const options = matchesOf(bracket, content)
    .filter(({ id }) => id !== '')
    .slice(0, CHOICES_AT_MOST)
    .map((match) => ({ value: match.id, label: matchLabel(match, tagOf, t) }));
  return { kind: 'select', action: 'match:run', args: ['match'], placeholder: t('bracket.open'), options };
}

function rows(
  tournamentId: string,
  { bracket, window, content }: { bracket: Bracket; window: BracketWindow; content: WindowContent },
  { ownId, t }: { ownId: string | undefined; t: Translate },
): ComponentRow[] {
  const isIn = bracket.rounds.some(({ matches }) => matches.some((match) => hasPlayer(match, ownId)));
  const args = [tournamentId];
  return [
    {
      kind: 'select',
      action: 'bracket:window',
      args,
      placeholder: t('bracket.window'),
      options: windowChoices(bracket, window, CHOICES_AT_MOST).map((choice) => ({
        value: windowValue(choice.window),
        label: windowText(choice, t),
      })),
    },
    matchSelect(bracket, content, t),
    [
      ...turns(tournamentId, bracket, window, t),
      ...(isIn ? [button(t('bracket.mine'), 'bracket:mine', { args })] : []),
      button(t('bracket.player'), 'bracket:ask', { args }),
    ],
  ];
}

async function read(
  { platform, t }: Context,
  tournamentId: string,
  shown: (bracket: Bracket) => Match[] = () => [],
) {
  const unknown = because(['not-found'], t('tournament.unknown'));
  const [bracket, record] = await Promise.all([
    platform.bracket(tournamentId, { shown }).catch(unknown),
    platform.tournament(tournamentId).catch(() => undefined),
  ]);
  return { bracket, name: tournamentTitle(record?.value ?? { id: tournamentId }, t) };
}

/** A bracket's window; unless one is given, the one with which it opens. */
async function bracketReply(context: Context, tournamentId: string, wanted?: BracketWindow): Promise<Reply> {
  const { pictures, t } = context;
  // Without it nobody is marked; the bracket is worth showing all the same.
  const own = await context.self.marked().catch(() => undefined);
  const windowOf = (bracket: Bracket): BracketWindow => wanted ?? openingWindow(bracket, own?.playerId);
  const { bracket, name } = await read(context, tournamentId, (read) => shownMatches(read, windowOf(read)));
  if (bracket.value.rounds.every((round) => round.matches.length === 0)) {
    return { content: t('bracket.notYet', { tournament: escapeMarkup(name, 120) }) };
  }
  const window = windowOf(bracket.value);
  const playerId = window.kind === 'path' ? window.playerId : own?.playerId;
  const picture = await pictures.bracket({
    bracket: bracket.value,
    name,
    window,
    ...(playerId !== undefined && { playerId }),
    t,
  });
  const content = contentOf(bracket.value, window);
  const view = {
    name,
    bracket: bracket.value,
    content,
    picture,
    asOf: bracket.asOf,
  };
  return {
    embeds: [bracketEmbed(view, t)],
    rows: rows(tournamentId, { bracket: bracket.value, window, content }, { ownId: own?.playerId, t }),
    ...(picture && { files: [picture] }),
  };
}

/** The player of a bracket whose name answers best to what was typed; an id counts as itself. */
function findPlayer(bracket: Bracket, typed: string): string | undefined {
  const wanted = fold(typed);
  const players = bracket.rounds.flatMap((round) => round.matches).flatMap((match) => match.sides);
  const fits = players.flatMap(({ player }) =>
    player?.id === undefined
      ? []
      : [{ id: player.id, fits: player.id === typed ? 9 : fit(wanted, fold(player.name ?? '')) }],
  );
  return fits.filter((one) => one.fits > 0).toSorted((a, b) => b.fits - a.fits)[0]?.id;
}

export default defineCommand({
  name: 'bracket',
  audience: 'public',
  options: { tournament: tournament({ required: true }) },
  run: (context) => bracketReply(context, context.options.tournament),
  actions: {
    window: action({
      press: 'anyone',
      run: (context) => bracketReply(context, context.args[0] ?? '', parseWindow(context.values[0])),
    }),
    page: action({
      press: 'anyone',
      run(context) {
        const [of = '', page, tournamentId = ''] = context.args;
        return bracketReply(context, tournamentId, parsePaged(of, Number(page) || 0));
      },
    }),
    mine: action({
      press: 'anyone',
      async run(context) {
        const playerId = await ownPlayer(context);
        return bracketReply(context, context.args[0] ?? '', { kind: 'path', playerId });
      },
    }),
    ask: {
      press: 'anyone',
      answers: 'modal',
      open: ({ args, t }) => ({
        title: t('bracket.player'),
        action: 'bracket:player',
        args,
        inputs: [{ name: 'player', label: t('bracket.playerName'), maxLength: 100 }],
      }),
    },
    player: action({
      press: 'anyone',
      async run(context) {
        const tournamentId = context.args[0] ?? '';
        const typed = context.fields['player']?.trim() ?? '';
        const playerId = findPlayer((await read(context, tournamentId)).bracket.value, typed);
        if (playerId !== undefined) return bracketReply(context, tournamentId, { kind: 'path', playerId });
        throw new ReplyError('not-in-bracket', context.t('bracket.notIn', { name: escapeMarkup(typed, 60) }));
      },
    }),
  },
});
