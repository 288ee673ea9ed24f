import type { Logger } from 'pino';
import type { Tickets } from '../message/custom-id.ts';
import type { Declaration } from '../bot/declare.ts';
import type { Channels } from '../message/channels.ts';
import { createAttachments } from './attachments.ts';
import { createScreenshots } from './screenshots.ts';
import { createIdentity } from './identity.ts';
import { createMemberRoles } from './member-roles.ts';
import { createPosts } from './posts.ts';
import { createPressPosts } from './press-posts.ts';
import { createRoleConnections } from './role-connections.ts';
import { createRegistration } from './registration.ts';
import { createResponseRoutes } from './response-routes.ts';
import { createRest } from './rest.ts';
import { createStandingPosts } from './standing-posts.ts';
import { createServers } from './servers.ts';

interface CreateDiscordOptions {
  apiUrl: URL;
  authorizeUrl: URL;
  token: string;
  clientSecret: string;
  /** If it is configured. */
  applicationId: string | undefined;
  version: string;
  declared: readonly Declaration[];
  /** For buttons in channels, by channel. */
  ticketsOf: (channelId: string) => Tickets;
  onRateLimited: (scope: string) => void;
  /** Discord refuses the application's id or secret. */
  onClientRefused: () => void;
  log: Logger;
}

/** Everything that uses Discord's REST API, on one connection pool. */
export function createDiscord({ apiUrl, token, version, onRateLimited, ...options }: CreateDiscordOptions) {
  const rests = createRest({ apiUrl, token, version, onRateLimited });
  const registration = createRegistration({ ...options, rest: rests.rest });
  const applicationId = () => registration.applicationId();
  const { ticketsOf } = options;
  const monotonic = () => performance.now();
  const channels: Channels = createPosts({ rest: rests.rest, botId: applicationId, ticketsOf, monotonic });
  const routes = createResponseRoutes(rests, applicationId, options.log);
  return {
    rests,
    registration,
    routes,
    channels,
    pressPosts: createPressPosts(channels, monotonic),
    standingPosts: createStandingPosts(rests),
    servers: createServers(rests, applicationId),
    withScreenshots: createScreenshots(createAttachments({ apiUrl })),
    roleConnections: createRoleConnections({
      ...options,
      rest: rests.rest,
      direct: rests.direct,
      applicationId,
    }),
    memberRoles: createMemberRoles(rests.direct, token, applicationId),
    identity: createIdentity({ ...options, direct: rests.direct, applicationId }),
  };
}
