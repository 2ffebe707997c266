/** Small texts of the server: why a part of the app is off, names of kinds of text, how an index is computed. */
export const views = {
  'hidden.notBuilt': 'Not part of this version yet.',
  'hidden.notHere': 'Not offered where you are. You can try it on a demo account.',
  'hidden.realOnly': 'Only on a real account.',
  'hidden.demoOnly': 'Only on a demo account.',
  'textType.error': 'Errors',
  'textType.notice': 'Notices',
  'textType.fundFlow': 'Fund flows',
  'textType.name': 'Names of assets',
  'textType.orderReason': 'Order reasons',
  'textType.mail': 'E-mails',
  'textType.sms': 'Text messages',
  'textType.viewControl': 'Why a part is off',
  'textType.dictionary': 'Enumerations',
  indexRule:
    'Value = 1000 × the mean over the members of (price ÷ base price), cut to two decimals. All members have the same weight. The base price of a member is its first price here from its current source. The change compares with the value at the start of the members’ day.',
  'action.split': '{new} new shares for {old}',
  'action.dividend': 'Dividend of {amount} a share',
  perpetual: '{name} perpetual',
  'boot.failed': 'The page could not be loaded. Your money and orders are not affected.',
  'boot.again': 'Load again',
} as const;
