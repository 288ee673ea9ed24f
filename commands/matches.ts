import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { because } from '../src/bot/failures.ts';
import { pageOf, pagerRow, pageText } from '../src/bot/pager.ts';
import type { Reply, Row } from '../src/bot/reply.ts';
import type { Match } from '../src/platform/records.ts';
import { matchListEmbed, resultFor, sideOf } from '../src/replies/matches.ts';
import { plain } from '../src/words/plain.ts';
import { playerOf } from './players.ts';

const PAGE_SIZE = 6;
const FORM_LENGTH = 10;

interface Asked {
  playerId: string;
  limit: number | undefined;
  page: number;
  /** The player id of the one opponent to show. */
  opponent: string | undefined;
}

const opponentOf = (match: Match, playerId: string) => {
  const own = sideOf(match, playerId);
  return own === undefined ? undefined : match.sides[own === 0 ? 1 : 0].player;
};

/** Narrows to one opponent of those shown. */
function opponentSelect(matches: readonly Match[], { playerId, limit }: Asked, { t }: Context): Row[] {
  const named = new Map(
    matches.flatMap((match) => {
      const opponent = opponentOf(match, playerId);
      return opponent?.id === undefined ? [] : [[opponent.id, opponent.name ?? opponent.id] as const];
    }),
  );
  if (named.size < 2) return [];
  const options = [...named].slice(0, 24).map(([value, label]) => ({ value, label }));
  return [
    {
      kind: 'select',
      action: 'matches:against',
      args: [playerId, limit ?? ''],
      placeholder: t('matches.against'),
      options: [{ value: '*', label: t('matches.everybody') }, ...options],
    },
  ];
}

async function listReply(context: Context, asked: Asked): Promise<Reply> {
  const { platform, platformName, t } = context;
  const { playerId } = asked;
  const [matches, player] = await Promise.all([
    platform.userMatches(playerId),
    platform.user(playerId).catch(() => undefined),
  ]).catch(because(['not-found'], t('rank.unknownPlayer', { platform: plain(platformName) })));
  const window = matches.value.slice(0, asked.limit);
  const shown = window.filter(
    (match) => asked.opponent === undefined || opponentOf(match, playerId)?.id === asked.opponent,
  );
  if (shown.length === 0) return { content: t('matches.none', { platform: plain(platformName) }) };
  const page = pageOf(shown, asked.page, PAGE_SIZE);
  const results = shown.map((match) => resultFor(match, playerId)).filter((result) => result !== undefined);
  const view = {
    name: player?.value.name ?? playerId,
    playerId,
    matches: page.items,
    form: results.slice(0, FORM_LENGTH),
    page: pageText(page, t),
    platformName,
    asOf: matches.asOf,
  };
  return {
    embeds: [matchListEmbed(view, t)],
    rows: [
      ...opponentSelect(window, asked, context),
      ...pagerRow('matches:page', page, [playerId, asked.limit ?? '', asked.opponent ?? ''], t),
    ],
  };
}

export default defineCommand({
  name: 'matches',
  audience: 'public',
  options: { player: { type: 'user' }, limit: { type: 'integer', min: 1, max: 50 } },
  async run(context) {
    const playerId = await playerOf(context, context.options.player);
    return listReply(context, { playerId, limit: context.options.limit, page: 1, opponent: undefined });
  },
  actions: {
    page: action({
      press: 'anyone',
      answers: 'update',
      run(context) {
        const [page, playerId = '', limit, opponent] = context.args;
        return listReply(context, {
          playerId,
          limit: Number(limit) || undefined,
          page: Number(page),
          opponent: opponent || undefined,
        });
      },
    }),
    against: action({
      press: 'anyone',
      answers: 'update',
      run(context) {
        const [playerId = '', limit] = context.args;
        const chosen = context.values[0];
        const opponent = chosen === '*' ? undefined : chosen;
        return listReply(context, { playerId, limit: Number(limit) || undefined, page: 1, opponent });
      },
    }),
  },
});
