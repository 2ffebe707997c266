import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { mostLine } from '@bourse/chains';
import { CannotStart, lockFolder } from '@bourse/key-process';
import { base64 } from '@scure/base';
import { keysOf } from './folder.ts';
import { Memory } from './memory.ts';
import { readPolicy } from './policy.ts';
import { Signer, type SignerOptions } from './signer.ts';
import { GuardedClock } from './time.ts';

export interface RunningSigner {
  /** Base64, Ed25519: what the server and the browsers check. */
  vaultKey: string;
  signer: Signer;
  stop(): Promise<void>;
}

export interface SignerParts extends Pick<SignerOptions, 'say' | 'afterWrite'> {
  wall?: () => number;
  running?: () => number;
  /** Instead of a socket. */
  lines?: { from: Readable; to: Writable };
}

/**
 * Starts a signer on its folder: keys, `policy.json`, memory. It listens on the Unix socket `SIGNER_SOCKET`, or answers the lines that it is given. Throws
 * `CannotStart` with a sentence for what is missing.
 */
export async function startSigner(settings: Record<string, string | undefined>, parts: SignerParts): Promise<RunningSigner> {
  const folder = settings['SIGNER_FOLDER'] || '.signer';
  const unlock = lockFolder(folder);
  try {
    const keys = keysOf(folder);
    const policyFile = join(folder, 'policy.json');
    const vaultKey = base64.encode(keys.linePublicKey);
    if (!existsSync(policyFile))
      throw new CannotStart(`Write the policy to ${policyFile}, as docs/signer.md says. This signer's public key is ${vaultKey}.`);
    const policy = readPolicy(readFileSync(policyFile, 'utf8'));
    const memory = new Memory(folder);
    const clock = new GuardedClock(parts.wall ?? Date.now, parts.running ?? (() => performance.now()));
    const signer = new Signer({
      keys,
      policy,
      memory,
      clock,
      say: parts.say,
      ...(parts.afterWrite ? { afterWrite: parts.afterWrite } : {}),
    });
    const close = parts.lines
      ? follow(signer, parts.lines.from, parts.lines.to, parts.say)
      : await listen(signer, settings['SIGNER_SOCKET'] || join(folder, 'socket'), parts.say);
    return {
      vaultKey,
      signer,
      stop: async () => {
        await close();
        memory.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

type Say = SignerParts['say'];

/** Connections at once: the server has one, and one more while it starts anew. */
const mostConnections = 4;

async function listen(signer: Signer, path: string, say: Say): Promise<() => Promise<void>> {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    follow(signer, socket, socket, say);
  });
  server.maxConnections = mostConnections;
  server.listen(path);
  await once(server, 'listening');
  chmodSync(path, 0o660);
  return async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** One request after the other: nonces and caps are decided one at a time. */
function follow(signer: Signer, from: Readable, to: Writable, say: Say): () => Promise<void> {
  let waiting = '';
  const take = (part: string) => {
    waiting += part;
    for (let end = waiting.indexOf('\n'); end >= 0; end = waiting.indexOf('\n')) {
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + 1);
      try {
        to.write(`${signer.answer(line)}\n`);
      } catch (error) {
        // Unknown is not signed: no answer leaves.
        say({ level: 'error', message: `a request was not answered: ${(error as Error).message}` });
        from.destroy();
        return;
      }
    }
    if (waiting.length > mostLine) from.destroy();
  };
  from.setEncoding('utf8');
  from.on('data', take);
  return () => {
    from.off('data', take);
    return Promise.resolve();
  };
}
