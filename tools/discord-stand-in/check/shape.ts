import type { $ZodIssue } from 'zod/v4/core';
import { invalidForm, type ShapeFault } from '../refusal.ts';
import { isRecord, withoutInnerNulls } from './json.ts';
import type { BodySchema } from './schemas.ts';

type Path = readonly (string | number)[];

/** Reads a body by Discord's description; throws a `RestRefusal` that names every field that does not fit. */
export function checkShape<T>(expected: BodySchema<T>, value: unknown, at: Path = []): T {
  const parsed = expected.schema.safeParse(value);
  if (!parsed.success) throw invalidForm(parsed.error.issues.flatMap((issue) => faultsOf(issue, value, at)));
  const unknown = unknownKeys(value, parsed.data, at);
  if (unknown.length > 0) throw invalidForm(unknown);
  // The schema has just let it through, and BodySchema says what that means.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return withoutInnerNulls(value) as T;
}

/** zod drops keys that a schema does not name, so what parsing lost is what Discord does not know. */
function unknownKeys(sent: unknown, parsed: unknown, path: Path): ShapeFault[] {
  if (Array.isArray(sent) && Array.isArray(parsed))
    return sent.flatMap((item, index) => unknownKeys(item, parsed[index], [...path, index]));
  if (!isRecord(sent) || !isRecord(parsed)) return [];
  return Object.keys(sent).flatMap((key) =>
    key in parsed
      ? unknownKeys(sent[key], parsed[key], [...path, key])
      : [{ path: [...path, key], code: 'MODEL_UNKNOWN_FIELD', message: 'This field is not known here.' }],
  );
}

const keysOf = (path: readonly PropertyKey[]): (string | number)[] =>
  path.map((key) => (typeof key === 'symbol' ? String(key) : key));

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

function faultsOf(issue: $ZodIssue, value: unknown, at: Path): ShapeFault[] {
  const path = [...at, ...keysOf(issue.path)];
  const here = valueAt(value, issue.path);
  if (issue.code === 'invalid_union') return faultsOfUnion(issue.errors, here, path);
  const [code, message] = wording(issue, here);
  return [{ path, code, message }];
}

/** A union fails with the faults of every branch; only those of the branch that the value's `type` asks for are meant. */
function faultsOfUnion(
  branches: readonly (readonly $ZodIssue[])[],
  value: unknown,
  path: Path,
): ShapeFault[] {
  const typeFault = (issue: $ZodIssue): boolean => issue.path.length === 1 && issue.path[0] === 'type';
  const closest = branches
    .filter((issues) => issues.length > 0 && !issues.some(typeFault))
    .toSorted((a, b) => a.length - b.length)[0];
  if (closest) return closest.flatMap((issue) => faultsOf(issue, value, path));
  const types = branches.flatMap((issues) =>
    issues.filter(typeFault).flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : [])),
  );
  return [
    {
      path: [...path, 'type'],
      code: 'UNION_TYPE_CHOICES',
      message: `Value of field "type" must be one of (${types.map(String).join(', ')}).`,
    },
  ];
}

const NOT_A: Partial<Record<string, readonly [code: string, message: string]>> = {
  array: ['LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType'],
  object: ['MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType'],
  record: ['DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType'],
  string: ['STRING_TYPE_CONVERT', 'Could not interpret this as a string.'],
  boolean: ['BOOLEAN_TYPE_CONVERT', 'Must be either true or false.'],
  number: ['NUMBER_TYPE_COERCE', 'This is not a number.'],
  int: ['NUMBER_TYPE_COERCE', 'This is not an int.'],
};

function wording(issue: $ZodIssue, value: unknown): readonly [code: string, message: string] {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined || value === null) return ['BASE_TYPE_REQUIRED', 'This field is required'];
      return NOT_A[issue.expected] ?? ['BASE_TYPE_CHOICES', `This is not of type ${issue.expected}.`];
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? ['BASE_TYPE_BAD_LENGTH', `Must be ${issue.maximum} or fewer in length.`]
        : ['NUMBER_TYPE_MAX', `Value should be less than or equal to ${issue.maximum}.`];
    case 'too_small':
      if (value === '') return ['BASE_TYPE_REQUIRED', 'This field is required'];
      return issue.origin === 'string' || issue.origin === 'array'
        ? ['BASE_TYPE_BAD_LENGTH', `Must be ${issue.minimum} or more in length.`]
        : ['NUMBER_TYPE_MIN', `Value should be greater than or equal to ${issue.minimum}.`];
    case 'invalid_value':
      return ['BASE_TYPE_CHOICES', `Value must be one of {${issue.values.map(String).join(', ')}}.`];
    case 'invalid_format':
      if (issue.format === 'url') return ['URL_TYPE_INVALID_URL', 'Not a well formed URL.'];
      if (issue.format === 'datetime')
        return ['DATE_TIME_TYPE_PARSE', 'Could not parse this. Should be ISO8601.'];
      return ['STRING_TYPE_REGEX', 'String value did not match validation regex.'];
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'not_multiple_of':
    case 'custom':
      return ['BASE_TYPE_CHOICES', issue.message];
  }
}
