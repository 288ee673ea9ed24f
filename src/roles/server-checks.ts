import { MINUTE_MS } from '../durations.ts';
import type { RoleStores } from './create-roles.ts';
import type { Server } from './judged-server.ts';
import { unlessWaiting } from './ports.ts';
import { createRoleCheck, type BotRolesPort, type RoleCheckDeps } from './role-check.ts';
import { nicknameRule, ruleIdOf } from './rules.ts';

const PAUSED_MS = 5 * MINUTE_MS;
/** How often the permissions of the rules' roles are checked. */
const LOOK_MS = 60 * MINUTE_MS;

interface ServerChecksDeps extends Omit<RoleCheckDeps, 'serverRoles'> {
  stores: Pick<RoleStores, 'serverRoles'>;
  monotonic: () => number;
}

/** Asks Discord now and then what the bot may do in a server, which can change at any time. */
export function createServerChecks(deps: ServerChecksDeps) {
  const { monotonic, note, translator } = deps;
  const { serverRoles } = deps.stores;
  const roleCheck = createRoleCheck({ ...deps, serverRoles });

  return {
    /** Checks whether a paused server, or its rule for nicknames, may go on. */
    async paused(discord: BotRolesPort, server: Server): Promise<void> {
      const { guildId, roles } = server;
      const naming = nicknameRule(roles);
      const isPaused = roles.pausedAt !== undefined;
      if ((!isPaused && naming?.ended === undefined) || monotonic() - server.checkedAt < PAUSED_MS) return;
      server.checkedAt = monotonic();
      const bot = await discord.botRoles(guildId).catch(unlessWaiting);
      if (bot === undefined || bot === 'no-server') return;
      const goOn = async (after: Promise<Server['roles']>, text: 'resumed' | 'named'): Promise<void> => {
        server.roles = await after;
        server.isStale = true;
        server.movedAt = monotonic();
        await note(guildId, (await translator(guildId))(`roles.log.${text}`));
      };
      if (isPaused && bot.canManage) await goOn(serverRoles.unpause(guildId), 'resumed');
      if (naming?.ended !== undefined && bot.canRename)
        await goOn(serverRoles.resume(guildId, ruleIdOf(naming)), 'named');
    },

    /** A role's permissions can change at any time. */
    async roles(discord: BotRolesPort, server: Server): Promise<void> {
      const { guildId, roles } = server;
      if (roles.pausedAt !== undefined || monotonic() - server.lookedAt < LOOK_MS) return;
      server.lookedAt = monotonic();
      if ((await roleCheck.look(discord, guildId, roles).catch(unlessWaiting)) !== true) return;
      server.roles = await serverRoles.read(guildId);
      server.isStale = true;
    },
  };
}
