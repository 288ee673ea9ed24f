import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Night, NightFollow } from './context.ts';
import type { KeptTruth } from './truth.ts';
import type { NightWorld } from './world.ts';

type ReadNight = Night & { isReadable: boolean };
type Kept = Pick<
  ReadNight,
  | 'dialect'
  | 'isReadable'
  | 'jumps'
  | 'news'
  | 'proposals'
  | 'ranks'
  | 'removed'
  | 'roles'
  | 'seed'
  | 'servers'
  | 'snapshots'
  | 'story'
  | 'troubles'
>;

/** A night in its middle, as a build recorded it that may be older than this one: all that is outside of its processes, and its truth. */
export interface History extends Kept {
  cups: KeptTruth[];
  follows: (Omit<NightFollow, 'cup' | 'resumes'> & { cupId: string; resumes?: number[] })[];
  world: ReturnType<NightWorld['kept']>;
}

export function historyOf(night: ReadNight): History {
  const { cups, follows, snapshots, world } = night;
  return {
    dialect: night.dialect,
    isReadable: night.isReadable,
    jumps: night.jumps,
    news: night.news,
    proposals: night.proposals,
    ranks: night.ranks,
    removed: night.removed,
    roles: night.roles,
    seed: night.seed,
    servers: night.servers,
    story: night.story,
    troubles: night.troubles,
    cups: cups.map((cup) => cup.kept()),
    follows: follows.map(({ cup, ...follow }) => ({ ...follow, cupId: cup.id })),
    // Of earlier ones, nobody asks what the bracket looked like.
    snapshots: new Map(
      [...snapshots].map(([id, all]) => [
        id,
        all.map(({ bracket, ...one }, at) => (at === all.length - 1 && bracket ? { ...one, bracket } : one)),
      ]),
    ),
    world: world.kept(),
  };
}

export const packed = (histories: readonly History[]): Buffer =>
  brotliCompressSync(serialize(histories), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });

export const unpacked = (bytes: Buffer): History[] => deserialize(brotliDecompressSync(bytes)) as History[];
