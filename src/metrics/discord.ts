import { Counter, Gauge, type Registry } from 'prom-client';

export interface DiscordMetrics {
  onShard: (shardId: number, ready: boolean) => void;
  /** Whose limit it was: "user", "global" or "shared". */
  onRateLimited: (scope: string) => void;
}

/** `invalidRequests`: how many Discord has refused (401, 403, 429) in the last ten minutes; at 10,000 it bans the address. */
export function discordMetrics(registry: Registry, invalidRequests?: () => number): DiscordMetrics {
  const registers = [registry];
  const shards = new Gauge({
    name: 'matchpoint_shard_ready',
    help: 'Whether a shard of this process has its gateway session.',
    labelNames: ['shard'],
    registers,
  });
  const limits = new Counter({
    name: 'matchpoint_discord_rate_limits_total',
    help: 'Calls of Discord’s API that one of its rate limits delayed, by whose limit it is.',
    labelNames: ['scope'],
    registers,
  });
  if (invalidRequests !== undefined) {
    new Gauge({
      name: 'matchpoint_discord_invalid_requests',
      help: 'Requests that Discord refused with 401, 403 or 429 in the last ten minutes; at 10,000 it bans the address.',
      registers,
      collect() {
        this.set(invalidRequests());
      },
    });
  }
  return {
    onShard: (shardId, ready) => shards.set({ shard: String(shardId) }, ready ? 1 : 0),
    onRateLimited: (scope) => limits.inc({ scope }),
  };
}
