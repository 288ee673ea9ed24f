import { action, defineCommand, type Context } from './shared/define.ts';
import { encodeArgs } from '../src/message/custom-id.ts';
import { escapeMarkup } from '../src/words/plain.ts';
import { button, type Reply } from '../src/message/reply.ts';

/** The linked player that was shown. */
const PLAYER = { player: 'text' } as const;

/** The caller's link, even if the platform no longer accepts its tokens. */
async function currentLink({ self }: Context) {
  const link = await self.player();
  return link && { playerId: link.playerId, name: escapeMarkup(link.playerName ?? link.playerId) };
}

const noneReply = ({ t, mention }: Context): Reply => ({
  content: t('unlink.none', { link: mention('link') }),
});

export default defineCommand({
  name: 'unlink',
  audience: 'private',
  async run(context) {
    const { t } = context;
    const link = await currentLink(context);
    if (link === undefined) return noneReply(context);
    return {
      content: t('unlink.ask', { name: link.name }),
      rows: [
        [
          button(t('unlink.confirm'), 'unlink:confirm', {
            style: 'danger',
            args: encodeArgs(PLAYER, { player: link.playerId }),
          }),
          button(t('unlink.keep'), 'unlink:keep'),
        ],
      ],
    };
  },
  actions: {
    confirm: action({
      press: 'caller',
      // A second delivery could remove a new link.
      writes: true,
      args: PLAYER,
      async run(context) {
        const { accounts, caller, t, mention } = context;
        const link = await currentLink(context);
        if (link === undefined) return noneReply(context);
        // The account may have changed since the button was sent.
        if (link.playerId !== context.args.player)
          return { content: t('unlink.changed', { unlink: mention('unlink') }) };
        await accounts.unlink(caller.discordId);
        return { content: t('unlink.done', { link: mention('link') }) };
      },
    }),
    keep: action({
      press: 'caller',
      async run(context) {
        const link = await currentLink(context);
        return link === undefined
          ? noneReply(context)
          : { content: context.t('unlink.kept', { name: link.name }) };
      },
    }),
  },
});
