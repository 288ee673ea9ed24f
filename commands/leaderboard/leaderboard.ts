import { action, defineCommand, form, type Context } from '../shared/define.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { because, emptyIfNotFound } from '../../src/bot/failures.ts';
import type { LinkedPlayer } from '../../src/bot/self.ts';
import { pageOf, pagerRow, type ListPage } from '../../src/replies/pager.ts';
import type { PlayerRank, RankingEntry } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { leaderboardEmbed, podiumOf, withMembers, type BoardEntry } from '../../src/replies/leaderboard.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { button, ReplyError, type Reply, type ComponentRow } from '../../src/message/reply.ts';
import { region } from '../shared/options.ts';
import { ownPlayer } from '../shared/players.ts';
import { BOARD, CUPS, keepActions, keepRow, THIS_SERVER, type Board } from './keep.ts';
import { seasonRanking } from './season.ts';
import { serverRanking, type Ranking } from './server.ts';
import { typedDigits } from '../shared/typed.ts';
import { regionName } from '../../src/words/words.ts';

const PAGE_SIZE = 10;
/** With fewer players there is no picture. */
const PODIUM = 3;

const PAGE = { page: 'integer', ...BOARD } as const;

const valueOf = <T>({ value }: { value: T }): T => value;
const unread = (): undefined => undefined;

/** The caller's entry: from the board, or on the global board from what /rank shows. Rejects if their rank can't be read. */
async function ownEntry(
  { platform }: Context,
  { region: slug }: Board,
  entries: readonly RankingEntry[],
  player: LinkedPlayer | undefined,
): Promise<RankingEntry | undefined> {
  if (player === undefined) return undefined;
  const entry = entries.find((one) => one.player.id === player.playerId);
  if (entry !== undefined || slug !== undefined) return entry;
  const [rank, record] = await Promise.all([
    platform.userRank(player.playerId).catch(emptyIfNotFound<PlayerRank>({})).then(valueOf),
    platform.user(player.playerId).then(valueOf, unread),
  ]);
  if (rank.globalRank === undefined) return undefined;
  return {
    place: rank.globalRank,
    player: present({ id: player.playerId, name: player.playerName }),
    ...present({ elo: rank.elo ?? record?.elo, rank: record?.rank }),
  };
}

/** Adds the members who may be named in this server. */
async function named(
  { accounts, naming, place }: Context,
  entries: readonly BoardEntry[],
): Promise<BoardEntry[]> {
  if (place.serverId === undefined) return [...entries];
  const members = await Promise.all(
    entries.map(async ({ player: { id } }) =>
      id === undefined ? undefined : accounts.memberOf(id).catch(() => undefined),
    ),
  );
  const nameable = await naming.nameable(
    place.serverId,
    members.filter((id) => id !== undefined),
  );
  return withMembers(entries, members, nameable);
}

/** The page buttons, a jump to a page and one to the own rank. */
function boardRow(
  board: Board,
  page: ListPage<unknown>,
  ownPage: number | undefined,
  t: Context['t'],
): ComponentRow {
  const args = encodeArgs(BOARD, board);
  const turns = pagerRow('leaderboard:page', page, args, t);
  if (turns.length === 0) return [];
  const jump = button(t('leaderboard.jump'), 'leaderboard:jump', { args });
  const mine = button(t('leaderboard.mine'), 'leaderboard:mine', { args });
  return [...turns, jump, ...(ownPage === page.page ? [] : [mine])];
}

const regionText = ({ regions }: Context, slug: string): string =>
  escapeMarkup(regions.find((one) => one.slug === slug)?.label ?? regionName(slug));

async function readBoard(context: Context, { region: slug }: Board) {
  const { callerT, platform } = context;
  if (slug === undefined) return platform.rankings({});
  const name = regionText(context, slug);
  const answer = await platform
    .rankings({ region: slug })
    .catch(because(['not-found', 'invalid'], callerT('leaderboard.unknownRegion', { region: name })));
  if (answer.value.length === 0)
    throw new ReplyError('empty-region', callerT('leaderboard.emptyRegion', { region: name }));
  return answer;
}

/** The platform's ranking, or a reply if it is empty. */
async function platformRanking(context: Context, board: Board): Promise<Ranking | Reply> {
  const { t } = context;
  const [{ value, asOf }, player] = await Promise.all([
    readBoard(context, board),
    // The board is shown without it, too, for example while the store is down.
    context.self.marked().catch(() => undefined),
  ]);
  if (value.length === 0) return { content: t('leaderboard.empty') };
  const { region: slug } = board;
  let ownFailure: unknown;
  const own = await ownEntry(context, board, value, player).catch((error: unknown) => {
    ownFailure = error;
    return undefined;
  });
  return {
    title:
      slug === undefined
        ? t('leaderboard.global')
        : t('leaderboard.regional', { region: regionText(context, slug) }),
    entries: value,
    own,
    ownFailure,
    asOf,
    recheck: async (items) => ({
      items: await named(context, await context.platform.namePlayers(items)),
      own,
    }),
  };
}

function rankingOf(context: Context, board: Board): Promise<Ranking | Reply> {
  if (board.scope === THIS_SERVER) return serverRanking(context, board.region);
  if (board.scope === CUPS) return seasonRanking(context, board.region);
  return platformRanking(context, board);
}

/** A page of a ranking. `mine`: the caller's page, or a reply with their rank if no page lists them. */
async function boardReply(context: Context, board: Board, wanted: number | 'mine'): Promise<Reply> {
  const { callerT, t } = context;
  const ranking = await rankingOf(context, board);
  if (!('recheck' in ranking)) return ranking;
  const { title, entries, own, ownFailure, note, asOf } = ranking;
  const window = entries.slice(0, board.limit);
  const index = own === undefined ? -1 : window.indexOf(own);
  const ownPage = index < 0 ? undefined : Math.floor(index / PAGE_SIZE) + 1;
  if (wanted === 'mine' && ownPage === undefined) {
    if (ownFailure !== undefined) throw ownFailure;
    const text =
      own === undefined
        ? // The platform lists the first of a region, and shows nobody's place behind them.
          callerT(board.region === undefined ? 'leaderboard.unlisted' : 'leaderboard.notListed')
        : callerT('leaderboard.beyond', { place: callerT.number(own.place) });
    throw new ReplyError('own-rank-unlisted', text);
  }
  const page = pageOf(window, wanted === 'mine' ? (ownPage ?? 1) : wanted, PAGE_SIZE);
  const [visible, mention] = await Promise.all([ranking.recheck(page.items), context.self.mention()]);
  const picture =
    page.page === 1 && visible.items.length >= PODIUM
      ? await context.pictures.podium(podiumOf(title, visible.items, t))
      : undefined;
  const view = {
    title,
    page: { ...page, items: visible.items },
    own: visible.own,
    mention,
    note,
    asOf,
    picture: picture && { name: picture.name, description: picture.description ?? '' },
  };
  return {
    embeds: [leaderboardEmbed(view, t)],
    ...present({ files: picture && [picture] }),
    rows: [boardRow(board, page, ownPage, t), await keepRow(context, board)],
  };
}

export default defineCommand({
  name: 'leaderboard',
  audience: 'public',
  options: {
    region,
    scope: { type: 'choice', choices: [THIS_SERVER, CUPS] },
    limit: { type: 'integer', min: 1, max: 50 },
  },
  run: (context) => boardReply(context, context.options, 1),
  actions: {
    ...keepActions,
    jump: form({
      press: 'anyone',
      args: BOARD,
      open: ({ args, t }) => ({
        title: t('leaderboard.jumpTitle'),
        action: 'leaderboard:to',
        args: encodeArgs(BOARD, args),
        inputs: [{ name: 'page', label: t('leaderboard.jumpTo'), placeholder: '1', maxLength: 4 }],
      }),
    }),
    to: action({
      press: 'anyone',
      args: BOARD,
      fields: { page: 'text' },
      run(context) {
        const page = Number(typedDigits(context.fields.page));
        if (!Number.isInteger(page) || page < 1)
          throw new ReplyError('bad-page', context.callerT('leaderboard.noPage'));
        return boardReply(context, context.args, page);
      },
    }),
    mine: action({
      press: 'anyone',
      args: BOARD,
      async run(context) {
        await ownPlayer(context);
        return boardReply(context, context.args, 'mine');
      },
      retry: ({ args, t }) =>
        button(t('failure.retry'), 'leaderboard:mine', { args: encodeArgs(BOARD, args) }),
    }),
    page: action({
      press: 'anyone',
      args: PAGE,
      run: (context) => boardReply(context, context.args, context.args.page ?? 1),
    }),
  },
});
