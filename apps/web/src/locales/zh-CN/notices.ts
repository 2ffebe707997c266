import type { Words } from '../en/index.ts';

export const notices: Words['notices'] = {
  'deposit.credited': '充值到账：{operateBalance} {coinName}，账户余额 {availableBalance}',
  'deposit.rejected': '充值审核未通过，点击消息查看详情',
  'withdrawal.credited': '提现到账：{operateBalance} {coinName}，当前余额 {availableBalance}',
  'withdrawal.rejected': '提现审核未通过：{remark}',
  'order.filled': '现货限价单 {no} 已成交',
  'order.takeProfit': '订单 {no} 止盈成功',
  'order.stopLoss': '订单 {no} 止损成功',
  'contract.limitFilled': '{symbol} 合约限价委托 {no} 已完成',
  'stock.filled': '{symbol} 股票委托 {no} 已成交',
  'stock.ended':
    '{symbol} 股票委托 {no} 已撤销：{reason, select, corporateAction {公司行动} bandReached {价格超出当日限制} other {无法进入委托簿}}',
  'stock.split': '{symbol} 已拆股：您的 {before} 股变为 {after} 股',
  'stock.dividend': '{symbol} 股息：{amount} {coin}',
  'stops.both': '{symbol} 止盈止损成功，委托号 {no}',
  'stops.profit': '{symbol} 止盈成功，委托号 {no}',
  'stops.loss': '{symbol} 止损成功，委托号 {no}',
  'liquidation.full': '强制平仓已完成：{symbol} {quantity}，标记价格 {price}',
  'liquidation.segmented': '逐仓强制平仓已完成：{symbol} {quantity}，标记价格 {price}，委托号 {no}',
  deleveraged: '您的 {symbol} 持仓有 {quantity} 以 {price} 被自动减仓',
  'funding.paid': '{symbol} 资金费用：{amount} {coin}',
  'margin.warning': '保证金不足预警：维持保证金已达权益的 {ratio}%。{symbol}',
  'timed.settled':
    '{symbol} 限时合约 {no}：{status, select, 2 {盈利，{result} {coin}} 3 {亏损，{result} {coin}} 4 {平局，退回本金} other {作废，退回本金}}',
  'copy.completed': '跟单已完成',
  'lead.closed': '带单已平仓',
  'identity.rejected': '实名认证未通过：{remark}',
  'vip.approved': 'VIP 申请已通过',
  'vip.failed': 'VIP 申请未通过',
  'account.restricted': '交易功能受限，请联系客服。',
};
