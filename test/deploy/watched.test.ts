import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { everyMetric } from './every-metric.ts';
import { readPromql } from './promql.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface DashboardPanel {
  title: string;
  type: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const textOf = (path: string) => readFileSync(path, 'utf8');
const dashboard = JSON.parse(textOf('deploy/grafana/dashboards/matchpoint.json')) as {
  panels: DashboardPanel[];
  templating: { list: { query: { query: string } }[] };
  annotations: { list: { expr: string }[] };
};
const alerts = parse(textOf('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = alerts.groups.flatMap((group) => group.rules);
const targets = dashboard.panels.flatMap(({ title, targets: own = [] }) =>
  own.map((target) => ({ title, ...target })),
);

/** What Grafana and Prometheus themselves put in. */
const filledIn = (expression: string) => expression.replaceAll('$__rate_interval', '5m');
const OF_THE_TARGET = ['instance', 'job', 'community'];

const expressions: [where: string, expression: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...targets.map(({ title, expr }): [string, string] => [title, filledIn(expr)]),
  ...dashboard.annotations.list.map(({ expr }): [string, string] => ['annotation', filledIn(expr)]),
];

let labelsByMetric: Map<string, Set<string>>;
beforeAll(async () => {
  labelsByMetric = await everyMetric();
  labelsByMetric.set('up', new Set());
  // Of node_exporter.
  labelsByMetric.set('node_systemd_unit_state', new Set(['name', 'state']));
});

/** What an expression names that the bot does not have. */
const strangers = (expression: string): string[] =>
  readPromql(expression).selected.flatMap(({ metric, labels }) => {
    const own = labelsByMetric.get(metric);
    if (own === undefined) return [metric];
    return labels.filter((label) => !own.has(label) && !OF_THE_TARGET.includes(label));
  });

describe('the search for faults', () => {
  it.each([
    'sum by (command (rate(matchpoint_interactions_total[5m]))',
    'rate(matchpoint_interactions_total[5 minutes])',
    'matchpoint_ready ==',
  ])('finds that %s is no PromQL', (expression) => {
    expect(readPromql(expression).fault).toBeDefined();
  });

  it.each([
    ['rate(matchpoint_made_up_total[5m])', 'matchpoint_made_up_total'],
    ['matchpoint_interaction_first_answer_seconds', 'matchpoint_interaction_first_answer_seconds'],
    ['matchpoint_links_made_total{command="rank"}', 'command'],
    ['sum by (player) (matchpoint_interactions_total)', 'player'],
    ['max by (outcome) (sum by (command, outcome) (matchpoint_store_errors_total))', 'outcome'],
  ])('finds what %s asks for in vain', (expression, stranger) => {
    expect(strangers(expression)).toContain(stranger);
  });
});

describe('alerts and dashboard', () => {
  it.each(expressions)('%s is PromQL and asks for what there is: %s', (_where, expression) => {
    expect(readPromql(expression)).toMatchObject({ fault: undefined });
    expect(readPromql(expression).selected).not.toEqual([]);
    expect(strangers(expression)).toEqual([]);
  });

  it('show every figure of the bot’s own at least once', () => {
    const metrics = new Set(
      expressions.flatMap(([, expression]) =>
        readPromql(expression).selected.map(({ metric }) => metric.replace(/_(bucket|count|sum)$/, '')),
      ),
    );
    const figures = [...labelsByMetric.keys()]
      .filter((name) => name.startsWith('matchpoint_'))
      .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
    const unseen = figures.filter((name) => !metrics.has(name));
    // By which the dashboard lists the replicas.
    expect([...new Set(unseen)]).toEqual(['matchpoint_build_info']);
    expect(dashboard.templating.list[0]?.query.query).toContain('matchpoint_build_info');
  });

  it('have a name once, a severity, what it means and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toMatch(/^Matchpoint[A-Z]\w+$/);
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary.length, alert).toBeLessThan(90);
      expect(annotations.description.length, alert).toBeGreaterThan(80);
    }
  });

  it('that are critical need more than a share of a few answers', () => {
    const shares = rules.filter(({ labels, expr }) => labels.severity === 'critical' && expr.includes(' / '));
    expect(shares.map(({ alert }) => alert)).toEqual(['MatchpointAnswersLost']);
    for (const { expr } of shares) expect(expr).toMatch(/ and sum\(increase\(.*\[15m\]\)\) > [5-9]$/);
  });

  it('name only labels that their expression leaves', () => {
    for (const { alert, expr, annotations } of rules) {
      const used = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(
        ([, label = '']) => label,
      );
      const aggregated = /\b(sum|min|max|avg|absent)\b(?! by)/.test(expr);
      const remaining =
        /\bby \(([^)]+)\)/.exec(expr)?.[1]?.split(/,\s*/) ?? (aggregated ? [] : OF_THE_TARGET);
      expect(
        used.filter((label) => !remaining.includes(label)),
        alert,
      ).toEqual([]);
    }
    for (const { title, expr, legendFormat } of targets) {
      const used = [...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label = '']) => label);
      const remaining = /\bby \(([^)]+)\)/.exec(expr)?.[1]?.split(/,\s*/) ?? OF_THE_TARGET;
      expect(
        used.filter((label) => !remaining.includes(label)),
        title,
      ).toEqual([]);
    }
  });
});

describe('the dashboard', () => {
  it('has panels that do not overlap, within Grafana’s 24 columns', () => {
    const cells = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(cells.has(`${x},${y}`), title).toBe(false);
          cells.add(`${x},${y}`);
        }
    }
  });

  it('asks the data source that is provisioned', () => {
    const { datasources } = parse(textOf('deploy/grafana/provisioning/datasources/prometheus.yaml')) as {
      datasources: { uid: string }[];
    };
    const [source] = datasources;
    const charts = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(new Set(charts.map(({ datasource }) => datasource?.uid))).toEqual(new Set([source?.uid]));
  });
});

it('Prometheus loads the rules that are here and asks the port that the bot serves', () => {
  const config = parse(textOf('deploy/prometheus/prometheus.yml')) as {
    rule_files: string[];
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  for (const path of config.rule_files) expect(existsSync(path.replace('/etc', 'deploy')), path).toBe(true);
  const [job] = config.scrape_configs;
  expect(job?.job_name).toBe('matchpoint');
  for (const target of job?.static_configs.flatMap((one) => one.targets) ?? [])
    expect(target).toMatch(/:9464$/);
});
