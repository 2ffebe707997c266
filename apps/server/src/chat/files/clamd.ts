import { connect } from 'node:net';

/** Looks into a file that a stranger sent. It throws when it cannot. */
export interface Scanner {
  scan(bytes: Buffer): Promise<'clean' | 'found'>;
}

const chunkBytes = 64 * 1024;
const answerAtMost = 4_096;

/** The scanner of ClamAV, over its protocol INSTREAM. `place` is `tcp://host:port` or `unix:/path`. */
export function createClamd(place: string, { timeoutMs = 15_000 } = {}): Scanner {
  const where = place.startsWith('unix:')
    ? { path: place.slice('unix:'.length) }
    : { host: new URL(place).hostname, port: Number(new URL(place).port || 3310) };
  return {
    scan: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect(where);
        let answer = '';
        const fail = (why: string) => {
          socket.destroy();
          reject(new Error(`the scanner ${why}`));
        };
        socket.setTimeout(timeoutMs, () => fail('does not answer'));
        socket.on('error', (error) => fail(`cannot be asked: ${error.message}`));
        socket.on('data', (data) => {
          answer += data.toString('latin1');
          if (answer.length > answerAtMost) fail('answers too much');
        });
        socket.on('close', () => {
          const said = answer.replace(/\0.*$/s, '').trim();
          if (said === 'stream: OK') resolve('clean');
          else if (/^stream: .* FOUND$/.test(said)) resolve('found');
          // A limit of its own, or half an answer: whatever it is, the file was not looked at.
          else reject(new Error('the scanner did not look at the file'));
        });
        socket.on('connect', () => {
          socket.write('zINSTREAM\0');
          for (let at = 0; at < bytes.length; at += chunkBytes) {
            const chunk = bytes.subarray(at, at + chunkBytes);
            const length = Buffer.alloc(4);
            length.writeUInt32BE(chunk.length);
            socket.write(length);
            socket.write(chunk);
          }
          socket.write(Buffer.alloc(4));
        });
      }),
  };
}
