/** What a push opens over any screen: another device signs in, a new version, a restriction. */
export const pushed = {
  newVersion: 'A new version is ready',
  newVersionText: 'Loading it takes a moment. What you were typing on this screen will be lost.',
  update: 'Update now',
  later: 'Later',
  restrictedTitle: 'Trading is restricted',
  restrictedText: 'You can close positions, cancel orders and take money out. To open anything again, contact customer service.',
  restrictedAsk: 'Write to us',
  otherLoginTitle: 'Signed in on another device',
  otherLoginText: 'Your account was just opened on {device}. Only one device can stay signed in. You have {seconds} s to decide.',
  stayHere: 'Stay signed in here',
  giveWay: 'Let the other device continue',
  canLogin: 'The other device has signed out. You can continue here.',
  toasts: 'Messages of this app',
} as const;
