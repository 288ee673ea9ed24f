import type { GuildSettings } from '../../../src/guilds/settings.ts';
import type { Follow } from '../../../tools/judge/night.ts';

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

interface ChosenSettings {
  servers: readonly { settings: GuildSettings }[];
  follows: readonly Pick<Follow, 'topics'>[];
}
const inServer =
  (is: (settings: GuildSettings) => boolean) =>
  ({ servers }: ChosenSettings): boolean =>
    servers.some(({ settings }) => is(settings));
const inChannel =
  (is: (topics: Follow['topics']) => boolean) =>
  ({ follows }: ChosenSettings): boolean =>
    follows.some(({ topics }) => is(topics));

/** What somebody chose in a night, by name. */
const SETTINGS: Readonly<Record<string, (chosen: ChosenSettings) => boolean>> = {
  'both agree': inServer(({ agreement }) => agreement === 'both'),
  'results channel': inServer(({ resultsChannelId }) => resultsChannelId !== undefined),
  'no log channel': inServer(({ logChannelId }) => logChannelId === undefined),
  series: inServer(({ series = [] }) => series.length > 0),
  'rank-ups': inServer(({ rankUpChannelId }) => rankUpChannelId !== undefined),
  spoilers: inChannel(({ spoilers }) => spoilers),
  threads: inChannel(({ threads }) => threads),
  late: inChannel(({ late }) => late > 0),
  'no calls': inChannel(({ calls }) => !calls),
  'no results': inChannel(({ results }) => !results),
};

/** Of what is common, a process has died of what members do in a running tournament; and channels begin to follow in two phases. */
export const CELLS: readonly string[] = [
  ...['both agree', 'results channel', 'no log channel', 'series', 'rank-ups', 'threads', 'late'].flatMap(
    (setting) => ['report', 'proposal', 'dispute'].map((act) => `kill × running × ${act} × ${setting}`),
  ),
  'registration × follow',
  'running × follow',
];

/** So long before and after a disturbance, what happens counts as met by it. */
const NEAR_MS = 2 * 60_000;

export type NightReach = ReturnType<typeof createReach>;

/** What has happened in a night, and what has gone wrong meanwhile. */
export function createReach(
  now: () => number,
  shown: () => ChosenSettings & { snapshots: ReadonlyMap<string, readonly { stage: string }[]> },
) {
  const disturbances: { kind: Disturbance; at: number }[] = [];
  const acts: { act: PostingAct; at: number; phases: ReadonlySet<string>; settings: readonly string[] }[] =
    [];

  /** What is so as something happens. */
  function meanwhile() {
    const { snapshots, ...chosen } = shown();
    const phases = new Set([...snapshots.values()].flatMap((all) => all.at(-1)?.stage ?? []));
    return { phases, settings: Object.keys(SETTINGS).filter((name) => SETTINGS[name]?.(chosen) === true) };
  }
  return {
    /** Gives its number in this night. */
    disturbed: (kind: Disturbance): number => disturbances.push({ kind, at: now() }) - 1,
    disturbances: (): number => disturbances.length,
    acted: (act: PostingAct) => void acts.push({ act, at: now(), ...meanwhile() }),
    /** How often each happened: "ruling", "kill", "kill × ruling", "running × ruling", "kill × running × ruling × late". */
    counts(): Map<string, number> {
      const counts = new Map<string, number>();
      const add = (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const { kind } of disturbances) add(kind);
      for (const { act, at, phases, settings } of acts) {
        add(act);
        const near = disturbances.filter((one) => Math.abs(one.at - at) <= NEAR_MS);
        const kinds = new Set(near.map((one) => one.kind));
        for (const kind of kinds) add(`${kind} × ${act}`);
        for (const phase of phases) {
          add(`${phase} × ${act}`);
          for (const kind of kinds)
            for (const setting of settings) add(`${kind} × ${phase} × ${act} × ${setting}`);
        }
      }
      return counts;
    },
  };
}
