import {
  ComponentType,
  TextInputStyle,
  type APIComponentInModalActionRow,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord.js';
import { MAX_FILE_BYTES } from '../../../tools/discord-stand-in/chat/files.ts';
import type { DiscordWorld } from '../../../tools/discord-stand-in/world.ts';
import type { PageField, PageModal } from '../protocol.ts';
import { isSelect } from '../../../tools/discord-stand-in/check/interactive.ts';
import { selectView } from './components.ts';

/** A text input in an action row carries its own label; inside a label component, that one's counts. */
function fieldView(
  component: APIComponentInModalActionRow | APILabelComponent['component'],
  named: { label?: string; description?: string | undefined },
  world: DiscordWorld,
  guildId: string | undefined,
): PageField[] {
  const description = named.description ?? null;
  if (component.type === ComponentType.TextInput)
    return [
      {
        kind: 'text',
        id: component.custom_id,
        label: named.label ?? component.label ?? '',
        description,
        required: component.required ?? true,
        value: component.value ?? '',
        placeholder: component.placeholder ?? '',
        long: component.style === TextInputStyle.Paragraph,
        minLength: component.min_length ?? 0,
        maxLength: component.max_length ?? 4000,
      },
    ];
  if (component.type === ComponentType.FileUpload)
    return [
      {
        kind: 'files',
        id: component.custom_id,
        label: named.label ?? '',
        description,
        required: component.required ?? true,
        max: component.max_values ?? 1,
        maxBytes: MAX_FILE_BYTES,
        accept: (component.file_types ?? []).map((type) => (type.startsWith('.') ? type : `${type}/*`)),
      },
    ];
  if (component.type === ComponentType.RadioGroup)
    return [
      {
        kind: 'radio',
        id: component.custom_id,
        label: named.label ?? '',
        description,
        required: component.required ?? true,
        options: component.options.map((option) => ({
          label: option.label,
          value: option.value,
          description: option.description ?? null,
          chosen: option.default ?? false,
        })),
      },
    ];
  if (!isSelect(component)) return [];
  const select = selectView(component, world, guildId);
  const label = named.label ?? select.placeholder;
  const required = component.required ?? true;
  return [{ kind: 'select', id: select.id, label, description, required, select }];
}

/** A form as the page draws it. */
export const modalView = (
  modal: APIModalInteractionResponseCallbackData,
  openedBy: string,
  world: DiscordWorld,
  guildId?: string,
): PageModal => ({
  openedBy,
  title: modal.title,
  fields: modal.components.flatMap((top): PageField[] => {
    if (top.type === ComponentType.Label) return fieldView(top.component, top, world, guildId);
    if (top.type === ComponentType.ActionRow)
      return top.components.flatMap((component) => fieldView(component, {}, world, guildId));
    return [];
  }),
});
