import { encodeArgs } from '../src/bot/custom-id.ts';
import { action, type ActionInput, type Context } from '../src/bot/command.ts';
import { pageOf, pagerRow } from '../src/replies/pager.ts';
import type { PlayerName } from '../src/platform/records.ts';
import { READINESS, rosterEmbed, type EntrantView, type Readiness } from '../src/replies/follow.ts';
import { button, Refusal, type Reply } from '../src/words/reply.ts';
import { findFollow, type FollowEntry } from './follow-list.ts';

const PAGE = 20;
const ROSTER = { page: 'integer', follow: 'text' } as const;
const FOLLOW = { follow: 'text' } as const;

/** Who takes part: whom the tournament's record lists, else whom the bracket names. */
async function entrantsOf({ platform }: Context, { follow, tournament }: FollowEntry): Promise<PlayerName[]> {
  const bracket = (await platform.bracket(follow.tournamentId, { shown: () => [] }).catch(() => undefined))
    ?.value;
  const sides = bracket?.rounds.flatMap((round) => round.matches.flatMap((match) => match.sides)) ?? [];
  const players = sides.flatMap(({ player }) => (player?.id === undefined ? [] : [player]));
  const named = new Map(players.map((player) => [player.id, player]));
  const ids = new Set(tournament?.entrantIds ?? named.keys());
  return [...ids].flatMap((id) => (id === undefined ? [] : [named.get(id) ?? { id }]));
}

/** Whom the bot can call in this server, those first whom it cannot. */
async function readinessOf(
  { accounts, naming }: Context,
  guildId: string,
  players: readonly PlayerName[],
): Promise<EntrantView[]> {
  const owners = await Promise.all(players.map(({ id = '' }) => accounts.ownerOf(id)));
  const standings = await naming.standings(
    guildId,
    owners.filter((owner) => owner !== undefined),
  );
  const entrants = players.map((player, at): EntrantView => {
    const discordId = owners[at];
    if (discordId === undefined) return { player, readiness: 'unlinked' };
    const standing = standings.get(discordId) ?? 'unknown';
    return standing === 'nameable'
      ? { player, readiness: 'ready', discordId }
      : { player, readiness: standing };
  });
  const order = ({ readiness }: EntrantView): number => READINESS.indexOf(readiness);
  return entrants.toSorted((one, other) => order(one) - order(other));
}

async function roster(context: Context & ActionInput<typeof ROSTER>): Promise<Reply> {
  const { args, t } = context;
  const found = await findFollow(context, args.follow ?? '');
  const players = await entrantsOf(context, found);
  if (players.length === 0) throw new Refusal('no-entrants', t('follow.roster.none'));
  const all = await readinessOf(context, found.guildId, players);
  const count = (readiness: Readiness) => all.filter((entrant) => entrant.readiness === readiness).length;
  const counts = {
    ready: count('ready'),
    unlinked: count('unlinked'),
    absent: count('absent'),
    unknown: count('unknown'),
  };
  const page = pageOf(all, args.page ?? 1, PAGE);
  const shown = { ...page, items: await context.platform.namePlayers(page.items) };
  const back = encodeArgs(FOLLOW, { follow: found.followId });
  return {
    embeds: [rosterEmbed({ name: found.name, page: shown, counts }, t)],
    rows: [
      pagerRow('follow:roster', page, [found.followId], t),
      [button(t('follow.back'), 'follow:open', { args: back })],
    ],
  };
}

/** Who of the entrants can be called. */
export const rosterActions = {
  roster: action({ press: 'caller', args: ROSTER, run: roster }),
};
