import { defineCommand, form } from '../shared/define.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { followActions } from './actions.ts';
import { DRAFT } from './draft.ts';
import { hoursForm } from '../shared/event.ts';
import { helpActions } from './help.ts';
import { listReply } from './list.ts';
import { organizerCallActions } from './organizer-calls.ts';
import { openPanel } from './panel.ts';
import { resultsFileActions } from './results-file.ts';
import { rosterActions } from './roster.ts';
import { organizersServer } from '../shared/organizers.ts';
import { tournament } from '../shared/options.ts';
import { checkChannel, ownChannel, POST_CHANNELS, TO_POST_PICTURES } from '../shared/posting.ts';

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
    checkChannel(channel, TO_POST_PICTURES, context);
    return openPanel(context, guildId, { tournamentId, channelId: channel.channelId });
  },
  actions: {
    ...followActions,
    form: form({
      press: 'caller',
      args: DRAFT,
      open: ({ args, t }) => hoursForm('follow:end', encodeArgs(DRAFT, args), t),
    }),
    ...rosterActions,
    ...resultsFileActions,
    ...helpActions,
    ...organizerCallActions,
  },
});
