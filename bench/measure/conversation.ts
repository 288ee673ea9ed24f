import type { ChildProcess } from 'node:child_process';

/** What a parent may ask a child process over its IPC channel: one function type per question. */
export type Questions<Q> = { [K in keyof Q]: (argument: never) => unknown };

type Argument<F> = F extends (argument: infer A) => unknown ? A : never;
type AnswerOf<F> = F extends (argument: never) => infer R ? Awaited<R> : never;

/** Asks the child and waits for its answer. Rejects where the child fails at it, or ends before. */
export type AskProgram<Q> = <K extends keyof Q & string>(
  kind: K,
  argument: Argument<Q[K]>,
) => Promise<AnswerOf<Q[K]>>;

interface ChildQuestion {
  id: number;
  kind: string;
  argument: unknown;
}

interface ChildReply {
  id: number;
  value?: unknown;
  failure?: string;
}

export function askChild<Q extends Questions<Q>>(child: ChildProcess): AskProgram<Q> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  child.on('message', ({ id, value, failure }: ChildReply) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (failure !== undefined) one?.reject(new Error(failure));
    // Both sides are built from the same question types.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    else one?.resolve(value as never);
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`ended with ${code ?? signal}`));
    waiting.clear();
  });
  return (kind, argument) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      child.send({ id, kind, argument } satisfies ChildQuestion);
    });
}

/** The child's side. It ends with its parent, and not before: its first question may come when it has nothing else to do. */
export function answerParent<Q extends Questions<Q>>(answers: Q): void {
  process.on('message', ({ id, kind, argument }: ChildQuestion) => {
    const answer = async (): Promise<unknown> => {
      // As above: kind and argument come from `askChild` of the same questions.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const handler = answers[kind as keyof Q] as unknown as (given: unknown) => unknown;
      return handler(argument);
    };
    answer().then(
      (value) => process.send?.({ id, value } satisfies ChildReply),
      (error: unknown) => process.send?.({ id, failure: String(error) } satisfies ChildReply),
    );
  });
  process.once('disconnect', () => process.exit());
}
