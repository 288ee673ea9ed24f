/**
 * Options for an `LRUCache` of so many entries. By its own `max` it reserves the memory of all of them at once: 0.4 MB for 20,000, of
 * which most bots use a few hundred.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
