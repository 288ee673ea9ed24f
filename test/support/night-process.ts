import type { Store } from '../../src/store/store.ts';

/** What every call of a killed process throws. */
class Killed extends Error {}

/** The life of one process: it dies at an act, hangs as a suspended machine does, or sleeps between its steps. */
export function processLife(now: () => number) {
  let made = 0;
  let calls = 0;
  let kill = { act: Infinity, isMade: true };
  let hang = { call: Infinity, ms: 0 };
  let isDead = false;
  let isAsleep = false;
  let hangsUntil = -Infinity;
  let waiting: (() => void)[] = [];
  let onHang: () => void = () => undefined;
  let unfinished = Promise.resolve();

  /** What a suspended process waits for does not wait, but the process goes on no sooner than it is awake. */
  async function awake<R>(result: R): Promise<R> {
    while (isAsleep || now() < hangsUntil) await new Promise<void>((resolve) => void waiting.push(resolve));
    if (isDead) throw new Killed();
    return result;
  }

  /** Goes on where it hung. `false` if it is dead, hangs or sleeps. */
  function goOn(): boolean {
    if (isDead || isAsleep || now() < hangsUntil) return false;
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve();
    return true;
  }

  /** A call that changes nothing outside, or nothing that is posted. */
  async function quiet<R>(call: () => Promise<R>): Promise<R> {
    if (++calls === hang.call) {
      hangsUntil = now() + hang.ms;
      onHang();
    }
    await awake(undefined);
    return call();
  }

  /** A write of what was told, or a call of Discord. */
  async function act<R>(call: () => Promise<R>): Promise<R> {
    if (isDead) throw new Killed();
    if (++made < kill.act) return awake(await call());
    isDead = true;
    if (kill.isMade) await call();
    throw new Killed();
  }

  return {
    quiet,
    act,
    /** It dies at its act of this number, from now on, which is still made or not. */
    killAt: (number: number, isMade: boolean) => void (kill = { act: made + number, isMade }),
    /** It hangs at its call of this number, from now on, that is no act. */
    hangAt: (number: number, ms: number) => void (hang = { call: calls + number, ms }),
    sleep: (asleep: boolean) => void (isAsleep = asleep),
    isAsleep: () => isAsleep,
    isDead: () => isDead,
    hangs: () => now() < hangsUntil,
    /** Something that it began hangs, or did until now. */
    isStuck: () => waiting.length > 0,
    acts: () => made,
    goOn,
    /** Goes on where it hung, and then does this, unless it dies, hangs or sleeps. */
    async run(work: () => Promise<void>): Promise<void> {
      const hanging = new Promise<void>((resolve) => (onHang = resolve));
      const before = unfinished;
      if (!goOn()) return;
      unfinished = before.then(work);
      await Promise.race([unfinished, hanging]);
    },
  };
}

export type ProcessLife = ReturnType<typeof processLife>;

/** Runs every call of an object through `around`. */
export function wrapped<T extends object>(
  target: T,
  around: <R>(call: () => Promise<R>, method: string) => Promise<R>,
): T {
  return new Proxy(target, {
    get(object, name) {
      const method: unknown = Reflect.get(object, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) =>
        around(() => Reflect.apply(method, object, args) as Promise<never>, String(name));
    },
  });
}

/** A namespace whose writes are acts. */
export const actingStore = <T>(store: Store<T>, { act, quiet }: ProcessLife): Store<T> =>
  wrapped(store, (call, method) => (method === 'get' ? quiet(call) : act(call)));
