/** Lets so many tasks run at once; the others wait in the order in which they came. */
export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async run(task) {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        // The place goes straight to who waits longest.
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
