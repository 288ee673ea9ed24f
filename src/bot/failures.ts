import { LinkLostError } from '../accounts/links.ts';
import { LinkUnreadableError } from '../accounts/tokens.ts';
import { MINUTE_MS } from '../durations.ts';
import { PlatformError, type PlatformErrorKind } from '../platform/error.ts';
import { TOKEN_OPERATION } from '../platform/failure.ts';
import type { PlatformAnswer } from '../platform/platform.ts';
import { present } from '../present.ts';
import { StoreError, UnreadableError } from '../store/errors.ts';
import { clockTime } from '../words/clock.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { BotContext } from './command.ts';
import { OptionError } from './options.ts';
import { ReplyError, type Reply } from '../message/reply.ts';

/** A failure's name in the log, the reply to the caller, and whether an operator should look at it. */
export interface FailureReply {
  outcome: string;
  reply: Reply;
  unexpected: boolean;
  /** A second try may succeed: the store or the platform did not answer, or was too busy. */
  mayPass?: boolean;
  /** It may edit a private message that was pressed. */
  inPlace?: boolean;
}

/** The parts of the context that failure sentences use. */
type FailureContext = Pick<BotContext, 't' | 'reference' | 'now' | 'askToLink' | 'mention'>;

/** When to try again, in words that stay true however late they are read. */
function againText(inMs: number, { t, now }: Pick<FailureContext, 't' | 'now'>): string {
  if (inMs <= 10_000) return t('again.soon');
  if (inMs <= MINUTE_MS) return t('again.minute');
  return t('again.after', { time: clockTime(now() + inMs, 'up') });
}

/** The platform's own message as text; empty if it sent none. */
export function platformWords({ platformMessage }: PlatformError, { t }: Pick<FailureContext, 't'>): string {
  const message = platformMessage === undefined ? '' : escapeMarkup(platformMessage, 300);
  return message === '' ? '' : t('failure.says', { message });
}

/**
 * The sentence for a failure of the platform, with the platform's own message if it sent one. `isAlone`: nothing beside it says in the
 * reader's language that it was refused.
 */
export function platformFailure(
  error: PlatformError,
  context: Omit<FailureContext, 'askToLink' | 'mention'>,
  { isAlone = false } = {},
): string {
  const { t } = context;
  const says = platformWords(error, context);
  const withWords = (text: string): string => (says === '' ? text : `${text}\n${says}`);
  switch (error.kind) {
    case 'unauthorised':
      return t('failure.unauthorised');
    case 'not-found':
      return withWords(t('failure.notFound'));
    case 'forbidden':
    case 'conflict':
    case 'invalid':
      return isAlone || says === '' ? withWords(t(`failure.${error.kind}`)) : says;
    case 'rate-limited':
      return t('failure.rateLimited', { again: againText(error.retryAfterMs ?? 30_000, context) });
    case 'unavailable':
      return t('failure.unavailable', { reference: context.reference });
    case 'unexpected-response':
      return t('failure.unexpectedResponse', { reference: context.reference });
  }
}

/** Whether the same may work in a moment. What can't be read is often a proxy's page. */
export const mayPass = (kind: PlatformErrorKind): boolean =>
  kind === 'unavailable' || kind === 'rate-limited' || kind === 'unexpected-response';

/** Turns what a handler threw into a reply. Only text that was written for people is shown to people. */
export async function explainFailure(error: unknown, context: FailureContext): Promise<FailureReply> {
  const { t, reference } = context;
  const failure = (
    outcome: string,
    reply: Reply | string,
    more: Partial<FailureReply> = {},
  ): FailureReply => ({
    outcome,
    reply: typeof reply === 'string' ? { content: reply } : reply,
    unexpected: false,
    ...more,
  });
  if (error instanceof ReplyError) return failure(error.reason, error.reply, { inPlace: error.inPlace });
  if (error instanceof PlatformError) {
    const { kind } = error;
    // The tokens of members alone are refreshed here. What refuses them may be cured by new ones.
    if (error.operation === TOKEN_OPERATION && !mayPass(kind)) {
      const says = platformWords(error, context);
      const text = says === '' ? t('failure.refresh') : `${t('failure.refresh')}\n${says}`;
      const unexpected = kind === 'unauthorised';
      return failure(`refresh-${kind}`, await context.askToLink({ text }), { unexpected });
    }
    return failure(`platform-${kind}`, platformFailure(error, context, { isAlone: true }), {
      unexpected: kind === 'unexpected-response' || kind === 'unauthorised',
      mayPass: mayPass(kind),
    });
  }
  if (error instanceof LinkLostError)
    return failure(`link-${error.state}`, await context.askToLink(error.state));
  if (error instanceof LinkUnreadableError)
    return failure('link-unreadable', t('failure.linkUnreadable', { reference }), { unexpected: true });
  if (error instanceof OptionError)
    return failure('bad-option', t('failure.option', { option: error.option }));
  if (error instanceof UnreadableError) {
    const privacy = context.mention('privacy');
    return failure('unreadable', t('failure.unreadable', { privacy, reference }), { unexpected: true });
  }
  if (error instanceof StoreError)
    return failure('store-down', t('failure.store', { reference }), { unexpected: true, mayPass: true });
  return failure('error', t('failure.unknown', { reference }), { unexpected: true });
}

/** Fields for the log if the platform caused the failure; its message is untrusted. */
export function platformFields(error: unknown): PlatformFields | undefined {
  if (!(error instanceof PlatformError))
    return error instanceof Error && error.cause !== undefined ? platformFields(error.cause) : undefined;
  const { operation, status, platformMessage } = error;
  return present({ operation, status, platformMessage });
}

export type PlatformFields = Pick<PlatformError, 'operation'> &
  Partial<Pick<PlatformError, 'status' | 'platformMessage'>>;

export const isPlatformError = (error: unknown): error is PlatformError => error instanceof PlatformError;

/** Whether the platform has no such record. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'not-found';

/** Whether the platform has no record with this id, or refuses the id as invalid. */
export const isUnknownId = (error: unknown): boolean =>
  error instanceof PlatformError && (error.kind === 'not-found' || error.kind === 'invalid');

/**
 * For `.catch`: an empty answer where the platform has a player or a tournament, but no rank, match or bracket of theirs yet.
 * Rethrows all other failures.
 */
export const emptyIfNotFound =
  <T>(value: T) =>
  (error: unknown): PlatformAnswer<T> => {
    if (isNotFound(error)) return { value };
    throw error;
  };

/**
 * For `.catch`: turns a `PlatformError` of these kinds into a refusal with this sentence, and rethrows all others.
 * `because(['not-found'], t('tournament.unknown'))`
 */
export function because(kinds: readonly PlatformErrorKind[], sentence: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof PlatformError && kinds.includes(error.kind)) {
      throw new ReplyError(`platform-${error.kind}`, sentence, { cause: error });
    }
    throw error;
  };
}
