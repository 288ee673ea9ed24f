import type { Dispatcher } from 'undici';
import { createPlatform } from '../../platform/create-platform.ts';
import { PlatformError } from '../../platform/error.ts';
import type { AnswerKind } from '../../reading/expected-fields.ts';
import type { Platform } from '../../platform/platform.ts';
import { silenceOf } from './ask.ts';
import type { Finding } from './finding.ts';
import type { CheckKit } from './kit.ts';
import { createTrace, type Trace } from './reading.ts';

/** Three rounds of operations fit in the doctor's deadline. */
const CALL_MS = 7000;

/** One operation, called like the bot does. */
export interface TriedOperation<T> {
  /** With its query, and `:id` for ids: "GET /v1/tournaments?status=upcoming". */
  name: string;
  kind: AnswerKind;
  call(platform: Platform): Promise<T>;
  /** Judges an answer that could be read. */
  judge(value: T, trace: Trace): 'empty' | 'ids' | 'unread' | 'sidesUnread' | undefined;
  /** A 404 is not a fault: not every tournament has a bracket. */
  mayBeAbsent?: boolean;
  /** It returns one record, which is unread if none of its fields is known. */
  isRecord?: boolean;
}

export interface OperationResult<T> {
  name: string;
  finding: Finding;
  /** The fault, for these operations: one cause may fail several. */
  failed?: (names: string) => Finding;
  kind: AnswerKind;
  /** The keys of its answer, folded. */
  keys: ReadonlySet<string>;
  /** The platform does not know the id. */
  isUnknownId?: boolean;
  value: T | undefined;
  regions: readonly string[];
}

/** Each operation has its own client and trace; they share connections. */
export async function tryOperation<T>(
  kit: CheckKit<'platform'>,
  dispatcher: Dispatcher,
  operation: TriedOperation<T>,
): Promise<OperationResult<T>> {
  const { config, say } = kit;
  const { baseUrl, apiKey, clientId, clientSecret, table } = config.platform;
  const trace = createTrace(table);
  const platform = createPlatform({
    baseUrl,
    apiKey: apiKey.reveal(),
    // Reads only use the API key.
    clientId: clientId ?? '',
    clientSecret: clientSecret?.reveal() ?? '',
    table,
    dispatcher,
    timeouts: { callMs: CALL_MS },
    onAnswer: trace.onAnswer,
    onMatch: trace.onMatch,
  });
  try {
    const value = await operation.call(platform);
    const reading = trace.reading(operation.kind);
    const { name, kind } = operation;
    const keys = trace.keys();
    const verdict = operation.judge(value, trace);
    const regions = platform.seenRegions();
    if (verdict === 'empty')
      return { name, kind, keys, finding: say.remark('operationEmpty', { name }), value, regions };
    if (verdict === 'ids')
      return { name, kind, keys, finding: say.ok('operationIds', { name }), value, regions };
    if (verdict === 'unread' || verdict === 'sidesUnread')
      return {
        name,
        kind,
        keys,
        finding: { ...say.fault(unread[verdict], { name }), reading },
        value: undefined,
        regions,
      };
    return { name, kind, keys, finding: { ...say.ok('operationRead', { name }), reading }, value, regions };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { name, kind } = operation;
    const isUnknownId = error.kind === 'not-found' || error.kind === 'invalid';
    if (operation.isRecord === true && error.kind === 'unexpected-response' && isContainer(trace.body())) {
      const finding = { ...say.fault('operationUnread', { name }), reading: trace.reading(kind) };
      return { name, kind, keys: trace.keys(), finding, value: undefined, regions: [] };
    }
    const failed = (names: string) =>
      failureFinding(kit, { ...operation, name: names, holders: trace.holders() }, error);
    return {
      name,
      kind,
      keys: trace.keys(),
      isUnknownId,
      finding: failed(name),
      failed,
      value: undefined,
      regions: [],
    };
  }
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

const unread = { unread: 'operationUnread', sidesUnread: 'operationSides' } as const;

function failureFinding(
  { say }: CheckKit<'platform'>,
  {
    name,
    mayBeAbsent,
    holders,
  }: Pick<TriedOperation<unknown>, 'name' | 'mayBeAbsent'> & { holders: readonly string[] },
  error: PlatformError,
): Finding {
  const { status = 0, at = '', platformMessage } = error;
  const message = platformMessage === undefined ? String(status) : `${status}, "${platformMessage}"`;
  switch (error.kind) {
    case 'unauthorised':
    case 'forbidden':
      return say.fault('operationRefused', { name, message });
    case 'not-found':
      if (mayBeAbsent === true) return say.remark('operationEmpty', { name });
      return say.fault('operationMissing', { name, message });
    case 'conflict':
    case 'invalid':
      return say.fault('operationRejected', { name, message });
    case 'rate-limited':
      return say.remark('operationLimited', { name });
    case 'unavailable':
      if (status > 0) return say.fault('operationFailing', { name, message });
      return say.fault('operationSilent', { name, code: silenceOf(error).code });
    case 'unexpected-response':
      if (status >= 300 && status < 400) return say.fault('operationMoved', { name, status });
      if (holders.length > 0) return say.fault('operationWrapped', { name, keys: holders.join(', ') });
      return say.fault('operationUnclear', { name, at: at === '' ? 'body' : at });
  }
}
