/** A discord.js bot without intents: it asks the platform and replies once. */
import { Client, EmbedBuilder, Events, type Interaction } from 'discord.js';
import { embedOf } from './embeds.ts';
import { fetchPlayer } from './fetch-player.ts';
import { BENCH_TOKEN, REST_OPTIONS } from './surroundings.ts';

async function answer(interaction: Interaction): Promise<void> {
  if (!interaction.isChatInputCommand()) return;
  const [user, rank] = await fetchPlayer(interaction.options.getString('id', true));
  await interaction.reply({ embeds: [new EmbedBuilder(embedOf(user, rank))] });
}

const client = new Client({ intents: [], rest: REST_OPTIONS });
client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
await client.login(BENCH_TOKEN);
