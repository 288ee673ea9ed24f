import type { ActionInput } from '../../src/bot/command.ts';
import { action, type Context } from '../shared/define.ts';
import { isNotFound } from '../../src/bot/failures.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { pageOf, pagerRow } from '../../src/replies/pager.ts';
import type { PlayerName } from '../../src/reading/records.ts';
import { present } from '../../src/present.ts';
import { READINESS, rosterEmbed, type EntrantView, type EntrantReadiness } from '../../src/replies/follow.ts';
import { button, ReplyError, type Reply } from '../../src/message/reply.ts';
import { findFollow, type FollowEntry } from './panel.ts';

const PAGE = 20;
const ROSTER = { page: 'integer', follow: 'text!' } as const;

/** The entrants: from the tournament's record, else from the bracket. */
async function entrantsOf({ platform }: Context, { follow, tournament }: FollowEntry): Promise<PlayerName[]> {
  const bracket = await platform.bracket(follow.tournamentId, { shown: () => [] }).catch((error: unknown) => {
    // Then the entrants are unknown, which does not mean that there are none.
    if (tournament?.entrantIds === undefined && !isNotFound(error)) throw error;
    return undefined;
  });
  const sides = bracket?.value.rounds.flatMap((round) => round.matches.flatMap((match) => match.sides)) ?? [];
  const players = sides.flatMap(({ player }) => (player?.id === undefined ? [] : [player]));
  const byId = new Map(players.map((player) => [player.id, player]));
  const ids = new Set(tournament?.entrantIds ?? byId.keys());
  return [...ids].flatMap((id) => (id === undefined ? [] : [byId.get(id) ?? { id }]));
}

/** With the linked Discord user, who may not be named. */
type RosterEntrant = EntrantView & { member: string | undefined };

const viewOf = (entrant: EntrantView, standing: string | undefined): EntrantView => {
  const { discordId: member, player, readiness } = entrant;
  if (readiness === 'unlinked') return entrant;
  if (standing === 'nameable') return { player, readiness: 'ready', ...present({ discordId: member }) };
  return { player, readiness: standing === 'absent' ? 'absent' : 'unknown' };
};

/** Whether the bot can call each entrant in this server, without requests to Discord. Those it cannot call come first. */
async function readinessOf(
  { accounts, naming }: Context,
  guildId: string,
  players: readonly PlayerName[],
): Promise<RosterEntrant[]> {
  const members = await Promise.all(players.map(({ id = '' }) => accounts.memberOf(id)));
  const standings = await naming.standings(
    guildId,
    members.filter((member) => member !== undefined),
    'none',
  );
  const entrants = players.map((player, at) => {
    const member = members[at];
    const entrant: EntrantView =
      member === undefined
        ? { player, readiness: 'unlinked' }
        : viewOf({ player, readiness: 'unknown', discordId: member }, standings.get(member));
    return { ...entrant, member };
  });
  const order = ({ readiness }: EntrantView): number => READINESS.indexOf(readiness);
  return entrants.toSorted((one, other) => order(one) - order(other));
}

/** Looks the unknown ones up at Discord. Only for the entrants of one page. */
async function lookUp(
  { naming }: Context,
  guildId: string,
  entrants: readonly RosterEntrant[],
): Promise<RosterEntrant[]> {
  const unknown = entrants.filter(({ readiness }) => readiness === 'unknown');
  const standings = await naming.standings(
    guildId,
    unknown.flatMap(({ member }) => member ?? []),
  );
  return entrants.map(({ member, ...entrant }) => ({
    ...(member !== undefined && entrant.readiness === 'unknown'
      ? viewOf({ ...entrant, discordId: member }, standings.get(member))
      : entrant),
    member,
  }));
}

/** An entrant whom no bracket names gets the name of their account, if linked. */
const withLinkNames = ({ accounts }: Context, entrants: readonly RosterEntrant[]): Promise<EntrantView[]> =>
  Promise.all(
    entrants.map(async ({ member, ...entrant }) => {
      const { id, name } = entrant.player;
      if (name !== undefined || id === undefined || member === undefined) return entrant;
      const known = await accounts.nameOf(id);
      return { ...entrant, player: present({ ...entrant.player, name: known }) };
    }),
  );

async function roster(context: Context & ActionInput<typeof ROSTER>): Promise<Reply> {
  const { args, t } = context;
  const entry = await findFollow(context, args.follow);
  const players = await entrantsOf(context, entry);
  if (players.length === 0) {
    const { entrants = 0, entrantIds } = entry.tournament ?? {};
    const isShown = entrantIds !== undefined && entrants === 0;
    throw new ReplyError('no-entrants', t(isShown ? 'follow.roster.empty' : 'follow.roster.none'));
  }
  const asked = await readinessOf(context, entry.guildId, players);
  const page = pageOf(asked, args.page ?? 1, PAGE);
  const items = await lookUp(context, entry.guildId, page.items);
  // Also counts what the look-ups of this page have shown.
  const all = [...asked.filter((entrant) => !page.items.includes(entrant)), ...items];
  const count = (readiness: EntrantReadiness) =>
    all.filter((entrant) => entrant.readiness === readiness).length;
  const counts = {
    ready: count('ready'),
    unlinked: count('unlinked'),
    absent: count('absent'),
    unknown: count('unknown'),
  };
  const named = await context.platform.namePlayers(await withLinkNames(context, items));
  const pageWithNames = { ...page, items: named };
  return {
    embeds: [rosterEmbed({ name: entry.name, page: pageWithNames, counts }, t)],
    rows: [
      pagerRow('follow:roster', page, [entry.followId], t),
      [
        button(t('follow.remind.button'), 'follow:remind', { args: [entry.followId] }),
        button(t('follow.back'), 'follow:open', { args: [entry.followId] }),
      ],
    ],
  };
}

/** The shortest time between two. */
const REMIND_MS = HOUR_MS;

/** Requests one public post that invites players to link; the background work sends it. */
async function remind(context: Context & ActionInput<{ readonly follow: 'text!' }>): Promise<Reply> {
  const { args, guilds, now, t } = context;
  const { ended, follow, followId, guildId, state } = await findFollow(context, args.follow);
  if (state !== 'running') {
    const why = ended === undefined ? 'follow.remind.stopped' : (`follow.refused.${ended}` as const);
    throw new ReplyError('not-followed', t(why));
  }
  const at = now();
  const changed = await guilds.follows.change(guildId, followId, (one) =>
    at - (one.linkCallAt ?? -Infinity) < REMIND_MS ? one : { ...one, linkCallAt: at },
  );
  const channel = `<#${follow.channelId}>`;
  return {
    content: t(changed?.linkCallAt === at ? 'follow.remind.done' : 'follow.remind.repeated', { channel }),
  };
}

/** The roster, with who can be called. */
export const rosterActions = {
  roster: action({ press: 'caller', args: ROSTER, run: roster }),
  remind: action({ press: 'caller', answers: 'reply', writes: true, args: { follow: 'text!' }, run: remind }),
};
