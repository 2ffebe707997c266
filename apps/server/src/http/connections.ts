import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Clock, sleep } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { network } from './budget.ts';

/**
 * Closes connections of an address beyond `most`, before anything is read from them. The address is the connection's own, so behind a proxy the
 * proxy must have such a limit; `most` is 0 there, for none.
 */
export function capConnections(server: Server, most: number, log: Log): void {
  if (most === 0) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = network(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      log.warn({ part: 'connections', network: address, most }, 'an address has too many connections; further ones are closed');
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** A server that was killed a moment ago may still have the port. */
const portWaitMs = 5_000;
const portEveryMs = 100;

/** Listens, and waits a short time for the port while another process has it. Rejects with EADDRINUSE when it stays taken. */
export async function listenWhenFree(app: FastifyInstance | Server, at: { port: number; host: string }, clock: Clock): Promise<void> {
  const until = clock.now() + portWaitMs;
  for (;;) {
    try {
      if ('register' in app) await app.listen(at);
      else await new Promise<void>((resolve, reject) => app.once('error', reject).listen(at, resolve));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || clock.now() >= until) throw error;
      await sleep(clock, portEveryMs);
    }
  }
}
