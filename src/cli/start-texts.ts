import type { Addresses } from '../app/app.ts';
import { DeclarationError } from '../bot/declare.ts';
import { DiscordRefusedError } from '../discord/gateway.ts';
import type { Config } from '../settings/settings.ts';
import { StoreError } from '../store/errors.ts';
import { createTerminalText } from '../words/terminal.ts';
import { explainStore } from './explain-store.ts';
import { userId } from './settings.ts';

const t = createTerminalText();

/** The addresses for an operator to copy from the terminal, one per line. */
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

/** Explains to the operator why the bot could not start; `undefined` if they cannot fix it. */
export function explainStart(error: unknown, config: Config): string | undefined {
  if (error instanceof DiscordRefusedError) return t(`start.refused.${error.refusal}`);
  if (error instanceof DeclarationError) return error.message;
  if (error instanceof StoreError) return explainStore(error, t);
  const { code, syscall, port, hostname } = detailsOf(error);
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const { web, metrics } = config;
  const isMetrics = port === undefined ? hostname !== web.host : port === metrics.port;
  const address = isMetrics ? metrics : web;
  const sentence =
    code === 'EACCES' ? 'start.portDenied' : code === 'EADDRINUSE' ? 'start.portTaken' : 'start.noAddress';
  return t(sentence, {
    host: address.host,
    port: String(address.port),
    code: String(code),
    setting: isMetrics ? 'METRICS_PORT' : 'PORT',
    hostSetting: isMetrics ? 'METRICS_HOST' : 'HOST',
    uid: userId(),
  });
}

/** The properties that Node adds to a system error. */
const detailsOf = (error: unknown): Record<'code' | 'syscall' | 'port' | 'hostname', unknown> => {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  return { code: read('code'), syscall: read('syscall'), port: read('port'), hostname: read('hostname') };
};
