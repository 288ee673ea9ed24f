import { openingWindow, windowChoices, type PagedWindow } from '../src/brackets/window-choices.ts';
import {
  contentOf,
  matchesOf,
  shownMatches,
  type BracketWindow,
  type WindowContent,
} from '../src/brackets/windows.ts';
import { withRecord } from '../src/brackets/ending.ts';
import { hasPlayer } from '../src/brackets/players.ts';
import { tagMatches } from '../src/brackets/tags.ts';
import { action, defineCommand, form, type Context } from './shared/define.ts';
import { because } from '../src/bot/failures.ts';
import { encodeArgs } from '../src/message/custom-id.ts';
import { LIMITS } from '../src/message/limits.ts';
import type { Bracket, Match } from '../src/reading/records.ts';
import { present } from '../src/present.ts';
import { bracketEmbed, matchLabel, windowText } from '../src/replies/bracket.ts';
import { embed, tournamentTitle } from '../src/replies/format.ts';
import { fit, fold } from '../src/words/fold.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import {
  button,
  ReplyError,
  type ActionButton,
  type Reply,
  type ReplyFile,
  type ComponentRow,
} from '../src/message/reply.ts';
import type { Translate } from '../src/words/words.ts';
import {
  pageValue,
  parsePageValue,
  parseWindow,
  turns,
  windowsOf,
  windowValue,
} from './shared/bracket-windows.ts';
import { tournament } from './shared/options.ts';
import { ownPlayer } from './shared/players.ts';

const BRACKET = { tournament: 'text!' } as const;
/** A page of a window: see `pageValue`. */
const PAGE = { of: 'text', page: 'integer', ...BRACKET } as const;

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

function rows(
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

async function readBracket(
  { callerT, platform, t }: Context,
  tournamentId: string,
  shown: (bracket: Bracket) => Match[] = () => [],
) {
  const unknown = because(['not-found'], callerT('tournament.unknown'));
  const [bracket, record] = await Promise.all([
    platform.bracket(tournamentId, { shown }).catch(unknown),
    platform.tournament(tournamentId).catch(() => undefined),
  ]);
  const value = record ? withRecord(bracket.value, record.value) : bracket.value;
  return {
    bracket: { ...bracket, value },
    name: tournamentTitle(record?.value ?? { id: tournamentId }, t),
    phase: record?.value.phase,
  };
}

/** A window of a bracket; by default the opening one. */
async function bracketReply(
  context: Context,
  tournamentId: string,
  requestedWindow?: BracketWindow,
): Promise<Reply> {
  const { pictures, t } = context;
  // Only highlights the caller: the bracket is shown without it, too.
  const own = await context.self.marked().catch(() => undefined);
  const windowOf = (bracket: Bracket): BracketWindow =>
    requestedWindow ?? openingWindow(bracket, own?.playerId);
  const { bracket, name, phase } = await readBracket(context, tournamentId, (bracket) =>
    shownMatches(bracket, windowOf(bracket)),
  );
  if (bracket.value.rounds.every((round) => round.matches.length === 0)) {
    const isOver = phase === 'finished' || phase === 'cancelled';
    return {
      content: t(isOver ? 'bracket.none' : 'bracket.notYet', { tournament: escapeMarkup(name, 120) }),
    };
  }
  const wanted = windowOf(bracket.value);
  const { kind } = contentOf(bracket.value, wanted);
  // `contentOf` may show the whole in place of what is on now.
  const window: BracketWindow = wanted.kind === 'now' && kind === 'whole' ? { kind } : wanted;
  const content = contentOf(bracket.value, window);
  const playerId = window.kind === 'path' ? window.playerId : own?.playerId;
  const files: ReplyFile[] = [];
  for (const shown of windowsOf(window, content)) {
    const file = await pictures.bracket({
      bracket: bracket.value,
      name,
      window: shown,
      ...present({ playerId }),
      t,
    });
    if (file !== undefined) files.push(file);
  }
  const [picture, ...more] = files;
  const view = {
    name,
    bracket: bracket.value,
    content,
    picture,
    asOf: bracket.asOf,
  };
  return {
    embeds: [bracketEmbed(view, t), ...more.map((one) => embed(undefined, { picture: one }))],
    rows: rows(tournamentId, { bracket: bracket.value, window, content }, { ownId: own?.playerId, t }),
    ...present({ files: files.length > 0 ? files : undefined }),
  };
}

/** The player of a bracket whose name matches the input best; an exact id wins. */
function findPlayer(bracket: Bracket, input: string): string | undefined {
  const query = fold(input);
  const players = bracket.rounds.flatMap((round) => round.matches).flatMap((match) => match.sides);
  const scores = players.flatMap(({ player }) =>
    player?.id === undefined
      ? []
      : [{ id: player.id, score: player.id === input ? 9 : fit(query, fold(player.name ?? '')) }],
  );
  return scores.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)[0]?.id;
}

export default defineCommand({
  name: 'bracket',
  audience: 'public',
  options: { tournament: tournament({ required: true }) },
  run: (context) => bracketReply(context, context.options.tournament),
  actions: {
    window: action({
      press: 'anyone',
      args: BRACKET,
      run: (context) => bracketReply(context, context.args.tournament, parseWindow(context.values[0])),
    }),
    page: action({
      press: 'anyone',
      args: PAGE,
      run(context) {
        const { of = '', page = 0, tournament: tournamentId } = context.args;
        return bracketReply(context, tournamentId, parsePageValue(of, page));
      },
    }),
    mine: action({
      press: 'anyone',
      args: BRACKET,
      async run(context) {
        const playerId = await ownPlayer(context);
        return bracketReply(context, context.args.tournament, { kind: 'path', playerId });
      },
    }),
    ask: form({
      press: 'anyone',
      args: BRACKET,
      open: ({ args, t }) => ({
        title: t('bracket.player'),
        action: 'bracket:player',
        args: encodeArgs(BRACKET, args),
        inputs: [{ name: 'player', label: t('bracket.playerName'), maxLength: 100 }],
      }),
    }),
    player: action({
      press: 'anyone',
      args: BRACKET,
      fields: { player: 'text' },
      async run(context) {
        const { tournament: tournamentId } = context.args;
        const typed = context.fields.player.trim();
        const playerId = findPlayer((await readBracket(context, tournamentId)).bracket.value, typed);
        if (playerId !== undefined) return bracketReply(context, tournamentId, { kind: 'path', playerId });
        const name = escapeMarkup(typed, 60);
        throw new ReplyError('not-in-bracket', context.callerT('bracket.notIn', { name }));
      },
    }),
  },
});
