import {
  formatCheckpointRequest,
  type NoteSignature,
  parseSignatures,
  type SignerKey,
  signNote,
  type VerifierKey,
} from '@bourse/transparency';
import { shortAnswer } from '../platform/short-answer.ts';

/** What a notary or witness says about a head. */
export type Countersigned =
  | { is: 'signed'; signatures: NoteSignature[] }
  /** It signed a head of this size last. */
  | { is: 'elsewhere'; size: number }
  /** It has seen a history that this head does not continue. */
  | { is: 'refused'; why: string }
  | { is: 'away'; why: string };

/** Somebody who signs heads over HTTP, as in C2SP tlog-witness. */
export interface Countersigner {
  ask(head: { text: string; oldSize: number; proof: Uint8Array[] }): Promise<Countersigned>;
  /** The public keys that it names itself; empty while it is away. */
  keys(): Promise<string[]>;
}

const timeoutMs = 3_000;
const mostBytes = 16_384;

/** `own`: the key by which it knows that a head comes from this server. */
export function httpCountersigner(address: () => string | undefined, own: SignerKey): Countersigner {
  const send = async (path: string, body?: string): Promise<{ status: number; text: string } | undefined> => {
    const base = address();
    if (base === undefined) return undefined;
    const response = await fetch(`${base}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await shortAnswer(response, mostBytes, 'it') };
  };
  return {
    async ask({ text, oldSize, proof }) {
      const body = formatCheckpointRequest({ oldSize, proof, note: { text, signatures: [signNote(text, own)] } });
      try {
        const answer = await send('/add-checkpoint', body);
        return answer === undefined ? { is: 'away', why: 'it has not started' } : readAnswer(answer);
      } catch (error) {
        return { is: 'away', why: (error as Error).message };
      }
    },
    async keys() {
      try {
        const answer = await send('/key');
        return answer?.status === 200 ? answer.text.trim().split('\n') : [];
      } catch {
        return [];
      }
    },
  };
}

function readAnswer({ status, text }: { status: number; text: string }): Countersigned {
  if (status === 200) return { is: 'signed', signatures: parseSignatures(text) };
  if (status === 409 && /^\d{1,16}\n$/.test(text)) return { is: 'elsewhere', size: Number(text) };
  if (status === 422) return { is: 'refused', why: text.trim() };
  return { is: 'away', why: `${status} ${text.trim().slice(0, 200)}` };
}

/** A witness by its key and where it is asked. */
export interface Witness {
  key: VerifierKey;
  at: Countersigner;
}
