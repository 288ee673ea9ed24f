import { ComponentType, EmbedType, type APIEmbed, type APIMessageTopLevelComponent } from 'discord.js';
import { isRecord } from '../check/json.ts';

const SELECT_DEFAULTS = { min_values: 1, max_values: 1 };

/** The components as a bot gets them back: each has a number, and nothing is left to be guessed. */
export function settledComponents(
  components: readonly APIMessageTopLevelComponent[],
): APIMessageTopLevelComponent[] {
  let count = 0;
  const settle = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(settle);
    if (!isRecord(value)) return value;
    count += 1;
    return {
      ...('custom_id' in value && value['type'] !== ComponentType.Button ? SELECT_DEFAULTS : {}),
      id: count,
      ...value,
      ...('components' in value ? { components: settle(value['components']) } : {}),
    };
  };
  // Only members are added that every component of its type may have.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return components.map(settle) as APIMessageTopLevelComponent[];
}

export const settledEmbeds = (embeds: readonly APIEmbed[]): APIEmbed[] =>
  embeds.map((embed) => ({
    type: EmbedType.Rich,
    ...embed,
    ...(embed.fields ? { fields: embed.fields.map((field) => ({ inline: false, ...field })) } : {}),
  }));
