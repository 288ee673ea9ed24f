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
  'maintenance',
] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** What happens: on the website, by members, and to tournaments. */
export const ACTS = [
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
  'call off what was played',
  'disqualify',
  'next stage',
  'early end',
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
  'announce',
  'rise',
  'fall',
  'rename by hand',
] as const;
export type PostingAct = (typeof ACTS)[number];

/** What the first tournament of a night is, in turn; in the others, luck decides. */
const WORLDS = ['two legs', 'qualifier', 'groups', 'league'] as const;
export type World = (typeof WORLDS)[number];
export const worldOf = (seed: number): World | undefined => WORLDS[seed % (2 * WORLDS.length)];

/** What members do about results: a process that dies of it leaves the rest to the owner. */
export const PRESSES: readonly PostingAct[] = ['report', 'proposal', 'confirmation', 'dispute', 'ruling'];
export const isPress = (act: PostingAct): boolean => PRESSES.includes(act);
/** What they meet, in turn. */
const IN_PRESSES: readonly Disturbance[] = ['kill', 'lose', 'kill', 'store'];

/** What a night makes meet, so that rare pairs are no matter of luck. */
interface Wish {
  disturbance: Disturbance;
  act: PostingAct;
}

/** So many pairs a night makes meet. */
const WISHES = 3;
/** Shares no factor with the number of pairs. */
const SPREAD = 157;

/** Neighbors have other pairs: of a few hundred nights, each pair is a wish several times. Each press is one in every night. */
export function wishesOf(seed: number): Wish[] {
  const pressed = PRESSES.map((act, at) => ({
    act,
    disturbance: IN_PRESSES[(seed + at) % IN_PRESSES.length] ?? 'kill',
  }));
  const wishes = Array.from({ length: WISHES }, (_, one) => {
    const at = ((seed * WISHES + one) * SPREAD) % (DISTURBANCES.length * ACTS.length);
    const act = ACTS[at % ACTS.length] ?? 'play';
    return { act, disturbance: DISTURBANCES[Math.floor(at / ACTS.length)] ?? 'kill' };
  });
  return [...wishes, ...pressed];
}

/** So long before and after a disturbance, what happens counts as met by it. */
const NEAR_MS = 2 * 60_000;

export type NightReach = ReturnType<typeof createReach>;

/** What has happened in a night, and what has gone wrong meanwhile. */
export function createReach(now: () => number) {
  const disturbances: { kind: Disturbance; at: number }[] = [];
  const acts: { act: PostingAct; at: number }[] = [];
  return {
    /** Gives its number in this night. */
    disturbed: (kind: Disturbance): number => disturbances.push({ kind, at: now() }) - 1,
    disturbances: (): number => disturbances.length,
    acted: (act: PostingAct) => void acts.push({ act, at: now() }),
    /** By act, by disturbance ("kill × ruling"), how often each happened. */
    counts(): Map<string, number> {
      const counts = new Map<string, number>();
      const add = (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const { kind } of disturbances) add(kind);
      for (const { act, at } of acts) {
        add(act);
        const near = disturbances.filter((one) => Math.abs(one.at - at) <= NEAR_MS);
        for (const kind of new Set(near.map((one) => one.kind))) add(`${kind} × ${act}`);
      }
      return counts;
    },
  };
}
