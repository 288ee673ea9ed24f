import { z } from 'zod';
import { LIMITS } from '../words/limits.ts';
import type { ActionArg, ActionButton, ActionName } from '../words/reply.ts';

export interface Tickets {
  /**
   * Stores something for a later press, and gives its name: for 30 minutes, or, where a public message shows the button
   * (`lasting`), for 24 hours. Each member has room for a hundred; the oldest go.
   */
  keep: (value: unknown, options?: { lasting: boolean }) => Promise<string>;
  read: (ticket: string) => Promise<unknown>;
  /** Of several that take one ticket at once, in any process, one gets it. */
  take: (ticket: string) => Promise<unknown>;
}

/** What a component carries that does not fit its id. */
export const StoredInput = z.union([
  z.array(z.string()).transform((args) => ({ args, input: undefined })),
  z
    .object({
      args: z.array(z.string()),
      values: z.array(z.string()),
      fields: z.record(z.string(), z.string()),
    })
    .transform(({ args, ...input }) => ({ args, input })),
]);
export type StoredInput = z.infer<typeof StoredInput>;

/** Marks an argument list that is kept in the store because it does not fit. */
const KEPT = '~';

const encode = (arg: ActionArg): string =>
  String(arg).replace(/[%:~]/g, (c) => encodeURIComponent(c).replace('~', '%7E'));

function decode(part: string): string {
  return part.replace(/%(25|3A|7E)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `command:action:args`, where that fits the 100 characters that Discord allows. */
export function directCustomId(action: ActionName, args: readonly ActionArg[]): string | undefined {
  const direct = [action, ...args.map(encode)].join(':');
  return direct.length <= LIMITS.customId ? direct : undefined;
}

/** The first of several argument lists that fits. */
export const firstCustomId = (
  action: ActionName,
  lists: readonly (readonly ActionArg[])[],
): string | undefined => lists.map((args) => directCustomId(action, args)).find((id) => id !== undefined);

/** The `custom_id` of a component; arguments that do not fit go to the store under a ticket. */
export async function encodeCustomId(
  action: ActionName,
  args: readonly ActionArg[],
  tickets: Pick<Tickets, 'keep'>,
  input?: ActionButton['input'],
): Promise<string> {
  const direct = input === undefined ? directCustomId(action, args) : undefined;
  if (direct !== undefined) return direct;
  const texts = args.map(String);
  return `${action}:${KEPT}${await tickets.keep(input === undefined ? texts : { ...input, args: texts })}`;
}

export interface ParsedCustomId {
  command: string;
  action: string;
  args: string[];
  /** Set where the arguments are in the store. */
  ticket?: string;
}

/** The parts of a `custom_id`; `undefined` where it is none of ours. */
export function parseCustomId(customId: string): ParsedCustomId | undefined {
  const [command = '', action = '', ...rest] = customId.split(':');
  if (command === '' || action === '') return undefined;
  const [first] = rest;
  if (first?.startsWith(KEPT) === true)
    return { command, action, args: [], ticket: first.slice(KEPT.length) };
  return { command, action, args: rest.map(decode) };
}

/** The call that a `runButton` carries; `integers` names the options whose values are numbers. */
export function parseRunArgs(
  args: readonly string[],
  integers: ReadonlySet<string>,
): Record<string, string | number> {
  const options: Record<string, string | number> = {};
  for (const arg of args) {
    const at = arg.indexOf('=');
    const name = arg.slice(0, at);
    const value = arg.slice(at + 1);
    if (at > 0) options[name] = integers.has(name) ? Number(value) : value;
  }
  return options;
}

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
