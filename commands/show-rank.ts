import { defineCommand } from './shared/define.ts';
import { rankReply } from './shared/players.ts';
import { showMember } from './shared/show-player.ts';

export default defineCommand({
  name: 'Show rank',
  kind: 'user',
  audience: 'private',
  options: { player: { type: 'user', required: true } },
  run: (context) =>
    showMember(context, context.options.player, {
      command: 'rank',
      show: (playerId, member) => rankReply(context, playerId, { member }),
    }),
});
