import { PlatformError } from '../platform/error.ts';
import type { TokenGrant } from '../platform/records.ts';
import { present } from '../present.ts';
import type { ProvedAccount } from './codes.ts';
import { grantExtras } from './consent-url.ts';
import type { ExchangeCaller } from './exchange-limits.ts';
import { RefusalError, type Refusal } from './refusals.ts';
import type { StepTools } from './step-tools.ts';
import { tokenTimes } from './token-times.ts';

// RFC 6749 section 5.2: faults of the settings; the log says which.
const OURS_TO_MEND = new Set<unknown>(['invalid_client', 'unauthorized_client', 'unsupported_grant_type']);

/** How both ways exchange the platform's codes. Another request may take as long as the platform's whole call. */
export const PLATFORM_EXCHANGE = {
  refusals: { code: 'code-refused-by-platform', outage: 'platform-unreachable' },
  waitMs: 10_000,
} as const;

type ProveTools = Pick<StepTools, 'platform' | 'platformLimits' | 'consent' | 'platformCallback' | 'now'>;

/** Exchanges a code of the platform's consent, and asks whose it is. Throws `RefusalError`. */
export async function proveAccount(
  { platform, platformLimits, consent, platformCallback, now }: ProveTools,
  { caller, cookie, code }: { caller: ExchangeCaller; cookie: string; code: string },
): Promise<ProvedAccount> {
  let grant: TokenGrant;
  try {
    grant = await platformLimits.run(caller, () =>
      platform.exchangeCode({ code, ...grantExtras(consent, cookie, platformCallback) }),
    );
  } catch (error) {
    throw refusedBy(error, 'code-refused-by-platform');
  }
  const times = tokenTimes(grant, now());
  const { accessToken, refreshToken } = grant;
  try {
    const { id: playerId, name } = await platform
      .as({
        token: async () => accessToken,
        renew: async () => {
          throw new PlatformError('unauthorised', { operation: 'GET /v1/me' }); // a token this young needs no renewal
        },
      })
      .me();
    return {
      playerId,
      ...present({ playerName: name }),
      tokens: present({ accessToken, refreshToken }),
      ...times,
    };
  } catch (error) {
    throw refusedBy(error, 'account-unreadable');
  }
}

/** What the platform answered, as against that it did not. Only the first is about this member. */
function refusedBy(error: unknown, answered: Refusal): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (OURS_TO_MEND.has(error.oauthError)) return new RefusalError('platform-unreachable', { cause: error });
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
      return new RefusalError('platform-unreachable', { cause: error });
  }
}

/** Why the platform's redirect brings no code. */
export function refusalOfPlatform(error: string): Refusal {
  if (error === 'access_denied') return 'denied-at-platform';
  if (error === 'server_error' || error === 'temporarily_unavailable') return 'platform-unreachable';
  return 'refused-by-platform';
}
