import type { NoticeKind } from '@bourse/protocol/notices';
import type { TextLanguage } from '../language.ts';

/** Notices that are stored and pushed, by kind. `{name}` marks a value of the notice's params. */
const en: Record<NoticeKind, string> = {
  'order.filled': 'Your limit order {no} is filled.',
  'order.takeProfit': 'Take-profit of order {no} succeeded.',
  'order.stopLoss': 'Stop-loss of order {no} succeeded.',
  'contract.limitFilled': 'Your limit contract order {no} in {symbol} is completed.',
  'stock.filled': 'Your stock order {no} in {symbol} is filled.',
  'stops.both': 'Take-profit and stop-loss of {symbol} succeeded, order {no}.',
  'stops.profit': 'Take-profit of {symbol} succeeded, order {no}.',
  'stops.loss': 'Stop-loss of {symbol} succeeded, order {no}.',
  'liquidation.full': 'Forced liquidation of {quantity} {symbol} at mark price {price} completed.',
  'liquidation.segmented': 'Forced liquidation of the isolated position completed: {quantity} {symbol} at mark price {price}, order {no}.',
  deleveraged: '{quantity} of your {symbol} position was closed at {price} by automatic deleveraging.',
  'funding.paid': 'Funding of {symbol}: {amount} {coin}.',
  'margin.warning': 'Your margin is running short: maintenance is {ratio} % of equity. {symbol}',
  'timed.settled': 'Timed contract {no} on {symbol} is settled: {result} {coin}.',
  'copy.completed': 'Copy trade completed.',
  'lead.closed': 'Lead trade closed.',
  'deposit.credited': 'Deposit credited: {operateBalance} {coinName}. Wallet balance {availableBalance}.',
  'deposit.rejected': 'Deposit review failed, click the message for details.',
  'withdrawal.credited': 'Withdrawal credited: {operateBalance} {coinName}. Current balance {availableBalance}.',
  'withdrawal.rejected': 'Withdrawal review failed: {remark}',
  'identity.rejected': 'Your identity check was not passed: {remark}',
  'vip.approved': 'Your VIP application was approved.',
  'vip.failed': 'Your VIP application was not approved.',
  'account.restricted': 'Trading on your account is restricted. Please contact customer service.',
};

const zhCN: Record<NoticeKind, string> = {
  'order.filled': '您的限价委托 {no} 已成交。',
  'order.takeProfit': '委托 {no} 止盈成功。',
  'order.stopLoss': '委托 {no} 止损成功。',
  'contract.limitFilled': '您的 {symbol} 合约限价委托 {no} 已完成。',
  'stock.filled': '您的 {symbol} 股票委托 {no} 已成交。',
  'stops.both': '{symbol} 止盈止损成功,委托号 {no}。',
  'stops.profit': '{symbol} 止盈成功,委托号 {no}。',
  'stops.loss': '{symbol} 止损成功,委托号 {no}。',
  'liquidation.full': '强制平仓已完成:{symbol} {quantity},标记价格 {price}。',
  'liquidation.segmented': '逐仓强制平仓已完成:{symbol} {quantity},标记价格 {price},委托号 {no}。',
  deleveraged: '您的 {symbol} 持仓有 {quantity} 以 {price} 被自动减仓。',
  'funding.paid': '{symbol} 资金费用:{amount} {coin}。',
  'margin.warning': '保证金不足预警:维持保证金已达权益的 {ratio}%。{symbol}',
  'timed.settled': '{symbol} 限时合约 {no} 已结算:{result} {coin}。',
  'copy.completed': '跟单已完成。',
  'lead.closed': '带单已平仓。',
  'deposit.credited': '充值到账:{operateBalance} {coinName},钱包余额 {availableBalance}。',
  'deposit.rejected': '充值审核未通过,点击消息查看详情。',
  'withdrawal.credited': '提现到账:{operateBalance} {coinName},当前余额 {availableBalance}。',
  'withdrawal.rejected': '提现审核未通过:{remark}',
  'identity.rejected': '实名认证未通过:{remark}',
  'vip.approved': '您的 VIP 申请已通过。',
  'vip.failed': '您的 VIP 申请未通过。',
  'account.restricted': '您的账户交易受限,请联系客服。',
};

export const noticeTexts: Record<TextLanguage, Record<NoticeKind, string>> = { en, 'zh-CN': zhCN };
