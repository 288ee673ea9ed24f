import { PlatformError } from '../../src/platform/error.ts';
import type { Bracket, Match, Side, Tournament } from '../../src/reading/records.ts';

/** When virtual time begins. */
export const T0 = Date.UTC(2027, 0, 1, 18);

export const failed = (kind: PlatformError['kind'], retryAfterMs?: number) =>
  new PlatformError(kind, { operation: 'GET /v1/x', ...(retryAfterMs !== undefined && { retryAfterMs }) });

const side = (player: string | undefined, score?: number): Side => ({
  ...(player !== undefined && { player: { id: player, name: player.toUpperCase() } }),
  ...(score !== undefined && { score }),
});

/** "a-b" is open, "a-b 3-1" decided; "a-" waits for its second player. */
export function match(id: string, text: string, more: Partial<Match> = {}): Match {
  const [pair = '', score] = text.split(' ');
  const [first, second] = pair.split('-');
  const [own, others] = score?.split('-').map(Number) ?? [];
  const isOver = own !== undefined && others !== undefined;
  return {
    id,
    sides: [side(first === '' ? undefined : first, own), side(second === '' ? undefined : second, others)],
    phase: isOver ? 'finished' : 'open',
    ...(isOver && { winner: own > others ? 1 : 2 }),
    ...more,
  };
}

/** As a platform shows it that has no ids of matches. */
export const withoutIds = ({ rounds }: Bracket): Bracket => ({
  rounds: rounds.map((round) => ({ ...round, matches: round.matches.map((one) => ({ ...one, id: '' })) })),
});

/** As a platform shows it that shows its players by their names alone. */
export const namesAlone = ({ rounds }: Bracket): Bracket => ({
  rounds: rounds.map((round) => ({
    ...round,
    matches: round.matches.map(({ sides: [first, second], ...one }) => ({
      ...one,
      sides: [nameAlone(first), nameAlone(second)],
    })),
  })),
});

const nameAlone = ({ player, ...side }: Side): Side => ({
  ...side,
  ...(player?.name !== undefined && { player: { name: player.name } }),
});

/** Four players: two semifinals and a final. */
export const four = (first: string, second: string, final: string): Bracket => ({
  rounds: [
    { section: 'main', number: 1, matches: [match('m1', first), match('m2', second)] },
    { section: 'main', number: 2, matches: [match('m3', final)] },
  ],
});

export const cup = (more: Partial<Tournament> = {}): Tournament => ({
  id: 't1',
  name: 'Cup',
  phase: 'running',
  startsAt: { epochMs: T0, precision: 'second' },
  ...more,
});
