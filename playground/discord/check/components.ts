import { ComponentType, type APIMessageTopLevelComponent } from 'discord.js';
import type { Fault } from '../refusal.ts';
import { interactiveFaults } from './interactive.ts';
import { isRecord } from './json.ts';

type Path = readonly (string | number)[];

/** A component of any depth and kind, with where it stands. What the description has checked already is not asked again. */
export interface PlacedComponent {
  path: Path;
  component: { type: ComponentType; [key: string]: unknown };
}

/** Every component, nested ones and accessories included, outermost first. */
export function placedComponents(components: unknown, path: Path = ['components']): PlacedComponent[] {
  if (!Array.isArray(components)) return [];
  return components.flatMap((component: unknown, index) => within(component, [...path, index]));
}

function within(component: unknown, path: Path): PlacedComponent[] {
  if (!isRecord(component) || typeof component['type'] !== 'number') return [];
  return [
    { path, component: { ...component, type: component['type'] } },
    ...placedComponents(component['components'], [...path, 'components']),
    ...within(component['accessory'], [...path, 'accessory']),
    ...within(component['component'], [...path, 'component']),
  ];
}

const MAX_ROWS = 5;
const MAX_V2_COMPONENTS = 40;
const MAX_V2_TEXT = 4000;

/** What Discord asks of a message's components beyond its description: room, unique ids, buttons and selects that fit. */
export function componentFaults(components: readonly APIMessageTopLevelComponent[], v2: boolean): Fault[] {
  const placed = placedComponents(components);
  return [
    ...(v2 ? roomFaults(placed) : rowFaults(components)),
    ...duplicateIds(placed),
    ...components.flatMap((component, index) => interactiveFaults(component, ['components', index])),
  ];
}

function rowFaults(components: readonly APIMessageTopLevelComponent[]): Fault[] {
  const faults: Fault[] = components.flatMap(({ type }, index) =>
    type === ComponentType.ActionRow
      ? []
      : [
          {
            path: ['components', index, 'type'],
            code: 'UNION_TYPE_CHOICES',
            message: 'Value of field "type" must be one of (1).',
          },
        ],
  );
  if (components.length > MAX_ROWS)
    faults.push({
      path: ['components'],
      code: 'BASE_TYPE_BAD_LENGTH',
      message: `Must be between 1 and ${MAX_ROWS} in length.`,
    });
  return faults;
}

function roomFaults(placed: readonly PlacedComponent[]): Fault[] {
  const text = placed.reduce(
    (sum, { component }) =>
      sum + (component.type === ComponentType.TextDisplay ? String(component['content']).length : 0),
    0,
  );
  return [
    ...(placed.length > MAX_V2_COMPONENTS
      ? [
          {
            path: ['components'],
            code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
            message: `The total number of components exceeds ${MAX_V2_COMPONENTS}.`,
          },
        ]
      : []),
    ...(text > MAX_V2_TEXT
      ? [
          {
            path: ['components'],
            code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
            message: `The text of all components exceeds ${MAX_V2_TEXT}.`,
          },
        ]
      : []),
  ];
}

export function duplicateIds(placed: readonly PlacedComponent[]): Fault[] {
  const seen = new Set<unknown>();
  return placed.flatMap(({ path, component }) => {
    const customId = component['custom_id'];
    if (customId === undefined) return [];
    if (!seen.has(customId)) {
      seen.add(customId);
      return [];
    }
    return [
      {
        path: [...path, 'custom_id'],
        code: 'COMPONENT_CUSTOM_ID_DUPLICATED',
        message: 'Component custom id cannot be duplicated',
      },
    ];
  });
}
