import { tablesByRound } from '../../brackets/round-tables.ts';
import { matchRounds } from '../../brackets/match-rounds.ts';
import type { Post } from '../../message/reply.ts';
import { present } from '../../present.ts';
import { tablePost } from '../../replies/standings.ts';
import type { Act } from '../plan/acts.ts';
import { noteTable } from '../plan/notices.ts';
import { tableShows } from '../plan/round-tables.ts';
import { hidesIn, type Delivery } from './delivery.ts';
import { wasPending } from './live-messages.ts';
import { edits, sends } from './messages.ts';
import { closeResultsChannel, resultsChannel } from './results-channel.ts';

/** The table after a round in a separate message. */
async function tableView(round: string, channelId: string, delivery: Delivery): Promise<Post> {
  const { feed, turn, work } = delivery;
  const reading = feed.reading();
  const table = tablesByRound(reading.bracket).get(round);
  const [match] = table?.matches ?? [];
  const standings = table?.standings ?? { rows: [], hasDraws: false, hasScores: false };
  const title = match && matchRounds(reading.bracket, work.t).get(match);
  const view = {
    tournament: turn.reading.tournament,
    standings,
    isHidden: await hidesIn(channelId, delivery),
  };
  return tablePost({ ...view, ...present({ round: title }) }, work.t);
}

/** Records that a message shows the current table of a round. */
export function noteTableShown(round: string, { feed }: Delivery): void {
  const table = tablesByRound(feed.reading().bracket).get(round);
  const noted = feed.record().tables?.[round];
  if (table !== undefined && noted !== undefined)
    feed.note(noteTable(feed.record(), round, { ...noted, shows: tableShows(table) }));
}

export const sendTable = sends<Extract<Act, { kind: 'table' }>>({
  notice: (act) => act,
  channel: {
    of: async ({ turn, work }) => (await resultsChannel(turn, work)).channelId,
    refused: (channelId, { turn, work }) => closeResultsChannel(channelId, turn.guildId, work),
  },
  post: async ({ round }, delivery) =>
    tableView(round, (await resultsChannel(delivery.turn, delivery.work)).channelId, delivery),
  async after({ round }, delivery, before) {
    if (!wasPending(before, (notice) => notice.kind === 'table' && notice.round === round))
      noteTableShown(round, delivery);
  },
});

export const editTable = edits<Extract<Act, { kind: 'edit-table' }>>({
  kind: 'table',
  message({ round }, { tables }) {
    const { channelId, messageId } = tables?.[round] ?? {};
    return channelId === undefined || messageId === undefined ? undefined : { channelId, messageId };
  },
  post: ({ round }, delivery) =>
    tableView(round, delivery.feed.record().tables?.[round]?.channelId ?? '', delivery),
  unclear: (acts, feed) =>
    acts.reduce((next, { round }) => noteTable(next, round, { ...next.tables?.[round], shows: '' }), feed),
  shown: ({ round, shows }, feed) => noteTable(feed, round, { ...feed.tables?.[round], shows }),
  gone: ({ round }, feed) => noteTable(feed, round, { shows: '' }),
});
