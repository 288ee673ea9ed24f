import * as spec from 'discord-api-spec/zod';
import type { ZodMiniType } from 'zod/mini';
import { checkShape } from '../check/shape.ts';
import { invalidForm, unauthorized } from '../refusal.ts';
import type { Route } from './route.ts';

interface MetadataItem {
  type: number;
  key: string;
}

/** What an application shows of a member. */
interface RoleConnection {
  platform_name: string | null;
  platform_username: string | null;
  metadata: Record<string, string>;
}

/** What the application published, and what it shows of each member. */
export interface Connections {
  metadata: readonly unknown[];
  /** By user id. */
  readonly ofUsers: Map<string, RoleConnection>;
}

const described = <T>(schema: ZodMiniType) => ({ schema }) as { schema: ZodMiniType; body?: T };
const metadataItem = described<MetadataItem>(spec.ApplicationRoleConnectionsMetadataItemRequestSchema);
const ITEMS_MAX = 5;
const connectionBody = described<Partial<RoleConnection>>(
  spec.UpdateApplicationUserRoleConnectionRequestSchema,
);

/** Linked Roles: metadata by the bot, and connections by a member's own token with the scope for them. */
export function connectionRoutes(applicationId: string, connections: Connections): Route[] {
  const metadata = `/applications/${applicationId}/role-connections/metadata`;
  const own = `/users/@me/applications/${applicationId}/role-connection`;
  const bot = { auth: 'bot', body: 'none', global: true } as const;
  const person = { auth: 'person', body: 'none', global: true } as const;
  const writer = (request: Parameters<Route['handle']>[0]): string => {
    if (request.person?.scopes.includes('role_connections.write') !== true) throw unauthorized();
    return request.person.member.id;
  };
  const nobody: RoleConnection = { platform_name: null, platform_username: null, metadata: {} };
  return [
    { ...bot, method: 'GET', path: metadata, handle: () => ({ status: 200, body: connections.metadata }) },
    {
      ...bot,
      body: 'json',
      method: 'PUT',
      path: metadata,
      handle: ({ body }) => {
        const items: unknown[] = Array.isArray(body) ? body : [];
        if (items.length > ITEMS_MAX)
          throw invalidForm([
            { path: [], code: 'BASE_TYPE_MAX_LENGTH', message: `At most ${ITEMS_MAX} records` },
          ]);
        connections.metadata = items.map((item) => checkShape(metadataItem, item));
        return { status: 200, body: connections.metadata };
      },
    },
    {
      ...person,
      method: 'GET',
      path: own,
      handle: (request) => ({ status: 200, body: connections.ofUsers.get(writer(request)) ?? nobody }),
    },
    {
      ...person,
      body: 'json',
      method: 'PUT',
      path: own,
      handle: (request) => {
        const connection = { ...nobody, ...checkShape(connectionBody, request.body) };
        connections.ofUsers.set(writer(request), connection);
        return { status: 200, body: connection };
      },
    },
    {
      ...person,
      method: 'DELETE',
      path: own,
      handle: (request) => {
        connections.ofUsers.delete(writer(request));
        return { status: 204 };
      },
    },
  ];
}
