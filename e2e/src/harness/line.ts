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

/** `welcome` serves a new connection, and joins the one that goes on from it: they end together. */
async function lineOf(welcome: (near: Socket, join: (far: Socket) => void) => void): Promise<Line> {
  let open = true;
  const sockets = new Set<Socket>();
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const hold = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other?.destroy();
    });
  };
  const server = createServer((near) => {
    if (!open) return near.destroy();
    hold(near);
    welcome(near, (far) => {
      hold(far, near);
      near.on('close', () => far.destroy());
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

/** A way to a server that this program can cut. `heard` may keep what comes from the near side: false passes it on. */
export const startLine = (
  target: { host: string; port: number },
  heard: (bytes: Buffer, near: Socket) => boolean = () => false,
): Promise<Line> =>
  lineOf((near, join) => {
    const far = connect(target);
    join(far);
    far.pipe(near);
    near.on('data', (bytes: Buffer) => {
      if (!heard(bytes, near)) far.write(bytes);
    });
  });

/** All ways of a browser, wherever they lead: a proxy (SOCKS 5, RFC 1928) that this program can cut. The browser's addresses stay as they are. */
export const startNetwork = (): Promise<Line> =>
  lineOf((near, join) => {
    // A greeting asks for no authentication; a request names where to. Each is one small packet.
    near.once('data', () => {
      near.write(Buffer.from([5, 0]));
      near.once('data', (request: Buffer) => {
        const [, , , kind, length = 0] = request;
        const port = request.readUInt16BE(request.length - 2);
        const host = kind === 3 ? request.toString('latin1', 5, 5 + length) : [...request.subarray(4, 8)].join('.');
        const far = connect({ host, port });
        join(far);
        far.once('connect', () => {
          near.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          far.pipe(near);
          near.pipe(far);
        });
      });
    });
  });
