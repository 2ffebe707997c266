/**
 * The most common passwords, as the words behind them: names, teams, keyboard rows, phrases of several languages. A list of passwords would repeat
 * each word in a hundred spellings (`Passw0rd!`, `password123`, `p@ssword2024`). Here the spelling is normalised first, so that one word covers them
 * all.
 */
const words = new Set(
  `password passwort passwd passphrase parola contrasena motdepasse mima qwerty qwertyu qwertyui qwertyuiop qwertz azerty azertyuiop asdf asdfg asdfgh asdfghj
  asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdzxc abc abcd abcde abcdef abcdefg abcdefgh xyz aaa qqq www zzz asd qwe
  iloveyou iloveu ilove loveyou lovely love loveme lover woaini woaiwo teamo amor jetaime babygirl baby honey sweet sweety sweetheart angel angels princess
  prince queen king kings admin administrator root user guest test tester testing temp login letmein welcome hello helloworld hallo bonjour nihao master
  default changeme secret access system computer internet network server windows linux apple google facebook twitter instagram youtube whatsapp telegram
  wechat samsung nokia iphone android microsoft football soccer baseball basketball hockey tennis golf rugby cricket liverpool chelsea arsenal barcelona
  realmadrid juventus manchester manutd everton celtic rangers bayern dortmund yankees redsox cowboys eagles steelers lakers dodgers packers raiders dragon
  tiger lion eagle monkey donkey dog doggy puppy cat kitty kitten horse bear wolf shark snake butterfly dolphin panda bunny turtle phoenix unicorn spider
  superman batman spiderman ironman superstar starwars startrek pokemon pikachu naruto doraemon mickey minnie snoopy garfield hellokitty tinkerbell matrix
  harrypotter gandalf hobbit merlin ninja samurai pirate wizard warrior hunter killer soldier captain ranger knight viking michael jennifer jessica ashley
  daniel andrew joshua matthew robert thomas charlie jordan george william joseph anthony david james john maria anna nicole michelle amanda melissa
  samantha elizabeth sarah sophie laura andrea stephanie alexander alexandra natasha ivan sergey vladimir mohamed mohammed ahmed ali fatima carlos jose
  juan pedro miguel antonio francisco pierre julien nicolas marco giuseppe wang zhang chen zhao summer winter spring autumn january february march april
  june july august september october november december monday tuesday wednesday thursday friday saturday sunday sunshine moon star stars sky rainbow
  flower flowers rose lily daisy jasmine orange banana cherry strawberry chocolate cookie cookies cheese pizza pepper ginger vanilla sugar candy coffee
  diamond crystal silver golden gold black white blue red green purple yellow shadow midnight lucky forever freedom whatever nothing something trustno
  fuckyou fuckme fuckoff asshole bitch pussy sexy sex hottie biteme blink metallica nirvana eminem slipknot greenday beatles mustang corvette ferrari
  porsche mercedes bmw audi toyota honda yamaha kawasaki harley jaguar london paris berlin madrid roma newyork chicago boston dallas texas california
  florida america canada mexico brasil brazil argentina colombia espana france italia germany deutschland polska russia china beijing shanghai hongkong
  taiwan singapore malaysia kualalumpur indonesia jakarta thailand bangkok vietnam india mumbai pakistan turkey istanbul australia sydney jesus jesuschrist
  christ god godisgood blessed faith heaven money dollar dollars rich millionaire bitcoin btc ethereum eth crypto tether usdt trader trading trade exchange
  invest investor stock stocks forex wallet bourse market fortune success work family mother father mommy daddy brother sister friend friends happy
  smile music dance guitar piano player gamer game games playboy minecraft fortnite roblox counterstrike zelda mario sonic starcraft warcraft onlyme
  myself mypassword mylove mybaby mylife nopassword letme openup opensesame abracadabra zaq xsw poiuy poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvc mnbvcxz`.split(
    /\s+/,
  ),
);

/** Common passwords of digits that are neither sequences nor repetitions. */
const numbers = new Set(
  `1234554321 11223344 1122334455 12344321 10203040 147258369 159753 1597532486 7418529630 741852963 789456123 7894561230 987456321 123654789 147852369 258369147
  5201314 52013140 13145201314 5201314520 1314520 1314520520 20202020 12121212 123123123 1231231234 123321123 456456456 31415926 314159265 27182818
  18811881 19841984 19901990 20002000 20082008 20122012 24681357 13579246 13572468 2468101214 112358132134 69696969 77777771 88888889 101010101`.split(
    /\s+/,
  ),
);

const lookAlikes: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

const spell = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign);
const lettersOf = (text: string) => text.replace(/[^a-z]/g, '');

/** Whether a password is one of the common words, alone or twice, in any case and spelling, with any digits and signs around it. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (numbers.has(lower)) return true;
  const bare = lower.replace(/[^\p{L}]*$/u, '');
  const core = bare.replace(/^[^\p{L}]*/u, '');
  const candidates = [core, lettersOf(core), spell(core), spell(bare), spell(lower), lettersOf(spell(bare))];
  return candidates.some((word) => isUsual(word, password.length));
}

function isUsual(word: string, length: number): boolean {
  // A short word with many other characters around it is no common password.
  if (word.length * 2 < length - 1) return false;
  if (words.has(word)) return true;
  // Two words, or one twice: "iloveyoubaby", "testtest".
  for (let cut = 3; cut <= word.length - 3; cut += 1) if (words.has(word.slice(0, cut)) && words.has(word.slice(cut))) return true;
  return false;
}
