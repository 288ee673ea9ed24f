import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APISelectMenuComponent,
} from 'discord.js';
import type { ShapeFault } from '../refusal.ts';

type Path = readonly (string | number)[];

const SELECTS: readonly ComponentType[] = [
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
];

export const isSelect = <T extends { type: ComponentType }>(
  component: T,
): component is Extract<T, APISelectMenuComponent> => SELECTS.includes(component.type);

/** What is wrong with the buttons and selects in a row of a message, `path` being where it stands. */
export function interactiveFaults(
  { components }: APIActionRowComponent<APIComponentInMessageActionRow>,
  path: Path,
): ShapeFault[] {
  const at = (index: number): Path => [...path, 'components', index];
  return components.flatMap((child, index) =>
    child.type === ComponentType.Button
      ? buttonFaults(child, at(index))
      : [...selectFaults(child, at(index)), ...(components.length > 1 ? [tooWide(at(index))] : [])],
  );
}

const tooWide = (path: Path): ShapeFault => ({
  path,
  code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
  message: 'The specified component exceeds the maximum width',
});

const LINK_SCHEMES = ['http:', 'https:', 'discord:'];

function buttonFaults(button: APIButtonComponent, path: Path): ShapeFault[] {
  const required = (field: string, what: string): ShapeFault => ({
    path: [...path, field],
    code: 'BASE_TYPE_REQUIRED',
    message: `${what} is required`,
  });
  const excluded = (field: string): ShapeFault => ({
    path: [...path, field],
    code: 'BUTTON_COMPONENT_FIELD_EXCLUDED',
    message: `A button of this style takes no ${field}`,
  });
  const faults: ShapeFault[] = [];
  switch (button.style) {
    case ButtonStyle.Link:
      if (!button.url) faults.push(required('url', 'A url'));
      else if (!LINK_SCHEMES.includes(new URL(button.url).protocol))
        faults.push({
          path: [...path, 'url'],
          code: 'URL_TYPE_INVALID_SCHEME',
          message: "Scheme must be one of ('http', 'https', 'discord').",
        });
      if ('custom_id' in button) faults.push(excluded('custom_id'));
      break;
    case ButtonStyle.Premium:
      return [
        { path: [...path, 'style'], code: 'BASE_TYPE_CHOICES', message: 'The stand-in sells nothing.' },
      ];
    case ButtonStyle.Primary:
    case ButtonStyle.Secondary:
    case ButtonStyle.Success:
    case ButtonStyle.Danger:
      if (!button.custom_id) faults.push(required('custom_id', 'A custom id'));
      if ('url' in button) faults.push(excluded('url'));
  }
  if (!button.label && !button.emoji) faults.push(required('label', 'A label or an emoji'));
  return faults;
}

/** What is wrong with a select, in a message or a modal. */
export function selectFaults(select: APISelectMenuComponent, path: Path): ShapeFault[] {
  const faults: ShapeFault[] = [];
  const min = select.min_values ?? 1;
  const max = select.max_values ?? 1;
  if (min > max)
    faults.push({
      path: [...path, 'min_values'],
      code: 'BASE_TYPE_MAX',
      message: 'min_values must not be greater than max_values',
    });
  if (select.type !== ComponentType.StringSelect) {
    const filled = select.default_values?.length ?? 0;
    if (filled > 0 && (filled < min || filled > max))
      faults.push({
        path: [...path, 'default_values'],
        code: 'BASE_TYPE_BAD_LENGTH',
        message: `Must be between ${min} and ${max} in length.`,
      });
    return faults;
  }
  const values = new Set<string>();
  for (const [index, { value }] of select.options.entries()) {
    if (values.has(value))
      faults.push({
        path: [...path, 'options', index, 'value'],
        code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        message: 'The specified option value is already used',
      });
    values.add(value);
  }
  if (max > select.options.length)
    faults.push({
      path: [...path, 'max_values'],
      code: 'BASE_TYPE_MAX',
      message: 'max_values must not be greater than the number of options',
    });
  if (select.options.filter((option) => option.default).length > max)
    faults.push({
      path: [...path, 'options'],
      code: 'SELECT_COMPONENT_TOO_MANY_DEFAULTS',
      message: 'More options are chosen by default than may be chosen',
    });
  return faults;
}
