import { PermissionsBitField } from 'discord.js';
import type { z } from 'zod';
import { installParams } from '../../discord/application.ts';
import type { Application } from './check-install.ts';

/** One difference, as text for people and as a request body for Discord. */
export interface ApplicationChange {
  part: 'description' | 'tags' | 'serverInstall' | 'userInstall' | 'endpoint';
  before: string;
  after: string;
  body: object;
}

type InstallParams = typeof installParams.server;

/** Keeps what an operator has added. */
const mergeParams = (current: InstallParams | null | undefined, required: InstallParams): InstallParams => ({
  scopes: [...new Set([...(current?.scopes ?? []), ...required.scopes])],
  permissions: String(BigInt(current?.permissions ?? '0') | BigInt(required.permissions)),
});

const installText = (params: InstallParams | null | undefined): string =>
  params
    ? [...params.scopes, ...new PermissionsBitField(BigInt(params.permissions)).toArray()].join(', ')
    : '';

/**
 * The differences that the API can set. The endpoint only if one is required, in HTTP mode. Source: Discord, "Edit Current
 * Application".
 */
export function applicationChanges(
  application: z.infer<typeof Application>,
  required: { description: string; tags: string[]; endpoint: string | undefined },
): ApplicationChange[] {
  const { description, tags, endpoint } = required;
  const types = application.integration_types_config;
  const [server, user] = [types?.[0]?.oauth2_install_params, types?.[1]?.oauth2_install_params];
  const install = {
    server: mergeParams(server, installParams.server),
    user: mergeParams(user, installParams.user),
  };
  // One object at Discord: a change of either part sends both.
  const installBody = {
    integration_types_config: {
      0: { oauth2_install_params: install.server },
      1: { oauth2_install_params: install.user },
    },
  };
  const change = (
    part: ApplicationChange['part'],
    before: string | null | undefined,
    after: string,
    body: object,
  ): ApplicationChange => ({ part, before: before ?? '', after, body });
  const changes = [
    change('description', application.description, description, { description }),
    change('tags', application.tags?.join(', '), tags.join(', '), { tags }),
    change('serverInstall', installText(server), installText(install.server), installBody),
    change('userInstall', installText(user), installText(install.user), installBody),
  ];
  if (endpoint !== undefined) {
    const body = { interactions_endpoint_url: endpoint };
    changes.push(change('endpoint', application.interactions_endpoint_url, endpoint, body));
  }
  return changes.filter(({ before, after }) => before !== after);
}
