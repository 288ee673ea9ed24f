import { PermissionsBitField } from 'discord.js';
import type { z } from 'zod';
import { installParams } from '../../discord/application.ts';
import type { Application } from './check-install.ts';

/** One part of the application that differs, as text for people and as a body for Discord. */
export interface ApplicationChange {
  part: 'description' | 'tags' | 'serverInstall' | 'userInstall' | 'endpoint';
  before: string;
  after: string;
  body: object;
}

type InstallParams = typeof installParams.server;

/** What an admin has added stays. */
const joined = (has: InstallParams | null | undefined, wanted: InstallParams): InstallParams => ({
  scopes: [...new Set([...(has?.scopes ?? []), ...wanted.scopes])],
  permissions: String(BigInt(has?.permissions ?? '0') | BigInt(wanted.permissions)),
});

const installText = (params: InstallParams | null | undefined): string =>
  params
    ? [...params.scopes, ...new PermissionsBitField(BigInt(params.permissions)).toArray()].join(', ')
    : '';

/**
 * Everything that an API can set and that is not so yet; the endpoint only where one is wanted, in HTTP mode. Source:
 * Discord, "Edit Current Application".
 */
export function applicationChanges(
  application: z.infer<typeof Application>,
  wanted: { description: string; tags: string[]; endpoint: string | undefined },
): ApplicationChange[] {
  const { description, tags, endpoint } = wanted;
  const types = application.integration_types_config;
  const [server, user] = [types?.[0]?.oauth2_install_params, types?.[1]?.oauth2_install_params];
  const install = { server: joined(server, installParams.server), user: joined(user, installParams.user) };
  // One object at Discord: whichever part changes, both are sent.
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
