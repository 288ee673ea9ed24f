import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** What of an error is written down: no property that a library hung on it (URLs and requests hold tokens). */
function picked(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const details: Record<string, unknown> = { type: error.name, message: withoutSecrets(error.message) };
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string' || typeof code === 'number') details['code'] = code;
  const status: unknown = Reflect.get(error, 'status');
  if (typeof status === 'number') details['status'] = status;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  if (depth === 0) details['at'] = frames.slice(0, 6).map((line) => withoutSecrets(line.trim()));
  if (error.cause !== undefined && depth < 4) details['cause'] = picked(error.cause, depth + 1);
  return details;
}

/** Messages of libraries may quote an address: its query, and the token in a webhook's path, are cut out. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(\/(?:webhooks|interactions)\/\d+\/)[^/\s"']+/g, '$1…')
    .replace(/\?[^\s"')]+/g, '?…')
    .replace(/\b(Bearer|Bot|Basic)\s+\S+/gi, '$1 …')
    .slice(0, 500);
}

const MAX_SAID = 200;

/** What a server said: it may quote a key, a code or a token, or fill a log. */
function withoutTokens(text: string): string {
  return withoutSecrets(text)
    .replace(/\b((?:\w*(?:token|secret|key|password|code))["']?\s*[:=]\s*["']?)[^\s"',;]+/gi, '$1…')
    .replace(/(?=[\w.~+/=-]*\d)[\w.~+/=-]{16,}/g, '…')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .slice(0, MAX_SAID);
}

const WARN = pino.levels.values['warn'] ?? 0;
/** A write costs more than a line: they go out by 4 KiB, after 100 ms, with a warning, and at the end of the process. */
const BUFFERED = { sync: false, minLength: 4096, periodicFlush: 100 };

/** One line per event, of JSON unless the destination makes something else of it. Errors go through a serializer that picks what is written. */
export function createLog(
  level: string,
  destination: DestinationStream & { flush?: () => void } = pino.destination(BUFFERED),
): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    // The word: a reader who looks for errors doesn't know pino's numbers.
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: (error: unknown) => picked(error),
      platformMessage: (text: unknown) => (typeof text === 'string' ? withoutTokens(text) : undefined),
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(line, log, severity) {
        log.apply(this, line);
        // The log's own flush has the file synced to disk, and hangs a listener on the destination, for each line.
        if (severity >= WARN) destination.flush?.();
      },
    },
  };
  return pino(options, destination);
}

/**
 * Formats the lines for a terminal. In this thread, not in pino's worker: a process that ends would lose its last lines, which say
 * why.
 */
export async function terminalDestination(write: (text: string) => void): Promise<DestinationStream> {
  // Loaded here alone: machines, which read JSON, do not wait for it.
  const { default: pretty } = await import('pino-pretty');
  const format = pretty.prettyFactory({ translateTime: 'SYS:HH:MM:ss.l', singleLine: true });
  return { write: (line) => write(format(line)) };
}
