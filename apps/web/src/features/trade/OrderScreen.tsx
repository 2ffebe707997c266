import { TradeDesk } from './TradeDesk.tsx';

export function OrderScreen() {
  return <TradeDesk back={false} />;
}
