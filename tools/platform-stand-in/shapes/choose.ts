import { camel } from './camel.ts';
import { documented } from './documented.ts';
import { enveloped } from './enveloped.ts';
import { graphish } from './graphish.ts';
import { jsonapi } from './jsonapi.ts';
import { minimal } from './minimal.ts';
import { normalized } from './normalized.ts';
import type { Shape } from './shape.ts';

const SHAPES = {
  documented,
  enveloped,
  camel,
  minimal,
  jsonapi,
  graphish,
  normalized,
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPES;

export const SHAPE_NAMES: readonly ShapeName[] = [
  'documented',
  'enveloped',
  'camel',
  'minimal',
  'jsonapi',
  'graphish',
  'normalized',
];

export function chooseShape(name: ShapeName): Shape {
  return SHAPES[name];
}
