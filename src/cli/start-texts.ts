import type { Addresses } from '../app.ts';
import { TokenRefusedError } from '../discord/gateway.ts';
import type { Config } from '../settings/settings.ts';
import { StoreError } from '../store/store.ts';
import { createWords } from '../words/words.ts';

const t = createWords().in('en-US');

/** What an admin copies from the terminal, each address on a line of its own. */
export function addressLines({ redirectUrls, install, interactionsEndpointUrl }: Addresses): string {
  const lines: [string, string][] = [
    [t('start.redirectDiscord'), redirectUrls.discord],
    [t('start.redirectPlatform'), redirectUrls.platform],
    [t('start.installServer'), install.server],
    [t('start.installUser'), install.user],
  ];
  if (interactionsEndpointUrl !== undefined) lines.push([t('start.endpoint'), interactionsEndpointUrl]);
  return lines.map(([label, address]) => `${label}\n  ${address}\n`).join('');
}

/** Why the bot could not start, for the one who starts it; `undefined` where it is nothing they can mend. */
export function explainStart(error: unknown, config: Config): string | undefined {
  if (error instanceof TokenRefusedError) return t('start.tokenRefused');
  if (error instanceof StoreError) return t('start.storeFailed', { reason: error.message });
  if (error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen') {
    const isMetrics = 'port' in error && error.port === config.metrics.port;
    const { host, port } = isMetrics ? config.metrics : config.web;
    return t('start.portTaken', {
      host,
      port,
      code: String(error.code),
      setting: isMetrics ? 'METRICS_PORT' : 'PORT',
    });
  }
  return undefined;
}
