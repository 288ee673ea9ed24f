import type { JsonObject } from './values.ts';

/**
 * What an object's keys alone tell of it. An answer has thousands of objects and a handful of shapes: whatever follows
 * from the keys is worked out once for each shape.
 */
export interface Shape {
  /** The keys as written, each with its folded form, in the object's order. */
  keys: readonly { key: string; name: string }[];
  /** The keys that fold to one name. */
  spellings: ReadonlyMap<string, readonly string[]>;
}

/** Shapes of objects that were read before are found again key by key. */
interface Branch {
  shape?: Shape;
  next: Map<string, Branch>;
}

/** Records by id have shapes of their own, each time others: these must neither fill the memory nor push out the rest. */
const maxKeys = 60;
const maxBranches = 2000;

const newBranch = (): Branch => ({ next: new Map() });

export function createShapes(fold: (key: string) => string): (object: JsonObject) => Shape {
  const large = new WeakMap<JsonObject, Shape>();
  let root = newBranch();
  let branches = 0;

  function grow(branch: Branch, key: string): Branch {
    const grown = newBranch();
    branch.next.set(key, grown);
    branches += 1;
    return grown;
  }

  function find(keys: readonly string[]): Shape {
    if (branches > maxBranches) {
      root = newBranch();
      branches = 0;
    }
    let branch = root;
    for (const key of keys) branch = branch.next.get(key) ?? grow(branch, key);
    branch.shape ??= shapeOf(keys, fold);
    return branch.shape;
  }

  // Remembering every object's shape by the object itself costs more than finding it again.
  return (object) => {
    const keys = Object.keys(object);
    if (keys.length <= maxKeys) return find(keys);
    const shape = large.get(object) ?? shapeOf(keys, fold);
    large.set(object, shape);
    return shape;
  };
}

function shapeOf(keys: readonly string[], fold: (key: string) => string): Shape {
  const spellings = new Map<string, string[]>();
  const folded = keys.map((key) => ({ key, name: fold(key) }));
  for (const { key, name } of folded) {
    const others = spellings.get(name);
    if (others) others.push(key);
    else spellings.set(name, [key]);
  }
  return { keys: folded, spellings };
}

/** What follows from a shape, worked out once for as long as the shape is kept. */
export function onceForEach<T>(work: (shape: Shape) => T): (shape: Shape) => T {
  const done = new WeakMap<Shape, { result: T }>();
  return (shape) => {
    const before = done.get(shape);
    if (before) return before.result;
    const result = work(shape);
    done.set(shape, { result });
    return result;
  };
}
