import { isDeepStrictEqual } from 'node:util';
import { PermissionsBitField } from 'discord.js';
import type { z } from 'zod';
import type { Application } from './check-install.ts';

interface InstallParams {
  scopes: string[];
  permissions: string;
}

/** What the application should hold. */
export interface DesiredSettings {
  description: string;
  tags: string[];
  server: InstallParams;
  user: InstallParams;
  /** In HTTP mode. */
  endpoint: string | undefined;
}

/** One part of the application that differs, as text for people and as a body for Discord. */
export interface ApplicationChange {
  part: 'description' | 'tags' | 'serverInstall' | 'userInstall' | 'endpoint';
  before: string;
  after: string;
  body: object;
}

/** What an admin has added stays. */
const joined = (has: InstallParams | null | undefined, wanted: InstallParams): InstallParams => ({
  scopes: [...new Set([...(has?.scopes ?? []), ...wanted.scopes])],
  permissions: String(BigInt(has?.permissions ?? '0') | BigInt(wanted.permissions)),
});

const installText = (params: InstallParams | null | undefined): string =>
  params
    ? [...params.scopes, ...new PermissionsBitField(BigInt(params.permissions)).toArray()].join(', ')
    : '';

/** Everything that an API can set and that is not so yet. Source: Discord, "Edit Current Application". */
export function applicationChanges(
  application: z.infer<typeof Application>,
  wanted: DesiredSettings,
): ApplicationChange[] {
  const { description, tags, interactions_endpoint_url: endpoint } = application;
  const types = application.integration_types_config;
  const [server, user] = [types?.[0]?.oauth2_install_params, types?.[1]?.oauth2_install_params];
  const install = { server: joined(server, wanted.server), user: joined(user, wanted.user) };
  // One object at Discord: whichever part changes, both are sent.
  const installBody = {
    integration_types_config: {
      0: { oauth2_install_params: install.server },
      1: { oauth2_install_params: install.user },
    },
  };
  const changes: ApplicationChange[] = [
    {
      part: 'description',
      before: description ?? '',
      after: wanted.description,
      body: { description: wanted.description },
    },
    {
      part: 'tags',
      before: (tags ?? []).join(', '),
      after: wanted.tags.join(', '),
      body: { tags: wanted.tags },
    },
    {
      part: 'serverInstall',
      before: installText(server),
      after: installText(install.server),
      body: installBody,
    },
    { part: 'userInstall', before: installText(user), after: installText(install.user), body: installBody },
  ];
  if (wanted.endpoint !== undefined)
    changes.push({
      part: 'endpoint',
      before: endpoint ?? '',
      after: wanted.endpoint,
      body: { interactions_endpoint_url: wanted.endpoint },
    });
  return changes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
}
