const EPOCH_MS = 1_420_070_400_000n;

/** Makes ids as Discord does: the time in the upper bits, so that they sort by age. */
export function createSnowflakes(now: () => number): () => string {
  let increment = 0n;
  return () => {
    increment = (increment + 1n) & 0xfffn;
    return String(((BigInt(Math.floor(now())) - EPOCH_MS) << 22n) | increment);
  };
}

/** The shard that a server's events go to; what belongs to no server goes to the first. */
export const shardOf = (guildId: string | undefined, shards: number): number =>
  guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(shards));
