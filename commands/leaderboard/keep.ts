import type { ActionInput } from '../../src/bot/command.ts';
import { action, type Context } from '../shared/define.ts';
import { encodeArgs, type ArgRecord, type ArgValues } from '../../src/message/custom-id.ts';
import { BOARDS_MAX, type KeptBoard } from '../../src/guilds/boards.ts';
import { isOrganizer } from '../../src/guilds/settings.ts';
import { present } from '../../src/present.ts';
import { button, ReplyError, type ComponentRow } from '../../src/message/reply.ts';
import { organizersServer } from '../shared/organizers.ts';
import { checkChannel, ownChannel, TO_POST } from '../shared/posting.ts';
import { regionName } from '../../src/words/words.ts';

export const THIS_SERVER = 'this-server';
/** The season of the tournaments that the server followed. */
export const CUPS = 'cups';

/** Identifies a board. */
export const BOARD = { region: 'text', limit: 'integer', scope: 'text' } as const satisfies ArgRecord;
export type Board = ArgValues<typeof BOARD>;

/** The button that keeps a board in the channel, for organizers. */
export async function keepRow({ caller, guilds, place, t }: Context, board: Board): Promise<ComponentRow> {
  if (place.serverId === undefined || board.scope === CUPS) return [];
  const settings = await guilds.settings.recent(place.serverId);
  if (!isOrganizer(settings, caller)) return [];
  return [button(t('board.keep'), 'leaderboard:keep', { args: encodeArgs(BOARD, board) })];
}

async function keep(context: Context & ActionInput<typeof BOARD>) {
  const { args, caller, guilds, regions, t } = context;
  const guildId = await organizersServer(context, 'leaderboard');
  const serverT = await guilds.translator(guildId);
  const channel = ownChannel(context);
  checkChannel(channel, TO_POST, context);
  const { channelId } = channel;
  const { region } = args;
  const scope: KeptBoard['scope'] =
    args.scope === THIS_SERVER ? 'server' : region === undefined ? 'global' : 'region';
  const label = region && (regions.find(({ slug }) => slug === region)?.label ?? regionName(region));
  const kept = await guilds.boards.keep(guildId, present({ channelId, scope, region, label }));
  const words = { channel: `<#${channelId}>`, count: BOARDS_MAX };
  if (kept === 'full') throw new ReplyError('boards-full', t('board.full', words));
  if (kept === 'kept')
    await guilds.note(guildId, serverT('board.audit.kept', { ...words, member: `<@${caller.discordId}>` }));
  return { content: t(kept === 'kept' ? 'board.done' : 'board.already', words) };
}

export const keepActions = {
  keep: action({ press: 'anyone', answers: 'reply', writes: true, args: BOARD, run: keep }),
  stop: action({
    press: 'anyone',
    answers: 'reply',
    writes: true,
    args: { board: 'text!' },
    async run(context) {
      const { args, caller, guilds, t } = context;
      const guildId = await organizersServer(context, 'leaderboard');
      const board = await guilds.boards.stop(guildId, args.board);
      if (board === undefined) throw new ReplyError('board-gone', t('board.gone'));
      const words = { member: `<@${caller.discordId}>`, channel: `<#${board.channelId}>` };
      await guilds.note(guildId, (await guilds.translator(guildId))('board.audit.stopped', words));
      return { content: t('board.stopped') };
    },
  }),
};
