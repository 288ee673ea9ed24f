/** The bot as it is, but without rank cards: how many it draws depends on how fast it is asked, which would blur all other figures. */
import { commands } from '../commands/index.ts';
import { createApp } from '../src/app/app.ts';
import { readOrExit } from '../src/cli/settings.ts';
import { createLog } from '../src/log.ts';
import { settings } from '../src/settings/settings.ts';

const config = readOrExit(settings, 'settings.title.start', process.env);
const app = await createApp(config, commands, createLog(config.logLevel), { takeCard: () => false });
process.once('SIGTERM', () => void app.stop().finally(() => process.exit()));
await app.start({ onRefused: () => process.exit(1) });
