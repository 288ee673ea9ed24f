import type { REST } from 'discord.js';
import { onTestFinished } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { checkShape } from '../check/shape.ts';
import { RestRefusal } from '../refusal.ts';
import { startDiscord, type DiscordOptions, type DiscordStandIn } from '../server.ts';
import { plainRest } from './plain-rest.ts';
import type { RawInteraction } from '../interactions/payload.ts';

/** A stand-in for one test, and discord.js's own REST client talking to it. */
export async function bareWorld(
  options: DiscordOptions = {},
): Promise<{ discord: DiscordStandIn; rest: REST }> {
  const discord = await startDiscord(options);
  onTestFinished(() => discord.close());
  return { discord, rest: plainRest(discord.apiUrl, { retries: 0 }).setToken(discord.token) };
}

/** The same, with interactions going into a list instead of over the gateway. */
export async function discordWorld(
  options: DiscordOptions = {},
): Promise<{ discord: DiscordStandIn; rest: REST; interactions: RawInteraction[] }> {
  const world = await bareWorld(options);
  const interactions: RawInteraction[] = [];
  world.discord.deliver = (raw) => {
    interactions.push(raw);
    return undefined;
  };
  return { ...world, interactions };
}

export const commands = [
  {
    name: 'rank',
    description: 'Shows a rank',
    options: [
      { type: 6, name: 'player', description: 'A member' },
      { type: 3, name: 'id', description: 'An id', autocomplete: true, max_length: 20 },
    ],
    contexts: [0, 1],
    integration_types: [0, 1],
  },
  {
    name: 'score',
    description: 'Reports a score',
    options: [
      { type: 3, name: 'match', description: 'Which', required: true },
      { type: 4, name: 'points', description: 'How many', required: true, min_value: 0, max_value: 99 },
      {
        type: 3,
        name: 'kind',
        description: 'Of which kind',
        choices: [
          { name: 'Final', value: 'final' },
          { name: 'Friendly', value: 'friendly' },
        ],
      },
    ],
  },
  { type: 2, name: 'Show rank', integration_types: [0, 1], contexts: [0, 1] },
];

export const publish = (rest: REST, discord: DiscordStandIn, body: unknown = commands): Promise<unknown> =>
  rest.put(`/applications/${discord.applicationId}/commands`, { body });

/** What Discord's description finds wrong with an answer of the stand-in; undefined where nothing is. */
export function answerFaults(schema: ZodMiniType, answer: unknown): unknown {
  try {
    checkShape({ schema }, answer);
    return undefined;
  } catch (error) {
    if (error instanceof RestRefusal) return error.errors;
    throw error;
  }
}
