import { action, defineCommand, type Context } from './shared/define.ts';
import { DAY_MS, SECOND_MS } from '../src/durations.ts';
import { lines, time } from '../src/replies/format.ts';
import { NICKNAME } from '../src/roles/rules.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { button, ReplyError, type Reply } from '../src/message/reply.ts';

/** The most servers in the list; the export has all of them. */
const MAX_SERVERS = 10;

/** How servers are named to the caller. */
async function serverNames(
  guildIds: readonly string[],
  { guilds, place, t }: Context,
): Promise<(guildId: string) => string> {
  const names = await guilds.directory.names(guildIds.filter((id) => id !== place.guildId));
  return (guildId) => {
    if (guildId === place.guildId) return t('privacy.thisServer');
    const name = names.get(guildId);
    return name === undefined ? t('privacy.server') : escapeMarkup(name, 60);
  };
}

/** One line for each role. */
async function roleLines(
  roles: readonly { guildId: string; roleId: string; roleName: string | undefined }[],
  context: Context,
): Promise<string[]> {
  const { place, t } = context;
  const serverName = await serverNames(
    roles.map(({ guildId }) => guildId),
    context,
  );
  return roles.map(({ guildId, roleId, roleName }) => {
    if (roleId === NICKNAME) return t('privacy.nickname', { server: serverName(guildId) });
    const role = guildId === place.guildId ? `<@&${roleId}>` : escapeMarkup(roleName ?? roleId);
    return t('privacy.role', { role, server: serverName(guildId) });
  });
}

/** What is stored about the caller, as text. */
async function overview(context: Context): Promise<Reply> {
  const { caller, linkedRoles, mention, personalData, roles, t } = context;
  const { link, hidden, alerts, isReminded, registrations, guilds, isDamaged } = await personalData.read(
    caller.discordId,
  );
  const shown = await linkedRoles?.state(caller.discordId);
  const given = await roleLines(await roles.rolesOf(caller.discordId), context);
  const serverName = await serverNames(
    guilds.slice(0, MAX_SERVERS).map(({ guildId }) => guildId),
    context,
  );
  const day = (at: number): string => time({ epochMs: at, precision: 'day' }, 'D');
  const servers = guilds.slice(0, MAX_SERVERS).map(({ guildId, since, at }) => {
    const server = serverName(guildId);
    return Math.floor(since / DAY_MS) === Math.floor(at / DAY_MS)
      ? t('privacy.seenOnce', { server, on: day(at) })
      : t('privacy.seen', { server, since: day(since), last: day(at) });
  });
  const more = guilds.length - servers.length;
  const about =
    link === undefined
      ? [isDamaged ? t('privacy.damaged') : t('privacy.notLinked')]
      : [
          t('privacy.linked', { name: escapeMarkup(link.playerName), since: day(link.linkedAt) }),
          isDamaged ? t('privacy.damaged') : undefined,
          guilds.length === 0 ? t('privacy.nowhere') : t('privacy.servers'),
          ...servers,
          more > 0 ? t('privacy.more', { count: more }) : undefined,
          hidden ? undefined : t('privacy.shown'),
          hidden && alerts === 'mention' ? undefined : t(`privacy.alerts.${alerts}`),
          isReminded === true ? t('privacy.reminded') : undefined,
          t('privacy.results'),
        ];
  return {
    content: lines(
      ...about,
      given.length > 0 ? t('privacy.roles') : undefined,
      ...given,
      shown === undefined || shown === 'off' ? undefined : t(`linkedRoles.state.${shown}`),
      hidden ? t('privacy.hidden') : undefined,
      registrations > 0
        ? t('privacy.registrations', { count: registrations, next: mention('next') })
        : undefined,
    ),
    rows: [
      [
        button(t('privacy.export'), 'privacy:export'),
        hidden ? button(t('privacy.show'), 'privacy:show') : button(t('privacy.hide'), 'privacy:hide'),
        ...(shown === 'on' ? [button(t('linkedRoles.stop'), 'privacy:hideRoles')] : []),
        button(t('privacy.delete'), 'privacy:delete', { style: 'danger' }),
      ],
    ],
  };
}

const setHidden = (hidden: boolean) =>
  action({
    press: 'caller',
    writes: true,
    async run(context) {
      await context.personalData.setHidden(context.caller.discordId, hidden);
      return overview(context);
    },
  });

export default defineCommand({
  name: 'privacy',
  audience: 'private',
  traceless: true,
  run: overview,
  actions: {
    export: action({
      press: 'caller',
      answers: 'reply',
      async run({ caller, personalData, t }) {
        const { discordId } = caller;
        const answer = await personalData.exportOf(discordId);
        if ('nextAt' in answer) {
          const when = `<t:${Math.ceil(answer.nextAt / SECOND_MS)}:R>`;
          throw new ReplyError('exported-already', t('privacy.exportedAlready', { when }));
        }
        const records = answer.records.map(({ topic, ...record }) => ({
          what: t(`privacy.what.${topic}`),
          ...record,
        }));
        const bytes = Buffer.from(
          JSON.stringify({ what: t('privacy.what.file'), discordId, records }, undefined, 2),
        );
        return {
          content: t('privacy.exported'),
          files: [{ name: 'my-data.json', bytes, description: t('privacy.file') }],
        };
      },
    }),
    // Here too, since it needs no answer from the platform.
    hideRoles: action({
      press: 'caller',
      writes: true,
      async run(context) {
        await context.linkedRoles?.stop(context.caller.discordId);
        const reply = await overview(context);
        return { ...reply, content: lines(context.t('linkedRoles.stopped'), reply.content) };
      },
    }),
    hide: setHidden(true),
    show: setHidden(false),
    delete: action({
      press: 'caller',
      async run({ t }) {
        return {
          content: t('privacy.ask'),
          rows: [
            [
              button(t('privacy.confirm'), 'privacy:erase', { style: 'danger' }),
              button(t('privacy.keep'), 'privacy:keep'),
            ],
          ],
        };
      },
    }),
    erase: action({
      press: 'caller',
      // A second delivery could delete a new link.
      writes: true,
      async run(context) {
        const { caller, personalData, roles, t } = context;
        const deletion = await personalData.deleteAll(caller.discordId);
        const owed = await roleLines(await roles.owedBy(caller.discordId), context);
        return {
          content: lines(
            t(`privacy.deletions.${deletion}`),
            owed.length > 0 ? t('privacy.rolesLeft') : undefined,
            ...owed,
          ),
        };
      },
    }),
    keep: action({ press: 'caller', run: overview }),
  },
});
