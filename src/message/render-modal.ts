import {
  ComponentType,
  TextInputStyle,
  type APIFileUploadComponent,
  type APIModalInteractionResponseCallbackData,
  type APIRadioGroupComponent,
  type APIStringSelectComponent,
  type APITextInputComponent,
  type FileUploadType,
} from 'discord-api-types/v10';
import { present } from '../present.ts';
import { LIMITS } from './limits.ts';
import { fitLabel } from '../words/plain.ts';
import type { ChoiceInput, FilesInput, Modal, ModalInput, TextInput } from './reply.ts';
import { fitOptions } from './render.ts';

/**
 * Discord checks the extension alone. Not `image`, which would include kinds that Discord does not show in a message; phones
 * convert their photos to `.jpg`.
 */
const IMAGE_TYPES: readonly FileUploadType[] = ['.png', '.jpg', '.jpeg', '.webp', '.gif'];

/** Without `min_values: 0`, an optional input would need one value. */
const optional = (required = true) => (required ? { required } : { required, min_values: 0 });

function renderChoice(input: ChoiceInput): APIRadioGroupComponent | APIStringSelectComponent | undefined {
  const options = fitOptions(input.options);
  if (options.length === 0) return undefined;
  // One choice alone is no radio group for Discord.
  if (options.length > 1 && options.length <= LIMITS.radioOptions) {
    const { name, required = true } = input;
    return { type: ComponentType.RadioGroup, custom_id: name, required, options };
  }
  return {
    type: ComponentType.StringSelect,
    custom_id: input.name,
    ...present({ placeholder: input.placeholder && fitLabel(input.placeholder, LIMITS.selectPlaceholder) }),
    ...optional(input.required),
    options,
  };
}

const renderFiles = (input: FilesInput): APIFileUploadComponent => ({
  type: ComponentType.FileUpload,
  custom_id: input.name,
  max_values: Math.min(input.max, LIMITS.modalFiles),
  ...optional(input.required),
  file_types: [...IMAGE_TYPES],
});

function renderText(input: TextInput): APITextInputComponent {
  const maxLength = Math.min(input.maxLength ?? LIMITS.textInput, LIMITS.textInput);
  const { value = '' } = input;
  return {
    type: ComponentType.TextInput,
    custom_id: input.name,
    style: input.long === true ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required: input.required ?? true,
    ...present({
      // Discord would refuse the form for a longer one; cut, it would be saved as if it had been typed.
      value: value !== '' && value.length <= maxLength ? value : undefined,
      placeholder: input.placeholder && fitLabel(input.placeholder, LIMITS.textPlaceholder),
      max_length: input.maxLength === undefined ? undefined : maxLength,
    }),
  };
}

function renderInput(input: ModalInput) {
  if (input.kind === 'choice') return renderChoice(input);
  return input.kind === 'files' ? renderFiles(input) : renderText(input);
}

/** A form within Discord's limits. Its state has to fit the custom id: a form must be the first answer, and the store may be slow. */
export function renderModal(modal: Modal, customId: string): APIModalInteractionResponseCallbackData {
  return {
    custom_id: customId,
    title: fitLabel(modal.title, LIMITS.modalTitle),
    components: modal.inputs.slice(0, LIMITS.modalInputs).flatMap((input) => {
      const component = renderInput(input);
      if (component === undefined) return [];
      return {
        type: ComponentType.Label as const,
        label: fitLabel(input.label, LIMITS.modalLabel),
        ...present({
          description: input.description && fitLabel(input.description, LIMITS.modalDescription),
        }),
        component,
      };
    }),
  };
}
