import type { REST } from '@discordjs/rest';
import type { Logger } from 'pino';
import type { Declaration } from '../bot/declare.ts';
import { findApplicationId, installLinks } from './application.ts';
import { publishCommands } from './publish.ts';

interface RegistrationOptions {
  rest: REST;
  /** If it is configured. */
  applicationId: string | undefined;
  authorizeUrl: URL;
  declared: readonly Declaration[];
  log: Logger;
}

/** The application at Discord. Its values are empty until `register` is done; before that, no interaction arrives. */
export function createRegistration({
  rest,
  applicationId: configured,
  authorizeUrl,
  declared,
  log,
}: RegistrationOptions) {
  let applicationId = configured ?? '';
  let commandIds = new Map<string, string>();
  return {
    applicationId: () => applicationId,
    install: () => installLinks(authorizeUrl, applicationId),
    /** `</rank:ID>`, or `/rank` until the id is known. */
    mention(command: string): string {
      const id = commandIds.get(command);
      return id === undefined ? `\`/${command}\`` : `</${command}:${id}>`;
    },
    /** Finds the application and publishes its commands. Throws what REST throws. */
    async register(): Promise<void> {
      applicationId = await findApplicationId(rest, configured);
      const published = await publishCommands(rest, applicationId, declared);
      commandIds = published.ids;
      if (published.written) log.info(published.difference, 'commands published');
    },
  };
}
