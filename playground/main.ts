import { parseArgs } from 'node:util';
import { startPlayground } from './start.ts';
import { NIGHT_ENV } from './night/run.ts';
import { runHeadlessNight, showNight } from './night.ts';
import { startPage } from './page/server.ts';

/** Easy to remember; another one where it is taken. */
const PAGE_PORT = 4800;
/** As the bot calls it, too. */
const PLATFORM_NAME = 'Rally';
const REGIONS = 'ha-noi=Ha Noi,sao-paulo=Sao Paulo,berlin,seoul';
/** npm passes on a signal that the group has got already. */
const SAME_SIGNAL_MS = 500;

const { values } = parseArgs({
  options: {
    tour: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
    /** Of the night: without a page, and as fast as the bot follows. */
    headless: { type: 'boolean', default: false },
    minutes: { type: 'string' },
  },
});
const mode = values.http ? 'http' : 'gateway';

const NIGHT_MINUTES = 3;
const HEADLESS_MINUTES = 1;
const MINUTE_MS = 60_000;

function nightMs(): number {
  const minutes = Number(values.minutes ?? (values.headless ? HEADLESS_MINUTES : NIGHT_MINUTES));
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0.');
  return minutes * MINUTE_MS;
}

async function play(lengthMs: number): Promise<void> {
  let askedAt: number | undefined;
  let ask = (): void => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      askedAt ??= Date.now();
      if (Date.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
      ask();
    });

  console.log('Starting the bot and its small world …');
  const playground = await startPlayground({
    mode,
    platform: { platformName: PLATFORM_NAME },
    env: { PLATFORM_REGIONS: REGIONS, ...(values.night && NIGHT_ENV) },
  });
  const page = await startPage({ ...playground, platformName: PLATFORM_NAME, port: PAGE_PORT }).catch(
    async (error: unknown) => {
      await playground.close();
      throw error;
    },
  );
  console.log(`\n  ${page.url}\n\nOpen it in your browser. Ctrl-C ends all of it.`);
  const ending = new AbortController();
  const night = values.night
    ? showNight(playground, { lengthMs, signal: ending.signal }).catch((error: unknown) => {
        if (!ending.signal.aborted) console.error(error);
      })
    : undefined;
  await asked;
  ending.abort();
  await night;
  await page.close();
  await playground.close();
}

/** Without a browser: links a member, types every command, prints what they see, and ends by itself. */
async function tour(): Promise<number> {
  const { runTour } = await import('./tour.ts');
  return runTour({ mode });
}

try {
  const lengthMs = nightMs();
  if (values.tour) process.exit(await tour());
  if (values.night && values.headless) process.exit(await runHeadlessNight({ mode, lengthMs }));
  await play(lengthMs);
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
