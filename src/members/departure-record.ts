import { z } from 'zod';
import { SECOND_MS } from '../durations.ts';
import { storedObject } from '../store/schema.ts';

/** What the member did. */
const KINDS = ['hide', 'unlink', 'delete'] as const;
export type DepartureKind = (typeof KINDS)[number];

const ALL = KINDS;
const UNLINKED = ['unlink', 'delete'] as const;

/**
 * The steps after a member hides, unlinks or deletes everything, in order. `ofPlayer`: it concerns the player, even if the member
 * has linked another one since. `late`: the posts again, for those that were on their way. `store`: the search of the whole store,
 * which finds what no other step knows.
 */
const DEPARTURE_STEPS = {
  link: { on: UNLINKED },
  sightings: { on: UNLINKED },
  connections: { on: ALL },
  roles: { on: UNLINKED },
  results: { on: UNLINKED },
  boards: { on: ALL, ofPlayer: true },
  ranks: { on: UNLINKED, ofPlayer: true },
  posts: { on: ALL },
  rows: { on: UNLINKED },
  late: { on: ALL },
  store: { on: ['delete'] },
} as const satisfies Record<string, { on: readonly DepartureKind[]; ofPlayer?: true }>;
export type DepartureStep = keyof typeof DEPARTURE_STEPS;

export const STEPS = Object.entries(DEPARTURE_STEPS).map(([name, step]) => ({
  // The table above has no other keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  name: name as DepartureStep,
  on: new Set<DepartureKind>(step.on),
  isOfPlayer: 'ofPlayer' in step,
}));

/** Steps that follow later, of which a press does not wait for the outcome. */
export const isLater = (step: string): boolean => step === 'late' || step === 'store';

export const Departure = storedObject({
  discordId: z.string(),
  kind: z.enum(KINDS),
  /** When the link was made that ends, if there is one. */
  linkedAt: z.number().exactOptional(),
  playerIds: z.array(z.string()),
  playerName: z.string().exactOptional(),
  /** The servers where they were seen. */
  guildIds: z.array(z.string()),
});
export type Departure = z.infer<typeof Departure>;

/** By a keyed hash of the Discord id and the kind. */
export const DeparturesRecord = z.record(
  z.string(),
  storedObject({
    /** The sealed departure (`departure`). */
    sealed: z.string(),
    /** The remaining steps. */
    left: z.array(z.string()),
    /** Epoch milliseconds. */
    beganAt: z.number(),
  }),
);
export type DeparturesRecord = z.infer<typeof DeparturesRecord>;
export type DepartureEntry = DeparturesRecord[string];

/** By then, what was on its way when a departure began is posted. */
const LATE_MS = 10 * SECOND_MS;

export const isEarly = (step: string, { beganAt }: DepartureEntry, now: number): boolean =>
  step === 'late' && Math.abs(now - beganAt) < LATE_MS;

/** The steps of a kind of departure. */
export const stepsOf = (kind: DepartureKind): DepartureStep[] =>
  STEPS.flatMap(({ name, on }) => (on.has(kind) ? [name] : []));
