/** Calls that have not finished, by key, so that concurrent ones can share a result. */
export interface InFlight<T> {
  /** The running call, or a new one. `isCurrent` turns false for a call that `forget` or `clear` overtook. */
  share(key: string, start: (isCurrent: () => boolean) => Promise<T>): Promise<T>;
  get(key: string): Promise<T> | undefined;
  /** The next `share` starts a new call: the result of the running one may be out of date. */
  forget(key: string): void;
  clear(): void;
}

export function createInFlight<T>(): InFlight<T> {
  const calls = new Map<string, Promise<T>>();
  return {
    share(key, start) {
      const running = calls.get(key);
      if (running !== undefined) return running;
      const isCurrent = (): boolean => calls.get(key) === call;
      const call = start(isCurrent).finally(() => {
        if (isCurrent()) calls.delete(key);
      });
      calls.set(key, call);
      return call;
    },
    get: (key) => calls.get(key),
    forget: (key) => void calls.delete(key),
    clear: () => calls.clear(),
  };
}
