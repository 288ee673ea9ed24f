import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { missing } from '../support/programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RULES = 'deploy/prometheus/alerts.yml';

/** One sample a minute, in promtool's notation: `0x5 1x30` is six zeros, then 31 ones. */
type Series = Record<string, string>;

interface Case {
  alert: string;
  series: Series;
  /** Minutes at which it fires, and at which it doesn't. */
  fires: number[];
  silent?: number[];
}

const calls = (outcome: string, operation = 'GET /v1/tournaments') =>
  `matchpoint_platform_calls_total{operation="${operation}",outcome="${outcome}"}`;
const interactions = (outcome: string) =>
  `matchpoint_interactions_total{command="rank",kind="command",outcome="${outcome}"}`;
const refusals = (reason: string) => `matchpoint_linking_refusals_total{reason="${reason}"}`;
const buckets = (metric: string, counts: Series): Series =>
  Object.fromEntries(Object.entries(counts).map(([le, values]) => [`${metric}_bucket{le="${le}"}`, values]));

/** The first event has to count: each series that an increase is asked of begins at 0, as the bot's do. */
const cases: Case[] = [
  { alert: 'Down', series: { 'up{job="matchpoint"}': '1x3 0x10 1x10' }, fires: [8], silent: [2, 20] },
  { alert: 'Gone', series: { 'up{job="matchpoint"}': '1x3 0x10 1x10' }, fires: [8], silent: [2, 20] },
  {
    alert: 'CrashLoop',
    // A start at the 5th minute is an update; from the 20th on it is killed every two minutes.
    series: {
      'process_start_time_seconds{job="matchpoint",instance="a"}':
        '0x5 1x14 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 9x30',
    },
    fires: [30, 40],
    silent: [8, 19, 22, 60],
  },
  {
    alert: 'BackupFailed',
    series: {
      'node_systemd_unit_state{name="matchpoint-backup.service",state="failed"}': '0x5 1x10 0x10',
    },
    fires: [10],
    silent: [3, 20],
  },
  {
    alert: 'NotReady',
    series: { matchpoint_ready: '0x10 1x10', matchpoint_draining: '0x20' },
    fires: [5],
    silent: [1, 15],
  },
  {
    alert: 'Disconnected',
    series: { matchpoint_discord_connected: '0x10 1x10', matchpoint_draining: '0x20' },
    fires: [8],
    silent: [3, 15],
  },
  { alert: 'StoreDown', series: { matchpoint_store_up: '0x10 1x10' }, fires: [5], silent: [15] },
  {
    alert: 'StoreErrors',
    series: { 'matchpoint_store_errors_total{namespace="links",operation="get"}': '0x5 0+10x15 150x30' },
    fires: [15],
    silent: [40],
  },
  {
    alert: 'UnreadableRecords',
    series: { 'matchpoint_store_unreadable_records_total{namespace="links"}': '0x5 1x180' },
    fires: [7, 100],
    silent: [4, 135],
  },
  {
    alert: 'FirstAnswersSlow',
    series: buckets('matchpoint_interaction_first_answer_seconds', {
      '2': '0x30',
      '3': '0+10x30',
      '+Inf': '0+10x30',
    }),
    fires: [15],
  },
  {
    alert: 'AnswersLost',
    series: { [interactions('expired')]: '0+1x20 20x30', [interactions('ok')]: '0+30x50' },
    fires: [15],
    silent: [40],
  },
  { alert: 'Busy', series: { [interactions('busy')]: '0+1x20 20x20' }, fires: [10], silent: [35] },
  { alert: 'Broken', series: { [interactions('error')]: '0x5 6x40' }, fires: [8], silent: [4, 30] },
  {
    alert: 'SignaturesRefused',
    series: {
      'matchpoint_signatures_refused_total{reason="wrong"}': '0x5 20x30',
      [interactions('ok')]: '0x40',
    },
    fires: [8],
    silent: [25],
  },
  {
    alert: 'LinkingBroken',
    series: { [refusals('client-refused-by-platform')]: '0x5 1x40' },
    fires: [7],
    silent: [4, 30],
  },
  {
    alert: 'LinkingRefused',
    series: { [refusals('refused-by-platform')]: '0x5 20x60', matchpoint_links_made_total: '0x70' },
    fires: [10],
    silent: [50],
  },
  { alert: 'KeyRefused', series: { [calls('unauthorised')]: '0x5 1x40' }, fires: [7], silent: [4, 30] },
  {
    alert: 'KeyRefused',
    series: { [calls('unauthorised', 'GET /v1/me')]: '0x5 9x40' },
    fires: [],
    silent: [7],
  },
  {
    alert: 'PlatformFailing',
    series: { [calls('unavailable')]: '0+5x20 100x30', [calls('ok')]: '0+5x50' },
    fires: [15],
    silent: [40],
  },
  { alert: 'PlatformLimits', series: { [calls('rate-limited')]: '0+30x30' }, fires: [20] },
  {
    alert: 'RefreshesFail',
    series: {
      'matchpoint_token_refreshes_total{outcome="failed"}': '0x5 20x60',
      'matchpoint_token_refreshes_total{outcome="ok"}': '0x60',
    },
    fires: [14],
    silent: [40],
  },
  {
    alert: 'RateLimited',
    series: { 'matchpoint_discord_rate_limits_total{scope="user"}': '0+50x30 1500x30' },
    fires: [20],
    silent: [55],
  },
  {
    alert: 'InvalidRequests',
    series: { matchpoint_discord_invalid_requests: '0x3 3000x5 0x9' },
    fires: [6],
    silent: [15],
  },
  {
    alert: 'LoopStalls',
    series: { 'nodejs_eventloop_lag_p99_seconds{job="matchpoint"}': '0.5x15 0.01x15' },
    fires: [12],
    silent: [28],
  },
  {
    alert: 'NoBackgroundOwner',
    series: { matchpoint_background_owner: '0x10 1x10' },
    fires: [5],
    silent: [15],
  },
  {
    alert: 'NoBackgroundOwner',
    series: {
      'matchpoint_background_owner{community="a",instance="1"}': '1x20',
      'matchpoint_background_owner{community="b",instance="2"}': '1x10 0x10',
    },
    fires: [15],
    silent: [8],
  },
  {
    alert: 'BackgroundReadsFail',
    series: {
      'matchpoint_background_polls_total{outcome="unavailable"}': '0+5x20 100x30',
      'matchpoint_background_polls_total{outcome="ok"}': '0x20 0+5x30',
    },
    fires: [15],
    silent: [45],
  },
  {
    alert: 'PostsLate',
    series: buckets('matchpoint_background_post_delay_seconds', {
      '60': '0x40',
      '120': '0+5x40',
      '+Inf': '0+5x40',
    }),
    fires: [25],
  },
  {
    alert: 'ChannelsStop',
    series: { 'matchpoint_background_stops_total{reason="forbidden"}': '0x5 9x120' },
    fires: [8],
    silent: [4, 90],
  },
  {
    alert: 'RolesStall',
    series: { matchpoint_roles_stalled_seconds: '0x5 0+60x25 0x20' },
    fires: [28],
    silent: [5, 20, 40],
  },
];

const testOf = ({ alert, series, fires, silent = [] }: Case) => {
  const at = (minutes: number[], value: number) =>
    minutes.map((minute) => ({
      expr: `count(ALERTS{alertname="Matchpoint${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: '{}', value }],
    }));
  return {
    name: alert,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [...at(fires, 1), ...at(silent, 0)],
  };
};

async function promtool(tests: readonly Case[]): Promise<string> {
  const file = join(await temporaryFolder(), 'tests.yml');
  writeFileSync(
    file,
    stringify({ rule_files: [resolve(RULES)], evaluation_interval: '1m', tests: tests.map(testOf) }),
  );
  try {
    return execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String(error instanceof Error ? Reflect.get(error, 'stderr') : error).slice(0, 2000);
  }
}

describe('the alerts', () => {
  it('are each fired by a case', () => {
    const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    const fired = cases.filter(({ fires }) => fires.length > 0).map(({ alert }) => `Matchpoint${alert}`);
    expect(new Set(fired)).toEqual(new Set(alerts));
  });

  it.skipIf(missing('promtool'))(
    'fire in Prometheus when they should, also at the first event, and end after it',
    async () => {
      expect(await promtool(cases)).toMatch(/SUCCESS/);
    },
  );
});
