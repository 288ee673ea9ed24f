import { defineCommand } from '../src/bot/command.ts';
import { playerOf, rankReply } from './players.ts';

export default defineCommand({
  name: 'Show rank',
  kind: 'user',
  audience: 'private',
  options: { player: { type: 'user', required: true } },
  run: async (context) => rankReply(context, await playerOf(context, context.options.player)),
});
