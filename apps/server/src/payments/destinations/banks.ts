/** Banks by country, for whoever looks for the BIC of theirs. Any other bank may be typed. */
export const banks: readonly { code: string; name: string; bic: string; country: string }[] = [
  { code: 'deutsche', name: 'Deutsche Bank', bic: 'DEUTDEFF', country: 'DE' },
  { code: 'commerzbank', name: 'Commerzbank', bic: 'COBADEFF', country: 'DE' },
  { code: 'bnp', name: 'BNP Paribas', bic: 'BNPAFRPP', country: 'FR' },
  { code: 'socgen', name: 'Société Générale', bic: 'SOGEFRPP', country: 'FR' },
  { code: 'ing', name: 'ING', bic: 'INGBNL2A', country: 'NL' },
  { code: 'santander', name: 'Banco Santander', bic: 'BSCHESMM', country: 'ES' },
  { code: 'unicredit', name: 'UniCredit', bic: 'UNCRITMM', country: 'IT' },
  { code: 'barclays', name: 'Barclays', bic: 'BARCGB22', country: 'GB' },
  { code: 'hsbc', name: 'HSBC UK', bic: 'HBUKGB4B', country: 'GB' },
  { code: 'ubs', name: 'UBS', bic: 'UBSWCHZH', country: 'CH' },
  { code: 'swedbank', name: 'Swedbank', bic: 'HABALT22', country: 'LT' },
  { code: 'nordea', name: 'Nordea', bic: 'NDEAFIHH', country: 'FI' },
];
