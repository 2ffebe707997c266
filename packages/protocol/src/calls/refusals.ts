/** What several calls may be refused for, each list named for what is done. */

/** Every command: what the venue itself may say. */
export const engineErrors = [
  'readOnly',
  'venueCancelOnly',
  'unavailable',
  'outcomeUnknown',
  'commandIdReused',
  'commandIdInvalid',
  'overloaded',
] as const;

/** Product switches and the customer's own limits: what may refuse an order that opens risk. */
export const protectionErrors = [
  'productDisabled',
  'suitabilityNeeded',
  'suitabilityTooSoon',
  'lossLimitReached',
  'coolingOff',
  'selfExcluded',
  'accountRestricted',
] as const;

/** An order that closes, of contracts and of stocks. */
export const closingErrors = [
  'instrumentUnknown',
  'instrumentClosed',
  'instrumentCancelOnly',
  'instrumentHalted',
  'sessionClosed',
  'priceStale',
  'marketClosed',
  'priceOutsideBand',
  'priceInvalid',
  'priceOffTick',
  'priceBeyondMargin',
  'quantityInvalid',
  'quantityOffLot',
  'quantityTooSmall',
  'quantityTooLarge',
  'notionalTooLarge',
  'closeTooLarge',
  'positionUnknown',
  'noLiquidity',
  'cannotFillWhole',
  'tooManyOpenOrders',
  'orderTypeInvalid',
  'orderProductWrong',
  'bookFull',
  ...engineErrors,
] as const;

/** An order that opens or adds, of contracts and of stocks. */
export const openingErrors = [
  ...closingErrors,
  'notionalTooSmall',
  'leverageTooHigh',
  'leverageDiffers',
  'positionsTooMany',
  'takeProfitWrongSide',
  'stopLossWrongSide',
  'triggerWrongSide',
  'wouldTake',
  ...protectionErrors,
] as const;

/** Stops of a position. */
export const stopErrors = [
  'positionUnknown',
  'instrumentClosed',
  'instrumentCancelOnly',
  'instrumentHalted',
  'priceStale',
  'marketClosed',
  'priceInvalid',
  'priceOffTick',
  'takeProfitWrongSide',
  'stopLossWrongSide',
  'closeTooLarge',
  'quantityInvalid',
  'quantityOffLot',
  'stopsTooMany',
  'tooManyOpenOrders',
  'bookFull',
  ...engineErrors,
] as const;
