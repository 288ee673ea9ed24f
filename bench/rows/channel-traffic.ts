import type { MessageChange } from '../../test/support/night-discord.ts';
import { median } from '../measure/spread.ts';
import type { Result } from '../result.ts';

const WINDOW_MS = 5000;
/** Folklore, for a channel's messages: Discord publishes no figure. */
const LIMIT = 5;

/** The most that happened within five seconds, at any time. */
function busiest(times: readonly number[]): number {
  const inOrder = times.toSorted((one, other) => one - other);
  let from = 0;
  return inOrder.reduce((most, at, index) => {
    while (at - (inOrder[from] ?? at) >= WINDOW_MS) from += 1;
    return Math.max(most, index - from + 1);
  }, 0);
}

/** What followed tournaments cost the channels that follow one each. */
export function channelTraffic(changes: readonly MessageChange[], players: number): Result[] {
  const channelIds = [...new Set(changes.map(({ channelId }) => channelId))];
  const timesOf = (kind: MessageChange['kind']): number[][] =>
    channelIds.map((id) =>
      changes.flatMap((change) => (change.channelId === id && change.kind === kind ? [change.at] : [])),
    );
  const [posts, edits] = [timesOf('post'), timesOf('edit')];
  const counts = (of: number[][]): number[] => of.map(({ length }) => length);
  const most = Math.max(...edits.map(busiest));
  return [
    {
      what: `a followed tournament of ${players} players: messages in its channel, median`,
      against: '',
      ours: `${median(counts(posts))} posts, ${median(counts(edits))} edits`,
      theirs: '',
      figure: median(counts(posts)),
      beside: `${players - 1} matches; at most ${Math.max(...counts(posts))} posts and ${Math.max(...counts(edits))} edits in one of ${channelIds.length} channels`,
    },
    {
      what: 'followed tournaments: most edits in a channel within 5 s',
      against: "Discord's limit, by folklore",
      ours: String(most),
      theirs: String(LIMIT),
      figure: most / LIMIT,
      goal: { atMost: 1 },
      beside: `posts, which Discord counts apart: at most ${Math.max(...posts.map(busiest))}`,
    },
  ];
}
