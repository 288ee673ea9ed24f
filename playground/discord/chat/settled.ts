import { ComponentType, EmbedType, type APIEmbed, type APIMessageTopLevelComponent } from 'discord.js';
import { isRecord } from '../check/json.ts';

/** What Discord fills in where a body leaves it out, by the type of the component. */
const DEFAULTS: ReadonlyMap<unknown, object> = new Map<ComponentType, object>([
  ...[
    ComponentType.StringSelect,
    ComponentType.UserSelect,
    ComponentType.RoleSelect,
    ComponentType.MentionableSelect,
    ComponentType.ChannelSelect,
  ].map((type) => [type, { min_values: 1, max_values: 1 }] as const),
  [ComponentType.Container, { accent_color: null, spoiler: false }],
  [ComponentType.Separator, { spacing: 1, divider: true }],
]);

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
      ...DEFAULTS.get(value['type']),
      id: count,
      ...value,
      ...('components' in value ? { components: settle(value['components']) } : {}),
      ...('accessory' in value ? { accessory: settle(value['accessory']) } : {}),
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
