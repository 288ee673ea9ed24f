import { PermissionsBitField } from 'discord.js';
import { z } from 'zod';
import { publicAddress } from '../../linking/public-url.ts';
import { installLinks } from '../../discord/application.ts';
import type { Finding } from './finding.ts';
import type { CheckKit } from './kit.ts';

const InstallParams = z.object({ scopes: z.array(z.string()), permissions: z.string().regex(/^\d+$/) });
const InstallType = z.object({ oauth2_install_params: InstallParams.nullish() }).nullish();

/** The fields of GET /applications/@me that we read. Source: Discord, "Application". */
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
  role_connections_verification_url: z.string().nullish(),
  bot_public: z.boolean().nullish(),
  bot_require_code_grant: z.boolean().nullish(),
  /** By type: 0 is a server install, 1 a user install. */
  integration_types_config: z.object({ 0: InstallType, 1: InstallType }).partial().nullish(),
});

/** Checks the application's configuration at Discord. */
export function checkInstall(
  { config, say }: Pick<CheckKit<'discord'>, 'config' | 'say'>,
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
    if (config.linkedRoles === 'on') {
      const url = publicAddress(publicUrl, '/linked-role').href;
      findings.push(
        isSameAddress(application.role_connections_verification_url, url)
          ? say.ok('linkedRolesSet', { url })
          : say.remark('linkedRolesUnset', { url }),
      );
    }
    findings.push(say.ok('rolesPermission'));
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

/** With an endpoint set, Discord sends interactions only there; without one, only over the gateway. */
function checkEndpoint(
  { config, say }: Pick<CheckKit<'discord'>, 'config' | 'say'>,
  publicUrl: URL,
  set: string,
): Finding[] {
  if (config.discord.mode === 'gateway') return set === '' ? [] : [say.fault('endpointSet')];
  const endpoint = publicAddress(publicUrl, '/interactions').href;
  if (set === '') return [say.fault('endpointMissing', { endpoint })];
  // The other address is not shown: it may contain something private.
  if (!isSameAddress(set, endpoint)) return [say.fault('endpointOther', { endpoint })];
  return [say.ok('endpointRegistered', { endpoint })];
}

const isSameAddress = (set: string | null | undefined, expected: string): boolean =>
  typeof set === 'string' && URL.canParse(set) && new URL(set).href === expected;

/** The link behind "Add App" has its own scopes and permissions; compares them with our install link. */
function checkServerLink(
  { config, say }: Pick<CheckKit<'discord'>, 'config' | 'say'>,
  applicationId: string,
  { scopes, permissions }: z.infer<typeof InstallParams>,
): Finding[] {
  const link = installLinks(config.discord.authorizeUrl, applicationId).server;
  const required = new URL(link).searchParams;
  const missing = (required.get('scope') ?? '').split(' ').filter((scope) => !scopes.includes(scope));
  const findings = missing.map((scope) => say.fault('installScope', { scope }));
  const current = new PermissionsBitField(BigInt(permissions));
  const lacking = current.missing(BigInt(required.get('permissions') ?? '0'));
  // Only a remark: answers to interactions need no permissions.
  if (lacking.length > 0) findings.push(say.remark('installPermissions', { names: lacking.join(', ') }));
  return findings;
}
