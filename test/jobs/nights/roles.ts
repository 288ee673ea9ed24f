import { NICKNAME, type RoleRule } from '../../../src/roles/rules.ts';
import { kindIn } from '../../../tools/judge/nicknames.ts';
import { LINKED_ROLE, PLAYS_ROLE, RATED_ROLE, RATING } from '../../../tools/judge/people.ts';
import type { Night } from './context.ts';
import { eloOf } from './world.ts';

const CONSENT_URL = 'https://bot.test/linked-role/callback';

const RULES: readonly RoleRule[] = [
  { roleId: LINKED_ROLE, roleName: 'linked', kind: 'linked' },
  { roleId: RATED_ROLE, roleName: 'gold', kind: 'rating', number: RATING },
  { roleId: PLAYS_ROLE, roleName: 'silver', kind: 'plays' },
];

/** Some servers give roles to members that they have seen, and some of these let Linked Roles show them. */
export async function giveRoles({ extras, roles, servers, tell, world }: Night): Promise<void> {
  const front = world.front();
  for (const { guildId } of servers) {
    if (!extras.is(0.5)) continue;
    const kind = extras.pick(['name', 'nameRating', 'none'] as const);
    const nickname = kind !== 'none' && { roleId: NICKNAME, roleName: NICKNAME, kind, madeAt: world.wall() };
    const { nicks } = world.server(guildId);
    for (const { discordId, guildIds } of world.people.all)
      if (guildIds.includes(guildId) && extras.is(0.3)) nicks.set(discordId, `own ${discordId}`);
    const own = new Map(nicks);
    const rules = [...RULES.filter(() => extras.is(0.6)), ...(nickname ? [nickname] : [])];
    for (const rule of rules) await world.finish(front.roles.add(guildId, rule));
    const seen = world.people.all.filter(({ guildIds }) => guildIds.includes(guildId) && extras.is(0.5));
    for (const { discordId } of seen)
      await world.finish(front.services.naming.recordInteraction(guildId, discordId));
    const kinds = rules.map((rule) => rule.kind);
    const seenIds = seen.map(({ discordId }) => discordId);
    roles.set(guildId, { kinds: new Set(kinds), seen: new Set(seenIds), own, byHand: new Map() });
    tell(`server ${guildId} gives roles: ${kinds.join(', ')}`);
  }
  for (const { discordId, isLinked } of world.people.all) {
    if (!isLinked || !extras.is(0.15)) continue;
    const code = world.consents.code({ discordId, name: discordId }, CONSENT_URL);
    const consent = front.linkedRoles?.exchange({ code, redirectUri: CONSENT_URL });
    await world.finish((async () => (await consent)?.())());
  }
}

/** A moderator gives somebody another nickname, which is theirs from then on. */
export function renameByHand({ about, extras, roles, tell, world }: Night): void {
  const [guildId, server] =
    extras.shuffled([...roles]).find(([, { kinds }]) => kindIn(kinds) !== undefined) ?? [];
  if (guildId === undefined || server === undefined) return;
  const people = world.people.all.filter(
    ({ discordId, guildIds }) =>
      guildIds.includes(guildId) && server.seen.has(discordId) && !server.byHand.has(discordId),
  );
  if (people.length === 0) return;
  const { discordId, name } = extras.pick(people);
  const { nicks } = world.server(guildId);
  about('rename by hand');
  server.byHand.set(discordId, { before: nicks.get(discordId), at: world.now() });
  nicks.set(discordId, `hand ${discordId}`);
  tell(`a moderator of ${guildId} renames ${name} (${discordId})`);
}

/** How much a rank changes. */
const STEPS = [120, 250, 40];

/** The platform ranks somebody higher, or lower. */
export function changeRank({ about, extras, ranks, tell, wants, world }: Night): void {
  const people = world.people.all.filter(
    ({ isLinked, playerId }) => isLinked && world.platform.hasPlayer(playerId),
  );
  if (people.length === 0) return;
  const { name, playerId } = extras.pick(people);
  const isRise = wants('rise') || (!wants('fall') && extras.is(0.6));
  const before = ranks.get(playerId)?.at(-1)?.elo ?? eloOf(playerId);
  const elo = before + extras.pick(STEPS) * (isRise ? 1 : -1);
  about(isRise ? 'rise' : 'fall');
  world.platform.rank(playerId, elo);
  ranks.set(playerId, [...(ranks.get(playerId) ?? []), { at: world.now(), elo }]);
  tell(`${name} ${isRise ? 'rises' : 'falls'} from ${before} to ${elo}`);
}
