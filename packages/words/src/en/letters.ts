export const letters = {
  'registerCode.subject': 'Your {product} code: {code}',
  'registerCode.text':
    'Welcome to {product}.\n\nYour registration code is {code}. It is valid for {minutes} minutes.\n\nNobody from {product} will ever ask you for it. If you did not ask for it, ignore this e-mail.',
  'registerCode.message': '[{product}] Your registration code is {code}, valid for {minutes} min. Never share it.',
  'registerTaken.subject': 'You already have a {product} account',
  'registerTaken.text':
    'Somebody, perhaps you, tried to register at {product} with this address.\n\nIt already has an account: sign in, or reset the password if you forgot it. If it was not you, there is nothing to do; nothing was changed.',
  'registerTaken.message': '[{product}] Somebody tried to register with this number, which already has an account. Nothing was changed.',
  'resetCode.subject': 'Your {product} code: {code}',
  'resetCode.text':
    'Your code to set a new {product} password is {code}. It is valid for {minutes} minutes.\n\nIf you did not ask for it, ignore this e-mail; your password does not change.',
  'resetCode.message': '[{product}] Your code to set a new password is {code}, valid for {minutes} min. Never share it.',
  'updateCode.subject': 'Your {product} code: {code}',
  'updateCode.text':
    'Your code to confirm this address for your {product} account is {code}. It is valid for {minutes} minutes.\n\nIf you did not ask for it, ignore this e-mail.',
  'updateCode.message': '[{product}] Your code to confirm this number is {code}, valid for {minutes} min. Never share it.',
  'updateTaken.subject': 'An attempt to use your address at {product}',
  'updateTaken.text':
    'Somebody tried to add this address to another {product} account. It belongs to your account, so nothing was changed.',
  'updateTaken.message': '[{product}] Somebody tried to add this number to another account. It is yours, so nothing was changed.',
  'passwordChanged.subject': 'Your {product} password was changed',
  'passwordChanged.text':
    'The password of your {product} account was changed at {time}, and other devices were signed out.\n\nIf it was not you, reset your password at once and contact customer service.',
  'passwordChanged.message':
    '[{product}] Your password was changed at {time}. If it was not you, reset it at once and contact customer service.',
  'contactChanged.subject':
    '{kind, select, phone {The phone number of your {product} account was changed} other {The e-mail address of your {product} account was changed}}',
  'contactChanged.text':
    '{kind, select, phone {The phone number of your {product} account was changed to {contact} at {time}.} other {The e-mail address of your {product} account was changed to {contact} at {time}.}}\n\nIf it was not you, reset your password at once and contact customer service.',
  'contactChanged.message':
    '{kind, select, phone {[{product}] The phone number of your account was changed to {contact}. If it was not you, contact customer service at once.} other {[{product}] The e-mail address of your account was changed to {contact}. If it was not you, contact customer service at once.}}',
  'securityChanged.subject': 'Security of your {product} account was changed',
  'securityChanged.text':
    '{what, select, payPassword {The payment password of your {product} account was set or changed at {time}.} totp {The authenticator app of your {product} account was added or removed at {time}.} passkey {A passkey of your {product} account was added or removed at {time}.} recoveryCodes {New recovery codes of your {product} account were made at {time}. The earlier ones no longer work.} recoveryUsed {Somebody signed in to your {product} account with a recovery code at {time}.} locked {Your {product} account was locked at {time}. All devices were signed out.} other {A security setting of your {product} account was changed at {time}.}}\n\nWithdrawals wait for 24 hours. If it was not you, sign in and lock your account at once, or contact customer service.',
  'factorResetAsked.subject': 'Somebody asked to reset the security of your {product} account',
  'factorResetAsked.text':
    'With the password of your {product} account, somebody asked at {time} to remove its authenticator app, passkeys, recovery codes and payment password.\n\nTwo people will decide, but not before {until}. If it was you, there is nothing to do.\n\nIf it was not you, cancel it with this link and change your password at once:\n{link}',
  'factorResetAsked.message':
    '[{product}] Somebody who knows your password asked to reset the security of your account. If it was not you, cancel it: {link}',
  'factorResetRefused.subject': 'The security of your {product} account was not reset',
  'factorResetRefused.text':
    'We could not be sure that the request to reset the security of your {product} account came from you. Nothing was changed. You may ask again and say more.',
  'factorResetRefused.message': '[{product}] The security of your account was not reset. Nothing was changed.',
  'securityChanged.message':
    '[{product}] A security setting of your account was changed at {time}. If it was not you, lock your account or contact customer service at once.',
  'notice.subject':
    '{topic, select, trading {{product}: news about your orders} money {{product}: news about your deposits and withdrawals} account {{product}: news about your account} other {{product}: a message to you}}',
  'notice.hello': 'Hello {name},',
  'notice.time': 'Time: {time}',
  'notice.more': 'Read more in the app:',
  'notice.word': 'Your anti-phishing word: {word}',
  'notice.noWord':
    'You have no anti-phishing word yet. Set one in the app under “Notifications”: every genuine e-mail will show it, and a forged one cannot.',
  'notice.never': 'Nobody from {product} will ever ask for your password or a code. None of our links signs you in.',
  'notice.choose': 'Choose what we write to you about:',
} as const;
