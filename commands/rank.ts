import { defineCommand } from '../src/bot/command.ts';
import { playerId } from './options.ts';
import { chosenPlayer, rankReply } from './players.ts';

export default defineCommand({
  name: 'rank',
  audience: 'public',
  options: { player: { type: 'user' }, id: playerId },
  run: async (context) => rankReply(context, await chosenPlayer(context)),
});
