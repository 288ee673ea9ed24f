/** A plain discord.js bot: the Guilds intent, and one constant embed for everything. */
import { Client, Events, GatewayIntentBits, type Interaction } from 'discord.js';
import { CONSTANT_EMBED } from './embeds.ts';
import { BENCH_TOKEN, REST_OPTIONS } from './surroundings.ts';

async function answer(interaction: Interaction): Promise<void> {
  if (!interaction.isChatInputCommand()) return;
  await interaction.reply({ embeds: [CONSTANT_EMBED] });
}

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: REST_OPTIONS });
client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
await client.login(BENCH_TOKEN);
