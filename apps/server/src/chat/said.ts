import { inspect } from 'node:util';

/** Words of a conversation on their way through the server. A log, an error or a dump shows `[chat]`. */
export class Said<Words> {
  readonly #words: Words;
  constructor(words: Words) {
    this.#words = words;
  }
  words(): Words {
    return this.#words;
  }
  toJSON(): string {
    return '[chat]';
  }
  toString(): string {
    return '[chat]';
  }
  [inspect.custom](): string {
    return '[chat]';
  }
}
