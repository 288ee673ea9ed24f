/** A plain discord.js bot: the Guilds intent; it defers, asks the platform, and edits. */
import { Client, EmbedBuilder, Events, GatewayIntentBits, type Interaction } from 'discord.js';
import { embedOf } from './embeds.ts';
import { fetchPlayer } from './fetch-player.ts';
import { BENCH_TOKEN, REST_OPTIONS } from './surroundings.ts';

async function answer(interaction: Interaction): Promise<void> {
  if (!interaction.isChatInputCommand()) return;
  await interaction.deferReply();
  const [user, rank] = await fetchPlayer(interaction.options.getString('id', true));
  await interaction.editReply({ embeds: [new EmbedBuilder(embedOf(user, rank))] });
}

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: REST_OPTIONS });
client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
await client.login(BENCH_TOKEN);
