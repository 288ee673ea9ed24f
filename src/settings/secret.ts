import { inspect } from 'node:util';

const MASK = '[secret]';

/**
 * Text that must never be printed. `String`, `JSON.stringify`, `util.inspect`, and therefore pino, show a mask; only `reveal`
 * returns the text.
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
