import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Fine around 1.5 s, when a read is deferred, and 3 s, when Discord gives up. */
const FIRST_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3];
const FINAL_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 15];
const PLATFORM_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From a cached SQLite read to the timeout of a store call. */
const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];
const POST_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300];
/** From a minute to a week. */
const SETTLED_SECONDS = [60, 300, 900, 3600, 10_800, 43_200, 86_400, 259_200, 604_800];

/** Registers all metrics besides Node's default ones. */
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
    ready: gauge('matchpoint_ready', 'Whether the bot is ready for traffic.'),
    draining: gauge('matchpoint_draining', 'Whether the bot is stopping.'),
    connected: gauge(
      'matchpoint_discord_connected',
      'Whether interactions can arrive: every shard has its session, or the endpoint is open.',
    ),
    storeUp: gauge('matchpoint_store_up', 'Whether the store can be read and written.'),
    build: gauge('matchpoint_build_info', 'The running version, as a label; always 1.', 'version'),

    interactions: counter(
      'matchpoint_interactions_total',
      'Finished interactions, by command, kind and outcome.',
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
    running: gauge('matchpoint_interactions_running', 'Interactions in progress.'),

    platformCalls: counter(
      'matchpoint_platform_calls_total',
      'Requests to the platform, by operation and outcome; retries count.',
      'operation',
      'outcome',
    ),
    platformSeconds: histogram(
      'matchpoint_platform_call_duration_seconds',
      'Duration of requests to the platform, failures included.',
      PLATFORM_SECONDS,
      'operation',
    ),
    cachedAnswers: counter(
      'matchpoint_platform_kept_answers_total',
      'Reads answered without a request: from the cache, or by a request already in flight.',
      'operation',
    ),

    links: counter('matchpoint_links_made_total', 'Links that were stored, renewed ones included.'),
    unlinks: counter('matchpoint_links_removed_total', 'Links that members removed.'),
    refreshes: counter(
      'matchpoint_token_refreshes_total',
      'Refreshes of access tokens: ok, refused (the member has to link again), or failed (the platform did not answer).',
      'outcome',
    ),
    linkRefusals: counter(
      'matchpoint_linking_refusals_total',
      'Refused steps of the linking flow, by reason.',
      'reason',
    ),

    storeSeconds: histogram(
      'matchpoint_store_call_duration_seconds',
      'Duration of store calls, failures included.',
      STORE_SECONDS,
      'namespace',
      'operation',
    ),
    storeErrors: counter(
      'matchpoint_store_errors_total',
      'Store calls that failed.',
      'namespace',
      'operation',
    ),
    unreadable: counter(
      'matchpoint_store_unreadable_records_total',
      'Unreadable records that were skipped, in whole or in part; each counts once an hour while it is met.',
      'namespace',
    ),

    polls: counter(
      'matchpoint_background_polls_total',
      'Background reads of the platform, by outcome.',
      'outcome',
    ),
    posts: histogram(
      'matchpoint_background_post_delay_seconds',
      'Time from reading a change to posting it, by kind.',
      POST_SECONDS,
      'kind',
    ),
    stops: counter('matchpoint_background_stops_total', 'Follows that stopped, by reason.', 'reason'),
    owner: gauge(
      'matchpoint_background_owner',
      'Whether this process does the background work; 1 in total across replicas.',
    ),
    followed: gauge(
      'matchpoint_background_followed',
      'Active follows, as the owner of the background work sees them.',
    ),

    roleChanges: counter(
      'matchpoint_roles_changes_total',
      'Roles that rules gave and took, and changes that Discord refused, by outcome.',
      'outcome',
    ),
    rolesBehind: gauge(
      'matchpoint_roles_behind',
      'Members whose roles are to be changed, as the owner of the background work sees them.',
    ),
    rolesStalled: gauge(
      'matchpoint_roles_stalled_seconds',
      'How long the server that waits longest for its changes of roles has not got on; without those that wait for a permission.',
    ),

    results: counter(
      'matchpoint_results_total',
      'Results that were reported, agreed to, disputed, ruled on and reminded of, by event.',
      'event',
    ),
    settledSeconds: histogram(
      'matchpoint_result_settled_seconds',
      'Time from a report that others had to settle to its end.',
      SETTLED_SECONDS,
    ),

    shards: gauge(
      'matchpoint_shard_ready',
      'Whether a shard of this process has a gateway session.',
      'shard',
    ),
    refusedSignatures: counter(
      'matchpoint_signatures_refused_total',
      'Refused requests to the interactions endpoint, by reason: a missing, old or wrong signature.',
      'reason',
    ),
    rateLimits: counter(
      'matchpoint_discord_rate_limits_total',
      'Discord API requests delayed by a rate limit, by its scope.',
      'scope',
    ),
    invalidRequests: gauge(
      'matchpoint_discord_invalid_requests',
      'Requests that Discord refused with 401, 403 or 429 in the last ten minutes; at 10,000 it bans the address.',
    ),
  };
}
