import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponent,
  type APIMessageTopLevelComponent,
  type APISelectMenuComponent,
} from 'discord.js';
import type { DiscordWorld } from '../../../tools/discord-stand-in/world.ts';
import type { ButtonLook, PageComponent, PageSelect } from '../protocol.ts';

const LOOKS: Partial<Record<ButtonStyle, ButtonLook>> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Secondary]: 'secondary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

function buttonView(button: APIButtonComponent): PageComponent[] {
  if (button.style === ButtonStyle.Premium) return [];
  const face = {
    label: button.label ?? '',
    emoji: button.emoji?.name ?? null,
    disabled: button.disabled ?? false,
  };
  if (button.style === ButtonStyle.Link) return [{ kind: 'link', url: button.url, ...face }];
  return [{ kind: 'button', id: button.custom_id, look: LOOKS[button.style] ?? 'secondary', ...face }];
}

interface Chooser {
  id: string;
  label: string;
  description?: string;
}

/** What can be chosen from in the native kinds of a server's select. */
function choosers(
  select: APISelectMenuComponent,
  world: DiscordWorld,
  guildId: string | undefined,
): Chooser[] {
  const guild = world.guilds.find(({ id }) => id === guildId);
  const people = world.members
    .filter(({ id }) => !guild || guild.members.has(id))
    .map(({ id, name }) => ({ id, label: name }));
  const roles = guild?.roles.map(({ id, name }) => ({ id, label: name, description: 'Role' })) ?? [];
  if (select.type === ComponentType.UserSelect) return people;
  if (select.type === ComponentType.RoleSelect) return roles.map(({ id, label }) => ({ id, label }));
  if (select.type === ComponentType.MentionableSelect) return [...roles, ...people];
  if (select.type !== ComponentType.ChannelSelect) return [];
  const { channel_types: types = [] } = select;
  return (guild?.channels ?? [])
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(({ id, name }) => ({ id, label: `#${name}` }));
}

export function selectView(
  select: APISelectMenuComponent,
  world: DiscordWorld,
  guildId: string | undefined,
): PageSelect {
  const common = {
    kind: 'select' as const,
    id: select.custom_id,
    placeholder: select.placeholder ?? 'Make a selection',
    min: select.min_values ?? 1,
    max: select.max_values ?? 1,
    disabled: select.disabled ?? false,
  };
  if (select.type === ComponentType.StringSelect)
    return {
      ...common,
      options: select.options.map(({ label, value, description, default: chosen }) => ({
        label,
        value,
        description: description ?? null,
        chosen: chosen ?? false,
      })),
    };
  const preset = new Set(select.default_values?.map(({ id }) => id));
  return {
    ...common,
    options: choosers(select, world, guildId).map(({ id, label, description }) => ({
      label,
      value: id,
      description: description ?? null,
      chosen: preset.has(id),
    })),
  };
}

/** The rows under a message. */
export const componentRows = (
  components: readonly APIMessageTopLevelComponent[],
  world: DiscordWorld,
  guildId: string | undefined,
): PageComponent[][] =>
  components.flatMap((row) => {
    if (row.type !== ComponentType.ActionRow) return [];
    return [
      row.components.flatMap((component): PageComponent[] =>
        component.type === ComponentType.Button
          ? buttonView(component)
          : [selectView(component, world, guildId)],
      ),
    ];
  });
