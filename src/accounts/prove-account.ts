import { PlatformError } from '../platform/error.ts';
import type { TokenGrant } from '../platform/records.ts';
import { present } from '../present.ts';
import { PLATFORM } from './code-exchange.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import { grantExtras } from './oauth.ts';
import { RefusalError, type Refusal } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { sealTokens, tokenTimes, type SealedAccount } from './token-records.ts';

// RFC 6749 section 5.2: faults of the settings; the log says which.
const OURS_TO_MEND = new Set<unknown>(['invalid_client', 'unauthorized_client', 'unsupported_grant_type']);

/** Exchanges a platform's code and asks whose it is. The tokens are sealed for `context`. Throws `RefusalError`. */
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
    throw refusedBy(error, PLATFORM.code);
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
    throw refusedBy(error, 'account-unreadable');
  }
}

/** What the platform answered, as against that it did not. Only the first is about this member. */
function refusedBy(error: unknown, answered: Refusal): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (OURS_TO_MEND.has(error.oauthError)) return new RefusalError(PLATFORM.outage, { cause: error });
  switch (error.kind) {
    case 'unauthorised':
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'invalid':
      return new RefusalError(answered, { cause: error });
    case 'rate-limited':
    case 'unavailable':
    case 'unexpected-response':
      return new RefusalError(PLATFORM.outage, { cause: error });
  }
}
