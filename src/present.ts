type Maybe<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The fields without those that are `undefined`: an optional field is absent (`exactOptionalPropertyTypes`). */
export function present<T extends object>(
  fields: T,
): Omit<T, Maybe<T>> & { [K in Maybe<T>]?: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  // What is left is what the type says; the compiler cannot know.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return kept as ReturnType<typeof present<T>>;
}
