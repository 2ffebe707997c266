/** The product's name. The base-info call, mails and text messages share it. */
export const productName = 'Bourse';
export const productLogo = '/v8/icon.svg';
