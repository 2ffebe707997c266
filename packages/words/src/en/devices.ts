export const devices = {
  title: 'Devices',
  lead: 'A device that signs its orders has a key that never leaves it. Nobody else can send an order in your name without a trace, not even we.',
  list: 'Signed in now',
  current: 'This device',
  signed: 'Signs its orders',
  unsigned: 'Does not sign',
  unsignedHere:
    'This browser keeps no keys, for example in a private window. Your orders work. Nobody can prove from them that you sent them.',
  key: 'Key {key}',
  keyText: 'The start of the key’s SHA-256. The journal has the whole.',
  lastSeen: 'Last seen {time}',
  signedIn: 'Signed in {time}',
  revoke: 'Sign out',
  revokeOf: 'Sign out {device}',
  revokeTitle: 'Sign out {device}?',
  revokeText: 'Its key is closed, and it can send nothing any more. Orders that it sent stay in the book.',
  revoked: '{device} was signed out',
  none: 'No device is signed in',
  noneText: 'Each device that signs in shows here.',
  'notice.opened': 'A new device was signed in to your account. If it was not you, sign it out under Devices and change your password.',
  'notice.unsigned':
    'A device that does not sign its orders trades on your account. If it was not you, sign it out under Devices and change your password.',
} as const;
