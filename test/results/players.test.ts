import { expect, it } from 'vitest';
import { Report } from '../../src/results/report.ts';
import { sha256 } from '../../src/sha256.ts';
import { resultWorld, textOf } from '../support/result-world.ts';

const RULE = 'score:rule:m1:::::3:1';
const OPEN = [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }];
const reportOf = (world: ReturnType<typeof resultWorld>) =>
  world.stores.replica().namespace('reports', Report).get(sha256('700:m1'));

it('who claimed a score rules nowhere in that match, though they unlinked and came back with another account', async () => {
  const world = resultWorld();
  const { services, forgetMember } = world.replica();
  const olga = await services.accounts.find('503');
  if (olga.state !== 'linked') throw new Error('not linked');
  const input = (playerId: string) => ({
    press: 'score' as const,
    match: world.match(),
    presser: { account: { ...olga.account, playerId }, isOrganizer: true, isTeammate: false },
    place: { guildId: '700', policy: 'at-once' as const, deadlineMs: 1 },
    scores: { player1: 3, player2: 1 },
  });
  await services.results.press(input('u1'));
  await forgetMember('503');
  expect(JSON.stringify(await reportOf(world))).not.toContain('503');
  expect((await reportOf(world))?.marks).toHaveLength(1);
  const form = await world.replica().press('olga', RULE);
  expect(textOf(form)).toContain('You play in this match');
  const ruling = { ...input('u3'), press: 'rule' as const, reason: 'Mine.' };
  expect(await services.results.press(ruling)).toMatchObject({ kind: 'refused', why: 'plays' });
});

it('a ruling ends once the platform shows the match open again, or another result', async () => {
  for (const score of [undefined, 2]) {
    const world = resultWorld();
    await world.replica().rule('olga', RULE, { reason: 'Seen.' });
    const typed = { match: 'm1', player1_score: 1, player2_score: 3 };
    expect(textOf(await world.replica().type('ana', 'score', typed))).toContain('has ruled');
    if (score === undefined) Object.assign(world.match(), { phase: 'open', winner: undefined, sides: OPEN });
    else world.show(score, 0);
    world.clock.time += 61_000;
    expect(await world.replica().services.results.find(world.match(), '700')).toBeUndefined();
    expect(textOf(await world.replica().type('ana', 'score', typed))).toContain('Report this score?');
  }
});

it('a ruling whose process was killed while it wrote is none', async () => {
  const world = resultWorld();
  await new Promise<void>((begun) => {
    world.platform.instead = () => {
      begun();
      return new Promise(() => undefined);
    };
    void world.replica().rule('olga', RULE, { reason: 'Seen.' });
  });
  world.platform.instead = undefined;
  world.clock.time += 61_000;
  expect(textOf(await world.replica().type('bruno', 'match', { match: 'm1' }))).not.toContain('ruled');
  await world.replica().report('bruno', 1, 3);
  expect(world.writes.at(-1)).toEqual({ playerId: 'u2', score: '1-3' });
});

it('the log names who hides by the platform’s name alone', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' }, hidden: ['ana'] });
  await world.replica().report('ana', 3, 1);
  expect(world.lines().join()).toContain('Ana reported');
  expect(world.lines().join()).not.toContain('501');
});
