import { PermissionFlagsBits, Routes, type APIApplication } from 'discord-api-types/v10';
import type { REST } from '@discordjs/rest';

/** For answers with pictures, and for following a tournament in a channel. */
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

/** For a server install, and for a user install. */
export const installParams = {
  server: { scopes: ['bot', 'applications.commands'], permissions: String(PERMISSIONS) },
  user: { scopes: ['applications.commands'], permissions: '0' },
};

// The response has Discord's documented shape.
const application = async (rest: REST) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (await rest.get(Routes.currentApplication())) as Pick<APIApplication, 'id' | 'verify_key'>;

/** The application's id; asks Discord if it is not configured. */
export const findApplicationId = async (rest: REST, configured: string | undefined): Promise<string> =>
  configured ?? (await application(rest)).id;

/** The public key of Discord's signatures, 32 bytes in hex; asks Discord if it is not configured. */
export const findPublicKey = async (rest: REST, configured: string | undefined): Promise<string> =>
  configured ?? (await application(rest)).verify_key;

/** Whether Discord reports another public key than the configured one; `false` without an answer. */
export const isOtherKey = (rest: REST, configured: string): Promise<boolean> =>
  application(rest).then(
    ({ verify_key: actual }) => actual.toLowerCase() !== configured.toLowerCase(),
    () => false,
  );

/** Where an admin adds the bot to a server, and a user to their account. Source: Discord, "OAuth2", bot authorization. */
export function installLinks(
  authorizeUrl: URL,
  applicationId: string,
): { server: string; user: string; roles: string } {
  const link = (parameters: Record<string, string>): string => {
    const url = new URL(authorizeUrl);
    url.searchParams.set('client_id', applicationId);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };
  const { server, user } = installParams;
  const serverLink = (permissions: string): string =>
    link({ scope: server.scopes.join(' '), integration_type: '0', permissions });
  return {
    server: serverLink(server.permissions),
    /** With what rules for roles need besides. */
    roles: serverLink(String(BigInt(server.permissions) | PermissionFlagsBits.ManageRoles)),
    user: link({ scope: user.scopes.join(' '), integration_type: '1' }),
  };
}
