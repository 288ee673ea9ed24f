import { commands } from '../../commands/index.ts';
import { declare, DeclarationError } from '../bot/declare.ts';
import { findApplicationId } from '../discord/application.ts';
import { publishCommands } from '../discord/publish.ts';
import { createRest } from '../discord/rest.ts';
import { isTokenRefusal } from '../discord/start.ts';
import { settings } from '../settings/settings.ts';
import { VERSION } from '../version.ts';
import { createTerminalText } from '../words/terminal.ts';
import { createWords } from '../words/words.ts';
import { flagsOrExit } from './flags.ts';
import { readOrExit } from './settings.ts';

const t = createTerminalText();
const flags = flagsOrExit({ usage: t('usage.commands'), options: { 'dry-run': { type: 'boolean' } } });

const { token, apiUrl, applicationId: configuredId } = settings.discord;
const config = readOrExit(
  { token, apiUrl, applicationId: configuredId },
  'settings.title.publish',
  process.env,
);
const dryRun = flags.values['dry-run'] ?? false;

/** `npm run commands` publishes the commands; with `-- --dry-run`, it shows what would change. */
async function publish(): Promise<void> {
  const words = createWords();
  const declared = commands.map((command) => declare(command, words));
  const { rest } = createRest({ apiUrl: config.apiUrl, token: config.token.reveal(), version: VERSION });
  const applicationId = await findApplicationId(rest, config.applicationId);
  const { difference, written } = await publishCommands(rest, applicationId, declared, { dryRun });
  const groups = (['added', 'changed', 'removed'] as const).filter((group) => difference[group].length > 0);
  if (groups.length === 0) console.log(t('publish.same'));
  else console.log(t(written ? 'publish.did' : 'publish.would'));
  for (const group of groups) console.log(t(`publish.${group}`, { names: difference[group].join(', ') }));
}

try {
  await publish();
} catch (error) {
  console.error(explained(error));
  process.exitCode = 1;
}

/** Discord's message names the refused field. The error object contains the request and is not printed. */
function explained(error: unknown): string {
  if (error instanceof DeclarationError) return error.message;
  if (isTokenRefusal(error)) return t('start.refused.token');
  return t('publish.failed', { reason: error instanceof Error ? error.message : '' });
}
