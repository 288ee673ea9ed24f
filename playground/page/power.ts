import type { PlaygroundBot } from '../bot.ts';
import type { BotState } from './protocol.ts';

/** The bot's process, as the page stops and starts it: on the same store. */
export interface BotPower {
  readonly state: BotState;
  /** Does nothing while it stops or starts. */
  turn(to: 'running' | 'stopped'): void;
}

export type StoppableBot = Pick<PlaygroundBot, 'pid' | 'start' | 'stop'>;

export function createPower(bot: StoppableBot, changed: () => void): BotPower {
  let underWay: 'stopping' | 'starting' | undefined;
  const state = (): BotState => underWay ?? (bot.pid() === undefined ? 'stopped' : 'running');

  async function change(to: 'running' | 'stopped'): Promise<void> {
    underWay = to === 'running' ? 'starting' : 'stopping';
    changed();
    try {
      await (to === 'running' ? bot.start() : bot.stop());
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    } finally {
      underWay = undefined;
      changed();
    }
  }

  return {
    get state() {
      return state();
    },
    turn: (to) => {
      if (underWay === undefined && state() !== to) void change(to);
    },
  };
}
