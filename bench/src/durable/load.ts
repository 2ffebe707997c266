import { random } from '../engine/world.ts';

/** What customers do in the durable benches: 60 % limit orders, 30 % cancellations, 10 % orders that cross the spread. */
export type Request =
  | { kind: 'place'; account: number; instrument: number; side: 0 | 1; price: number; lots: number; clientId: string }
  | { kind: 'cancel'; account: number; order: number };
export interface Refusal {
  refused: string;
}

export const customers = 1_000;
export const instruments = 20;
export const middle = 100_000;

/** One customer program after another, seeded; `placed` tells it which orders it may cancel. */
export function createLoad(seed: number, accountOf: (index: number) => number = (index) => index) {
  const next = random(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const open: { account: number; order: number }[] = [];
  let ids = 0;
  const load = {
    next(): Request {
      const dice = next();
      if (dice < 0.3 && open.length > 200) {
        const at = below(open.length);
        const chosen = open[at];
        const last = open.pop();
        if (chosen && last && at < open.length) open[at] = last;
        if (chosen) return { kind: 'cancel', ...chosen };
      }
      const side = below(2) as 0 | 1;
      const crosses = dice > 0.9;
      const away = 1 + below(400);
      const price = side === 0 ? middle + (crosses ? 40 : -away) : middle + (crosses ? -40 : away);
      return {
        kind: 'place',
        account: accountOf(below(customers)),
        instrument: 1 + below(instruments),
        side,
        price,
        lots: 1 + below(20),
        clientId: versionSeven(ids++, below),
      };
    },
    placed(account: number, order: number): void {
      if (open.length < 100_000) open.push({ account, order });
    },
    /** Creates this many requests at once. Their cancellations refer to orders known by now. */
    batch: (count: number): Request[] => Array.from({ length: count }, () => load.next()),
  };
  return load;
}

/** An id as clients make them: time first. */
function versionSeven(count: number, below: (limit: number) => number): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const chance = below(2 ** 32)
    .toString(16)
    .padStart(8, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${count.toString(16).padStart(12, '0')}`;
}

/**
 * Keeps `inFlight` requests in flight until all are answered; resolves with the rate per second. Requests are created beforehand, because creating
 * them costs as much as handling them.
 */
export async function drive(
  requests: readonly Request[],
  inFlight: number,
  handle: (request: Request) => Promise<unknown>,
): Promise<number> {
  let sent = 0;
  const lane = async () => {
    for (let request = requests[sent++]; request; request = requests[sent++]) await handle(request);
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (requests.length / (performance.now() - from)) * 1000;
}

export const perSecond = (rate: number) => Math.round(rate).toLocaleString('en');
