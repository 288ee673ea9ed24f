import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { pageOf, pagerRow, pageText, type Page } from '../src/bot/pager.ts';
import { Refusal, type Reply, type Row } from '../src/bot/reply.ts';
import type { RankingEntry } from '../src/platform/records.ts';
import { entryLine, leaderboardEmbed } from '../src/replies/leaderboard.ts';
import { plain } from '../src/words/plain.ts';
import { region, regionName } from './options.ts';
import { callersPlayer } from './players.ts';

const PAGE_SIZE = 10;

interface Asked {
  region: string | undefined;
  limit: number | undefined;
  page: number;
}

interface OwnPlayer {
  playerId: string;
  playerName?: string;
}

/** The caller's entry on this board, where it shows them or, on the global one, their own record does. */
async function ownEntry(
  { platform }: Context,
  asked: Pick<Asked, 'region'>,
  entries: readonly RankingEntry[],
  player: OwnPlayer | undefined,
): Promise<RankingEntry | undefined> {
  if (player === undefined) return undefined;
  const listed = entries.find((entry) => entry.player.id === player.playerId);
  if (listed !== undefined || asked.region !== undefined) return listed;
  const rank = (await platform.userRank(player.playerId).catch(() => undefined))?.value;
  if (rank?.globalRank === undefined) return undefined;
  return {
    place: rank.globalRank,
    player: { id: player.playerId, ...(player.playerName !== undefined && { name: player.playerName }) },
    ...(rank.elo !== undefined && { elo: rank.elo }),
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

/** Page jump and own place, beside the pages. */
function boardRows(
  asked: Omit<Asked, 'page'>,
  page: Page<unknown>,
  ownPage: number | undefined,
  t: Context['t'],
): Row[] {
  const args = [asked.region ?? '', asked.limit ?? ''];
  const [turns] = pagerRow('leaderboard:page', page, args, t);
  if (turns === undefined || 'kind' in turns) return [];
  const jump = { kind: 'action', label: t('leaderboard.jump'), action: 'leaderboard:jump', args } as const;
  const mine = { kind: 'action', label: t('leaderboard.mine'), action: 'leaderboard:mine', args } as const;
  return [[...turns, jump, ...(ownPage === page.page ? [] : [mine])]];
}

async function boardReply(
  context: Context,
  asked: Asked | (Omit<Asked, 'page'> & { page: 'mine' }),
): Promise<Reply> {
  const { platform, platformName, t } = context;
  const known = context.regions.find((one) => one.slug === asked.region);
  const regionTitle = asked.region === undefined ? '' : plain(known?.label ?? regionName(asked.region));
  const [answer, player] = await Promise.all([
    platform.rankings(asked.region === undefined ? {} : { region: asked.region }).catch(
      asked.region === undefined
        ? (error: unknown) => {
            throw error;
          }
        : because(
            ['not-found', 'invalid'],
            t('leaderboard.unknownRegion', { platform: plain(platformName), region: regionTitle }),
          ),
    ),
    // The board is worth showing without it, also while the store is down.
    callersPlayer(context).catch(() => undefined),
  ]);
  if (answer.value.length === 0) {
    if (asked.region === undefined)
      return { content: t('leaderboard.empty', { platform: plain(platformName) }) };
    throw new Refusal('empty-region', t('leaderboard.emptyRegion', { region: regionTitle }));
  }
  const window = answer.value.slice(0, asked.limit);
  const ownAt = window.findIndex((entry) => player !== undefined && entry.player.id === player.playerId);
  const ownPage = ownAt < 0 ? undefined : Math.floor(ownAt / PAGE_SIZE) + 1;
  const page = pageOf(window, asked.page === 'mine' ? (ownPage ?? 1) : asked.page, PAGE_SIZE);
  const own = await ownEntry(context, asked, answer.value, player);
  const shown = page.items.some((entry) => own !== undefined && entry.player.id === own.player.id);
  const view = {
    title:
      asked.region === undefined
        ? t('leaderboard.global')
        : t('leaderboard.regional', { region: regionTitle }),
    entries: page.items,
    playerId: player?.playerId,
    members: await membersOf(context, page.items),
    own: own === undefined || shown ? undefined : t('leaderboard.yours', { line: entryLine(own, false, t) }),
    page: pageText(page, t),
    platformName,
    asOf: answer.asOf,
  };
  return {
    embeds: [leaderboardEmbed(view, t)],
    rows: boardRows(asked, page, ownPage, t),
  };
}

export default defineCommand({
  name: 'leaderboard',
  audience: 'public',
  options: { region, limit: { type: 'integer', min: 1, max: 50 } },
  run: (context) =>
    boardReply(context, { region: context.options.region, limit: context.options.limit, page: 1 }),
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
      answers: 'update',
      run(context) {
        const [slug, limit] = context.args;
        const page = Number(context.fields['page']);
        if (!Number.isInteger(page) || page < 1)
          throw new Refusal('bad-page', context.t('leaderboard.noPage'));
        return boardReply(context, { region: slug || undefined, limit: Number(limit) || undefined, page });
      },
    }),
    mine: action({
      press: 'anyone',
      answers: 'update',
      async run(context) {
        const [slug, limit] = context.args;
        if ((await callersPlayer(context)) === undefined)
          throw new Refusal('link-none', await context.askToLink('none'));
        return boardReply(context, {
          region: slug || undefined,
          limit: Number(limit) || undefined,
          page: 'mine',
        });
      },
    }),
    page: action({
      press: 'anyone',
      answers: 'update',
      run(context) {
        const [page, slug, limit] = context.args;
        return boardReply(context, {
          region: slug || undefined,
          limit: Number(limit) || undefined,
          page: Number(page),
        });
      },
    }),
  },
});
