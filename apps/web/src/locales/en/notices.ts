/** Sentences of pushed notices, by their kind. */
export const notices = {
  'deposit.credited': 'Deposit credited: {amount} {coin}, wallet balance {balance}',
  'deposit.rejected': 'Deposit review failed, click the message for details',
  'withdrawal.credited': 'Withdrawal credited: {amount} {coin}, current balance {balance}',
  'withdrawal.rejected': 'Withdrawal review failed: {remark}',
  'order.filled': 'Spot limit order {no} filled',
  'order.takeProfit': 'Take-profit of order {no} done',
  'order.stopLoss': 'Stop-loss of order {no} done',
  'account.restricted': 'Trading is restricted. Please contact customer service.',
};
