import { openingWindow } from '../../src/brackets/window-choices.ts';
import { contentOf, shownMatches, type BracketWindow } from '../../src/brackets/windows.ts';
import { playerKey } from '../../src/brackets/players.ts';
import { withRecord } from '../../src/brackets/ending.ts';
import { action, defineCommand, form, type Context } from '../shared/define.ts';
import { emptyIfNotFound } from '../../src/bot/failures.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { bracketEmbed } from '../../src/replies/bracket.ts';
import { embed, tournamentTitle } from '../../src/replies/format.ts';
import { fit, fold } from '../../src/words/fold.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError, type Reply, type ReplyFile } from '../../src/message/reply.ts';
import { tournament } from '../shared/options.ts';
import { ownPlayer } from '../shared/players.ts';
import { unknownTournament } from '../shared/unknown.ts';
import { BRACKET, PAGE, rows } from './rows.ts';
import { parsePageValue, parseWindow, windowsOf } from './windows.ts';

async function readBracket(
  context: Context,
  tournamentId: string,
  shown: (bracket: Bracket) => Match[] = () => [],
) {
  const { platform, t } = context;
  const reading = platform.tournament(tournamentId);
  const [bracket, record] = await Promise.all([
    platform.bracket(tournamentId, { shown }).catch(emptyIfNotFound<Bracket>({ rounds: [] })),
    reading.catch(() => undefined),
  ]);
  // Many platforms have no bracket before the start: then the tournament's own record decides.
  if (record === undefined && bracket.value.rounds.length === 0)
    await reading.catch(unknownTournament(context));
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
  const { callerT, pictures, t } = context;
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
  if (content.kind === 'path' && content.steps.length === 0 && playerId === own?.playerId)
    throw new ReplyError('not-in-bracket', callerT('bracket.notPlaying'));
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

/** The player of a bracket whose name matches the input best, by id, or else by key; an exact id wins. */
function findPlayer(bracket: Bracket, input: string): string | undefined {
  const query = fold(input);
  const players = bracket.rounds.flatMap((round) => round.matches).flatMap((match) => match.sides);
  const scores = players.flatMap(({ player }) => {
    const id = player?.id ?? playerKey(player);
    return id === undefined
      ? []
      : [{ id, score: player?.id === input ? 9 : fit(query, fold(player?.name ?? '')) }];
  });
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
