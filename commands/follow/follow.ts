import { defineCommand } from '../../src/bot/command.ts';
import { draftActions, preview } from './draft.ts';
import { hoursForm } from './event.ts';
import { helpActions } from './help.ts';
import { listReply, listActions } from './list.ts';
import { rosterActions } from './roster.ts';
import { checkChannel, ownChannel } from './rules.ts';
import { organizersServer } from '../shared/organizers.ts';
import { tournament } from '../shared/options.ts';
import { POST_CHANNELS } from '../shared/posting.ts';

export default defineCommand({
  name: 'follow',
  audience: 'private',
  serverOnly: {},
  options: {
    tournament: tournament({ required: false }),
    channel: { type: 'channel', channelTypes: POST_CHANNELS },
  },
  async run(context) {
    const { tournament: tournamentId, channel: chosen } = context.options;
    const guildId = await organizersServer(context, 'follow');
    if (tournamentId === undefined) return listReply(context, guildId);
    const channel = chosen ?? ownChannel(context);
    checkChannel(channel, context);
    return preview(context, guildId, { tournamentId, channelId: channel.channelId });
  },
  actions: {
    ...draftActions,
    ask: { press: 'caller', answers: 'modal', open: (input) => hoursForm('follow:hours', input) },
    ...listActions,
    askHours: { press: 'caller', answers: 'modal', open: (input) => hoursForm('follow:switchHours', input) },
    ...rosterActions,
    ...helpActions,
  },
});
