import { expect, test, vi } from 'vitest';
import { playNight } from '../../night/clock.ts';
import { call, openPlatform } from '../../../tools/platform-stand-in/test/visitor.ts';

async function openNight() {
  const platform = await openPlatform();
  const tournament = [...platform.world.tournaments.values()].find(({ state }) => state === 'running')!;
  const told: string[] = [];
  const ending = new AbortController();
  const play = (steps: { afterReading?: true; line: string | undefined }[]) =>
    playNight(
      { tournament, steps: steps.map(({ line, ...step }) => ({ at: 0, ...step, run: () => line })) },
      { platform, lengthMs: 10, tell: (line) => told.push(line), signal: ending.signal },
    );
  return { platform, path: `/v1/tournaments/${tournament.id}`, told, ending, play };
}

test('a step that changes what has to be read first waits for a reading since the last change', async () => {
  const { platform, path, told, play } = await openNight();
  await call(platform, `${path}/bracket`);
  const night = play([
    { line: 'begins' },
    { line: undefined },
    { afterReading: true, line: 'result' },
    { line: 'next' },
  ]);
  await vi.waitFor(() => expect(told).toEqual(['begins']));
  await call(platform, path);
  expect(told).toEqual(['begins']);
  await call(platform, `${path}/bracket`);
  await night;
  expect(told).toEqual(['begins', 'result', 'next']);
});

test('a night that is called off ends at once', async () => {
  const { told, ending, play } = await openNight();
  const night = play([{ line: 'begins' }, { afterReading: true, line: 'result' }]);
  await vi.waitFor(() => expect(told).toEqual(['begins']));
  ending.abort();
  await expect(night).rejects.toThrow(/abort/i);
  expect(told).toEqual(['begins']);
});
