import { expect, test, vi } from 'vitest';
import { createPower } from '../../page/power.ts';

/** A bot whose stops and starts end when the test says so. */
function fakeBot() {
  let pid: number | undefined = 1;
  let end: (error?: Error) => void = () => {};
  const calls: string[] = [];
  const act = (name: string, after: number | undefined) => () => {
    calls.push(name);
    return new Promise<never>((resolve, reject) => {
      end = (error) => {
        if (error) return reject(error);
        pid = after;
        return (resolve as () => void)();
      };
    });
  };
  const bot = { pid: () => pid, stop: act('stop', undefined), start: act('start', 2) };
  return { bot, calls, end: (error?: Error) => end(error) };
}

test('the bot stops and starts again, and each step is shown', async () => {
  const { bot, calls, end } = fakeBot();
  const states: string[] = [];
  const power = createPower(bot, () => states.push(power.state));
  expect(power.state).toBe('running');
  power.turn('stopped');
  power.turn('running');
  expect(states).toEqual(['stopping']);
  end();
  await vi.waitFor(() => expect(states).toEqual(['stopping', 'stopped']));
  power.turn('stopped');
  power.turn('running');
  end();
  await vi.waitFor(() => expect(states).toEqual(['stopping', 'stopped', 'starting', 'running']));
  expect(calls).toEqual(['stop', 'start']);
});

test('a start that fails leaves a bot that can be started again', async () => {
  const { bot, calls, end } = fakeBot();
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  const power = createPower(bot, () => {});
  power.turn('stopped');
  end();
  await vi.waitFor(() => expect(power.state).toBe('stopped'));
  power.turn('running');
  end(new Error('no port'));
  await vi.waitFor(() => expect(power.state).toBe('stopped'));
  expect(complaint).toHaveBeenCalledWith('no port');
  complaint.mockRestore();
  power.turn('running');
  expect(calls).toEqual(['stop', 'start', 'start']);
});
