import { PlatformError } from '../platform/error.ts';
import type { TokenGrant } from '../reading/records.ts';
import { present } from '../present.ts';
import { PLATFORM } from './code-exchange.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import { grantExtras } from './oauth.ts';
import { RefusalError, type LinkRefusal } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealTokens, tokenTimes, type SealedAccount } from '../accounts/token-records.ts';

/** Exchanges the platform's code and reads the account. The tokens are sealed for `context`. Throws `RefusalError`. */
export async function proveAccount(
  { platform, platformLimits, consent, platformCallback, vault, now }: StepTools,
  {
    caller,
    cookie,
    code,
    context,
  }: { caller: ExchangeCaller; cookie: string; code: string; context: string },
): Promise<SealedAccount> {
  let grant: TokenGrant;
  try {
    grant = await platformLimits.run(caller, () =>
      platform.exchangeCode({ code, ...grantExtras(consent, cookie, platformCallback) }),
    );
  } catch (error) {
    throw toRefusal(error, PLATFORM.code, PLATFORM.client);
  }
  const times = tokenTimes(grant, now());
  try {
    const { id: playerId, name } = await platform
      .as({
        token: async () => grant.accessToken,
        renew: async () => {
          throw new PlatformError('unauthorised', { operation: 'GET /v1/me' }); // a token this young needs no renewal
        },
      })
      .me();
    const tokens = sealTokens(vault, context, grant);
    return { ...present({ playerId, playerName: name }), tokens, ...times };
  } catch (error) {
    throw toRefusal(error, 'account-unreadable');
  }
}

/**
 * Gives `refusal` where the platform answered about this member, `unauthorised` where the request's own credentials were
 * refused, and an outage for other platform errors.
 */
function toRefusal(error: unknown, refusal: LinkRefusal, unauthorised = refusal): unknown {
  if (!(error instanceof PlatformError)) return error;
  // RFC 6749 section 5.2: it exchanges no codes. Nor does one that is not there.
  const isNoEndpoint = error.kind === 'not-found' && refusal === PLATFORM.code;
  if (isNoEndpoint || error.oauthError === 'unsupported_grant_type')
    return new RefusalError(PLATFORM.outage, { cause: error });
  switch (error.kind) {
    case 'unauthorised':
      return new RefusalError(unauthorised, { cause: error });
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'invalid':
      return new RefusalError(refusal, { cause: error });
    case 'rate-limited':
    case 'unavailable':
    case 'unexpected-response':
      return new RefusalError(PLATFORM.outage, { cause: error });
  }
}
