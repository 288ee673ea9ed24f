import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import { mode } from '../../support/mode.ts';
import { readSamples } from '../../support/samples.ts';

const { version } = packageJson;
let world: Playground;
let text: string;
beforeAll(async () => {
  world = await startPlayground({ mode });
  await linked(world, 'Ana', CAST.contender);
  const ana = world.discord.member('Ana');
  await ana.slash('rank').answer();
  await ana.slash('leaderboard').answer();
  await ana.slash('leaderboard').answer();
  await ana.autocomplete('score', 'match', {}).suggestions();
  await ana.slash('tournament', { tournament: 'no-such-one' }).answer();
  text = await (await fetch(`http://127.0.0.1:${world.bot.env['METRICS_PORT']}/metrics`)).text();
});
afterAll(() => world.close());

describe('the metrics of a running bot', () => {
  test('tell what it has done', () => {
    const { value } = readSamples(text);
    const rank = { command: 'rank', kind: 'command' };
    expect(value('matchpoint_interactions_total', { ...rank, outcome: 'ok' })).toBe(1);
    expect(value('matchpoint_interaction_first_answer_seconds_count', rank)).toBe(1);
    expect(value('matchpoint_interaction_final_answer_seconds_bucket', { ...rank, le: '15' })).toBe(1);
    expect(value('matchpoint_interactions_total', { command: 'score', kind: 'autocomplete' })).toBe(1);
    expect(value('matchpoint_interactions_total', { command: 'tournament', outcome: 'ok' })).toBeUndefined();
    expect(value('matchpoint_platform_calls_total', { operation: 'GET /v1/rankings', outcome: 'ok' })).toBe(
      1,
    );
    expect(value('matchpoint_platform_kept_answers_total', { operation: 'GET /v1/rankings' })).toBe(1);
    expect(value('matchpoint_links_made_total')).toBe(1);
    expect(value('matchpoint_store_call_duration_seconds_count', { namespace: 'links' })).toBeGreaterThan(0);
    expect(value('matchpoint_store_errors_total')).toBeUndefined();
    expect(value('matchpoint_ready')).toBe(1);
    expect(value('matchpoint_store_up')).toBe(1);
    expect(value('matchpoint_discord_connected')).toBe(1);
    expect(value('matchpoint_shard_ready', { shard: '0' })).toBe(mode === 'gateway' ? 1 : undefined);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  test('and the first line of the log have the version of package.json', () => {
    expect(readSamples(text).value('matchpoint_build_info', { version })).toBe(1);
    const [first = ''] = world.bot.log().split('\n');
    expect(JSON.parse(first)).toMatchObject({ version, msg: 'Matchpoint is starting' });
  });

  test('hold no id and no name: labels are what is built, and nothing that was typed', () => {
    const labels = readSamples(text).samples.flatMap(({ labels: { le: _bound, ...own } }) =>
      Object.values(own),
    );
    expect(labels.filter((label) => /\d{4}/.test(label))).toEqual([]);
    const names = [...world.platform.world.players.values()].map(({ name }) => name);
    for (const name of [...names, 'Ana', 'no-such-one', CAST.contender, world.discord.applicationId])
      expect(labels.filter((label) => label.includes(name))).toEqual([]);
  });

  test.each(['/metrics', '/metrics/', '/link/../metrics'])(
    'are not at %s of the public port',
    async (path) => {
      const answer = await fetch(`${world.bot.url}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('matchpoint_');
    },
  );
});
