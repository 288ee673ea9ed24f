import { PlatformError } from '../platform/error.ts';
import type { TokenGrant } from '../platform/records.ts';
import { present } from '../present.ts';
import { PLATFORM } from './code-exchange.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import { grantExtras } from './oauth.ts';
import { RefusalError, type Refusal } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealTokens, tokenTimes, type SealedAccount } from './token-records.ts';

// RFC 6749 section 5.2: errors in our settings; the log names them.
const SETTINGS_ERRORS = new Set<unknown>(['invalid_client', 'unauthorized_client', 'unsupported_grant_type']);

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
    throw toRefusal(error, PLATFORM.code);
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

/** Gives `refusal` where the platform answered about this member, and an outage for other platform errors. */
function toRefusal(error: unknown, refusal: Refusal): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (SETTINGS_ERRORS.has(error.oauthError)) return new RefusalError(PLATFORM.outage, { cause: error });
  switch (error.kind) {
    case 'unauthorised':
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
