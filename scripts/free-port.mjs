import { createServer } from 'node:net';

const portIsFree = (port, host) =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(resolve));
  });

/** Resolves when the port is free. A server that is stopping, or was killed a moment ago, may have it for a little longer: waits up to `waitMs`. */
export async function freePort(port, host, waitMs = 5_000) {
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      return await portIsFree(port, host);
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || Date.now() >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
