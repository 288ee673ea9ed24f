/** What goes wrong, beside what happens. */
export const DISTURBANCES = [
  'record',
  'bracket',
  'platform',
  'fail',
  'lose',
  'store',
  'kill',
  'restart',
  'sleep',
  'hang',
  'jump',
  'standby',
  'look-ups',
  'refuse',
  'delete',
] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** What happens: on the website, by members, and to tournaments. */
const ACTS = [
  'play',
  'begin',
  'correct',
  'undo',
  'rename',
  'redraw',
  'put off',
  'turn',
  'toggle ids',
  'call off',
  'blur',
  'cancel',
  'suspend',
  'sleep over',
  'report',
  'proposal',
  'confirmation',
  'dispute',
  'ruling',
  'hide',
  'show',
  'unlink',
  'erase',
  'start',
  'end',
  'follow',
] as const;
export type Act = (typeof ACTS)[number];

/** What a night makes meet, so that rare pairs are no matter of luck. */
export interface Wish {
  disturbance: Disturbance;
  act: Act;
}

/** Every pair once in so many seeds as there are pairs. */
export function wishOf(seed: number): Wish {
  const at = seed % (DISTURBANCES.length * ACTS.length);
  const act = ACTS[at % ACTS.length] ?? 'play';
  return { act, disturbance: DISTURBANCES[Math.floor(at / ACTS.length)] ?? 'kill' };
}

/** So long before and after a disturbance, what happens counts as met by it. */
const NEAR_MS = 60_000;

export type Reach = ReturnType<typeof createReach>;

/** What has happened in a night, and what has gone wrong meanwhile. */
export function createReach(now: () => number) {
  const disturbances: { kind: Disturbance; from: number; to: number }[] = [];
  const acts: { act: Act; at: number }[] = [];
  return {
    disturbed: (kind: Disturbance, ms = 0) => void disturbances.push({ kind, from: now(), to: now() + ms }),
    acted: (act: Act) => void acts.push({ act, at: now() }),
    /** By act, by disturbance ("kill × ruling"), how often each happened. */
    counts(): Map<string, number> {
      const counts = new Map<string, number>();
      const add = (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const { kind } of disturbances) add(kind);
      for (const { act, at } of acts) {
        add(act);
        const near = disturbances.filter(({ from, to }) => at >= from - NEAR_MS && at <= to + NEAR_MS);
        for (const kind of new Set(near.map((one) => one.kind))) add(`${kind} × ${act}`);
      }
      return counts;
    },
  };
}
