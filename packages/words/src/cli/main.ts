import { check } from '../gates/check.ts';
import { offered } from '../languages.ts';
import { statusOf, stoppers } from '../status.ts';
import { translations } from '../translations.ts';
import { stamp } from './stamp.ts';

/**
 * `npm run -s words`: what each language has, and what the gates find. Fails when a gate fails or a language may not be shipped.
 * `npm run -s words -- --stamp LANGUAGE (KEY… | all)`: a person has checked these translations against today's English.
 */
function report(): number {
  let stale = 0;
  let failed = 0;
  let keys = 0;
  for (const { code } of offered) {
    if (code === 'en') continue;
    const status = statusOf(translations[code]);
    const { failures, unneeded } = check(code);
    keys = status.keys;
    stale += status.stale.length + status.missing.length;
    failed += failures.length + unneeded.length + status.unknown.length + status.malformed.length + status.criticalStale.length;
    for (const { key, gate, why, english, text } of failures) console.log(`${code} ${key}: ${gate}: ${why}\n    ${english}\n    ${text}`);
    for (const one of unneeded) console.log(`${code} ${one}: signed as an exception, but it is none`);
    for (const line of stoppers(code, status)) console.log(line);
    for (const key of status.stale) console.log(`${code} ${key}: stale`);
    for (const key of status.missing) console.log(`${code} ${key}: missing, said in English`);
    console.log(
      `${code}: ${status.keys} keys, ${status.critical} critical, ${status.stale.length} stale, ${status.missing.length} missing, ${failures.length} gate failures`,
    );
  }
  console.log(`words: ${offered.length} languages, ${keys} keys, ${stale} stale, ${failed} gate failures`);
  return failed;
}

const [flag, code, ...keys] = process.argv.slice(2);
if (flag === undefined) process.exitCode = report() > 0 ? 1 : 0;
else if (flag === '--stamp' && code && Object.hasOwn(translations, code) && keys.length > 0)
  console.log(`${stamp(code, keys[0] === 'all' ? 'all' : keys)} stamped`);
else {
  console.error('usage: npm run words [-- --stamp LANGUAGE (KEY… | all)]');
  process.exitCode = 2;
}
