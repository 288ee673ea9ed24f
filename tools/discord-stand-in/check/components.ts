import { ComponentType, type APIMessageTopLevelComponent } from 'discord.js';
import type { ShapeFault } from '../refusal.ts';
import { interactiveFaults } from './interactive.ts';
import { isRecord } from './json.ts';

type Path = readonly (string | number)[];

/** A component of any depth and kind, with where it stands. What the description has checked already is not asked again. */
export interface PlacedComponent {
  path: Path;
  component: { type: ComponentType; [key: string]: unknown };
}

/** Every component, nested ones included, outermost first. */
export function placedComponents(components: unknown, path: Path = ['components']): PlacedComponent[] {
  if (!Array.isArray(components)) return [];
  return components.flatMap((component: unknown, index) => within(component, [...path, index]));
}

function within(component: unknown, path: Path): PlacedComponent[] {
  if (!isRecord(component) || typeof component['type'] !== 'number') return [];
  return [
    { path, component: { ...component, type: component['type'] } },
    ...placedComponents(component['components'], [...path, 'components']),
    ...within(component['component'], [...path, 'component']),
  ];
}

const MAX_ROWS = 5;

/** What Discord asks of a message's components beyond its description: room, unique ids, buttons and selects that fit. */
export function componentFaults(components: readonly APIMessageTopLevelComponent[]): ShapeFault[] {
  const faults = components.flatMap((row, index) =>
    row.type === ComponentType.ActionRow
      ? interactiveFaults(row, ['components', index])
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
  return [...faults, ...duplicateIds(placedComponents(components))];
}

export function duplicateIds(placed: readonly PlacedComponent[]): ShapeFault[] {
  const customIds = new Set<unknown>();
  return placed.flatMap(({ path, component }) => {
    const customId = component['custom_id'];
    if (customId === undefined) return [];
    if (!customIds.has(customId)) {
      customIds.add(customId);
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
