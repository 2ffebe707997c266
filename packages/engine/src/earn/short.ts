import type { State } from '../core/state.ts';
import { id, list, serial, struct } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import type { Holding } from './book.ts';
import { earn } from './declare.ts';

/** Holdings that one command looks at, to tell their owners. The rest follow with the commands after it. */
const looksPerCommand = 1000;

/** Goes on telling the holders of products whose rate falls to 0, because the house could not set the interest aside. */
export function continueTelling(s: State): void {
  let looks = looksPerCommand;
  for (const [product, from] of [...s.earn.telling].sort(([a], [b]) => a - b)) {
    const until = Math.min(s.earn.nextHolding, from + looks);
    for (let number = from; number < until; number++) {
      const holding = s.earn.get(number);
      if (holding?.product === product && s.earn.isFirst(holding)) tellShort(s, holding);
    }
    looks -= until - from;
    if (until < s.earn.nextHolding) {
      s.earn.tell(product, until);
      return;
    }
    s.earn.told(product);
  }
}

function tellShort(s: State, { owner, product, asset, id }: Holding): void {
  s.log.tell(earn.events.earnShort, { holding: id, account: s.accounts.id(owner), product, asset });
}

export const tellingSection = laterSection(
  35,
  'earnTelling',
  { products: list(struct({ product: id(), from: serial() })) },
  {
    save({ earn: { telling } }) {
      if (telling.size === 0) return undefined;
      return { products: [...telling].sort(([a], [b]) => a - b).map(([product, from]) => ({ product, from })) };
    },
    load({ earn: book }, { products }) {
      for (const { product, from } of products) book.tell(product, from);
    },
  },
);
