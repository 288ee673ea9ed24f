import type { Addresses } from '../app.ts';
import { createWords } from '../words/words.ts';

/** What an admin copies from the terminal, each address on a line of its own. */
export function addressLines({ redirectUrls, install, interactionsEndpointUrl }: Addresses): string {
  const t = createWords().in('en-US');
  const lines: [string, string][] = [
    [t('start.redirectDiscord'), redirectUrls.discord],
    [t('start.redirectPlatform'), redirectUrls.platform],
    [t('start.installServer'), install.server],
    [t('start.installUser'), install.user],
  ];
  if (interactionsEndpointUrl !== undefined) lines.push([t('start.endpoint'), interactionsEndpointUrl]);
  return lines.map(([label, address]) => `${label}\n  ${address}\n`).join('');
}
