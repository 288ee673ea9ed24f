import {
  ComponentType,
  type APIComponentInModalActionRow,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APIRadioGroupComponent,
  type APISelectMenuComponent,
  type APITextInputComponent,
} from 'discord.js';
import type { MemberUpload } from '../chat/cdn.ts';
import type { OwnFile } from '../chat/files.ts';
import { isSelect } from '../check/interactive.ts';
import type { ModalData, Resolved, SentField } from '../interactions/payload.ts';
import { ClientRefusal } from './client-refusal.ts';
import { chosenValues } from './components.ts';
import type { Scene } from './resolve.ts';
import { uploadedIds } from './uploads.ts';

type ModalValue = string | readonly string[] | readonly OwnFile[];

/** By custom_id: text for an input or a radio group, a list for a select or an upload. What is left out keeps what the modal was filled with. */
export type FieldValues = Readonly<Record<string, ModalValue>>;

const isTexts = (value: ModalValue): value is readonly string[] =>
  typeof value !== 'string' && value.every((one) => typeof one === 'string');

const isFiles = (value: ModalValue): value is readonly OwnFile[] =>
  typeof value !== 'string' && value.every((one) => typeof one !== 'string');

/** Fills in a modal as Discord's app does, and sends it. */
export function filledModal(
  modal: APIModalInteractionResponseCallbackData,
  values: FieldValues,
  { upload, ...scene }: Scene & { upload: (file: OwnFile) => MemberUpload },
): ModalData {
  let id = 0;
  const used = new Set<string>();
  const fill = (component: APIComponentInModalActionRow | APILabelComponent['component']): SentField => {
    id += 1;
    if (component.type === ComponentType.TextInput) {
      used.add(component.custom_id);
      return { type: component.type, id, custom_id: component.custom_id, value: typed(component, values) };
    }
    if (isSelect(component)) {
      used.add(component.custom_id);
      const input = values[component.custom_id] ?? [];
      const choices = typeof input === 'string' ? [input] : input;
      if (!isTexts(choices)) throw new ClientRefusal(`${component.custom_id} takes no files`);
      const chosen = component.required === false && choices.length === 0 ? [] : choices;
      return {
        type: component.type,
        id,
        custom_id: component.custom_id,
        values: chosen.length === 0 && component.required === false ? [] : send(component, chosen),
      };
    }
    if (component.type === ComponentType.RadioGroup) {
      used.add(component.custom_id);
      return { type: component.type, id, custom_id: component.custom_id, value: chosen(component, values) };
    }
    if (component.type === ComponentType.FileUpload) {
      used.add(component.custom_id);
      const files = values[component.custom_id] ?? [];
      if (!isFiles(files)) throw new ClientRefusal(`${component.custom_id} takes files`);
      const ids = uploadedIds(component, files, resolved, upload);
      return { type: component.type, id, custom_id: component.custom_id, values: ids };
    }
    throw new ClientRefusal(`the stand-in cannot fill in a component of type ${component.type}`);
  };
  const resolved: Resolved = {};
  const send = (select: APISelectMenuComponent, wanted: readonly string[]): string[] =>
    chosenValues(select, wanted, resolved, scene);
  const components = modal.components.map((top): SentField => {
    id += 1;
    const own = { type: top.type, id };
    if (top.type === ComponentType.Label) return { ...own, component: fill(top.component) };
    if (top.type === ComponentType.ActionRow) return { ...own, components: top.components.map(fill) };
    return own;
  });
  const unknown = Object.keys(values).find((name) => !used.has(name));
  if (unknown !== undefined) throw new ClientRefusal(`the modal has no field ${unknown}`);
  return {
    custom_id: modal.custom_id,
    components,
    ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
  };
}

/** The one option of a radio group that somebody chose, by its value or label, or `null`. */
function chosen(group: APIRadioGroupComponent, values: FieldValues): string | null {
  const given =
    values[group.custom_id] ?? group.options.find((option) => option.default === true)?.value ?? [];
  const [choice = '', ...others] = typeof given === 'string' ? [given] : given;
  if (choice === '') {
    if (group.required !== false) throw new ClientRefusal(`${group.custom_id} is required`);
    return null;
  }
  const option = group.options.find(({ label, value }) => value === choice || label === choice);
  if (others.length > 0 || option === undefined)
    throw new ClientRefusal(`${group.custom_id} takes one of its options`);
  return option.value;
}

function typed(input: APITextInputComponent, values: FieldValues): string {
  const text = values[input.custom_id] ?? input.value ?? '';
  if (typeof text !== 'string') throw new ClientRefusal(`${input.custom_id} takes text`);
  if (text === '') {
    if (input.required !== false) throw new ClientRefusal(`${input.custom_id} is required`);
    return text;
  }
  const min = input.min_length ?? 0;
  const max = input.max_length ?? 4000;
  if (text.length < min || text.length > max)
    throw new ClientRefusal(`${input.custom_id} has to have ${min} to ${max} characters`);
  return text;
}
