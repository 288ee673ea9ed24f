import { z } from 'zod';
import { formatEnvelope, parseEnvelope } from './envelope.ts';
import { StoreError } from './errors.ts';

/** The version of the store's format: what its records are and where they are. It has nothing to do with the package's. */
export const STORE_VERSION = 2;

/** The key of the version record, in this format and all later ones. It has no namespace, so no walk yields it. */
export const VERSION_KEY = 'version';

/** `matchpoint`: the version of the package that wrote this format. */
const VersionRecord = z.looseObject({ version: z.int(), matchpoint: z.string().regex(/^[\w.+-]{1,50}$/) });
type VersionRecord = Pick<z.infer<typeof VersionRecord>, 'version' | 'matchpoint'>;

/**
 * `newer`: this version of Matchpoint cannot read the store. `older`: a start of the bot has to migrate it. `busy`: another
 * process has been migrating it for too long.
 */
export type VersionFault = 'newer' | 'older' | 'damaged' | 'busy';

/** The format of the store is not the one that this version of Matchpoint uses. */
export class StoreVersionError extends StoreError {
  readonly fault: VersionFault;
  /** The version record of a newer store. */
  readonly found: VersionRecord | undefined;

  constructor(fault: VersionFault, what: string, found?: VersionRecord) {
    super(what);
    this.fault = fault;
    this.found = found;
  }
}

export const formatVersion = (version: number, matchpoint: string): string =>
  formatEnvelope({ version, matchpoint }, undefined);

/** The version of a store with this record; `undefined` without one. Throws `StoreVersionError` if it is newer than ours. */
export function parseVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const record = VersionRecord.safeParse(parseEnvelope(text)?.value).data;
  if (record === undefined)
    throw new StoreVersionError('damaged', "the store's version record cannot be read");
  const { version, matchpoint } = record;
  if (version > STORE_VERSION)
    throw new StoreVersionError(
      'newer',
      `Matchpoint ${matchpoint} wrote the store in format ${version}; this version reads up to ${STORE_VERSION}`,
      record,
    );
  return version;
}

/** What the log says before the first migration, with the number of records, and while another process has begun it. */
export const MIGRATING = 'updating the store: nothing answers until it is done';
export const WAITING = 'another process is updating the store: waiting for it';

/** Changes a store of version `to - 1`; returns how many records it changed or moved. */
export interface Migration<Tools> {
  to: number;
  run(this: void, tools: Tools): Promise<number>;
}

/** A finished migration, as it is logged. */
export interface MigrationStep {
  from: number;
  to: number;
  records: number;
  ms: number;
}

/** Runs the migrations that a store of this version lacks, in order. */
export async function* migrate<Tools>(
  version: number,
  migrations: readonly Migration<Tools>[],
  tools: Tools,
): AsyncGenerator<MigrationStep> {
  for (const { to, run } of migrations.filter((one) => one.to > version)) {
    const startedAt = performance.now();
    const records = await run(tools);
    yield { from: to - 1, to, records, ms: Math.round(performance.now() - startedAt) };
  }
}
