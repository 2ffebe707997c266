import { readFileSync } from 'node:fs';
import { offered } from '@bourse/words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LruMap } from '../platform/lru-map.ts';
import { androidChrome, desktopChrome } from '../testing/people.ts';
import { contactOf, maskEmail, maskPhone, normaliseEmail, normalisePhone } from './contacts.ts';
import { letterNames, writeLetter } from './letters.ts';
import { addressBlock, limitsTable } from './limits.ts';
import { inventName, normaliseName } from './names.ts';
import { deviceClassOf, deviceName } from './sessions/device.ts';
import { newRefreshToken, sealSuccessor, unsealSuccessor } from './sessions/refresh-tokens.ts';
import { weakness } from './sign-in/password-rule.ts';
import { createPasswords } from './sign-in/passwords.ts';

describe('e-mail addresses', () => {
  it.each([
    ['  Ann@Example.COM ', 'ann@example.com'],
    ['first.last+tag@sub.example.co.uk', 'first.last+tag@sub.example.co.uk'],
    ['x@bücher.example', 'x@xn--bcher-kva.example'],
    ["o'brien@example.ie", "o'brien@example.ie"],
  ])('%j is kept as %s', (typed, kept) => expect(normaliseEmail(typed)).toBe(kept));

  it.each([
    'ann',
    '@example.com',
    'ann@',
    'ann@localhost',
    'ann@example',
    'ann@example.c',
    'ann@-example.com',
    'ann@exa mple.com',
    'a@b@example.com x',
    '.ann@example.com',
    'ann..lee@example.com',
    '"ann lee"@example.com',
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    'ann@example.com\nBcc: all@example.com',
    'ann\r\n@example.com',
    'Ann <ann@example.com>',
    'ann@example.com,bob@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(64)}.com`,
    `${'a'.repeat(250)}@example.com`,
    "'; DROP TABLE customer; --@example.com",
    'аnn@example.com',
  ])('%j is refused', (typed) => expect(() => normaliseEmail(typed)).toThrow('emailInvalid'));

  it('has one spelling: normalising again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (typed) => {
        let kept: string;
        try {
          kept = normaliseEmail(typed);
        } catch {
          return true;
        }
        return normaliseEmail(kept) === kept && kept === kept.toLowerCase() && !/[\s<>,;"]/.test(kept);
      }),
    );
  });

  it('is masked', () => expect(maskEmail('ann.lee@example.com')).toBe('a***@example.com'));
});

describe('phone numbers', () => {
  it.each([
    ['0123456789', '60', '+60123456789'],
    ['12-345 6789', '+60', '+60123456789'],
    ['+60 12 345 6789', '60', '+60123456789'],
    ['+60123456789', undefined, '+60123456789'],
    ['(212) 555-2368', '1', '+12125552368'],
    ['13912345678', '86', '+8613912345678'],
    ['07911 123456', '44', '+447911123456'],
  ])('%j with %s is kept as %s', (typed, area, kept) => expect(normalisePhone(typed, area)).toBe(kept));

  it.each([
    ['12', '60'],
    ['0123456789', undefined],
    ['0123456789', '999'],
    ['+44 7911 123456', '60'],
    ['03-2161 3000', '60'],
    ['0123456789;ext=5', '60'],
    ['call 0123456789', '60'],
    ['٠١٢٣٤٥٦٧٨٩', '60'],
    ['1'.repeat(40), '60'],
    ["0123456789' OR '1'='1", '60'],
  ])('%j with %s is refused', (typed, area) => expect(() => normalisePhone(typed, area)).toThrow('phoneInvalid'));

  it('is masked', () => {
    expect(maskPhone('+60123456789')).toBe('+60 ***6789');
    expect(contactOf(1, '0123456789', '60')).toEqual({ by: 1, target: '+60123456789' });
  });
});

describe('passwords', () => {
  const names = ['ann.lee@example.com', '+60123456789', 'Ann Lee'];
  it.each([
    ['short', 'tooShort'],
    ['x'.repeat(129), 'tooLong'],
    ['password1', 'common'],
    ['PASSWORD123', 'common'],
    ['aaaabbbb', 'fewCharacters'],
    ['ann.lee-rocks', 'ownName'],
    ['my0123456789!', 'ownName'],
    ['i am 123456789', 'ownName'],
    ['cdefghijkl', 'sequence'],
    ['zyxwvuts', 'sequence'],
    ['4567890123', 'sequence'],
    ['sdfghjkl', 'sequence'],
    ['Passw0rd!', 'common'],
    ['p@ssword2024', 'common'],
    ['iloveyou!!', 'common'],
    ['123bitcoin', 'common'],
    ['Bourse2026', 'common'],
    ['testtest', 'common'],
    ['sunshine-baby', 'common'],
    ['MICHAEL99', 'common'],
    ['147258369', 'common'],
    ['1q2w3e4r5t', 'sequence'],
  ] as const)('%j is weak: %s', (password, why) => expect(weakness(password, names)).toBe(why));

  it.each([
    'grasshopper',
    'grasshopper jumps',
    'dog-eats-sleep',
    'my king drives 88 mph',
    'Tr1cky-one',
    'пароль на весну',
    '天地玄黄宇宙洪荒9',
    'x7#kQ2!mZp',
    `${'x'.repeat(60)}yzab1 cd`,
  ])('%j will do', (password) => expect(weakness(password, names)).toBeNull());

  it('are never matched by another, whole to the last character', async () => {
    const passwords = await createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
    const long = 'a'.repeat(127);
    const stored = await passwords.hash(`${long}b`);
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(await passwords.matches(stored, `${long}b`)).toBe(true);
    expect(await passwords.matches(stored, `${long}c`)).toBe(false);
    expect(await passwords.matches(null, 'a password that nobody has')).toBe(false);
    expect(passwords.outdated(stored)).toBe(false);
    expect((await createPasswords()).outdated(stored)).toBe(true);
  });

  it('are worked on a few at a time, and beyond a queue not at all', async () => {
    const passwords = await createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.matches(null, 'x')));
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(100 - 64 - 3);
    expect(await passwords.matches(null, 'x')).toBe(false);
  });
});

describe('names', () => {
  it.each([
    'admin',
    'аdmin',
    'аԁміп',
    'αdmin',
    'Аdmіn',
    'SUPP0RT',
    'Supp0rt 24',
    'adm1n',
    'аdmin1',
    'a.d.m.i.n',
    'ádmin',
    'adrnin',
    'B0urse',
    'Воurse Team',
    'Bourse.help',
    'ᴀdmin'.normalize('NFKC').replace('ᴀ', 'а'),
    'ｏｆｆｉｃｉａｌ',
    'Official Support',
    'Customer Service',
    'admin\u{FE00}',
    '\u3164admin',
    'ad\u200Dmin',
    '客服',
    'Сафroн',
    'x',
    ' ',
    '...',
  ])('%j is refused', (typed) => expect(() => normaliseName(typed)).toThrow('nameInvalid'));

  it.each([
    'Ada',
    'Мария',
    'Ελένη',
    '张伟',
    'Ann 李',
    'José García',
    'Jean-Luc',
    'R2 D2',
    'Дмитрий 7',
    'Rooter',
    'Servicio',
    'علي',
    'Badminton',
    'さくら',
  ])('%j will do', (typed) => expect(normaliseName(typed)).toBe(typed.normalize('NFKC')));

  it('are invented within the rule', () => {
    for (let n = 0; n < 50; n += 1) {
      const name = inventName('Trader');
      expect(normaliseName(name)).toBe(name);
    }
  });
});

describe('devices', () => {
  it('are distinguished and named by known names only', () => {
    expect(deviceClassOf(androidChrome)).toBe('phone');
    expect(deviceClassOf(desktopChrome)).toBe('desktop');
    expect(deviceName(androidChrome)).toBe('Chrome on Android');
    expect(
      deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'),
    ).toBe('Safari on iPhone');
    expect(deviceName('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Windows');
    expect(deviceName('<script>alert(1)</script>')).toBe('a computer');
    expect(deviceName('')).toBe('a computer');
  });
});

describe('letters', () => {
  it('have every value filled in', () => {
    const values = {
      code: '123456',
      minutes: 10,
      time: '2026-01-01 00:00 UTC',
      kind: 'phone',
      contact: '+60 ***6789',
      what: 'totp',
      until: '2026-01-04',
      link: 'https://x.example/#y',
    };
    for (const { code: language } of offered) {
      for (const name of letterNames) {
        const letter = writeLetter(name, language, values);
        for (const text of Object.values(letter)) {
          expect(text).not.toMatch(/[{}]/);
          expect(text).toContain('Bourse');
        }
        expect(letter.subject).not.toContain('\n');
      }
    }
  });

  it('fall to the nearest language', () => {
    expect(writeLetter('registerCode', 'zh-TW', {}).message).toContain('验证码');
    expect(writeLetter('registerCode', 'en-GB', {}).message).toContain('registration code');
    expect(writeLetter('registerCode', 'fr', {}).message, 'an unknown language has the default of the screens').toContain('验证码');
  });
});

describe('sealed successors', () => {
  it('open with their predecessor only', () => {
    const [first, second, other] = [newRefreshToken(), newRefreshToken(), newRefreshToken()];
    expect(unsealSuccessor(sealSuccessor(second, first), first)).toBe(second);
    expect(() => unsealSuccessor(sealSuccessor(second, first), other)).toThrow();
  });
});

describe('limits', () => {
  it('count an IPv6 network as one address', () => {
    expect(addressBlock('192.0.2.1')).toBe('192.0.2.1');
    expect(addressBlock('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressBlock('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64');
    expect(addressBlock('2001:0DB8::1:2:3:4:5')).toBe(addressBlock('2001:db8:0:1::'));
    expect(addressBlock('2001:db8::2')).not.toBe(addressBlock('2001:db8:0:1::2'));
    expect(addressBlock('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(addressBlock('::1')).toBe('0:0:0:0::/64');
  });

  it('are documented exactly', () => {
    const page = readFileSync(new URL('../../../../docs/security/sign-in.md', import.meta.url), 'utf8');
    expect(page).toContain(limitsTable());
  });
});

describe('memory', () => {
  it('forgets what was used longest ago', () => {
    const map = new LruMap<number, number>(3);
    for (const key of [1, 2, 3]) map.set(key, key);
    map.get(1);
    map.set(4, 4);
    expect([1, 2, 3, 4].filter((key) => map.has(key))).toEqual([1, 3, 4]);
    expect(map.size).toBe(3);
  });
});
