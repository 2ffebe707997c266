import { type Cipher, createCipheriv, createHash } from 'node:crypto';
import { hash } from '../../scatter.ts';
import { type DaySecrets, derived } from './secrets.ts';

/** A block of the cipher gives four words of 32 bits. */
const blockBytes = 16;
const wordsPerBlock = 4;
const word = 2 ** 32;

/**
 * Everything that chance decides about simulated prices. AES-256 under a day's key makes block after block out of (stream, page, place), so any draw can
 * be made by itself. Without the day's secret nobody can tell the draws from chance, and one stream says nothing about another.
 */
export class Streams {
  private readonly secrets: DaySecrets;
  readonly firstDay: number;
  private readonly ciphers = new Map<number, Cipher>();
  private readonly earlier = new Map<number, Uint32Array>();

  /** `firstDay`: the day of the first start. */
  constructor(secrets: DaySecrets, firstDay: number) {
    this.secrets = secrets;
    this.firstDay = firstDay;
  }

  /** Whether the day has a secret. */
  has(day: number): boolean {
    return this.ciphers.has(day) || this.secrets.of(Math.max(day, this.firstDay)) !== undefined;
  }

  encrypt(day: number, plain: Uint8Array): Buffer {
    const known = this.ciphers.get(day);
    if (known) return known.update(plain);
    const secret = this.secrets.of(day);
    if (!secret) throw new RangeError(`simulated prices have no secret for the day ${day}`);
    const cipher = createCipheriv('aes-256-ecb', derived(secret, 'simulated prices 3'), null).setAutoPadding(false);
    this.ciphers.set(day, cipher);
    return cipher.update(plain);
  }

  /** Four words for a day before the first start. Nobody traded then, so they need not be hard to guess, only say nothing about the first day's secret. */
  seedOf(day: number): Uint32Array {
    const known = this.earlier.get(day);
    if (known) return known;
    const secret = this.secrets.of(this.firstDay);
    if (!secret) throw new RangeError(`simulated prices have no secret for the day ${this.firstDay}`);
    const seed = new Uint32Array(Uint8Array.from(derived(secret, `before the first start ${day}`)).buffer, 0, wordsPerBlock);
    this.earlier.set(day, seed);
    return seed;
  }

  /** A stream of its own. The same label is the same stream. */
  stream(label: string, blocks: number): Stream {
    return new Stream(this, label, blocks);
  }
}

/** The draws of one purpose. A page of them is made at once. */
export class Stream {
  /** The words that `seek` found. */
  words: Uint32Array = new Uint32Array(0);
  private readonly streams: Streams;
  private readonly plain: Uint32Array;
  private readonly bytes: Uint8Array;
  private readonly blocks: number;
  private readonly single = new Uint32Array(wordsPerBlock);
  private day = Number.NaN;
  private page = -1;

  constructor(streams: Streams, label: string, blocks: number) {
    this.streams = streams;
    this.blocks = blocks;
    this.plain = new Uint32Array(blocks * wordsPerBlock);
    this.bytes = new Uint8Array(this.plain.buffer);
    const name = createHash('sha256').update(label).digest();
    for (let block = 0; block < blocks; block += 1) {
      this.bytes.set(name.subarray(0, 8), block * blockBytes);
      this.plain[block * wordsPerBlock + 3] = block;
    }
  }

  /** Where in `words` the four words of a block begin. */
  seek(day: number, page: number, block: number): number {
    if (day < this.streams.firstDay) return this.guess(day, page, block);
    if (day !== this.day || page !== this.page) {
      for (let at = 2; at < this.plain.length; at += wordsPerBlock) this.plain[at] = page;
      const drawn = this.streams.encrypt(day, this.bytes);
      this.words =
        drawn.byteOffset % 4 === 0
          ? new Uint32Array(drawn.buffer, drawn.byteOffset, this.plain.length)
          : new Uint32Array(Uint8Array.from(drawn).buffer);
      this.day = day;
      this.page = page;
    }
    return block * wordsPerBlock;
  }
  private guess(day: number, page: number, block: number): number {
    const seed = this.streams.seedOf(day);
    for (let index = 0; index < wordsPerBlock; index += 1)
      this.single[index] = hash(seed[index]! ^ this.plain[index & 1]!, page, block * wordsPerBlock + index);
    this.words = this.single;
    this.day = Number.NaN;
    return 0;
  }

  /** One word of the draw with this number. */
  word(day: number, draw: number, which = 0): number {
    const at = this.seek(day, Math.floor(draw / this.blocks), draw % this.blocks);
    return this.words[at + which]!;
  }
  /** Uniform in (0, 1). */
  uniform(day: number, draw: number, which = 0): number {
    return unit(this.word(day, draw, which));
  }
  /** Standard normal, from the first two words. */
  normal(day: number, draw: number): number {
    return radius(this.word(day, draw)) * Math.cos(turn(this.word(day, draw, 1)));
  }
}

export const unit = (drawn: number): number => (drawn + 0.5) / word;
/** Box and Muller: radius × cosine and radius × sine of the turn are two independent normals. */
export const radius = (drawn: number): number => Math.sqrt(-2 * Math.log(unit(drawn)));
export const turn = (drawn: number): number => 2 * Math.PI * unit(drawn);
