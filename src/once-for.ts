/** Computes once for each object what many ask of it. The object must never change. */
export function onceFor<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { value: T }>();
  return (of) => {
    const known = made.get(of) ?? { value: make(of) };
    made.set(of, known);
    return known.value;
  };
}

/** Computes something of an object anew only when another thing that it follows from is not the same. No object may change. */
export function lastFor<K extends object, T>(): (key: K, of: readonly unknown[], make: () => T) => T {
  const made = new WeakMap<K, { of: readonly unknown[]; value: T }>();
  return (key, of, make) => {
    const known = made.get(key);
    if (known?.of.every((part, at) => part === of[at]) === true) return known.value;
    const value = make();
    made.set(key, { of, value });
    return value;
  };
}
