import { z } from 'zod';
import { storedObject } from '../store/schema.ts';

/** How a kind of switch is stored, and written into the arguments of a button. */
const KINDS = {
  flag: {
    schema: z.boolean().exactOptional(),
    encode: (isOn: boolean | undefined): string => (isOn === true ? '1' : ''),
    decode: (text: string | undefined): boolean => text === '1',
  },
};

/**
 * What an organizer can switch on a follow, in display order; a new one comes last, because buttons carry the values by
 * position. `initial`: in a new follow. In a follow that was stored before the switch existed, it is off.
 */
const SWITCHES = [
  { name: 'calls', kind: 'flag', initial: true },
  { name: 'results', kind: 'flag', initial: true },
  { name: 'event', kind: 'flag', initial: false },
] as const satisfies readonly { name: string; kind: keyof typeof KINDS; initial: boolean }[];

export type SwitchName = (typeof SWITCHES)[number]['name'];

export const SWITCH_NAMES: readonly SwitchName[] = SWITCHES.map(({ name }) => name);

/** A value for each switch. */
const fromEach = <V>(make: (one: (typeof SWITCHES)[number], at: number) => V): Record<SwitchName, V> =>
  // The compiler does not see that each name occurs.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(SWITCHES.map((one, at) => [one.name, make(one, at)])) as Record<SwitchName, V>;

/** What a channel gets about a tournament besides the live post, as stored. */
export const FollowSwitches = storedObject(fromEach(({ kind }) => KINDS[kind].schema));
export type FollowSwitches = z.infer<typeof FollowSwitches>;

export const INITIAL_SWITCHES: FollowSwitches = fromEach(({ initial }) => initial);

/** All switches as one argument of a button. */
export const encodeSwitches = (switches: FollowSwitches): string =>
  SWITCHES.map(({ name, kind }) => KINDS[kind].encode(switches[name])).join('.');

/** Reads what `encodeSwitches` wrote, in an earlier version too. */
export function decodeSwitches(text: string): FollowSwitches {
  const parts = text.split('.');
  return fromEach(({ kind }, at) => KINDS[kind].decode(parts[at]));
}
