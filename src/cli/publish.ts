import { commands } from '../../commands/index.ts';
import { declare } from '../bot/declare.ts';
import { findApplicationId } from '../discord/application.ts';
import { publishCommands } from '../discord/publish.ts';
import { createRest } from '../discord/rest.ts';
import { VERSION } from '../app.ts';
import { createWords } from '../words/words.ts';
import { readSettings } from './settings.ts';

// npm run commands -- --dry-run: what publishing would change; without the flag it publishes.
const config = readSettings(process.env);
const words = createWords();
const t = words.in('en-US');
const dryRun = process.argv.includes('--dry-run');
const { rest } = createRest({
  apiUrl: config.discord.apiUrl,
  token: config.discord.token.reveal(),
  version: VERSION,
});
const applicationId = await findApplicationId(rest, config.discord.applicationId);
const declared = commands.map((command) => declare(command, words));
const { difference, written } = await publishCommands(rest, applicationId, declared, { dryRun });

const groups = (['added', 'changed', 'removed'] as const).filter((group) => difference[group].length > 0);
if (groups.length === 0) console.log(t('publish.same'));
else console.log(t(written ? 'publish.did' : 'publish.would'));
for (const group of groups) console.log(t(`publish.${group}`, { names: difference[group].join(', ') }));
