import { defineCommand } from '../src/bot/command.ts';
import { Refusal } from '../src/bot/reply.ts';
import { playerOf, rankReply } from './players.ts';

export default defineCommand({
  name: 'rank',
  audience: 'public',
  options: { player: { type: 'user' }, id: { type: 'text', maxLength: 200 } },
  async run(context) {
    const { player, id } = context.options;
    if (player !== undefined && id !== undefined)
      throw new Refusal('two-players', context.t('rank.oneOfBoth'));
    return rankReply(context, id ?? (await playerOf(context, player)));
  },
});
