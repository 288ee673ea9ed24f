import { LinkLostError } from '../accounts/links.ts';
import { LinkUnreadableError } from '../accounts/tokens.ts';
import { PlatformError, type PlatformErrorKind } from '../platform/error.ts';
import { present } from '../present.ts';
import { clockTime } from '../words/clock.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Context } from './command.ts';
import { OptionError } from './options.ts';
import { ReplyError, type Reply } from '../words/reply.ts';

/** What a failure is called in the log, what the caller is told, and whether somebody should look at it. */
export interface Failure {
  outcome: string;
  reply: Reply;
  unexpected: boolean;
  /** A second try may succeed: somebody did not answer, or was too busy. */
  mayPass?: boolean;
}

/** The parts of the context that failure sentences use. */
type Setting = Pick<Context, 't' | 'reference' | 'now' | 'askToLink' | 'mention'>;

/** `StoreError` and `UnreadableError` are known by their names: this room does not import the store. */
const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** When to try again, in words that stay true however late they are read. */
function againText(inMs: number, { t, now }: Pick<Setting, 't' | 'now'>): string {
  if (inMs <= 10_000) return t('again.soon');
  if (inMs <= 60_000) return t('again.minute');
  return t('again.after', { time: clockTime(now() + inMs, 'up') });
}

/** The platform's own words, as text; empty where it has none. */
export function platformWords({ platformMessage }: PlatformError, { t }: Pick<Setting, 't'>): string {
  const message = platformMessage === undefined ? '' : escapeMarkup(platformMessage, 300);
  return message === '' ? '' : t('failure.says', { message });
}

/** What the platform says, in its own words where it has any. */
export function platformFailure(
  error: PlatformError,
  setting: Omit<Setting, 'askToLink' | 'mention'>,
): string {
  const { t } = setting;
  const says = platformWords(error, setting);
  const withWords = (text: string): string => (says === '' ? text : `${text}\n${says}`);
  switch (error.kind) {
    case 'unauthorised':
      return t('failure.unauthorised');
    case 'not-found':
      return withWords(t('failure.notFound'));
    // Where the platform names its reason, that says it all.
    case 'forbidden':
      return says === '' ? t('failure.forbidden') : says;
    case 'conflict':
      return says === '' ? t('failure.conflict') : says;
    case 'invalid':
      return says === '' ? t('failure.invalid') : says;
    case 'rate-limited':
      return t('failure.rateLimited', { again: againText(error.retryAfterMs ?? 30_000, setting) });
    case 'unavailable':
      return t('failure.unavailable', { reference: setting.reference });
    case 'unexpected-response':
      return t('failure.unexpectedResponse', { reference: setting.reference });
  }
}

/** Turns whatever a handler threw into what the caller sees: only what was written for people is shown to people. */
export async function explainFailure(error: unknown, setting: Setting): Promise<Failure> {
  const { t, reference } = setting;
  const failure = (outcome: string, reply: Reply | string, more: Partial<Failure> = {}): Failure => ({
    outcome,
    reply: typeof reply === 'string' ? { content: reply } : reply,
    unexpected: false,
    ...more,
  });
  if (error instanceof ReplyError) return failure(error.reason, error.reply);
  if (error instanceof PlatformError) {
    const { kind } = error;
    return failure(`platform-${kind}`, platformFailure(error, setting), {
      unexpected: kind === 'unexpected-response' || kind === 'unauthorised',
      mayPass: kind === 'unavailable' || kind === 'rate-limited',
    });
  }
  if (error instanceof LinkLostError)
    return failure(`link-${error.state}`, await setting.askToLink(error.state));
  if (error instanceof LinkUnreadableError)
    return failure('link-unreadable', t('failure.linkUnreadable', { reference }), { unexpected: true });
  if (error instanceof OptionError)
    return failure('bad-option', t('failure.option', { option: error.option }));
  if (isNamed(error, 'UnreadableError')) {
    const privacy = setting.mention('privacy');
    return failure('unreadable', t('failure.unreadable', { privacy, reference }), { unexpected: true });
  }
  if (isNamed(error, 'StoreError'))
    return failure('store-down', t('failure.store', { reference }), { unexpected: true, mayPass: true });
  return failure('error', t('failure.unknown', { reference }), { unexpected: true });
}

/** What of a failure the platform has caused, for the log; its own words are untrusted. */
export function platformFields(error: unknown): PlatformFields | undefined {
  if (!(error instanceof PlatformError))
    return error instanceof Error && error.cause !== undefined ? platformFields(error.cause) : undefined;
  const { operation, status, platformMessage } = error;
  return present({ operation, status, platformMessage });
}

export type PlatformFields = Pick<PlatformError, 'operation'> &
  Partial<Pick<PlatformError, 'status' | 'platformMessage'>>;

/** Whether the platform says that there is no such record. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'not-found';

/** Whether the platform says that there is no such id, or that it cannot be one. */
export const isUnknownId = (error: unknown): boolean =>
  error instanceof PlatformError && (error.kind === 'not-found' || error.kind === 'invalid');

/**
 * For `.catch`: turns a `PlatformError` of these kinds into a refusal with its own sentence, and throws all others on.
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
