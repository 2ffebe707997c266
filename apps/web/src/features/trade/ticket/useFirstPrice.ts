import { useEffect } from 'react';

/** Fills a limit ticket with the current price when it opens. `price` is null while there is nothing to fill in; typed text stays. */
export function useFirstPrice(price: string | null, change: (part: { price: string }) => void): void {
  useEffect(() => {
    if (price !== null && document.activeElement?.getAttribute('name') !== 'price') change({ price });
  }, [price, change]);
}
