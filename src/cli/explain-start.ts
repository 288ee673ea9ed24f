import type { Config } from '../config.ts';
import { TokenRefusedError } from '../discord/gateway.ts';
import { StoreError } from '../store/store.ts';
import { createWords } from '../words/words.ts';

/** Why the bot could not start, for the one who starts it; `undefined` where it is nothing they can mend. */
export function explainStart(error: unknown, config: Config): string | undefined {
  const t = createWords().in('en-US');
  if (error instanceof TokenRefusedError) return t('start.tokenRefused');
  if (error instanceof StoreError) return t('start.storeFailed', { reason: error.message });
  if (error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen') {
    const { host, port } = config.web;
    const isMetrics = 'port' in error && error.port === config.metricsPort;
    return t('start.portTaken', {
      host,
      port: isMetrics ? config.metricsPort : port,
      code: String(error.code),
      setting: isMetrics ? 'METRICS_PORT' : 'PORT',
    });
  }
  return undefined;
}
