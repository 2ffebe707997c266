import { useEffect } from 'react';

/** A limit ticket opens at the price of the moment. `price` is null while there is nothing to fill in; what somebody types stays. */
export function useFirstPrice(price: string | null, change: (part: { price: string }) => void): void {
  useEffect(() => {
    if (price !== null && document.activeElement?.getAttribute('name') !== 'price') change({ price });
  }, [price, change]);
}
