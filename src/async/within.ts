/** What the work gives or, where it takes longer than `ms`, what `onLate` gives; the work itself goes on. */
export async function within<T, L>(work: Promise<T>, ms: number, onLate: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, late.then(onLate)]);
  } finally {
    clearTimeout(timer);
  }
}
