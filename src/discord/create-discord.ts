import type { Logger } from 'pino';
import type { Declaration } from '../bot/declare.ts';
import { createChannels } from './channels.ts';
import { createIdentity } from './identity.ts';
import { createRegistration } from './registration.ts';
import { createResponseRoutes } from './response-routes.ts';
import { createRest } from './rest.ts';

interface CreateDiscordOptions {
  apiUrl: URL;
  authorizeUrl: URL;
  token: string;
  clientSecret: string;
  /** If it is configured. */
  applicationId: string | undefined;
  version: string;
  declared: readonly Declaration[];
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
  return {
    rests,
    registration,
    routes: createResponseRoutes(rests, applicationId, options.log),
    channels: createChannels(rests, applicationId),
    identity: createIdentity({ ...options, direct: rests.direct, applicationId }),
  };
}
