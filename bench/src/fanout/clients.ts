import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A client's text frame: final, masked as the protocol demands (with a mask of zeros, which changes nothing). */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(payload.length < 126 ? 6 : 8);
  header[0] = 0x81;
  if (payload.length < 126) header[1] = 0x80 | payload.length;
  else {
    header[1] = 0x80 | 126;
    header.writeUInt16BE(payload.length, 2);
  }
  return Buffer.concat([header, payload]);
}

export interface Crowd {
  bytes(): number;
  leave(): Promise<void>;
}

/** Many clients that subscribe and read, but do no work of their own: what they cost must not weigh on the server's side of the scale. */
export async function gather(port: number, count: number, subscription: string): Promise<Crowd> {
  const sockets: Socket[] = [];
  let bytes = 0;
  const join = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.write(
        `GET /ws/market-demo?version=v1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
      socket.once('data', () => {
        socket.removeListener('error', reject);
        socket.on('error', () => {});
        socket.on('data', (chunk) => {
          bytes += chunk.length;
        });
        socket.write(textFrame(subscription));
        resolve();
      });
      sockets.push(socket);
    });
  const atOnce = 100;
  for (let done = 0; done < count; done += atOnce) await Promise.all(Array.from({ length: Math.min(atOnce, count - done) }, join));
  // Idle clients are let go, so each says now and then that it is there.
  const alive = setInterval(() => {
    for (const socket of sockets) socket.write(textFrame('{"type":"heartbeat"}'));
  }, 10_000);
  return {
    bytes: () => bytes,
    async leave() {
      clearInterval(alive);
      for (const socket of sockets) socket.destroy();
    },
  };
}
