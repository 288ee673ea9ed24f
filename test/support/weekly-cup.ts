import { MEMBER, ORGANIZER, press } from './interactions.ts';
import type { ProductWorld } from './product/product-world.ts';

type Bot = ReturnType<ProductWorld['start']>;

const PLAYERS = ['Ana', 'Bruno', 'Cara', 'Dan', 'Eva'].map((name, at) => ({ id: `p${at + 1}`, name }));
const playerOf = (id: string | undefined) => PLAYERS.find((player) => player.id === id);

/** A match of the cup; with a score, it is over. */
export interface CupMatch {
  id: string;
  players: readonly [string?, string?];
  score?: readonly [number, number];
}

/** Semifinals that can be played. */
export const BEGUN = [
  { id: 'm1', players: ['p1', 'p2'] },
  { id: 'm2', players: ['p3', 'p4'] },
] as const satisfies readonly CupMatch[];

function record({ id, players, score }: CupMatch, round: string) {
  const [first, second] = players.map(playerOf);
  return {
    id,
    round: { name: round },
    tournament: { id: 't1', name: 'Weekly Cup' },
    status: score === undefined ? (second === undefined ? 'pending' : 'open') : 'finished',
    ...(first && { player1: first }),
    ...(second && { player2: second }),
    ...(score && { score1: score[0], score2: score[1], winner_id: players[score[0] > score[1] ? 0 : 1] }),
  };
}

/** The platform shows these matches of the cup, by round. */
export function showCup(
  made: ProductWorld,
  matches: Readonly<Record<string, readonly CupMatch[]>>,
  status = 'running',
): void {
  const rounds = Object.entries(matches).map(([name, ones]) => ({
    name,
    matches: ones.map((one) => record(one, name)),
  }));
  made.platform.matches.clear();
  for (const one of rounds.flatMap((round) => round.matches)) made.platform.matches.set(one.id, one);
  made.platform.tournaments.set('t1', {
    record: { id: 't1', name: 'Weekly Cup', status },
    bracket: { rounds },
  });
}

/** Its players are members 501 to 505, all linked. */
export async function joinCup(made: ProductWorld): Promise<void> {
  for (const [at, player] of PLAYERS.entries()) await made.member(String(501 + at), player);
}

/** A member presses a button of a message, as Discord delivers it; 503 is an organizer. */
export function pressOn(made: ProductWorld, bot: Bot, customId: string, userId: string, messageId: string) {
  const one = made.discord.messages.find(({ id }) => id === messageId);
  const raw = press(customId, { userId, permissions: userId === '503' ? ORGANIZER : MEMBER });
  return made.interact(bot, {
    ...raw,
    channel_id: one?.channelId,
    message: { ...raw.message, id: messageId, content: one?.post.content },
  });
}
