/** Sentences of pushed notices, by their kind; the parameters are those of `@bourse/protocol/notices`. */
export const notices = {
  'deposit.credited': 'Deposit {no} credited: {operateBalance} {coinName}, wallet balance {availableBalance}',
  'deposit.rejected': 'Deposit review failed, click the message for details',
  'withdrawal.credited': 'Withdrawal {no} credited: {operateBalance} {coinName}, current balance {availableBalance}',
  'deposit.reversed': 'Deposit {no} was taken back: {operateBalance} {coinName}, wallet balance {availableBalance}',
  'withdrawal.rejected':
    'Withdrawal {no}: review failed, {remark, select, destinationUnclear {the address or account is not clear} holderDiffers {the account is in another name} sourceUnclear {where the money came from is not clear} travelRuleOpen {details of the receiver are missing} askedByCustomer {you asked for it} lawForbidsDetail {the law forbids us to say why} other {see the message for details}}',
  'withdrawal.notSent': 'Withdrawal {no} was not sent: {operateBalance} {coinName} released, current balance {availableBalance}',
  'withdrawal.returned': 'Withdrawal {no} was returned: {operateBalance} {coinName}, current balance {availableBalance}',
  'order.filled': 'Spot limit order {no} filled',
  'order.takeProfit': 'Take-profit of order {no} done',
  'order.stopLoss': 'Stop-loss of order {no} done',
  'contract.limitFilled': 'Limit contract order {no} in {symbol} completed',
  'stock.filled': 'Stock order {no} in {symbol} filled',
  'stock.ended':
    'Stock order {no} in {symbol} was cancelled: {reason, select, corporateAction {a corporate action} bandReached {its price is outside the day’s limits} other {it could not enter the book}}',
  'stock.split': '{symbol} was split: your {before} shares are {after} now',
  'stock.dividend': 'Dividend of {symbol}: {amount} {coin}',
  'stops.both': 'Take-profit and stop-loss of {symbol} succeeded, order {no}',
  'stops.profit': 'Take-profit of {symbol} succeeded, order {no}',
  'stops.loss': 'Stop-loss of {symbol} succeeded, order {no}',
  'liquidation.full': 'Forced liquidation completed: {quantity} {symbol} at mark price {price}',
  'liquidation.segmented': 'Forced liquidation of an isolated position completed: {quantity} {symbol} at mark price {price}, order {no}',
  deleveraged: '{quantity} of your {symbol} position was closed at {price} by automatic deleveraging',
  'funding.paid': 'Funding of {symbol}: {amount} {coin}',
  'margin.warning': 'Margin is running short: maintenance is {ratio}% of equity. {symbol}',
  'timed.settled':
    'Timed contract {no} on {symbol}: {status, select, 2 {won, {result} {coin}} 3 {lost, {result} {coin}} 4 {equal, stake returned} other {void, stake returned}}',
  'copy.completed': 'Copy trade completed',
  'lead.closed': 'Lead trade closed',
  'identity.passed': 'Identity verified: level {level}',
  'identity.rejected': 'Identity check not passed: {remark}',
  'vip.approved': 'VIP application approved',
  'vip.failed': 'VIP application not approved',
  'account.restricted': 'Trading is restricted. Please contact customer service.',
  'security.changed':
    '{what, select, payPassword {Payment password changed} totp {Authenticator app changed} passkey {Passkeys changed} recoveryCodes {New recovery codes made} password {Password changed} contact {E-mail address or phone number changed} locked {Account locked} unlocked {Account unlocked} other {Security settings changed}}. If it was not you, lock your account.',
} as const;
