import { request } from 'node:https';
import { publicLookup } from './endpoint.ts';

/** One push, as RFC 8030 has it. */
export interface PushRequest {
  endpoint: URL;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}
/** Sends it and resolves to the status of the answer. Rejects when there is none. */
export type SendPush = (push: PushRequest) => Promise<number>;

const withinMs = 10_000;

/** Over HTTPS, to public addresses. A redirect is an answer like any other: nobody follows it. The body of the answer is not read. */
export const sendPush: SendPush = ({ endpoint, headers, body }) =>
  new Promise((resolve, reject) => {
    const sent = request(
      endpoint,
      { method: 'POST', headers: { ...headers, 'content-length': body.length }, lookup: publicLookup, agent: false, timeout: withinMs },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('the push service did not answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
