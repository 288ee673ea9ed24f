import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { pageOf, pagerRow, pageText } from '../src/bot/pager.ts';
import { Refusal, type Reply } from '../src/bot/reply.ts';
import type { RankingEntry } from '../src/platform/records.ts';
import { entryLine, leaderboardEmbed } from '../src/replies/leaderboard.ts';
import { plain } from '../src/words/plain.ts';
import { region, regionName } from './options.ts';

const PAGE_SIZE = 10;

interface Asked {
  region: string | undefined;
  limit: number | undefined;
  page: number;
}

/** The caller's player, where there is one. The board is worth showing without it, also while the store is down. */
async function callersPlayer({
  accounts,
  caller,
}: Context): Promise<{ playerId: string; name: string | undefined } | undefined> {
  const found = await accounts.find(caller.discordId).catch(() => undefined);
  if (found === undefined || found.state === 'none') return undefined;
  const { playerId, playerName } = found.state === 'linked' ? found.account : found;
  return { playerId, name: playerName };
}

/** The caller's entry on this board, where it shows them or, on the global one, their own record does. */
async function ownEntry(
  { platform }: Context,
  asked: Asked,
  entries: readonly RankingEntry[],
  player: { playerId: string; name: string | undefined } | undefined,
): Promise<RankingEntry | undefined> {
  if (player === undefined) return undefined;
  const listed = entries.find((entry) => entry.player.id === player.playerId);
  if (listed !== undefined || asked.region !== undefined) return listed;
  const rank = (await platform.userRank(player.playerId).catch(() => undefined))?.value;
  if (rank?.globalRank === undefined) return undefined;
  return {
    place: rank.globalRank,
    player: { id: player.playerId, ...(player.name !== undefined && { name: player.name }) },
    ...(rank.elo !== undefined && { elo: rank.elo }),
  };
}

async function boardReply(context: Context, asked: Asked): Promise<Reply> {
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
    callersPlayer(context),
  ]);
  if (answer.value.length === 0) {
    if (asked.region === undefined)
      return { content: t('leaderboard.empty', { platform: plain(platformName) }) };
    throw new Refusal('empty-region', t('leaderboard.emptyRegion', { region: regionTitle }));
  }
  const page = pageOf(answer.value.slice(0, asked.limit), asked.page, PAGE_SIZE);
  const own = await ownEntry(context, asked, answer.value, player);
  const shown = page.items.some((entry) => own !== undefined && entry.player.id === own.player.id);
  const view = {
    title:
      asked.region === undefined
        ? t('leaderboard.global')
        : t('leaderboard.regional', { region: regionTitle }),
    entries: page.items,
    playerId: player?.playerId,
    own: own === undefined || shown ? undefined : t('leaderboard.yours', { line: entryLine(own, false, t) }),
    page: pageText(page, t),
    platformName,
    asOf: answer.asOf,
  };
  return {
    embeds: [leaderboardEmbed(view, t)],
    rows: pagerRow('leaderboard:page', page, [asked.region ?? '', asked.limit ?? ''], t),
  };
}

export default defineCommand({
  name: 'leaderboard',
  audience: 'public',
  options: { region, limit: { type: 'integer', min: 1, max: 50 } },
  run: (context) =>
    boardReply(context, { region: context.options.region, limit: context.options.limit, page: 1 }),
  actions: {
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
