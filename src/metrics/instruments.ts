import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Around the 1.5 s after which a read is deferred, and the 3 s that Discord gives. */
const FIRST_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3];
const FINAL_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 15];
const PLATFORM_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From a SQLite read out of the page cache to the deadline of a store that hangs. */
const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];
const POST_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300];

/** Registers everything that the bot reports besides Node's own figures. */
export function createInstruments(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, buckets, labelNames, registers });

  return {
    ready: gauge('matchpoint_ready', 'Whether the bot may be sent work.'),
    draining: gauge('matchpoint_draining', 'Whether the bot is stopping.'),
    connected: gauge(
      'matchpoint_discord_connected',
      'Whether interactions can arrive: every shard has its session, or the endpoint is open.',
    ),
    storeUp: gauge('matchpoint_store_up', 'Whether the store can be read and written.'),
    build: gauge('matchpoint_build_info', 'The version that runs; always 1.', 'version'),

    interactions: counter(
      'matchpoint_interactions_total',
      'Interactions that are over, by command, kind and outcome.',
      'command',
      'kind',
      'outcome',
    ),
    firstAnswers: histogram(
      'matchpoint_interaction_first_answer_seconds',
      'Time from an interaction to its first answer; Discord gives 3 seconds.',
      FIRST_SECONDS,
      'command',
      'kind',
    ),
    finalAnswers: histogram(
      'matchpoint_interaction_final_answer_seconds',
      'Time from an interaction to its last answer.',
      FINAL_SECONDS,
      'command',
      'kind',
    ),
    running: gauge('matchpoint_interactions_running', 'Interactions that are being answered.'),

    platformCalls: counter(
      'matchpoint_platform_calls_total',
      'Exchanges with the platform, by operation and outcome; repetitions count.',
      'operation',
      'outcome',
    ),
    platformSeconds: histogram(
      'matchpoint_platform_call_duration_seconds',
      'How long exchanges with the platform take, failures included.',
      PLATFORM_SECONDS,
      'operation',
    ),
    cachedAnswers: counter(
      'matchpoint_platform_kept_answers_total',
      'Reads that were answered without an exchange of their own: from a kept copy, or by one in flight.',
      'operation',
    ),

    links: counter('matchpoint_links_made_total', 'Links that were stored, new ones and those linked again.'),
    unlinks: counter('matchpoint_links_removed_total', 'Links that their members removed.'),
    refreshes: counter(
      'matchpoint_token_refreshes_total',
      'Refreshes of access tokens: ok, refused (the member has to link again), or failed (the platform did not answer).',
      'outcome',
    ),
    linkRefusals: counter(
      'matchpoint_linking_refusals_total',
      'Steps of linking that were refused, by reason.',
      'reason',
    ),

    storeSeconds: histogram(
      'matchpoint_store_call_duration_seconds',
      'How long calls of the store take, failures included.',
      STORE_SECONDS,
      'namespace',
      'operation',
    ),
    storeErrors: counter(
      'matchpoint_store_errors_total',
      'Calls that the store did not answer.',
      'namespace',
      'operation',
    ),
    unreadable: counter(
      'matchpoint_store_unreadable_records_total',
      'Records that cannot be read and are skipped, in whole or in part; each counts once.',
      'namespace',
    ),

    polls: counter(
      'matchpoint_background_polls_total',
      'Background reads of the platform, by outcome.',
      'outcome',
    ),
    posts: histogram(
      'matchpoint_background_post_delay_seconds',
      'Time from the reading that shows something new to the post that tells it, by kind; its count is the posts.',
      POST_SECONDS,
      'kind',
    ),
    stops: counter(
      'matchpoint_background_stops_total',
      'Channels that are told nothing more of a tournament, by reason.',
      'reason',
    ),
    owner: gauge(
      'matchpoint_background_owner',
      'Whether this process does the background work; the sum over all replicas is 1.',
    ),
    followed: gauge(
      'matchpoint_background_followed',
      'Tournaments that channels follow, each channel counted; only the owner knows.',
    ),

    shards: gauge(
      'matchpoint_shard_ready',
      'Whether a shard of this process has its gateway session.',
      'shard',
    ),
    refusedSignatures: counter(
      'matchpoint_signatures_refused_total',
      'Requests to the interactions endpoint that were refused, by reason: a missing, old or wrong signature.',
      'reason',
    ),
    rateLimits: counter(
      'matchpoint_discord_rate_limits_total',
      'Calls of Discord’s API that one of its rate limits delayed, by whose limit it is.',
      'scope',
    ),
    invalidRequests: gauge(
      'matchpoint_discord_invalid_requests',
      'Requests that Discord refused with 401, 403 or 429 in the last ten minutes; at 10,000 it bans the address.',
    ),
  };
}
