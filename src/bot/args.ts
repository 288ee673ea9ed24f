import type { ActionArg } from '../words/reply.ts';

type ArgKind = 'text' | 'integer';

/** What a component carries to its action, in the order in which its `custom_id` holds them. */
export type ArgRecord = Readonly<Record<string, ArgKind>>;

/** The values of an action's arguments. Each may be absent: a component made by an earlier version may lack it. */
export type ArgValues<A extends ArgRecord> = {
  [K in keyof A]?: (A[K] extends 'integer' ? number : string) | undefined;
};

/** The arguments as a component carries them: in the record's order, an absent one empty. */
export const encodeArgs = <const A extends ArgRecord>(record: A, values: ArgValues<A>): ActionArg[] =>
  Object.keys(record).map((name) => values[name] ?? '');

/** What `encodeArgs` wrote; what is empty or no whole number is absent. */
export function parseArgs<const A extends ArgRecord>(record: A, args: readonly string[]): ArgValues<A> {
  const values: Record<string, string | number> = {};
  for (const [at, [name, kind]] of Object.entries(record).entries()) {
    const arg = args[at] ?? '';
    const value = kind === 'integer' ? Number(arg) : arg;
    if (arg !== '' && (kind === 'text' || Number.isSafeInteger(value))) values[name] = value;
  }
  // Each value was made by its kind just above; the mapped type cannot be followed through a loop.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as ArgValues<A>;
}
