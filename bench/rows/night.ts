import type { Bracket, Match } from '../../src/reading/records.ts';
import { cup, T0 } from '../../test/support/night-records.ts';
import { nightWorld, type NightWorld } from '../../test/support/night-world.ts';
import { spreadOf } from '../measure/spread.ts';
import type { Result } from '../result.ts';
import { channelTraffic } from './channel-traffic.ts';
import { size, type BenchRow } from './row.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SERVERS = 50;
const TOURNAMENTS = 20;
const PLAYERS = 16;
const MATCH_MS = 25 * MINUTE_MS;
const POLLS = 30;

/** A platform's night: single elimination, each match decided some time after both players are known. */
interface BenchNight {
  id: string;
  startsAt: number;
  /** When each match is decided, by the names of its players. */
  decidedAt: Map<string, number>;
  at: (time: number) => { phase: 'open' | 'running' | 'finished'; bracket: Bracket };
}

/** Even, and the same in every run. */
const spread = (at: number): number => ((at * 7919) % 1000) / 1000;

const pairOf = (first: string, second: string): string => [first, second].toSorted().join(' ');

function planNight(index: number, startsAt: number): BenchNight {
  const id = `t${index}`;
  const decidedAt = new Map<string, number>();
  const planned: { round: number; id: string; players: [string, string]; from: number; until: number }[] = [];
  let round = Array.from({ length: PLAYERS }, (_, at) => ({ name: `${id}p${at}`, ready: startsAt }));
  for (let number = 1; round.length > 1; number++) {
    const next: typeof round = [];
    for (let at = 0; at < round.length; at += 2) {
      const [first, second] = round.slice(at, at + 2);
      if (!first || !second) continue;
      const from = Math.max(first.ready, second.ready);
      const until = from + MATCH_MS * (0.5 + spread(index * 31 + number * 7 + at));
      planned.push({
        round: number,
        id: `${id}m${number}-${at}`,
        players: [first.name, second.name],
        from,
        until,
      });
      decidedAt.set(pairOf(first.name, second.name), until);
      next.push({ name: first.name, ready: until });
    }
    round = next;
  }
  const last = Math.max(...planned.map(({ until }) => until));
  return {
    id,
    startsAt,
    decidedAt,
    at(time) {
      const rounds = [1, 2, 3, 4].map((number) => ({
        section: 'main' as const,
        number,
        matches: planned
          .filter((one) => one.round === number)
          .map(({ id: matchId, players, from, until }): Match => {
            const isKnown = time >= from && time >= startsAt;
            const isOver = time >= until;
            const side = (name: string, score: number) =>
              isKnown ? { player: { id: name, name }, ...(isOver && { score }) } : {};
            return {
              id: matchId,
              sides: [side(players[0], 3), side(players[1], 1)],
              phase: isOver ? 'finished' : isKnown ? 'open' : 'upcoming',
              ...(isOver && { winner: 1 }),
            };
          }),
      }));
      const phase = time >= last ? 'finished' : time >= startsAt ? 'running' : 'open';
      return { phase, bracket: { rounds } };
    },
  };
}

function show(world: NightWorld, nights: readonly BenchNight[]): void {
  for (const { id, startsAt, at } of nights) {
    const { phase, bracket } = at(world.now());
    const tournament = cup({ id, name: id, phase, startsAt: { epochMs: startsAt, precision: 'second' } });
    world.tournaments.set(id, { tournament, bracket });
  }
}

/** Milliseconds from each result at the platform to its channel, whose post of before may turn into it. */
function delays({ changes }: NightWorld, nights: readonly BenchNight[]): number[] {
  const decidedAt = new Map(nights.flatMap((night) => [...night.decidedAt]));
  const shown = new Set<string>();
  return changes.flatMap(({ at, channelId, post }) =>
    post.content.split('\n').flatMap((line) => {
      const [first, second] = line.match(/t\d+p\d+/g) ?? [];
      if (!first || !second || !line.includes('–')) return [];
      const pair = pairOf(first, second);
      const decided = decidedAt.get(pair);
      if (decided === undefined || shown.has(`${channelId} ${pair}`)) return [];
      shown.add(`${channelId} ${pair}`);
      return [at - decided];
    }),
  );
}

/** A weekend of followed tournaments in virtual time: what it costs the platform, and when channels show results. */
export const night: BenchRow = {
  name: 'night',
  async run(_world, effort): Promise<Result[]> {
    const hours = size(effort, 36, 3);
    const world = nightWorld({ pollsPerMinute: POLLS });
    const nights = Array.from({ length: TOURNAMENTS }, (_, at) =>
      planNight(at, T0 + HOUR_MS + Math.floor((at * (hours - 3) * HOUR_MS) / TOURNAMENTS)),
    );
    show(world, nights);
    world.start('one');
    for (let server = 0; server < SERVERS; server++)
      for (const offset of [0, 7, 13])
        await world.follow(String(100 + server), `t${(server + offset) % TOURNAMENTS}`, {
          channelId: `${100 + server}${offset}`,
        });
    for (let passed = 0; passed < hours * HOUR_MS; passed += 5000) {
      show(world, nights);
      await world.pass(5000, 1000);
    }
    const delaysMs = delays(world, nights);
    const minutes = new Map<number, number>();
    for (const { at } of world.calls) {
      const minute = Math.floor(at / MINUTE_MS);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    }
    const { p50, p99 } = spreadOf(delaysMs.map((ms) => ms / 1000));
    return [
      {
        what: 'followed tournaments: reads of the platform in the busiest minute',
        against: `PLATFORM_POLLS_PER_MINUTE=${POLLS}`,
        ours: `${Math.max(...minutes.values())}`,
        theirs: `${POLLS}`,
        figure: Math.max(...minutes.values()) / POLLS,
        goal: { atMost: 1 },
        beside: `${SERVERS} servers, ${TOURNAMENTS} tournaments, ${hours} h of virtual time; ${(world.calls.length / (hours * 60)).toFixed(1)} a minute on average`,
      },
      {
        what: 'followed tournaments: from a result to its post, p99, in minutes',
        against: 'a minute',
        ours: `median ${p50.toFixed(0)} s, p99 ${p99.toFixed(0)} s`,
        theirs: '60 s',
        figure: p99 / 60,
        goal: { atMost: 1 },
        beside: `${delaysMs.length} results in channels; the platform's clock ticks every 5 s`,
      },
      ...channelTraffic(world.changes, PLAYERS),
    ];
  },
};
