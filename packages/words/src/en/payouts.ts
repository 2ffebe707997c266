/** Withdrawals, as their receipts say them. */
export const payouts = {
  'receipt.kind': 'Withdrawal',
  'receipt.in_amount': 'Amount',
  'receipt.in_feeFixed': 'Fixed fee',
  'receipt.in_feePpm': 'Fee rate in parts per million',
  'receipt.in_returned': 'Given back by the bank',
  'receipt.line_fee': 'Fee',
  'receipt.line_net': 'Amount less fee',
  'receipt.line_paid': 'Paid out',
  'receipt.line_given': 'Given back',
  'receipt.line_change': 'Change',
  'receipt.rule_fee': 'fee = fixed fee + amount × rate ÷ 1,000,000, rounded up',
  'receipt.rule_net': 'amount less fee = amount − fee',
  'receipt.rule_paid': 'paid out = amount less fee when it arrived, otherwise 0',
  'receipt.rule_given': 'given back = the amount when it was not paid out, otherwise what the bank gave back',
  'receipt.rule_change': 'change = given back − amount',
} as const;
