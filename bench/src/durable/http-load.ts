import { connect } from 'node:net';

export interface Round {
  /** Orders taken a second: refusals do not count. */
  rate: number;
  p99: number;
  refused: Record<string, number>;
}

export interface Order {
  token: string;
  id: string;
  /** As JSON, in ASCII. */
  body: string;
  /** X-Signature. */
  signature?: string | undefined;
}

export interface Target {
  port: number;
  path: string;
  connections: number;
  seconds: number;
  /** How many orders the answer to one command took; one, unless said. */
  taken?: (answer: string) => number;
}

/**
 * Posts orders over a number of connections for a time, one request in flight per connection. It uses bare sockets: the client shares two cores with
 * the server, and a client with a connection pool and parsed headers would take half of one core.
 */
export async function fire({ port, path, connections, seconds, taken: takenBy = () => 1 }: Target, next: () => Order): Promise<Round> {
  const times: number[] = [];
  const refused: Record<string, number> = {};
  let taken = 0;
  const until = performance.now() + seconds * 1000;
  const line = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let sentAt = 0;
      let text = '';
      const send = () => {
        sentAt = performance.now();
        if (sentAt < until) socket.write(rendered(path, next()), 'latin1');
        else socket.end(resolve);
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('data', (part: string) => {
        text += part;
        const status = answered(text);
        if (status === undefined) return;
        if (status === '200') taken += takenBy(text);
        else refused[status] = (refused[status] ?? 0) + 1;
        text = '';
        times.push(performance.now() - sentAt);
        send();
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`port ${port} closed a connection`)));
    });
  await Promise.all(Array.from({ length: connections }, line));
  times.sort((a, b) => a - b);
  return { rate: taken / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0, refused };
}

/** Everything of a request that stays the same for a token. */
const heads = new Map<string, string>();

function rendered(path: string, { token, id, body, signature }: Order): string {
  let head = heads.get(token);
  if (head === undefined) {
    head = ` HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\nidempotency-key: `;
    heads.set(token, head);
  }
  const signed = signature === undefined ? '' : `\r\nx-signature: ${signature}`;
  return `POST ${path}${head}${id}${signed}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

const lengthName = '\r\ncontent-length: ';

/** The status of an answer that is here whole. */
function answered(text: string): string | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = text.indexOf(lengthName);
  if (length < 0 || length > head) throw new Error('an answer without a length');
  const body = Number.parseInt(text.slice(length + lengthName.length, length + lengthName.length + 12), 10);
  return text.length < head + 4 + body ? undefined : text.slice(9, 12);
}
