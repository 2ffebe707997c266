import type { Words } from '../en/index.ts';

export const notices: Words['notices'] = {
  'deposit.credited': '充值到账：{amount} {coin}，钱包余额 {balance}',
  'deposit.rejected': '充值审核未通过，点击消息查看详情',
  'withdrawal.credited': '提现到账：{amount} {coin}，当前余额 {balance}',
  'withdrawal.rejected': '提现审核未通过：{remark}',
  'order.filled': '现货限价单 {no} 已成交',
  'order.takeProfit': '订单 {no} 止盈成功',
  'order.stopLoss': '订单 {no} 止损成功',
  'account.restricted': '交易功能受限，请联系客服。',
};
