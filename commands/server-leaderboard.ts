import type { Context } from '../src/bot/command.ts';
import type { Page } from '../src/replies/pager.ts';
import { present } from '../src/present.ts';
import { entryLine, type BoardView } from '../src/replies/leaderboard.ts';
import { Refusal } from '../src/words/reply.ts';
import { boardPage } from './board-page.ts';

/** The server whose members are ranked. */
function serverOf({ place, t }: Context): string {
  if (place.serverId !== undefined) return place.serverId;
  throw new Refusal(
    'no-server',
    place.guildId === undefined ? t('leaderboard.serverOnly') : t('leaderboard.notInstalled'),
  );
}

/** A page of the linked members of this server, ranked among themselves. */
export async function serverBoard(
  context: Context,
  { region, limit }: { region?: string | undefined; limit?: number | undefined },
  wanted: number | 'mine',
): Promise<{ view: BoardView; page: Page<unknown>; ownPage: number | undefined } | { content: string }> {
  const { caller, mention, naming, serverRanking, t } = context;
  const serverId = serverOf(context);
  if (region !== undefined) throw new Refusal('region-and-scope', t('leaderboard.regionOrScope'));
  const players = await naming.playersOf(serverId, caller.discordId);
  const { ranked, refreshed, total } = await serverRanking(serverId, players);
  if (ranked.length === 0) return { content: t('leaderboard.emptyServer', { link: mention('link') }) };
  const entries = ranked.map(({ discordId, playerId, name, elo, globalRank }, at) => ({
    discordId,
    place: at + 1,
    player: present({ id: playerId, name }),
    ...present({ elo, globalRank }),
  }));
  const own = entries.find(({ discordId }) => discordId === caller.discordId);
  const window = entries.slice(0, limit);
  const index = window.findIndex(({ discordId }) => discordId === caller.discordId);
  const { page, ownPage } = boardPage(window, wanted, { index, place: own?.place }, t);
  const nameable = await naming.nameable(
    serverId,
    page.items.map(({ discordId }) => discordId),
  );
  // All of this took its time: whoever has hidden or left meanwhile is not shown.
  const left = await naming.playersOf(serverId, caller.discordId);
  const staying = new Set(left.map(({ discordId }) => discordId));
  const items = page.items.filter(({ discordId }) => staying.has(discordId));
  const notes = [
    refreshed < total ? t('leaderboard.refreshed', { fresh: refreshed, total }) : undefined,
    ranked.length < total ? t('leaderboard.uncounted', { count: total - ranked.length }) : undefined,
  ].filter((note) => note !== undefined);
  const isApart = own !== undefined && ownPage !== page.page && staying.has(own.discordId);
  const view = {
    title: t('leaderboard.server'),
    page: { ...page, items },
    playerId: own?.player.id,
    members: new Map(
      items.flatMap(({ player, discordId }) => (nameable.has(discordId) ? [[player.id, discordId]] : [])),
    ),
    own: isApart ? t('leaderboard.yours', { line: entryLine(own, false, t) }) : undefined,
    note: notes.length === 0 ? undefined : notes.join(' '),
    asOf: undefined,
  };
  return { view, page, ownPage };
}
