import { pairKey } from '../../../src/brackets/players.ts';
import { announcedPair, isOfOthers } from '../../../src/guilds/announced.ts';
import { present } from '../../../src/present.ts';
import type { Match } from '../../../src/reading/records.ts';
import type { NightWorld } from '../../support/night-world.ts';

/** A player reports a score by /score, which announces it in the channel once the platform has it. */
export async function announceResult(to: {
  world: NightWorld;
  channelId: string;
  match: Match;
  scores: readonly [number, number];
  winner: 0 | 1 | 2;
  /** The platform takes it. */
  report: () => void;
  pass: () => Promise<void>;
}): Promise<void> {
  const { world, channelId, match, scores, winner } = to;
  const [player1, player2] = scores;
  const before = await world.announced
    .begin(channelId, match.id, { player1, player2 })
    .catch(() => undefined);
  to.report();
  await to.pass();
  const pair = announcedPair(pairKey(match));
  const known = before && !isOfOthers(before, pair) ? before : undefined;
  if (known?.isFollowed === true) return world.announced.cancel(channelId, match.id).catch(() => undefined);
  const isCall = known !== undefined && known.scores === undefined;
  const [first, second] = match.sides.map(({ player }, at) =>
    at + 1 === winner || winner === 0 ? `**${player?.name}**` : player?.name,
  );
  const line = `${first} ${player1} – ${player2} ${second}`;
  const content = isCall ? `${line}\n-# Cup` : `Results in **Cup**\n${line}`;
  const messageId = known?.messageId;
  if (messageId === undefined || !world.rewrite(messageId, content)) {
    const id = world.say(channelId, content);
    await world.announced
      .end(channelId, match.id, { scores: { player1, player2 }, messageId: id, ...present({ pair }) })
      .catch(() => undefined);
  } else
    await world.announced
      .end(channelId, match.id, { scores: { player1, player2 }, messageId, ...present({ pair }) })
      .catch(() => undefined);
}
