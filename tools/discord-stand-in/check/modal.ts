import {
  ComponentType,
  type APIFileUploadComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord.js';
import { refuseAny, type ShapeFault } from '../refusal.ts';
import { duplicateIds, placedComponents, type PlacedComponent } from './components.ts';
import { modal as modalSchema } from './schemas.ts';
import { isSelect, selectFaults } from './interactive.ts';
import { isRecord } from './json.ts';
import { checkShape } from './shape.ts';

const MAX_COMPONENTS = 5;
const MAX_FILE_TYPES = 10;
/** A kind of file, or an extension. */
const FILE_TYPE = /^(?:audio|image|video|\.[a-z0-9]{1,15})$/;

/** Reads a modal; `at` is where it stands in the body. */
export function checkModal(
  body: unknown,
  at: readonly (string | number)[],
): APIModalInteractionResponseCallbackData {
  const { plain, types } = withoutFileTypes(body);
  const modal = checkShape(modalSchema, plain, at);
  const placed = placedComponents(modal.components, [...at, 'components']);
  const selects = modal.components.flatMap((top, index) =>
    top.type === ComponentType.Label && isSelect(top.component)
      ? selectFaults(top.component, [...at, 'components', index, 'component'])
      : [],
  );
  const faults = [...duplicateIds(placed), ...placed.flatMap(faultsOf), ...selects];
  for (const [index, fileTypes] of types)
    if (!isFileTypes(fileTypes))
      faults.push({
        path: [...at, 'components', index, 'component', 'file_types'],
        code: 'BASE_TYPE_CHOICES',
        message: `Must be a list of ${MAX_FILE_TYPES} or fewer: audio, image, video or an extension like .png.`,
      });
  if (modal.components.length > MAX_COMPONENTS)
    faults.push({
      path: [...at, 'components'],
      code: 'BASE_TYPE_BAD_LENGTH',
      message: `Must be between 1 and ${MAX_COMPONENTS} in length.`,
    });
  refuseAny(faults);
  return withFileTypes(modal, types);
}

/**
 * A modal without the `file_types` of its uploads, and these by the index of their labels: Discord documents the field, but its
 * description does not have it yet.
 */
function withoutFileTypes(body: unknown): { plain: unknown; types: Map<number, unknown> } {
  const types = new Map<number, unknown>();
  if (!isRecord(body) || !Array.isArray(body['components'])) return { plain: body, types };
  const components = body['components'].map((label: unknown, index): unknown => {
    const upload = isRecord(label) ? label['component'] : undefined;
    if (!isRecord(label) || !isRecord(upload) || upload['type'] !== ComponentType.FileUpload) return label;
    const { file_types: fileTypes, ...component } = upload;
    if (fileTypes !== undefined) types.set(index, fileTypes);
    return { ...label, component };
  });
  return { plain: { ...body, components }, types };
}

type FileTypes = NonNullable<APIFileUploadComponent['file_types']>;

const isFileTypes = (value: unknown): value is FileTypes =>
  Array.isArray(value) &&
  value.length <= MAX_FILE_TYPES &&
  value.every((type) => typeof type === 'string' && FILE_TYPE.test(type));

function withFileTypes(
  modal: APIModalInteractionResponseCallbackData,
  types: ReadonlyMap<number, unknown>,
): APIModalInteractionResponseCallbackData {
  const components = modal.components.map((top, index) => {
    const fileTypes = types.get(index);
    if (top.type !== ComponentType.Label || top.component.type !== ComponentType.FileUpload) return top;
    return isFileTypes(fileTypes) ? { ...top, component: { ...top.component, file_types: fileTypes } } : top;
  });
  return { ...modal, components };
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

function faultsOf({ path, component }: PlacedComponent): ShapeFault[] {
  const faults: ShapeFault[] = [];
  const refuse = (field: string, code: string, message: string): void => {
    faults.push({ path: [...path, field], code, message });
  };
  if (component['disabled'] !== undefined)
    refuse('disabled', 'COMPONENT_DISABLED_IN_MODAL', 'A component of a modal cannot be disabled');
  if (component['min_values'] === 0 && component['required'] !== false)
    refuse('min_values', 'COMPONENT_REQUIRED_WITHOUT_VALUES', 'min_values 0 needs required to be false');
  if (
    !isSelect(component) &&
    numberOf(component['min_values'], 1) > numberOf(component['max_values'], Infinity)
  )
    refuse('min_values', 'BASE_TYPE_MAX', 'min_values must not be greater than max_values');
  if (component.type === ComponentType.RadioGroup && Array.isArray(component['options'])) {
    const options = component['options'].filter(isRecord);
    if (new Set(options.map(({ value }) => value)).size < options.length)
      refuse('options', 'COMPONENT_RADIO_VALUE_DUPLICATED', 'Two options have the same value');
    if (options.filter((option) => option['default'] === true).length > 1)
      refuse('options', 'COMPONENT_RADIO_DEFAULTS', 'Only one option may be the default');
  }
  const inRow = path.at(-2) === 'components' && path.length > 3;
  if (component.type === ComponentType.TextInput) {
    const label = component['label'];
    if (inRow && typeof label !== 'string') refuse('label', 'BASE_TYPE_REQUIRED', 'This field is required');
    if (!inRow && label !== undefined)
      refuse('label', 'TEXT_INPUT_LABEL_EXCLUDED', 'Inside a label, a text input has no label of its own');
    const value = component['value'];
    const min = numberOf(component['min_length'], 0);
    const max = numberOf(component['max_length'], 4000);
    if (min > max) refuse('min_length', 'BASE_TYPE_MAX', 'min_length must not be greater than max_length');
    if (typeof value === 'string' && value !== '' && (value.length < min || value.length > max))
      refuse('value', 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
  }
  return faults;
}
