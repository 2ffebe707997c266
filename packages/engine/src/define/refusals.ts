/** Refusals that several commands share. Each command adds its own. */

/** What an order meets on its way into a book, placed or amended. */
export const orderRefusals = [
  'cannotFillWhole',
  'instrumentCancelOnly',
  'instrumentClosed',
  'noLiquidity',
  'notionalTooLarge',
  'notionalTooSmall',
  'orderProductWrong',
  'orderTypeInvalid',
  'overloaded',
  'priceInvalid',
  'priceOutsideBand',
  'priceStale',
  'quantityInvalid',
  'quantityTooLarge',
  'quantityTooSmall',
  'wouldTake',
] as const;

/** What only a new order meets. */
export const newOrderRefusals = ['bookFull', 'instrumentUnknown', 'tooManyOpenOrders', 'triggerWrongSide'] as const;

/** What a new order of a contract or a stock meets in addition. */
export const leveragedRefusals = [
  'closeTooLarge',
  'instrumentHalted',
  'leverageDiffers',
  'leverageTooHigh',
  'marginModeDiffers',
  'positionUnknown',
  'positionsTooMany',
  'priceBeyondMargin',
  'stopLossWrongSide',
  'stopsTooMany',
  'takeProfitWrongSide',
] as const;

/** Reversing one position, or all of them. */
export const reversalRefusals = [
  'cannotFillWhole',
  'instrumentCancelOnly',
  'instrumentClosed',
  'instrumentHalted',
  'leverageDiffers',
  'leverageTooHigh',
  'marginInsufficient',
  'marginModeDiffers',
  'noLiquidity',
  'notionalBeyondTiers',
  'orderProductWrong',
  'positionUnknown',
  'priceStale',
] as const;

/** Moving money between two wallets of one account. */
export const transferRefusals = [
  'amountInvalid',
  'insufficientBalance',
  'transferBelowMargin',
  'transferNotAllowed',
  'walletSame',
] as const;
/** What an order that brings money from another wallet along meets in addition to a new order of a stock, which counts its money too. */
export const fundedRefusals = ['amountInvalid', 'transferBelowMargin', 'transferNotAllowed', 'walletSame', 'walletUnknown'] as const;
