import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { encodeArgs, type ArgValues } from '../src/bot/custom-id.ts';
import { because } from '../src/bot/failures.ts';
import { pagerRow, type Page } from '../src/replies/pager.ts';
import type { RankingEntry } from '../src/platform/records.ts';
import { present } from '../src/present.ts';
import { entryLine, leaderboardEmbed } from '../src/replies/leaderboard.ts';
import { plain } from '../src/words/plain.ts';
import { button, Refusal, type Reply, type Row } from '../src/words/reply.ts';
import { boardPage } from './board-page.ts';
import { region, regionName } from './options.ts';
import { callersPlayer } from './players.ts';
import { serverBoard } from './server-leaderboard.ts';

const THIS_SERVER = 'this-server';

/** What a board is of. */
const BOARD = { region: 'text', limit: 'integer', scope: 'text' } as const;
const PAGE = { page: 'integer', ...BOARD } as const;

type Board = ArgValues<typeof BOARD>;

interface OwnPlayer {
  playerId: string;
  playerName?: string;
}

/** The caller's entry on this board, where it shows them or, on the global one, their own record does. */
async function ownEntry(
  { platform }: Context,
  { region: slug }: Board,
  entries: readonly RankingEntry[],
  player: OwnPlayer | undefined,
): Promise<RankingEntry | undefined> {
  if (player === undefined) return undefined;
  const listed = entries.find((entry) => entry.player.id === player.playerId);
  if (listed !== undefined || slug !== undefined) return listed;
  const rank = (await platform.userRank(player.playerId).catch(() => undefined))?.value;
  if (rank?.globalRank === undefined) return undefined;
  return {
    place: rank.globalRank,
    player: present({ id: player.playerId, name: player.playerName }),
    ...present({ elo: rank.elo }),
  };
}

/** Who of a page may be named in this server: player ids to Discord ids. */
async function membersOf(
  { accounts, naming, place }: Context,
  entries: readonly RankingEntry[],
): Promise<Map<string, string>> {
  const ids = place.serverId === undefined ? [] : entries.flatMap((entry) => entry.player.id ?? []);
  const owners = await Promise.all(
    ids.map(async (playerId) => ({
      playerId,
      discordId: await accounts.ownerOf(playerId).catch(() => undefined),
    })),
  );
  const nameable = await naming.nameable(
    place.serverId,
    owners.flatMap(({ discordId }) => discordId ?? []),
  );
  return new Map(
    owners.flatMap(({ playerId, discordId }) =>
      discordId !== undefined && nameable.has(discordId) ? [[playerId, discordId]] : [],
    ),
  );
}

/** Page jump and own rank, beside the pages. */
function boardRow(board: Board, page: Page<unknown>, ownPage: number | undefined, t: Context['t']): Row {
  const args = encodeArgs(BOARD, board);
  const turns = pagerRow('leaderboard:page', page, args, t);
  if (turns.length === 0) return [];
  const jump = button(t('leaderboard.jump'), 'leaderboard:jump', { args });
  const mine = button(t('leaderboard.mine'), 'leaderboard:mine', { args });
  return [...turns, jump, ...(ownPage === page.page ? [] : [mine])];
}

const regionText = ({ regions }: Context, slug: string): string =>
  plain(regions.find((one) => one.slug === slug)?.label ?? regionName(slug));

async function readBoard(context: Context, { region: slug }: Board) {
  const { platform, t } = context;
  if (slug === undefined) return platform.rankings({});
  const name = regionText(context, slug);
  const answer = await platform
    .rankings({ region: slug })
    .catch(because(['not-found', 'invalid'], t('leaderboard.unknownRegion', { region: name })));
  if (answer.value.length === 0)
    throw new Refusal('empty-region', t('leaderboard.emptyRegion', { region: name }));
  return answer;
}

/** `mine` opens the page that lists the caller, and says their rank in words where none does. */
async function boardReply(context: Context, board: Board, wanted: number | 'mine'): Promise<Reply> {
  const { t } = context;
  if (board.scope === THIS_SERVER) {
    const server = await serverBoard(context, board, wanted);
    if ('content' in server) return server;
    const { view, page, ownPage } = server;
    return { embeds: [leaderboardEmbed(view, t)], rows: [boardRow(board, page, ownPage, t)] };
  }
  const [answer, player] = await Promise.all([
    readBoard(context, board),
    // The board is worth showing without it, also while the store is down.
    callersPlayer(context).catch(() => undefined),
  ]);
  if (answer.value.length === 0) return { content: t('leaderboard.empty') };
  const window = answer.value.slice(0, board.limit);
  const own = await ownEntry(context, board, answer.value, player);
  const index = window.findIndex((entry) => player !== undefined && entry.player.id === player.playerId);
  const { page, ownPage } = boardPage(window, wanted, { index, place: own?.place }, t);
  const shown = page.items.some((entry) => own !== undefined && entry.player.id === own.player.id);
  const view = {
    title:
      board.region === undefined
        ? t('leaderboard.global')
        : t('leaderboard.regional', { region: regionText(context, board.region) }),
    page,
    playerId: player?.playerId,
    members: await membersOf(context, page.items),
    own: own === undefined || shown ? undefined : t('leaderboard.yours', { line: entryLine(own, false, t) }),
    asOf: answer.asOf,
  };
  return { embeds: [leaderboardEmbed(view, t)], rows: [boardRow(board, page, ownPage, t)] };
}

export default defineCommand({
  name: 'leaderboard',
  audience: 'public',
  options: {
    region,
    scope: { type: 'choice', choices: [THIS_SERVER] },
    limit: { type: 'integer', min: 1, max: 50 },
  },
  run: (context) => boardReply(context, context.options, 1),
  actions: {
    jump: {
      press: 'anyone',
      answers: 'modal',
      open: ({ args, t }) => ({
        title: t('leaderboard.jumpTitle'),
        action: 'leaderboard:to',
        args,
        inputs: [{ name: 'page', label: t('leaderboard.jumpTo'), placeholder: '1', maxLength: 4 }],
      }),
    },
    to: action({
      press: 'anyone',
      args: BOARD,
      run(context) {
        const page = Number(context.fields['page']);
        if (!Number.isInteger(page) || page < 1)
          throw new Refusal('bad-page', context.t('leaderboard.noPage'));
        return boardReply(context, context.args, page);
      },
    }),
    mine: action({
      press: 'anyone',
      args: BOARD,
      async run(context) {
        if ((await callersPlayer(context)) === undefined)
          throw new Refusal('link-none', await context.askToLink('none'));
        return boardReply(context, context.args, 'mine');
      },
    }),
    page: action({
      press: 'anyone',
      args: PAGE,
      run: (context) => boardReply(context, context.args, context.args.page ?? 1),
    }),
  },
});
