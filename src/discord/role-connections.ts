import { isDeepStrictEqual } from 'node:util';
import type { REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { objectsOf } from '../json.ts';
import { IdentityError } from '../linking/ports.ts';
import { present } from '../present.ts';
import type {
  Connection,
  ConnectionGrant,
  ConnectionOutcome,
  ConnectionsPort,
  MetadataRecord,
} from '../roles/linked/ports.ts';
import { createTokens, type DiscordTokens, type IdentityOptions } from './identity.ts';

const TIMEOUT_MS = 4000;
const BYTES_MAX = 64 * 1024;
const SCOPE = 'identify role_connections.write';

const grantOf = ({ access_token, refresh_token, expires_in }: DiscordTokens): ConnectionGrant => ({
  accessToken: access_token,
  ...present({ refreshToken: refresh_token, expiresInSeconds: expires_in }),
});

/** Without what Discord adds empty. */
const comparable = (records: unknown): object[] =>
  objectsOf(records).map((record) =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([, value]) => value !== null && value !== undefined)
        .filter(([, value]) => typeof value !== 'object' || Object.keys(Object(value)).length > 0),
    ),
  );

/** Whether Discord has these records. Throws what REST throws. */
export async function hasMetadata(
  rest: REST,
  applicationId: string,
  records: readonly MetadataRecord[],
  signal?: AbortSignal,
): Promise<boolean> {
  const route = Routes.applicationRoleConnectionMetadata(applicationId);
  const published: unknown = await rest.get(route, present({ signal }));
  return isDeepStrictEqual(comparable(published), comparable(records));
}

/** Linked Roles at Discord. Source: Discord, "Application Role Connection Metadata" and "User". */
export function createRoleConnections(options: IdentityOptions & { rest: REST }): ConnectionsPort {
  const { applicationId, direct, rest } = options;
  const tokens = createTokens(options);

  /** With the member's own token. Never repeated. */
  async function send(
    method: 'PUT' | 'DELETE',
    accessToken: string,
    body?: Connection,
  ): Promise<ConnectionOutcome> {
    const { api, userAgent } = direct;
    const headers = present({
      authorization: `Bearer ${accessToken}`,
      'user-agent': userAgent,
      'content-type': body && 'application/json',
    });
    const path = api.pathname + Routes.userApplicationRoleConnection(applicationId());
    const request = { origin: api.origin, path, method, headers, body: body ? JSON.stringify(body) : null };
    try {
      const { status } = await direct.send(request, { timeoutMs: TIMEOUT_MS, maxBytes: BYTES_MAX });
      if (status < 300) return 'done';
      if (status === 401) return 'refused';
      return status >= 400 && status < 500 && status !== 429 ? 'denied' : 'unclear';
    } catch {
      return 'unclear';
    }
  }

  return {
    async publish(records) {
      if (await hasMetadata(rest, applicationId(), records)) return false;
      await rest.put(Routes.applicationRoleConnectionMetadata(applicationId()), { body: records });
      return true;
    },
    authorizeUrl: (flow) => tokens.authorizeUrl({ ...flow, scope: SCOPE, prompt: 'consent' }),
    async exchange(code, redirectUri) {
      const granted = await tokens.exchange(code, redirectUri);
      const { discordId } = await tokens.userOf(granted.access_token);
      return { ...grantOf(granted), discordId };
    },
    async refresh(refreshToken) {
      try {
        return grantOf(await tokens.refresh(refreshToken));
      } catch (error) {
        return error instanceof IdentityError && error.kind === 'refused' ? 'refused' : 'unclear';
      }
    },
    push: (accessToken, connection) => send('PUT', accessToken, connection),
    remove: (accessToken) => send('DELETE', accessToken),
  };
}
