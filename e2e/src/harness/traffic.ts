import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Channels of the market socket that speak to one customer. */
const privateChannels = new Set(['order', 'fill', 'wallet', 'line', 'position', 'timed', 'notice']);

/** What a page requested and what the server pushed to it, in bytes on the wire. */
export interface Traffic {
  calls: string[];
  callBytes: number;
  pushes: string[];
  pushBytes: number;
}

/** Counts the calls of a page and the private messages of its socket. */
export async function countTraffic(page: Page) {
  const session = await page.context().newCDPSession(page);
  let seen: Traffic = { calls: [], callBytes: 0, pushes: [], pushBytes: 0 };
  const asked = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const path = request.url.split('/api/app-api/')[1];
    if (path === undefined) return;
    asked.add(requestId);
    seen.calls.push(path);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.delete(requestId)) seen.callBytes += encodedDataLength;
  });
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    if (response.opcode !== 2) return;
    const bytes = Buffer.from(response.payloadData, 'base64');
    const { m } = JSON.parse(gunzipSync(bytes).toString('utf8')) as { m: { c: string }[] };
    const mine = m.filter(({ c }) => privateChannels.has(c));
    if (mine.length === 0) return;
    seen.pushes.push(...mine.map(({ c }) => c));
    seen.pushBytes += bytes.length;
  });
  await session.send('Network.enable');
  return {
    /** The traffic while `body` runs and for a moment after it. */
    async during(body: () => Promise<unknown>, restMs = 3_000): Promise<Traffic> {
      seen = { calls: [], callBytes: 0, pushes: [], pushBytes: 0 };
      await body();
      await page.waitForTimeout(restMs);
      return seen;
    },
  };
}

const bare = (name: string): string => name.split('?')[0] ?? name;

/** `spot fill: bytes 8123, calls 14 (order-page ×2, …), pushes 3 (order, fill, wallet)` */
export function trafficLine(what: string, { calls, callBytes, pushes, pushBytes }: Traffic): string {
  const times = (names: readonly string[]) =>
    [...new Set(names.map(bare))]
      .map((name) => [name, names.filter((other) => bare(other) === name).length] as const)
      .map(([name, count]) => (count > 1 ? `${name} ×${count}` : name))
      .join(', ');
  return `     ${what}: bytes ${callBytes + pushBytes}, calls ${calls.length} (${times(calls)}), pushes ${pushes.length} (${times(pushes)}) of ${pushBytes} bytes`;
}
