import { TradeDesk } from './TradeDesk.tsx';

export function ChartScreen() {
  return <TradeDesk back />;
}
