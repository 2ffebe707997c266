import type { Position } from '@bourse/protocol';

/** The text of a share card. Drawing adds no words of its own. */
export type Card = {
  brand: string;
  /** The picture itself names demo money and simulated prices. */
  labels: readonly string[];
  symbol: string;
  direction: string;
  tone: 'up' | 'down' | 'plain';
  headline: string;
  /** The line under the headline: the amount, if shown. */
  amount: string | undefined;
  facts: readonly { name: string; value: string }[];
  when: string;
  link: string;
  invite: string;
};

export type CardWords = {
  brand: string;
  labels: readonly string[];
  direction: string;
  entry: string;
  exit: string;
  mark: string;
  quantity: string;
  when: string;
  invite: string;
};
export type CardFigures = {
  price: (value: string | null) => string;
  amount: (value: string) => string;
  quantity: (value: string) => string;
  percent: (value: string | null) => string;
};

type Shown = Pick<
  Position,
  'symbol' | 'status' | 'direction' | 'lever' | 'endPrice' | 'closePrice' | 'markPrice' | 'quantity' | 'closedQuantity' | 'asset'
>;

/** The card of a position. `amounts` adds money and quantities; prices and the percentage are always shown. */
export function cardOf(
  position: Shown,
  result: { ratio: string | null; amount: string; sign: -1 | 0 | 1 },
  words: CardWords,
  figures: CardFigures,
  options: { amounts: boolean; link: string },
): Card {
  const open = position.status === 1;
  const last = open
    ? { name: words.mark, value: figures.price(position.markPrice) }
    : { name: words.exit, value: figures.price(position.closePrice) };
  const quantity = open ? position.quantity : position.closedQuantity;
  return {
    brand: words.brand,
    labels: words.labels,
    symbol: position.symbol,
    direction: position.lever > 1 ? `${words.direction} ${position.lever}×` : words.direction,
    tone: result.sign > 0 ? 'up' : result.sign < 0 ? 'down' : 'plain',
    headline: figures.percent(result.ratio),
    amount: options.amounts ? `${figures.amount(result.amount)} ${position.asset}` : undefined,
    facts: [
      { name: words.entry, value: figures.price(position.endPrice) },
      last,
      ...(options.amounts ? [{ name: words.quantity, value: figures.quantity(quantity) }] : []),
    ],
    when: words.when,
    link: options.link,
    invite: words.invite,
  };
}

/** The text alternative of the picture: everything that is drawn. */
export const spoken = (card: Card): string =>
  [
    card.symbol,
    card.direction,
    card.headline,
    card.amount,
    ...card.facts.map(({ name, value }) => `${name} ${value}`),
    card.when,
    ...card.labels,
  ]
    .filter(Boolean)
    .join(', ');
