import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app with this Base32 secret shows at an instant, ms. */
export const totpCode = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at });
