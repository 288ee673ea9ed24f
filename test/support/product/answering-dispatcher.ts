import { Dispatcher } from 'undici';

/** A request as it would cross the wire. */
export interface WireRequest {
  method: string;
  /** With its query. */
  path: string;
  bearer: string | undefined;
  body: string;
}

export interface WireAnswer {
  status: number;
  body: string | Buffer;
  headers?: Record<string, string>;
}

/** Undici's dispatcher without a connection: `answer` gives what the other side would, or rejects as a connection that breaks. */
export class AnsweringDispatcher extends Dispatcher {
  readonly #answer: (request: WireRequest) => Promise<WireAnswer>;
  readonly #onEnd: () => void;

  /** `onEnd`: a request is answered, or nothing waits for it anymore. */
  constructor(answer: (request: WireRequest) => Promise<WireAnswer>, onEnd: () => void = () => undefined) {
    super();
    this.#answer = answer;
    this.#onEnd = onEnd;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const onEnd = this.#onEnd;
    const controller = {
      aborted: false,
      paused: false,
      reason: null as Error | null,
      abort(reason: Error) {
        if (controller.aborted) return;
        Object.assign(controller, { aborted: true, reason });
        onEnd();
        handler.onResponseError?.(controller, reason);
      },
      pause: () => undefined,
      resume: () => undefined,
    };
    const headers = options.headers as Record<string, string> | undefined;
    handler.onRequestStart?.(controller, {});
    this.#answer({
      method: options.method,
      path: options.path,
      bearer: headers?.['authorization']?.replace(/^Bearer /, ''),
      body: typeof options.body === 'string' ? options.body : '',
    }).then(
      ({ status, body, headers: own = {} }) => {
        if (controller.aborted) return;
        onEnd();
        handler.onResponseStart?.(controller, status, { 'content-type': 'application/json', ...own }, '');
        handler.onResponseData?.(controller, Buffer.from(body));
        handler.onResponseEnd?.(controller, {});
      },
      (error: unknown) => controller.abort(error instanceof Error ? error : new Error(String(error))),
    );
    return true;
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}
