/** Narrowing of what came as JSON, before anything is known about it. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value without its null members, however deep: in a body, null says no more than absence. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, withoutNulls(item)]])),
  );
}

/** As `withoutNulls`, but the outermost members keep theirs: there, null clears a field on an edit. */
export function withoutInnerNulls(value: unknown): unknown {
  if (Array.isArray(value) || !isRecord(value)) return withoutNulls(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNulls(item)]));
}
