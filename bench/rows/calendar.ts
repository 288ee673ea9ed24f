import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import type { BenchBot } from '../world.ts';
import { size, type BenchRow } from './row.ts';

const AT_ONCE = 16;
const REQUESTS = 8000;
/** As many as the bot lists at most. */
const LISTED = 200;
const LISTED_WITHIN_MS = 60_000;

/** Every request comes from another address: one alone would meet its limit. */
const addressAt = (at: number): string => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;

/** What strangers may request, against a page that says only that the process lives. */
export const calendar: BenchRow = {
  name: 'calendar',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, listed: LISTED });
    const bot: BenchBot = await world.ours({ mode: 'http', env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const pool = new Pool(new URL(bot.endpoint).origin, { connections: AT_ONCE, pipelining: 1 });
    let requests = 0;

    async function get(path: string): Promise<string> {
      const headers = { 'x-forwarded-for': addressAt((requests += 1)), 'accept-language': 'en-US' };
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
      return text;
    }

    const eventsIn = (text: string): number => text.split('BEGIN:VEVENT').length - 1;

    /** Processor time of one request. */
    async function measure(path: string): Promise<number> {
      const count = size(effort, REQUESTS, 200);
      const before = bot.cpuMs();
      for (let at = 0; at < count; at += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => get(path)));
      return (bot.cpuMs() - before) / count;
    }

    try {
      // The first request of a calendar makes the bot read what is upcoming, and one is built once a minute.
      for (
        const end = Date.now() + LISTED_WITHIN_MS;
        effort.quick === false && Date.now() < end;
        await sleep(1000)
      )
        if (eventsIn(await get('/calendar.ics')) === LISTED) break;
      const events = eventsIn(await get('/calendar.ics'));
      const paths = ['/healthz', '/calendar.ics'] as const;
      for (const path of paths) await measure(path);
      const figures = await alternate(effort.rounds, paths, measure);
      const { '/healthz': health, '/calendar.ics': calendars } = figures;
      return [
        {
          what: `/calendar.ics of ${events} tournaments: CPU of a request`,
          against: '/healthz',
          ours: `${median(calendars).toFixed(3)} ms`,
          theirs: `${median(health).toFixed(3)} ms`,
          figure: medianRatio(calendars, health, (ms) => ms),
          goal: { atMost: 5 },
          beside: `over sockets, ${AT_ONCE} at once, each from another address`,
        },
      ];
    } finally {
      await pool.close();
      await bot.stop();
      await world.platform.ask('set', { listed: 20 });
    }
  },
};
