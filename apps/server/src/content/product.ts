/** What the product is called: the base-info call, mails and text messages say the same. */
export const productName = 'Bourse';
export const productLogo = '/v8/icon.svg';
