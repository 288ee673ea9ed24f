import type { StoreLog } from '../store/store.ts';
import type { Translate } from '../words/words.ts';
import { RoleWaitError, type RolesPort } from './ports.ts';
import { hasPowers } from './powers.ts';
import { NICKNAME, type EndReason, type ServerRoles } from './rules.ts';
import type { ServerRolesStore } from './server-roles.ts';

export const absent = (): RoleWaitError =>
  new RoleWaitError('the bot is not in the server', { isAbsent: true });

export type BotRolesPort = Pick<RolesPort, 'botRoles'>;

export interface RoleCheckDeps {
  serverRoles: Pick<ServerRolesStore, 'end' | 'pause'>;
  /** Posts a line to a server's log channel. */
  note: (guildId: string, text: string) => Promise<void>;
  translator: (guildId: string) => Promise<Translate>;
  log: StoreLog;
}

/** Ends the rules of roles that the bot may no longer give, with one log line each. */
export function createRoleCheck({ serverRoles, note, translator, log }: RoleCheckDeps) {
  async function end(guildId: string, roleId: string, reason: EndReason): Promise<void> {
    if (!(await serverRoles.end(guildId, roleId, reason))) return;
    log.info({ guildId, roleId, reason }, 'a rule for roles has ended');
    await note(guildId, (await translator(guildId))(`roles.log.${reason}`, { role: `<@&${roleId}>` }));
  }

  async function botRoles(discord: BotRolesPort, guildId: string) {
    const bot = await discord.botRoles(guildId);
    if (bot === 'no-server') throw absent();
    return bot;
  }

  return {
    end,

    /** Checks whether roles have gained powers since their rules were made. Returns whether a rule has ended. */
    async look(discord: BotRolesPort, guildId: string, { rules }: ServerRoles): Promise<boolean> {
      const going = new Set(
        Object.values(rules).flatMap(({ ended, roleId }) =>
          ended === undefined && roleId !== NICKNAME ? [roleId] : [],
        ),
      );
      if (going.size === 0) return false;
      const { roles } = await botRoles(discord, guildId);
      const powerful = [...going].filter((roleId) => hasPowers(roles.get(roleId)?.permissions ?? 0n));
      for (const roleId of powerful) await end(guildId, roleId, 'powers');
      return powerful.length > 0;
    },

    /**
     * Finds out why Discord refused a change for lack of permission: that may end a rule or pause all. `left-alone`: it does not
     * let the bot rename this member.
     */
    async onForbidden(
      discord: BotRolesPort,
      guildId: string,
      roleId: string,
    ): Promise<'paused' | 'ended' | 'left-alone'> {
      const bot = await botRoles(discord, guildId);
      if (roleId === NICKNAME) {
        if (bot.canRename) return 'left-alone';
        await end(guildId, roleId, 'nicknames');
        return 'paused';
      }
      if (!bot.canManage) {
        if (await serverRoles.pause(guildId))
          await note(guildId, (await translator(guildId))('roles.log.paused'));
        return 'paused';
      }
      const role = bot.roles.get(roleId);
      if (role?.isBelow === true) throw new RoleWaitError('Discord refuses a role that the bot may give');
      await end(guildId, roleId, role === undefined ? 'gone' : 'above');
      return 'ended';
    },
  };
}
