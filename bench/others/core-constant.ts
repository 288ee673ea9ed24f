/** A bare @discordjs/core bot without intents: one constant embed for everything. */
import { createRequire } from 'node:module';
import { Client, GatewayDispatchEvents, InteractionType } from '@discordjs/core';
import type { REST } from 'discord.js';
import { CONSTANT_EMBED } from './embeds.ts';
import { BENCH_TOKEN, REST_OPTIONS } from './surroundings.ts';

// It brings its own copies of these, and the version of the gateway that this project names is too old for it.
const fromCore = createRequire(createRequire(import.meta.url).resolve('@discordjs/core'));
type CoreGateway = ConstructorParameters<typeof Client>[0]['gateway'] & { connect(): Promise<void> };
interface GatewayModule {
  WebSocketManager: new (options: { token: string; intents: number; rest: REST }) => CoreGateway;
}
// What a `require` brings has no type.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const { WebSocketManager } = fromCore('@discordjs/ws') as GatewayModule;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
const rests = fromCore('@discordjs/rest') as { REST: typeof REST };

const rest = new rests.REST({ version: '10', ...REST_OPTIONS }).setToken(BENCH_TOKEN);
const gateway = new WebSocketManager({ token: BENCH_TOKEN, intents: 0, rest });
const client = new Client({ rest, gateway });
client.on(GatewayDispatchEvents.InteractionCreate, ({ data, api }) => {
  if (data.type !== InteractionType.ApplicationCommand) return;
  void api.interactions.reply(data.id, data.token, { embeds: [CONSTANT_EMBED] });
});
await gateway.connect();
