import { defineCommand } from './shared/define.ts';
import { playerId } from './shared/options.ts';
import { rankReply } from './shared/players.ts';
import { showChosen } from './shared/show-player.ts';

export default defineCommand({
  name: 'rank',
  audience: 'public',
  options: { player: { type: 'user' }, id: playerId },
  run: (context) =>
    showChosen(context, {
      command: 'rank',
      show: (playerId, member) =>
        rankReply(context, playerId, { member, isById: context.options.id !== undefined }),
    }),
});
