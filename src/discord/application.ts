import { PermissionFlagsBits, Routes, type APIApplication } from 'discord-api-types/v10';
import type { REST } from '@discordjs/rest';

/** What the server install asks for: answers with pictures, and a tournament followed in a channel. */
const PERMISSIONS = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.CreatePublicThreads,
  PermissionFlagsBits.EmbedLinks,
  PermissionFlagsBits.AttachFiles,
  PermissionFlagsBits.ReadMessageHistory,
  PermissionFlagsBits.CreateEvents,
].reduce((all, one) => all | one);

/** By way of installation: for a server, and for a member's own account. */
export const installParams = {
  server: { scopes: ['bot', 'applications.commands'], permissions: String(PERMISSIONS) },
  user: { scopes: ['applications.commands'], permissions: '0' },
};

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

/** Whether Discord names another key than is configured; without an answer, nothing speaks against it. */
export const isOtherKey = (rest: REST, configured: string): Promise<boolean> =>
  application(rest).then(
    ({ verify_key: actual }) => actual.toLowerCase() !== configured.toLowerCase(),
    () => false,
  );

/** Where an admin adds the bot to a server, and a member to themselves. Source: Discord, "OAuth2", bot authorization. */
export function installLinks(authorizeUrl: URL, applicationId: string): { server: string; user: string } {
  const link = (parameters: Record<string, string>): string => {
    const url = new URL(authorizeUrl);
    url.searchParams.set('client_id', applicationId);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };
  const { server, user } = installParams;
  return {
    server: link({
      scope: server.scopes.join(' '),
      integration_type: '0',
      permissions: server.permissions,
    }),
    user: link({ scope: user.scopes.join(' '), integration_type: '1' }),
  };
}
