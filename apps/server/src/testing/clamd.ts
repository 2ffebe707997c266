import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The file of EICAR, which every scanner finds. In parts, so that no scanner finds this one. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));

/** A stand-in of ClamAV's scanner that speaks INSTREAM, knows EICAR, and can fall silent, answer half, or be away. */
export async function startClamd() {
  const state = { mode: 'well' as 'well' | 'silent' | 'half' | 'tooLarge', scans: 0 };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    let received = Buffer.alloc(0);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const command = 'zINSTREAM\0';
      if (received.length < command.length) return;
      if (received.subarray(0, command.length).toString() !== command) return void socket.end('UNKNOWN COMMAND\0');
      const parts: Buffer[] = [];
      let at = command.length;
      for (;;) {
        if (received.length < at + 4) return;
        const length = received.readUInt32BE(at);
        if (length === 0) break;
        if (received.length < at + 4 + length) return;
        parts.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
      state.scans += 1;
      if (state.mode === 'silent') return;
      if (state.mode === 'half') return void socket.end('stream: O');
      if (state.mode === 'tooLarge') return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      socket.end(Buffer.concat(parts).includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const away = async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { place: `tcp://127.0.0.1:${port}`, state, away, back: () => listen(port) };
}
