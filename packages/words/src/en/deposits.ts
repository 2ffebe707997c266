/** Deposits, as their receipts say them. */
export const deposits = {
  'receipt.kind': 'Deposit',
  'receipt.in_amount': 'Amount that came in',
  'receipt.in_fee': 'Fee',
  'receipt.in_before': 'Balance before',
  'receipt.in_taken': 'Taken back from the account',
  'receipt.in_lost': 'Borne by the exchange',
  'receipt.line_credited': 'Credited',
  'receipt.line_after': 'Balance after the credit',
  'receipt.line_reversed': 'Reversed',
  'receipt.line_kept': 'Still credited',
  'receipt.rule_credited': 'credited = amount − fee',
  'receipt.rule_after': 'balance after = balance before + credited',
  'receipt.rule_reversed': 'reversed = taken back from the account + borne by the exchange',
  'receipt.rule_kept': 'still credited = credited − taken back from the account',
} as const;
