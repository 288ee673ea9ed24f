/** What the work gives or, where it takes longer than `ms`, what `onLate` gives; the work itself goes on. */
export function within<T, L>(work: Promise<T>, ms: number, onLate: () => L): Promise<T | L> {
  // Not a race with a promise that never settles: that takes several more promises for each call.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(onLate());
      } catch (error) {
        reject(error);
      }
    }, ms);
    void work.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
