import type { RoleRule } from '../../../src/roles/rules.ts';
import type { Night } from './context.ts';

/** The role that everybody has who is linked, and the one for this rating. */
export const LINKED_ROLE = 'linked';
export const RATED_ROLE = 'gold';
export const RATING = 1450;
export const PLAYS_ROLE = 'silver';

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
    const rules = RULES.filter(() => extras.is(0.6));
    for (const rule of rules) await world.finish(front.roles.add(guildId, rule));
    const seen = world.people.all.filter(({ guildIds }) => guildIds.includes(guildId) && extras.is(0.5));
    for (const { discordId } of seen)
      await world.finish(front.services.naming.recordInteraction(guildId, discordId));
    const kinds = rules.map(({ kind }) => kind);
    roles.set(guildId, { kinds: new Set(kinds), seen: new Set(seen.map(({ discordId }) => discordId)) });
    tell(`server ${guildId} gives roles: ${kinds.join(', ')}`);
  }
  for (const { discordId, isLinked } of world.people.all) {
    if (!isLinked || !extras.is(0.15)) continue;
    const code = world.consents.code({ discordId, name: discordId }, CONSENT_URL);
    const consent = front.linkedRoles?.exchange({ code, redirectUri: CONSENT_URL });
    await world.finish((async () => (await consent)?.())());
  }
}
