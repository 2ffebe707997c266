import { connect, type Socket } from 'node:net';
import { digestOfBody, mostLine, type Network, openLine, signLine } from '@bourse/chains';
import type { Clock } from '../../platform/clock.ts';
import { type Attested, type SignedPayout, type Vault, VaultProblem } from '../port.ts';

export interface VaultOptions {
  /** Unix socket of the signer. */
  socket: string;
  /** Ed25519, 32 bytes: the key that the signer's policy knows the server by. */
  serverSecret: Uint8Array;
  /** Base64 of the signer's public key. Undefined: the key that it names first is kept; a signer is then trusted as whoever has the socket. */
  vaultKey: string | undefined;
  clock: Pick<Clock, 'after'>;
  answerMs?: number;
}

type Answer = Record<string, unknown>;
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const numberIn = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));

/** Requests in flight at once; the signer answers one after the other. */
const mostWaiting = 256;

/** Asks the signer over its socket. Lines are signed both ways, and an answer names the request that it answers. */
export function vaultClient({ socket: path, serverSecret, vaultKey, clock, answerMs = 5_000 }: VaultOptions): Vault & { close(): void } {
  const waiting = new Map<string, readonly Waiting[]>();
  let known = vaultKey;
  let link: Socket | undefined;
  let text = '';

  const drop = (why: string) => {
    link?.destroy();
    link = undefined;
    text = '';
    const failed = [...waiting.values()].flat();
    waiting.clear();
    for (const { reject } of failed) reject(new VaultProblem('', why));
  };
  /** The signer's own public key is in its first answer; every line must then be signed with it. */
  const keyIn = (line: string): string | undefined => {
    try {
      const { body } = JSON.parse(line) as { body: string };
      const { vaultKey: named } = JSON.parse(body) as { vaultKey?: unknown };
      return typeof named === 'string' ? named : undefined;
    } catch {
      return undefined;
    }
  };
  const hear = (line: string): void => {
    const key = known ?? keyIn(line);
    const body = key === undefined ? undefined : openLine('from the signer', line, Buffer.from(key, 'base64'));
    if (body === undefined) {
      drop('An answer is not signed by the vault.');
      return;
    }
    known = key;
    const answer = JSON.parse(body) as Answer;
    const asked = String(answer['asked']);
    const heard = waiting.get(asked) ?? [];
    waiting.delete(asked);
    for (const { resolve } of heard) resolve(answer);
  };
  const open = (): Socket => {
    if (link !== undefined && !link.destroyed) return link;
    const made = connect(path);
    link = made;
    made.setEncoding('utf8');
    made.on('data', (part: string) => {
      text += part;
      if (text.length > 4 * mostLine) return drop('An answer of the vault is too long.');
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 1);
        hear(line);
      }
    });
    made.on('error', () => link === made && drop('The vault cannot be reached.'));
    made.on('close', () => link === made && drop('The vault closed the connection.'));
    made.unref();
    return made;
  };

  const ask = (content: Record<string, unknown>): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      if (waiting.size >= mostWaiting) return reject(new VaultProblem('', 'Too many requests wait for the vault.'));
      const line = signLine('to the signer', content, serverSecret);
      const asked = digestOfBody((JSON.parse(line) as { body: string }).body);
      const cancel = clock.after(answerMs, () => {
        waiting.delete(asked);
        reject(new VaultProblem('', 'The vault did not answer in time.'));
      });
      // The same question asked twice at once has one answer, for both.
      const others = waiting.get(asked) ?? [];
      const one: Waiting = {
        resolve: (answer) => {
          cancel();
          resolve(answer);
        },
        reject: (error) => {
          cancel();
          reject(error);
        },
      };
      waiting.set(asked, [...others, one]);
      open().write(`${line}\n`);
    }).then((answer) => {
      if (answer['ok'] === true) return answer;
      throw new VaultProblem(String(answer['problem'] ?? ''), String(answer['message'] ?? 'The vault refused.'));
    });

  /** No other question is asked before the vault's key is known. */
  const about = async () => (await ask({ kind: 'about' })) as unknown as Awaited<ReturnType<Vault['about']>>;
  const asking = async (content: Record<string, unknown>): Promise<Answer> => {
    if (known === undefined) await about();
    return ask(content);
  };
  const signedOf = (answer: Answer): SignedPayout => ({
    raw: String(answer['raw']),
    hash: String(answer['hash']),
    hashes: (answer['hashes'] as readonly unknown[]).map(String),
    ...{ lastHeight: numberIn(answer['lastHeight']), lastTime: numberIn(answer['lastTime']) },
    consumes:
      answer['nonce'] === undefined
        ? { kind: 'inputs', inputs: answer['inputs'] as readonly { txHash: string; output: number }[] }
        : { kind: 'nonce', nonce: Number(answer['nonce']) },
  });

  return {
    get key() {
      return known;
    },
    about,
    async attest(network: Network, account: number, index: number): Promise<Attested> {
      const answer = await asking({ kind: 'attest', network, account, index });
      const tag = answer['tag'] === undefined ? undefined : Number(answer['tag']);
      return { network, account, index, address: String(answer['address']), tag, attestation: String(answer['attestation']) };
    },
    seen: async (digest) => Number((await asking({ kind: 'seen', digest }))['usableFrom']),
    payout: async (request) => signedOf(await asking({ ...request, kind: 'payout' })),
    sweep: async (request) => {
      const { raw, hash, fuel, lastTime } = await asking({ ...request, kind: 'sweep' });
      const coin = fuel as { raw: string; hash: string } | undefined;
      return { raw: String(raw), hash: String(hash), fuel: coin && { raw: coin.raw, hash: coin.hash }, lastTime: numberIn(lastTime) };
    },
    bump: async (id, fee) => signedOf(await asking({ kind: 'bump', id, fee })),
    close: () => drop('The server stops.'),
  };
}
