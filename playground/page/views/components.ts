import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponent,
  type APIMessageTopLevelComponent,
  type APISelectMenuComponent,
} from 'discord.js';
import type { Member } from '../../discord/world.ts';
import type { ButtonLook, PageComponent, PageSelect } from '../protocol.ts';

const LOOKS: Partial<Record<ButtonStyle, ButtonLook>> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Secondary]: 'secondary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

function buttonView(button: APIButtonComponent): PageComponent {
  if (button.style === ButtonStyle.Premium) return { kind: 'unknown', what: 'a premium button' };
  const face = {
    label: button.label ?? '',
    emoji: button.emoji?.name ?? null,
    disabled: button.disabled ?? false,
  };
  if (button.style === ButtonStyle.Link) return { kind: 'link', url: button.url, ...face };
  return { kind: 'button', id: button.custom_id, look: LOOKS[button.style] ?? 'secondary', ...face };
}

/** Undefined for the kinds that the stand-in's people cannot fill in. */
export function selectView(
  select: APISelectMenuComponent,
  members: readonly Member[],
): PageSelect | undefined {
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
  if (select.type === ComponentType.UserSelect)
    return {
      ...common,
      options: members.map(({ id, name }) => ({ label: name, value: id, description: null, chosen: false })),
    };
  return undefined;
}

/** The rows under a message. */
export const componentRows = (
  components: readonly APIMessageTopLevelComponent[],
  members: readonly Member[],
): PageComponent[][] =>
  components.map((row) => {
    if (row.type !== ComponentType.ActionRow)
      return [{ kind: 'unknown', what: `a component of type ${row.type}` }];
    return row.components.map((component): PageComponent => {
      if (component.type === ComponentType.Button) return buttonView(component);
      return (
        selectView(component, members) ?? { kind: 'unknown', what: `a select of type ${component.type}` }
      );
    });
  });
