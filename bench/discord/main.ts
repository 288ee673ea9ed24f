/**
 * The stand-in for Discord under load: a separate process, lean where `tools/discord-stand-in` is strict. bench/RESULTS.md has the
 * figures of both.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../measure/conversation.ts';
import { createFlights } from './flights.ts';
import { createGateway } from './gateway.ts';
import { createLoads } from './load.ts';
import type { DiscordQuestions } from './questions.ts';
import { createRest } from './rest.ts';
import { createSigner } from './signed-posts.ts';

const settings = { guilds: 1, restDelayMs: 0 };
const applications = new Map<string, string>();
function applicationIdOf(token: string): string {
  const applicationId = applications.get(token) ?? `10000000000000000${10 + applications.size}`;
  applications.set(token, applicationId);
  return applicationId;
}

const flights = createFlights(() => performance.now());
const signer = createSigner(Date.now);
const rest = createRest({
  gatewayUrl: () => `ws://127.0.0.1:${port()}`,
  delayMs: () => settings.restDelayMs,
  applicationIdOf,
  publicKey: signer.publicKey,
  answered: (token, answer) => flights.answered(token, answer),
});
// No bot may meet a connection that is closed for having been idle between two rounds.
const server = createServer({ keepAliveTimeout: 600_000 }, rest);
// Listening on a port, it has an address with one.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const port = (): number => (server.address() as AddressInfo).port;
const gateway = createGateway({
  server,
  url: () => `ws://127.0.0.1:${port()}`,
  guilds: () => settings.guilds,
  applicationIdOf,
});
const load = createLoads({ gateway, flights, signer, applicationIdOf });

answerParent<DiscordQuestions>({
  async open() {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return { api: `http://127.0.0.1:${port()}/api`, publicKey: signer.publicKey };
  },
  set(wanted) {
    Object.assign(settings, wanted);
  },
  async session(token) {
    const { guildsSent, intents } = await gateway.session(token);
    return { guildsSent, intents };
  },
  load,
});
