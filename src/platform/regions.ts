/** Collects the region slugs that records show, for suggestions. */
export interface Regions {
  /** Gives the record back, its region noted. */
  note: <T extends { region?: string }>(record: T) => T;
  list(): string[];
}

/** More regions than this are no list to choose from. */
const MAX_REGIONS = 200;

export function createRegions(): Regions {
  const seen = new Set<string>();
  return {
    note(record) {
      const { region } = record;
      // Only what can be asked for: a slug, not "Hà Nội (North)".
      if (
        region !== undefined &&
        seen.size < MAX_REGIONS &&
        /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u.test(region)
      ) {
        seen.add(region);
      }
      return record;
    },
    list: () => [...seen].toSorted(),
  };
}
