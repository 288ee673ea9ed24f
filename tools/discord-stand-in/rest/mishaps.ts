/** Something that goes wrong on the way to Discord, on purpose. */
export interface Mishap {
  method?: string;
  /** Held against the path below `/api/v10`. */
  path: RegExp;
  /** How many requests it strikes; once unless told. */
  times?: number;
  delayMs?: number;
  /** Cut the connection instead of answering. */
  drop?: boolean;
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether Discord does what it was asked all the same, so that only the answer is lost. */
  applied?: boolean;
}

export interface Mishaps {
  add(mishap: Mishap): void;
  /** The one that strikes this request, used up by it. */
  take(method: string, path: string): Mishap | undefined;
  clear(): void;
}

export function createMishaps(): Mishaps {
  let waiting: { mishap: Mishap; left: number }[] = [];
  return {
    add: (mishap) => {
      waiting.push({ mishap, left: mishap.times ?? 1 });
    },
    take: (method, path) => {
      const struck = waiting.find(
        ({ mishap }) => (mishap.method ?? method) === method && mishap.path.test(path),
      );
      if (!struck) return undefined;
      struck.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return struck.mishap;
    },
    clear: () => {
      waiting = [];
    },
  };
}
