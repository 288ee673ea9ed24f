import { flagsOrExit } from '../src/cli/flags.ts';
import { Locale } from 'discord.js';
import { createWords } from '../src/words/words.ts';
import { startPlayground } from './start.ts';
import { NIGHT_ENV } from './night/run.ts';
import { runHeadlessNight, showNight } from './night.ts';
import { startPage } from './page/server.ts';

/** Easy to remember. */
const PAGE_PORT = 4800;
/** As the bot calls it, too. */
const PLATFORM_NAME = 'Rally';
const REGIONS = 'ha-noi=Ha Noi,sao-paulo=Sao Paulo,berlin,seoul';
/** npm passes on a signal that the group has got already. */
const SAME_SIGNAL_MS = 500;

const LOCALES = createWords().locales;
const ALL_LOCALES = 'all';
/** The languages of members' apps, without one chosen language. */
const OWN_LOCALES = new Map([
  ['Bruno', Locale.PortugueseBR],
  ['Chloé', Locale.French],
]);

const USAGE = `npm run playground -- [OPTIONS]
  The bot with stand-ins for Discord and the platform, on a page at 127.0.0.1. No settings needed.
  --port N       the page's port (or PORT=N): 4800; another one if it's taken
  --http         interactions over HTTP instead of the gateway
  --night        plays a whole tournament while you watch
  --minutes N    how long the night takes: 3, or 1 with --headless
  --headless     with --night: without a page, in English; ends with 1 if a channel missed, repeated or contradicted anything
  --tour         without a page: runs every command and prints the answers
  --locale NAME  the language of all members and servers: ${LOCALES.join(', ')};
                 with --tour also "all", one after another`;

const { values } = flagsOrExit({
  usage: USAGE,
  options: {
    port: { type: 'string' },
    tour: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
    headless: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    locale: { type: 'string' },
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

/** The languages of `--locale`; none without it. */
function chosenLocales(): Locale[] {
  const { locale, tour } = values;
  if (locale === undefined) return [];
  const names = tour && locale === ALL_LOCALES ? LOCALES : LOCALES.filter((name) => name === locale);
  if (names.length === 0) throw new Error(`--locale takes one of ${LOCALES.join(', ')}.`);
  return Object.values(Locale).filter((known) => names.includes(known));
}

/** `PORT=` counts as unset. */
function pagePort(): number {
  const text = (values.port ?? process.env['PORT']?.trim()) || String(PAGE_PORT);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error('--port and PORT take a number from 0 to 65535.');
  return port;
}

interface PlayOptions {
  lengthMs: number;
  port: number;
  locale: Locale | undefined;
}

async function play({ lengthMs, port, locale }: PlayOptions): Promise<void> {
  let askedAt: number | undefined;
  let ask = (): void => {};
  const interrupted = new Promise<void>((resolve) => (ask = resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      askedAt ??= Date.now();
      if (Date.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
      ask();
    });

  console.log('Starting the bot and its small world …');
  const playground = await startPlayground({
    mode,
    discord: { locale },
    platform: { platformName: PLATFORM_NAME },
    env: { PLATFORM_REGIONS: REGIONS, ...(values.night && NIGHT_ENV) },
  });
  const page = await startPage({ ...playground, platformName: PLATFORM_NAME, port }).catch(
    async (error: unknown) => {
      await playground.close();
      throw error;
    },
  );
  // The night's people speak one language.
  if (locale === undefined && !values.night)
    for (const member of playground.discord.world.members)
      member.locale = OWN_LOCALES.get(member.name) ?? member.locale;
  console.log(`\n  ${page.url}\n\nOpen it in your browser. Ctrl-C ends all of it.`);
  const ending = new AbortController();
  const night = values.night
    ? showNight(playground, { lengthMs, signal: ending.signal }).catch((error: unknown) => {
        if (!ending.signal.aborted) console.error(error);
      })
    : undefined;
  await interrupted;
  ending.abort();
  await night;
  await page.close();
  await playground.close();
}

/** Without a browser: links a member, types every command, prints what they see, and exits. */
async function tour(locales: readonly Locale[]): Promise<number> {
  const { runTour } = await import('./tour.ts');
  let failures = 0;
  for (const locale of locales) failures += await runTour({ mode, locale });
  return failures === 0 ? 0 : 1;
}

try {
  const lengthMs = nightMs();
  const locales = chosenLocales();
  const [locale] = locales;
  if (values.tour) process.exit(await tour(locale === undefined ? [Locale.EnglishUS] : locales));
  if (values.night && values.headless) {
    if (locale !== undefined)
      throw new Error('--headless judges the night in English: it takes no --locale.');
    process.exit(await runHeadlessNight({ mode, lengthMs }));
  }
  await play({ lengthMs, port: pagePort(), locale });
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
