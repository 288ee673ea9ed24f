import { DiscordAPIError } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { publicAddress } from '../../linking/public-url.ts';
import { createRest } from '../../discord/rest.ts';
import { isTokenRefusal } from '../../discord/start.ts';
import { readSettings, type Environment } from '../../settings/read.ts';
import { settings } from '../../settings/settings.ts';
import { oneLine } from '../../words/plain.ts';
import { VERSION } from '../../version.ts';
import { createTerminalText } from '../../words/terminal.ts';
import { explainFaults } from '../settings.ts';
import { applicationChanges, type ApplicationChange } from './application-changes.ts';
import { Application, checkInstall } from './check-install.ts';
import { createFindings } from './finding.ts';
import { NEEDS } from './kit.ts';
import { findingLines } from './report.ts';
import { withoutSecrets } from './run.ts';

const MAX_TEXT = 400;

interface MendTerminal {
  say: (line: string) => void;
  /** Asks before a change. */
  confirm: (question: string) => Promise<boolean>;
}

/**
 * Sets what the API can set of the application after a confirmation, and prints what remains for the developer portal.
 * Returns the exit code: 1 if something could not be set, or was not confirmed.
 */
export async function runMend(environment: Environment, { say, confirm }: MendTerminal): Promise<0 | 1> {
  const result = readSettings(
    { ...NEEDS.discord, web: { publicUrl: settings.web.publicUrl }, name: settings.platform.name },
    environment,
  );
  if ('faults' in result) {
    say(explainFaults(result.faults, 'settings.title.mend'));
    return 1;
  }
  const { config } = result;
  const t = createTerminalText({ platformName: config.name });
  const print = (line: string): void => say(withoutSecrets(line, environment));
  const rests = createRest({
    apiUrl: config.discord.apiUrl,
    token: config.discord.token.reveal(),
    version: VERSION,
  });
  const required = {
    description: t('application.description'),
    tags: t('application.tags').split(', '),
    endpoint:
      config.discord.mode === 'http' ? publicAddress(config.web.publicUrl, '/interactions').href : undefined,
  };

  /** Sends all parts in one request. The endpoint has its own, because Discord refuses it while the bot is down. */
  async function change(changes: readonly ApplicationChange[]): Promise<boolean> {
    if (changes.length === 0) return true;
    const parts = changes.map(({ part }) => t(`mend.part.${part}`)).join(', ');
    try {
      await rests.rest.patch(Routes.currentApplication(), {
        body: Object.assign({}, ...changes.map(({ body }) => body)),
      });
      print(t('mend.changed', { parts }));
      return true;
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || isTokenRefusal(error)) throw error;
      print(t('mend.refused', { parts, reason: oneLine(error.message, MAX_TEXT) }));
      if (changes.some(({ part }) => part === 'endpoint')) print(t('mend.endpointNeeds'));
      return false;
    }
  }

  const readApplication = async () => Application.parse(await rests.rest.get(Routes.currentApplication()));
  const orNothing = (text: string): string => (text === '' ? t('mend.nothing') : oneLine(text, MAX_TEXT));

  async function mend(): Promise<boolean> {
    const application = await readApplication();
    const changes = applicationChanges(application, required);
    if (changes.length === 0) print(t('mend.same', { name: oneLine(application.name, MAX_TEXT) }));
    else print(t('mend.would', { name: oneLine(application.name, MAX_TEXT) }));
    for (const { part, before, after } of changes)
      print(
        t('mend.change', {
          part: t(`mend.part.${part}`),
          before: orNothing(before),
          after: orNothing(after),
        }),
      );
    if (changes.length > 0 && !(await confirm(t('mend.confirm')))) {
      print(t('mend.unconfirmed'));
      return false;
    }
    const isEndpoint = ({ part }: ApplicationChange): boolean => part === 'endpoint';
    const results = [
      await change(changes.filter((one) => !isEndpoint(one))),
      await change(changes.filter(isEndpoint)),
    ];
    return results.every(Boolean);
  }

  async function printPortalSteps(): Promise<void> {
    print(`\n${t('mend.portal')}`);
    const findings = createFindings(t);
    const steps = [
      ...checkInstall({ config, say: findings }, await readApplication()),
      findings.ok('intentsNone'),
    ];
    for (const finding of steps) print(findingLines(finding, t, false).join('\n'));
  }

  try {
    const isMended = await mend();
    await printPortalSteps();
    return isMended ? 0 : 1;
  } catch (error) {
    // Discord's message names what it refuses. The error object contains the request and is not printed.
    const reason = error instanceof Error ? oneLine(error.message, MAX_TEXT) : '';
    print(isTokenRefusal(error) ? t('start.refused.token') : t('publish.failed', { reason }));
    return 1;
  } finally {
    await rests.close();
  }
}
