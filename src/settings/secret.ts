import { inspect } from 'node:util';

const MASK = '[secret]';

/**
 * Text that must never be printed. `String`, `JSON.stringify`, `util.inspect` and with them pino show a mask; only
 * `reveal` gives the text, and only the composition root calls it.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
