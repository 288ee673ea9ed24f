import { failureFields } from '../accounts/failure-fields.ts';
import type { AccountTools } from '../accounts/ports.ts';
import { VaultError } from '../accounts/vault.ts';
import { present } from '../present.ts';
import { StoreError, UnreadableError } from '../store/errors.ts';
import { IdentityError } from './ports.ts';
import { createReference, IDENTITY_REFUSALS, RefusalError, type LinkRefusal } from './refusals.ts';

/** The bot's own client is refused: no member can link until the operator corrects its settings. */
const FOR_THE_ADMIN: ReadonlySet<LinkRefusal> = new Set([
  'client-refused-by-discord',
  'client-refused-by-platform',
]);

/**
 * Writes a refused step to the log, with the reference that its page shows. Returns `undefined` for an error that is no refusal.
 * What an address says, which anyone may type, is a warning at most.
 */
export function createRefusalRecord({ log, random }: Pick<AccountTools, 'log' | 'random'>) {
  return (step: string, error: unknown): { refusal: LinkRefusal; reference: string } | undefined => {
    const refusal = refusalFor(error);
    if (refusal === undefined) return undefined;
    const reference = createReference(random);
    const { cause, oauthError, settings } = error instanceof RefusalError ? error : { cause: error };
    const fields = cause === undefined ? {} : failureFields(cause);
    const line = { step, refusal, reference, ...fields, ...present({ oauthError, settings }) };
    // A refusal by the person is not a fault; an unknown scope is.
    const isFault = cause !== undefined || (oauthError !== undefined && oauthError !== 'access_denied');
    log[FOR_THE_ADMIN.has(refusal) ? 'error' : isFault ? 'warn' : 'info'](line, 'linking refused');
    return { refusal, reference };
  };
}

function refusalFor(error: unknown): LinkRefusal | undefined {
  if (error instanceof RefusalError) return error.refusal;
  if (error instanceof IdentityError) return IDENTITY_REFUSALS[error.kind];
  if (error instanceof StoreError) return 'store-unreachable';
  if (error instanceof UnreadableError) return 'record-unreadable';
  // The flow's tokens are sealed under a key that was removed: starting again fixes that.
  if (error instanceof VaultError) return 'flow-lost';
  return undefined;
}
