import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { sha256 } from '../sha256.ts';
import type { ActionArg, ActionButton, ActionName, Modal } from './reply.ts';

export interface Tickets {
  /**
   * Stores a value for a later press and returns its ticket, which lives for 30 minutes, or for 24 hours if a public message
   * shows the button (`lasting`). Each member has at most a hundred; the oldest are deleted.
   */
  keep: (value: unknown, options?: { lasting: boolean }) => Promise<string>;
  read: (ticket: string) => Promise<unknown>;
  /** Reads and deletes: of concurrent calls for one ticket, in any process, one gets the value. */
  take: (ticket: string) => Promise<unknown>;
}

/** The input of a component that does not fit its custom id. */
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

/** Marks a ticket: the arguments are in the store because they do not fit. */
const TICKET_MARK = '~';

const encode = (arg: ActionArg): string =>
  String(arg).replace(/[%:~]/g, (c) => encodeURIComponent(c).replace('~', '%7E'));

function decode(part: string): string {
  return part.replace(/%(25|3A|7E)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `command:action:args`, if it fits the 100 characters that Discord allows. */
export function directCustomId(action: ActionName, args: readonly ActionArg[]): string | undefined {
  const direct = [action, ...args.map(encode)].join(':');
  return direct.length <= LIMITS.customId ? direct : undefined;
}

/** Marks the hash at the end of a form's custom id. Arguments and tickets do not contain it. */
const HASH_MARK = '~~';
const HASH_LENGTH = 6;

/** The custom id of a form, with a hash of the values that it shows if there is room: phones show a form as its custom id was first seen. */
export function formCustomId({ action, args = [], inputs }: Modal): string | undefined {
  const direct = directCustomId(action, args);
  const shown = inputs.map((input) => ('options' in input ? input.options : 'value' in input && input.value));
  if (direct === undefined || !shown.some(Boolean)) return direct;
  const marked = `${direct}${HASH_MARK}${sha256(JSON.stringify(shown), HASH_LENGTH)}`;
  return marked.length <= LIMITS.customId ? marked : direct;
}

/** The custom id with the first argument list that fits. */
export const firstCustomId = (
  action: ActionName,
  lists: readonly (readonly ActionArg[])[],
): string | undefined => lists.map((args) => directCustomId(action, args)).find((id) => id !== undefined);

/** The `custom_id` of a component; arguments that do not fit are stored under a ticket. */
export async function encodeCustomId(
  action: ActionName,
  args: readonly ActionArg[],
  tickets: Pick<Tickets, 'keep'>,
  input?: ActionButton['input'],
): Promise<string> {
  const direct = input === undefined ? directCustomId(action, args) : undefined;
  if (direct !== undefined) return direct;
  const texts = args.map(String);
  return `${action}:${TICKET_MARK}${await tickets.keep(input === undefined ? texts : { ...input, args: texts })}`;
}

export interface ParsedCustomId {
  command: string;
  action: string;
  args: string[];
  /** Set if the arguments are in the store. */
  ticket?: string;
}

/** The parts of a `custom_id`; `undefined` if the bot did not make it. */
export function parseCustomId(customId: string): ParsedCustomId | undefined {
  const [direct = ''] = customId.split(HASH_MARK);
  const [command = '', action = '', ...rest] = direct.split(':');
  if (command === '' || action === '') return undefined;
  const [first] = rest;
  if (first?.startsWith(TICKET_MARK) === true)
    return { command, action, args: [], ticket: first.slice(TICKET_MARK.length) };
  return { command, action, args: rest.map(decode) };
}

/** The options in the arguments of a `runButton`; `integers` names the options whose values are numbers. */
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

/** `!`: a component without it does nothing, and is answered as one that is gone. */
type ArgKind = 'text' | 'integer' | 'text!' | 'integer!';

/** The arguments of an action, in the order in which a `custom_id` lists them. */
export type ArgRecord = Readonly<Record<string, ArgKind>>;

type ArgValue<K extends ArgKind> = K extends 'integer' | 'integer!' ? number : string;

/** The values of an action's arguments. Others than the required ones may be absent, as in a component of an earlier version. */
export type ArgValues<A extends ArgRecord> = {
  [K in keyof A as A[K] extends `${string}!` ? K : never]: ArgValue<A[K]>;
} & { [K in keyof A as A[K] extends `${string}!` ? never : K]?: ArgValue<A[K]> | undefined };

/** The arguments in the record's order, up to the last that is present; an absent one before it is empty. */
export function encodeArgs<const A extends ArgRecord>(record: A, values: ArgValues<A>): ActionArg[] {
  const byName: Readonly<Record<string, ActionArg | undefined>> = values;
  const args = Object.keys(record).map((name) => byName[name] ?? '');
  return args.slice(0, args.findLastIndex((arg) => arg !== '') + 1);
}

const isInteger = (kind: ArgKind): boolean => kind.startsWith('integer');

/** An empty text, or an integer that is not one, is absent. */
const isPresent = (kind: ArgKind, arg: string | undefined): arg is string =>
  arg !== undefined && arg !== '' && (!isInteger(kind) || Number.isSafeInteger(Number(arg)));

/** Whether a component has the arguments without which its action does nothing. */
export const hasRequired = (record: ArgRecord, args: readonly string[]): boolean =>
  Object.values(record).every((kind, at) => !kind.endsWith('!') || isPresent(kind, args[at]));

/** Reads what `encodeArgs` wrote and `hasRequired` has found complete. */
export function parseArgs<const A extends ArgRecord>(record: A, args: readonly string[]): ArgValues<A> {
  const values: Record<string, string | number> = {};
  for (const [at, [name, kind]] of Object.entries(record).entries()) {
    const arg = args[at];
    if (isPresent(kind, arg)) values[name] = isInteger(kind) ? Number(arg) : arg;
  }
  // Each value has the type of its kind; the compiler cannot follow a mapped type through a loop.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as ArgValues<A>;
}
