/** Refusals that several calls may give before they send any command, and refusals of commands that the calls' own form rules out. */

/** Product switches and the customer's own limits: what may refuse an order that opens risk. */
export const protectionErrors = [
  'productDisabled',
  'suitabilityNeeded',
  'suitabilityTooSoon',
  'lossLimitReached',
  'coolingOff',
  'selfExcluded',
] as const;

/** A price between two ticks, a quantity between two lots: no command could carry them. */
export const figureErrors = ['priceOffTick', 'quantityOffLot'] as const;

/** What a preview of an order of a contract or a stock may refuse. */
export const previewErrors = [
  ...figureErrors,
  'instrumentUnknown',
  'orderProductWrong',
  'priceInvalid',
  'quantityInvalid',
  'quantityTooLarge',
] as const;

/** Checks of an order that opens or adds. A closing order never meets them. */
export const openingOnly = [
  'notionalTooSmall',
  'leverageTooHigh',
  'leverageDiffers',
  'positionsTooMany',
  'takeProfitWrongSide',
  'stopLossWrongSide',
] as const;
