/** What several calls may be refused for before any command is sent, or name as what their form of a command cannot meet. */

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

/** What is checked of an order that opens or adds; one that closes never meets it. */
export const openingOnly = [
  'notionalTooSmall',
  'leverageTooHigh',
  'leverageDiffers',
  'positionsTooMany',
  'takeProfitWrongSide',
  'stopLossWrongSide',
] as const;
