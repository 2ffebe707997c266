import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkVapid, decryptPush } from '../../testing/push-service.ts';
import { encryptPush, plainAtMost } from './encrypt.ts';
import { createVapid } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('encryption of pushes', () => {
  test('gives the message of RFC 8291, appendix A', () => {
    const message = encryptPush(
      Buffer.from('When I grow up, I want to be a watermelon'),
      {
        p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
        auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
      },
      { privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
    );
    expect(message.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  test('is read by the browser alone, whole or not at all', () => {
    const browser = (seed: number) => {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      return { ecdh, auth: Buffer.alloc(16, seed), p256dh: ecdh.getPublicKey() };
    };
    const [own, other] = [browser(1), browser(2)];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: plainAtMost }), fc.nat(), (plain, at) => {
        const message = encryptPush(plain, own);
        expect(decryptPush(message, own).equals(plain)).toBe(true);
        expect(() => decryptPush(message, other)).toThrow();
        expect(() => decryptPush(message, { ...own, auth: other.auth })).toThrow();
        const spoilt = Buffer.from(message);
        // The size of a record and the length of the key's name are not part of what is sealed.
        const place = 21 + (at % (spoilt.length - 21));
        spoilt.writeUInt8(spoilt.readUInt8(place) ^ 1, place);
        expect(() => decryptPush(spoilt, own)).toThrow();
      }),
      { numRuns: 40 },
    );
    expect(() => encryptPush(Buffer.alloc(plainAtMost + 1), own)).toThrow(RangeError);
    expect(() => encryptPush(Buffer.from('x'), { ...own, p256dh: Buffer.alloc(65, 4) })).toThrow();
  });
});

describe('the identification of the exchange', () => {
  const endpoint = new URL('https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV');

  test('is checked as RFC 8292 has it: the stand-in takes its example, and no forged one', () => {
    const example =
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
    const then = (1_453_523_768 - 3_600) * 1000;
    expect(checkVapid(example, 'https://push.example.net', then)).toEqual({ sub: 'mailto:push@example.com' });
    expect(() => checkVapid(example.replace('.i3', '.j3'), 'https://push.example.net', then)).toThrow('signature');
    expect(() => checkVapid(example, 'https://push.example.org', then)).toThrow('for');
    expect(() => checkVapid(example, 'https://push.example.net', then + 7_200_000)).toThrow('over');
  });

  test('is signed for one push service and for less than a day', () => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const vapid = createVapid(ecdh.getPrivateKey(), 'mailto:desk@bourse.example');
    const now = Date.UTC(2026, 10, 23);
    const authorization = vapid.authorization(endpoint, now);
    expect(checkVapid(authorization, 'https://push.example.net', now)).toEqual({ sub: 'mailto:desk@bourse.example' });
    expect(authorization).toContain(`k=${ecdh.getPublicKey('base64url')}`);
    expect(() => checkVapid(authorization, 'https://push.example.net', now + 13 * 3_600_000)).toThrow('over');
  });
});
