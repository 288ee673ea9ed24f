import type { APIApplicationInstallParams } from 'discord.js';
import { applicationForm, type ApplicationForm } from '../check/schemas.ts';
import { isRecord } from '../check/json.ts';
import { checkShape } from '../check/shape.ts';
import { invalidForm } from '../refusal.ts';
import type { DiscordWorld } from '../world.ts';
import type { Route } from './route.ts';

interface ApplicationRouteParts {
  world: DiscordWorld;
  redirectUris: () => readonly string[] | undefined;
  /** Why the endpoint at this address would be refused; undefined where it answers as Discord demands. */
  probe: (url: string) => Promise<string | undefined>;
  /** Interactions go there from now on; over the gateway without an address. */
  deliverTo: (url: string | undefined) => void;
}

/** The application as the developer portal holds it, and what of it an API can set. */
export function applicationRoutes({ world, redirectUris, probe, deliverTo }: ApplicationRouteParts): Route[] {
  const bot = { auth: 'bot', body: 'none', global: true } as const;
  const applicationBody = () => ({
    ...world.application,
    redirect_uris: [...(redirectUris() ?? [])],
    type: null,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: ['identify', 'bot', 'applications.commands'],
  });
  return [
    ...['/applications/@me', '/oauth2/applications/@me'].map((path) => ({
      ...bot,
      method: 'GET',
      path,
      handle: () => ({ status: 200, body: applicationBody() }),
    })),
    {
      ...bot,
      body: 'json',
      method: 'PATCH',
      path: '/applications/@me',
      handle: async ({ body }) => {
        const {
          description,
          interactions_endpoint_url: endpoint,
          ...form
        } = checkShape(applicationForm, asDescribed(body));
        if (typeof endpoint === 'string') {
          const failure = await probe(endpoint);
          if (failure !== undefined)
            throw invalidForm([
              {
                path: ['interactions_endpoint_url'],
                code: 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID',
                message: `The specified interactions endpoint URL could not be verified: ${failure}`,
              },
            ]);
        }
        world.application = {
          ...world.application,
          ...withTexts(form),
          ...(description === undefined ? {} : { description: description.default }),
          ...(endpoint === undefined ? {} : { interactions_endpoint_url: endpoint || null }),
        };
        if (endpoint !== undefined) deliverTo(endpoint || undefined);
        return { status: 200, body: applicationBody() };
      },
    },
  ];
}

/**
 * In the docs, the description is text and permissions are text; in the description of the API the one is an object with
 * languages, and the others are numbers. Both are taken.
 */
function asDescribed(body: unknown): unknown {
  if (!isRecord(body) || typeof body['description'] !== 'string') return withNumbers(body);
  return withNumbers({ ...body, description: { default: body['description'] } });
}

const withNumbers = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          key === 'permissions' && typeof inner === 'string' ? Number(inner) : withNumbers(inner),
        ]),
      )
    : value;

/** As Discord gives them back. */
function withTexts({
  install_params: params,
  integration_types_config: ways,
  ...form
}: Omit<ApplicationForm, 'description'>) {
  return {
    ...form,
    ...(params && { install_params: inText(params) }),
    ...(ways && {
      integration_types_config: Object.fromEntries(
        Object.entries(ways).map(([way, { oauth2_install_params: own }]) => [
          way,
          own ? { oauth2_install_params: inText(own) } : {},
        ]),
      ),
    }),
  };
}

const inText = (params: APIApplicationInstallParams): APIApplicationInstallParams => ({
  ...params,
  permissions: String(params.permissions),
});
