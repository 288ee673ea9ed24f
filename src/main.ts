import { commands } from '../commands/index.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp, type Addresses, type App } from './app/app.ts';
import { untilReady } from './app/until-ready.ts';
import { flagsOrExit } from './cli/flags.ts';
import { readOrExit, remarkLine } from './cli/settings.ts';
import { addressLines, explainStart } from './cli/start-texts.ts';
import { createLog, terminalDestination } from './log.ts';
import { remarksOnNames, remarksOnValues } from './settings/remarks.ts';
import { settings } from './settings/settings.ts';
import { VERSION } from './version.ts';
import { createTerminalText } from './words/terminal.ts';

/** npm passes on to us the signal that the process group got already; only one that comes later means "now". */
const SECOND_SIGNAL_AFTER_MS = 500;

flagsOrExit({ usage: createTerminalText()('usage.start'), options: {} });
const config = readOrExit(settings, 'settings.title.start', process.env);
const log = createLog(
  config.logLevel,
  process.stdout.isTTY ? await terminalDestination((text) => process.stdout.write(text)) : undefined,
);

// A bug anywhere must not take everybody's bot away: it is written down, and the rest goes on.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
// Here something was left half done. Node's own report would print all that a library hung on the error, tokens included.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception');
  if (stoppingSince === undefined) void stop(1);
});

let app: App | undefined;
let stoppingSince: number | undefined;

async function stop(code: number): Promise<void> {
  stoppingSince = performance.now();
  await app?.stop().catch((error: unknown) => log.error({ err: error }, 'stopping'));
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stoppingSince === undefined) void stop(0);
    else if (performance.now() - stoppingSince >= SECOND_SIGNAL_AFTER_MS) process.exit(1);
  });
}

async function tellRunning(started: App, addresses: Addresses): Promise<void> {
  const onWait = () =>
    log.warn({}, 'Matchpoint has started and is not ready yet: GET /readyz says what it waits for');
  await untilReady({ isReady: started.isReady, onWait, sleep });
  if (stoppingSince !== undefined) return;
  const isTerminal = process.stdout.isTTY;
  log.info(isTerminal ? {} : addresses, 'Matchpoint is running');
  if (isTerminal) process.stdout.write(addressLines(addresses));
}

/** A start that failed for a reason that the one who starts it can mend: one sentence, no stack. */
function giveUp(error: unknown): Promise<void> {
  const sentence = explainStart(error, config);
  if (sentence === undefined) log.fatal({ err: error }, 'start');
  else console.error(sentence);
  return stop(1);
}

for (const remark of [...remarksOnNames(process.env), ...remarksOnValues(config)])
  log.warn({}, remarkLine(remark));
log.info({ version: VERSION, node: process.versions.node }, 'Matchpoint is starting');
try {
  app = await createApp(config, commands, log);
  const addresses = await app.start({ onRefused: (error) => void giveUp(error) });
  // A stop ends the wait for Discord, too.
  if (stoppingSince === undefined) await tellRunning(app, addresses);
} catch (error) {
  await giveUp(error);
}
