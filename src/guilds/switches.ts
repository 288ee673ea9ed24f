import { z } from 'zod';
import { present } from '../present.ts';
import { storedObject } from '../store/schema.ts';

/** The value of each kind of switch; unset is off. */
interface Values {
  flag: boolean;
  /** A role's id. */
  role: string;
  minutes: number;
}

/** How a kind of switch is stored, and encoded in a button's arguments. */
interface Kind<V> {
  schema: z.ZodType<V>;
  encode: (value: V | undefined) => string;
  decode: (text: string | undefined) => V | undefined;
}

const KINDS: { [K in keyof Values]: Kind<Values[K]> } = {
  flag: {
    schema: z.boolean(),
    encode: (isOn) => (isOn === true ? '1' : ''),
    decode: (text) => text === '1',
  },
  role: {
    schema: z.string(),
    encode: (roleId = '') => roleId,
    decode: (text = '') => (/^\d+$/.test(text) ? text : undefined),
  },
  minutes: {
    schema: z.number(),
    encode: (minutes = 0) => (minutes === 0 ? '' : String(minutes)),
    decode: (text = '') => (/^[1-9]\d?$/.test(text) ? Number(text) : undefined),
  },
};

/**
 * The switches of a follow, in display order; add new ones at the end, because buttons carry the values by position. `initial`: the
 * value in a new follow. In a follow stored before the switch existed, it is off.
 */
const SWITCHES = [
  { name: 'calls', kind: 'flag', initial: true },
  { name: 'results', kind: 'flag', initial: true },
  { name: 'event', kind: 'flag', initial: false },
  { name: 'ping', kind: 'role', initial: undefined },
  { name: 'late', kind: 'minutes', initial: undefined },
  { name: 'threads', kind: 'flag', initial: false },
  { name: 'spoilers', kind: 'flag', initial: false },
] as const satisfies readonly {
  [K in keyof Values]: { name: string; kind: K; initial: Values[K] | undefined };
}[keyof Values][];

type Switch = (typeof SWITCHES)[number];
export type SwitchName = Switch['name'];

/** The switches that a button turns on and off. */
export type FlagName = Extract<Switch, { kind: 'flag' }>['name'];

export const SWITCH_NAMES: readonly SwitchName[] = SWITCHES.map(({ name }) => name);
export const FLAG_NAMES: readonly FlagName[] = SWITCHES.flatMap((one) =>
  one.kind === 'flag' ? [one.name] : [],
);

/** What a channel gets about a tournament besides the live post, as stored. */
export type FollowSwitches = { [S in Switch as S['name']]?: Values[S['kind']] };

/** A value for each switch. */
const fromEach = <T>(make: (one: Switch, at: number) => unknown): T =>
  // The compiler can't tell that each name occurs with a value of its kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(SWITCHES.map((one, at) => [one.name, make(one, at)])) as T;

type SwitchShape = { [S in Switch as S['name']]: z.ZodExactOptional<z.ZodType<Values[S['kind']]>> };
export const FollowSwitches = storedObject(
  fromEach<SwitchShape>(({ kind }) => KINDS[kind].schema.exactOptional()),
);

export const INITIAL_SWITCHES: FollowSwitches = present(fromEach<FollowSwitches>(({ initial }) => initial));

/** All switches in a single button argument. */
export const encodeSwitches = (switches: FollowSwitches): string =>
  SWITCHES.map((one) => encode(one, switches))
    .join('.')
    .replace(/\.+$/, '');

/** Decodes `encodeSwitches`, of earlier versions too. */
export function decodeSwitches(text: string): FollowSwitches {
  const parts = text.split('.');
  return present(fromEach<FollowSwitches>(({ kind }, at) => KINDS[kind].decode(parts[at])));
}

function encode<K extends keyof Values>(
  { name, kind }: { name: SwitchName; kind: K },
  switches: FollowSwitches,
): string {
  // A switch has a value of its kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return KINDS[kind].encode(switches[name] as Values[K] | undefined);
}
