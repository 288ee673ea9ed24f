import { PermissionsBitField } from 'discord.js';
import { z } from 'zod';
import { publicAddress } from '../../accounts/public-url.ts';
import { installLinks } from '../../discord/application.ts';
import type { Finding } from './finding.ts';
import type { Kit } from './kit.ts';

const InstallParams = z.object({ scopes: z.array(z.string()), permissions: z.string().regex(/^\d+$/) });
const InstallType = z.object({ oauth2_install_params: InstallParams.nullish() }).nullish();

/** What is read of GET /applications/@me. Source: Discord, "Application". */
export const Application = z.object({
  id: z.string(),
  name: z.string(),
  verify_key: z.string().nullish(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  privacy_policy_url: z.string().nullish(),
  terms_of_service_url: z.string().nullish(),
  redirect_uris: z.array(z.string()).nullish(),
  interactions_endpoint_url: z.string().nullish(),
  bot_public: z.boolean().nullish(),
  bot_require_code_grant: z.boolean().nullish(),
  /** By type: 0 is a server's, 1 a user's. */
  integration_types_config: z.object({ 0: InstallType, 1: InstallType }).partial().nullish(),
});

/** How the application is set up at Discord. */
export function checkInstall(
  { config, say }: Pick<Kit<'discord'>, 'config' | 'say'>,
  application: z.infer<typeof Application>,
): Finding[] {
  const findings: Finding[] = [];
  const { publicUrl } = config.web;
  if (publicUrl !== undefined) {
    const redirect = publicAddress(publicUrl, '/link/discord').href;
    const isRegistered = application.redirect_uris?.includes(redirect) === true;
    findings.push(
      isRegistered ? say.ok('redirectRegistered', { redirect }) : say.fault('redirectMissing', { redirect }),
    );
    findings.push(...checkEndpoint({ config, say }, publicUrl, application.interactions_endpoint_url ?? ''));
    const privacy = (config.privacyUrl ?? publicAddress(publicUrl, '/privacy')).href;
    const terms = (config.termsUrl ?? publicAddress(publicUrl, '/terms')).href;
    findings.push(
      isSameAddress(application.privacy_policy_url, privacy)
        ? say.ok('privacyLinked', { url: privacy })
        : say.remark('privacyUnlinked', { url: privacy }),
      isSameAddress(application.terms_of_service_url, terms)
        ? say.ok('termsLinked', { url: terms })
        : say.remark('termsUnlinked', { url: terms }),
    );
  }
  if (application.bot_require_code_grant === true) findings.push(say.fault('codeGrant'));
  if (application.bot_public === false) findings.push(say.remark('botPrivate'));
  const types = application.integration_types_config;
  if (!types) return [...findings, say.remark('installUntold')];
  if (types[0] === undefined || types[0] === null) findings.push(say.fault('installServer'));
  if (types[1] === undefined || types[1] === null) findings.push(say.remark('installUser'));
  const params = types[0]?.oauth2_install_params;
  if (params) findings.push(...checkServerLink({ config, say }, application.id, params));
  const isFine = findings.every(({ grade, check }) => grade === 'ok' || !check.startsWith('install'));
  return isFine ? [...findings, say.ok('installFine')] : findings;
}

/** Discord sends interactions to the endpoint that is set there and none over the gateway; without one, the other way round. */
function checkEndpoint(
  { config, say }: Pick<Kit<'discord'>, 'config' | 'say'>,
  publicUrl: URL,
  set: string,
): Finding[] {
  if (config.discord.mode === 'gateway') return set === '' ? [] : [say.fault('endpointSet')];
  const endpoint = publicAddress(publicUrl, '/interactions').href;
  if (set === '') return [say.fault('endpointMissing', { endpoint })];
  // What is set instead is not shown: an address may hold what is nobody's business.
  if (!isSameAddress(set, endpoint)) return [say.fault('endpointOther', { endpoint })];
  return [say.ok('endpointRegistered', { endpoint })];
}

const isSameAddress = (set: string | null | undefined, wanted: string): boolean =>
  typeof set === 'string' && URL.canParse(set) && new URL(set).href === wanted;

/** The link behind "Add App" asks for scopes and permissions of its own; the bot's own link is the measure. */
function checkServerLink(
  { config, say }: Pick<Kit<'discord'>, 'config' | 'say'>,
  applicationId: string,
  { scopes, permissions }: z.infer<typeof InstallParams>,
): Finding[] {
  const link = installLinks(config.discord.authorizeUrl, applicationId).server;
  const wanted = new URL(link).searchParams;
  const missing = (wanted.get('scope') ?? '').split(' ').filter((scope) => !scopes.includes(scope));
  const findings = missing.map((scope) => say.fault('installScope', { scope }));
  const given = new PermissionsBitField(BigInt(permissions));
  const lacking = given.missing(BigInt(wanted.get('permissions') ?? '0'));
  // Answers need none of them: interactions are answered without.
  if (lacking.length > 0) findings.push(say.remark('installPermissions', { names: lacking.join(', ') }));
  return findings;
}
