import {
  type Checkpoint,
  type CheckpointRequest,
  emptyRoot,
  formatNote,
  formatSignatures,
  isConsistent,
  parseCheckpoint,
  parseCheckpointRequest,
  type SignerKey,
  sameHash,
  signerFromSeed,
  signersOf,
  signNote,
  type VerifierKey,
  verifierText,
} from '@bourse/transparency';
import type { Heads } from './heads.ts';

/** A log whose heads are signed, and whose signature a head needs: a log's own key for a witness, the server's key for the notary. */
export interface WatchedLog {
  origin: string;
  keys: readonly VerifierKey[];
}

export interface Answer {
  status: number;
  body: string;
  /** `text/x.tlog.size` when the body is the size that was signed last. */
  type: 'text/plain' | 'text/x.tlog.size';
}

export interface NotaryOptions {
  /** A witness signs with it as it is. A notary signs each of its logs with the same secret under the log's own name. */
  key: SignerKey;
  logs: readonly WatchedLog[];
  heads: Heads;
  /** Milliseconds since 1970, for a witness. */
  now(): number;
  /** Somebody who holds a key of the log showed a second history. */
  onContradiction(origin: string, what: string): void;
}

/** The key that signs a log: C2SP wants the key of a log to carry the log's name. */
export const signerOf = ({ key }: Pick<NotaryOptions, 'key'>, origin: string): SignerKey =>
  key.role === 'log' ? signerFromSeed(origin, 'log', key.secret) : key;

/** The public keys, each as others enter it. */
export const publicKeys = ({ key, logs }: Pick<NotaryOptions, 'key' | 'logs'>): string[] =>
  key.role === 'log' ? logs.map(({ origin }) => verifierText(signerOf({ key }, origin))) : [verifierText(key)];

/**
 * Signs a head only when it continues what was signed before, and remembers it before the signature leaves. The same rules make a notary, which holds the key of
 * the log, and a witness, which holds its own (C2SP tlog-witness).
 */
export class Notary {
  private readonly options: NotaryOptions;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(options: NotaryOptions) {
    this.options = options;
  }

  /** One at a time: two heads that both continue the last one may still contradict each other. */
  addCheckpoint(body: string): Promise<Answer> {
    const answer = this.turn.then(() => this.decide(body));
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  private async decide(body: string): Promise<Answer> {
    const { logs, heads, now } = this.options;
    let request: CheckpointRequest;
    let head: Checkpoint;
    try {
      request = parseCheckpointRequest(body);
      head = parseCheckpoint(request.note.text);
    } catch (error) {
      return says(400, (error as Error).message);
    }
    const log = logs.find(({ origin }) => origin === head.origin);
    if (log === undefined) return says(404, `The log ${head.origin} is not one that is signed here.`);
    if (!isSignedByOne(request, log.keys)) return says(403, `The head is not signed by a key of ${head.origin} that is known here.`);
    if (request.oldSize > head.size) return says(400, 'The old size is larger than the size of the head.');
    const last = heads.last(head.origin);
    const lastSize = last?.size ?? 0;
    if (request.oldSize !== lastSize) return { status: 409, body: `${lastSize}\n`, type: 'text/x.tlog.size' };
    if (head.size === lastSize && last !== undefined && !sameHash(last.root, head.root)) {
      await this.contradiction(head.origin, formatNote(request.note), `two roots of ${head.size} leaves`);
      return { status: 409, body: `${lastSize}\n`, type: 'text/x.tlog.size' };
    }
    if (!isConsistent(lastSize, last?.root ?? emptyRoot(), head.size, head.root, request.proof)) {
      if (lastSize > 0)
        await this.contradiction(head.origin, formatNote(request.note), `no proof that ${head.size} leaves continue ${lastSize}`);
      return says(422, `The proof does not show that the head continues the ${lastSize} leaves that were signed before.`);
    }
    if (head.size !== lastSize || last === undefined) await heads.keep(head);
    const seconds = Math.floor(now() / 1000);
    return {
      status: 200,
      body: formatSignatures([signNote(request.note.text, signerOf(this.options, head.origin), seconds)]),
      type: 'text/plain',
    };
  }

  private async contradiction(origin: string, note: string, what: string): Promise<void> {
    this.options.onContradiction(origin, what);
    await this.options.heads.keepEvidence(origin, note);
  }
}

function isSignedByOne({ note }: CheckpointRequest, keys: readonly VerifierKey[]): boolean {
  try {
    return signersOf(note, keys).length > 0;
  } catch {
    return false;
  }
}

const says = (status: number, text: string): Answer => ({ status, body: `${text}\n`, type: 'text/plain' });
