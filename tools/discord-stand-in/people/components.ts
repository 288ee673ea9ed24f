import {
  ComponentType,
  type APIButtonComponentWithCustomId,
  type APISelectMenuComponent,
  type APIMessageTopLevelComponent,
} from 'discord.js';
import { placedComponents } from '../check/components.ts';
import type { ChatMessage } from '../chat/message.ts';
import type { ComponentData, Resolved } from '../interactions/payload.ts';
import { ClientRefusal } from './client-refusal.ts';
import { resolveChannel, resolveMentionable, resolveRole, resolveUser, type Scene } from './resolve.ts';

type Interactive = APIButtonComponentWithCustomId | APISelectMenuComponent;

/** Buttons (but links) and selects of a message, in reading order. */
function interactiveComponents(components: readonly APIMessageTopLevelComponent[]): Interactive[] {
  return placedComponents(components).flatMap(({ component }) => {
    if (typeof component['custom_id'] !== 'string') return [];
    // A component of a message that has a custom_id is one of these, or Discord would have refused the message.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return [component as unknown as Interactive];
  });
}

/** Finds a button by custom_id or by what stands on it. */
export function pressed(message: ChatMessage, which: string): ComponentData {
  const buttons = interactiveComponents(message.components).filter(
    (component) => component.type === ComponentType.Button,
  );
  const button =
    buttons.find(({ custom_id: id }) => id === which) ??
    buttons.find(({ label, emoji }) => label === which || emoji?.name === which);
  if (!button)
    throw new ClientRefusal(
      `no button ${which}; there are: ${buttons.map(({ label, custom_id: id }) => label ?? id).join(', ')}`,
    );
  if (button.disabled) throw new ClientRefusal(`the button ${which} is disabled`);
  return { custom_id: button.custom_id, component_type: ComponentType.Button };
}

/** Chooses in a select: found by custom_id or placeholder; of a string select, values or labels are named. */
export function selected(
  message: ChatMessage,
  which: string,
  values: readonly string[],
  scene: Scene,
): ComponentData {
  const select = interactiveComponents(message.components).find(
    (component): component is APISelectMenuComponent =>
      component.type !== ComponentType.Button && [component.custom_id, component.placeholder].includes(which),
  );
  if (!select) throw new ClientRefusal(`no select ${which}`);
  if (select.disabled) throw new ClientRefusal(`the select ${which} is disabled`);
  const resolved: Resolved = {};
  const chosen = chosenValues(select, values, resolved, scene);
  return {
    custom_id: select.custom_id,
    component_type: select.type,
    values: chosen,
    ...(select.type === ComponentType.StringSelect ? {} : { resolved }),
  };
}

/** What a select sends; it is the same in messages and in modals. */
export function chosenValues(
  select: APISelectMenuComponent,
  wanted: readonly string[],
  resolved: Resolved,
  scene: Scene,
): string[] {
  const min = select.min_values ?? 1;
  const max = select.max_values ?? 1;
  if (wanted.length < min || wanted.length > max)
    throw new ClientRefusal(`${select.custom_id}: ${min} to ${max} have to be chosen`);
  return wanted.map((text) => {
    switch (select.type) {
      case ComponentType.StringSelect: {
        const option =
          select.options.find(({ value }) => value === text) ??
          select.options.find(({ label }) => label === text);
        if (!option) throw new ClientRefusal(`${select.custom_id}: ${text} is not among the options`);
        return option.value;
      }
      case ComponentType.UserSelect:
        return resolveUser(text, resolved, scene);
      case ComponentType.RoleSelect:
        return resolveRole(text, resolved, scene);
      case ComponentType.MentionableSelect:
        return resolveMentionable(text, resolved, scene);
      case ComponentType.ChannelSelect:
        return resolveChannel(text, resolved, scene, select.channel_types);
    }
  });
}
