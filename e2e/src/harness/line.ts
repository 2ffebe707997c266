import { connect, createServer, type Socket } from 'node:net';

export interface Line {
  port: number;
  /** Ends every connection and takes no new one. */
  cut(): void;
  mend(): void;
  /** Ends every connection; new ones are taken. */
  drop(): void;
  close(): void;
}

/** A way to a server that this program can cut. `heard` may keep what comes from the near side: false passes it on. */
export async function startLine(
  target: { host: string; port: number },
  heard: (bytes: Buffer, near: Socket) => boolean = () => false,
): Promise<Line> {
  let open = true;
  const sockets = new Set<Socket>();
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (!open) return near.destroy();
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (bytes: Buffer) => {
      if (!heard(bytes, near)) far.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    cut() {
      open = false;
      drop();
    },
    mend() {
      open = true;
    },
    drop,
    close() {
      drop();
      server.close();
    },
  };
}
