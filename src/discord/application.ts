import { Routes, type APIApplication } from 'discord-api-types/v10';
import type { REST } from '@discordjs/rest';

/** Permissions that the server install asks for, so that later features need no second invitation. */
const VIEW_CHANNEL = 1n << 10n;
const SEND_MESSAGES = 1n << 11n;
const EMBED_LINKS = 1n << 14n;
const ATTACH_FILES = 1n << 15n;

// The shape of GET /applications/@me is Discord's.
const application = async (rest: REST) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (await rest.get(Routes.currentApplication())) as Pick<APIApplication, 'id' | 'verify_key'>;

/** The application's id, asked of Discord where the settings do not name it. */
export const findApplicationId = async (rest: REST, configured: string | undefined): Promise<string> =>
  configured ?? (await application(rest)).id;

/** The key of Discord's signatures, 32 bytes in hex; asked as above. */
export const findPublicKey = async (rest: REST, configured: string | undefined): Promise<string> =>
  configured ?? (await application(rest)).verify_key;

/** Where an admin adds the bot to a server, and a member to themselves. Source: Discord, "OAuth2", bot authorization. */
export function installLinks(authorizeUrl: URL, applicationId: string): { server: string; user: string } {
  const link = (parameters: Record<string, string>): string => {
    const url = new URL(authorizeUrl);
    url.searchParams.set('client_id', applicationId);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };
  const permissions = String(VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES);
  return {
    server: link({ scope: 'bot applications.commands', integration_type: '0', permissions }),
    user: link({ scope: 'applications.commands', integration_type: '1' }),
  };
}
