/**
 * Browser runs against one real server: node scripts/run.mjs e2e/src/run.ts [--only NAME] [--at http://127.0.0.1:8080]
 * `--at` uses a server that runs already and leaves it alone. Without it two lanes share the runs, each with a fresh server, whose journal is verified at
 * the end; BOURSE_E2E_LANES sets another number. After BOURSE_E2E_MINUTES no run begins: those that repeat on a phone what another one does on a desktop come last.
 */
import { findChromium, launch, missingChromium } from './harness/browser.ts';
import { buildApp } from './harness/build.ts';
import { createRunHost, env, type RunContext } from './harness/run-context.ts';
import { freePort, joinServer, startServer } from './harness/server.ts';
import { createSuite, until } from './harness/suite.ts';
import { verifyFolder } from './harness/verify.ts';
import { priceAlerts, priceAlertsOnAPhone } from './runs/alerts.ts';
import { changesAnnounced } from './runs/changes.ts';
import { pricesOnTheChart } from './runs/chart-prices.ts';
import { stopsDragged } from './runs/chart-stops.ts';
import { depositTalkedAbout, depositTalkedAboutOnAPhone, visitorClaims, visitorClaimsOnAPhone } from './runs/chat.ts';
import { chatThroughCuts } from './runs/chat-cuts.ts';
import { clockStepped } from './runs/clock-step.ts';
import { feeWithFourEyes, feeWithFourEyesOnAPhone, inboxByKeyboard, inboxByKeyboardOnAPhone } from './runs/console.ts';
import { perpetual } from './runs/contract.ts';
import { simulatedParticipants } from './runs/demo-market.ts';
import { agentsDay } from './runs/desk-day.ts';
import { devices } from './runs/devices.ts';
import { earned, earnedOnAPhone } from './runs/earn.ts';
import { everyRoute } from './runs/every-route.ts';
import { historyChanged, receiptStandsAlone } from './runs/evidence.ts';
import { firstOrders } from './runs/first-orders.ts';
import { foundAgain } from './runs/found-again.ts';
import { fullMargin, fullMarginOnAPhone } from './runs/full-margin.ts';
import { invited, invitedOnAPhone } from './runs/invite.ts';
import { keyboardOnly } from './runs/keyboard.ts';
import { chinese, pseudoLanguage, rightToLeft, tallLanguage } from './runs/languages.ts';
import { limitOrderAndStatement } from './runs/limit-order.ts';
import { liquidated } from './runs/liquidation.ts';
import { borrowed, borrowedOnAPhone } from './runs/loan.ts';
import { leveled, leveledOnAPhone } from './runs/membership.ts';
import { moneyComesIn, moneyComesInOnAPhone } from './runs/money-in.ts';
import { moneyGoesOut, moneyGoesOutOnAPhone } from './runs/money-out.ts';
import { moneyRefused, moneyRefusedOnAPhone } from './runs/money-refused.ts';
import { amended, badInput, marketOrderByAmount, restingThenCancelled, twoTabs } from './runs/orders.ts';
import { signerAndChains, signerAndChainsOnAPhone } from './runs/outside.ts';
import { overnight } from './runs/overnight.ts';
import { paletteOnAPhone, paletteTrades } from './runs/palette.ts';
import { leverageOnAPhone } from './runs/phone-leverage.ts';
import { liquidatedOnAPhone } from './runs/phone-liquidation.ts';
import { ticketInSight } from './runs/phone-ticket.ts';
import { changesByPush } from './runs/pushes.ts';
import { reloadAndReconnect } from './runs/reconnect.ts';
import { replayed } from './runs/replay.ts';
import { accountRestricted, accountRestrictedOnAPhone } from './runs/restricted.ts';
import { lockedOut, secondStep } from './runs/second-step.ts';
import { signedInElsewhere } from './runs/sessions.ts';
import { swapped, swappedOnAPhone } from './runs/swap.ts';
import { policyAgreedTo, policyAgreedToOnAPhone } from './runs/texts.ts';
import { timedContracts } from './runs/timed.ts';
import { visitorLooksAround } from './runs/visitor.ts';

/** The same on a device four times slower than this machine. */
const slowed =
  (body: (context: RunContext) => Promise<void>) =>
  (context: RunContext): Promise<void> =>
    body({ ...context, open: (options) => context.open({ ...options, slowedBy: 4 }) });

/** `own`: a run that starts servers of its own. */
const runs: readonly (readonly [name: string, body: (context: RunContext) => Promise<void>, own?: 'own'])[] = [
  ['visitor looks around', visitorLooksAround],
  ['limit order fills, balance and statement agree', limitOrderAndStatement],
  ['a receipt stands alone', receiptStandsAlone],
  ['a changed history shows', historyChanged],
  ['market order by amount on a phone', marketOrderByAmount],
  ['a swap there and back', swapped],
  ['a swap there and back on a phone', swappedOnAPhone],
  ['money earns and comes back', earned],
  ['money earns and comes back on a phone', earnedOnAPhone],
  ['a loan is taken and paid back', borrowed],
  ['a loan is taken and paid back on a phone', borrowedOnAPhone],
  ['a friend is invited', invited],
  ['a friend is invited on a phone', invitedOnAPhone],
  ['a level is earned and bought', leveled],
  ['a level is earned and bought on a phone', leveledOnAPhone],
  ['resting order cancelled', restingThenCancelled],
  ['order changed', amended],
  ['reload and reconnect', reloadAndReconnect],
  ['two tabs', twoTabs],
  ['changes by push', changesByPush],
  ['signed in elsewhere', signedInElsewhere],
  ['money comes in', moneyComesIn],
  ['money comes in on a phone', moneyComesInOnAPhone],
  ['money goes out', moneyGoesOut, 'own'],
  ['money goes out on a phone', moneyGoesOutOnAPhone, 'own'],
  ['signer and chains', signerAndChains],
  ['signer and chains on a phone', signerAndChainsOnAPhone],
  ['money is refused', moneyRefused, 'own'],
  ['money is refused on a phone', moneyRefusedOnAPhone, 'own'],
  ['an account is restricted', accountRestricted],
  ['an account is restricted on a phone', accountRestrictedOnAPhone],
  ['second step', secondStep],
  ['locked out', lockedOut],
  ['devices', devices],
  ['Chinese', chinese],
  ['bad input', badInput],
  ['first orders of an untouched account', firstOrders],
  ['perpetual on a desktop', perpetual],
  ['full margin, reverse all, close all', fullMargin],
  ['stops dragged on the chart', stopsDragged],
  ['prices on the chart', pricesOnTheChart],
  ['price alerts', priceAlerts],
  ['price alerts on a phone', priceAlertsOnAPhone],
  ['reverse all, close all on a phone', fullMarginOnAPhone],
  ['leverage on a phone, in Chinese', leverageOnAPhone],
  ['the contract ticket in sight on a phone', ticketInSight],
  ['timed contracts', timedContracts, 'own'],
  ['shares overnight, on a desktop and a phone', overnight, 'own'],
  ['simulated participants', simulatedParticipants, 'own'],
  ['keyboard only', keyboardOnly],
  ['the palette finds and trades', paletteTrades],
  ['the palette on a phone', paletteOnAPhone],
  ['a policy is published by two operators and agreed to', policyAgreedTo],
  ['a policy is published by two operators and agreed to on a phone', policyAgreedToOnAPhone],
  ['a four-eyes change of a fee', feeWithFourEyes],
  ['a four-eyes change of a fee on a phone', feeWithFourEyesOnAPhone],
  ['an inbox worked by keyboard alone', inboxByKeyboard],
  ['an inbox worked by keyboard alone on a phone', inboxByKeyboardOnAPhone],
  ['a visitor’s conversation is claimed', visitorClaims],
  ['a visitor’s conversation is claimed on a phone', visitorClaimsOnAPhone],
  ['a conversation about a deposit', depositTalkedAbout],
  ['a conversation about a deposit on a phone', depositTalkedAboutOnAPhone],
  ['an agent’s day by keyboard alone', agentsDay],
  ['a chat through cuts of the network and kills of the server', chatThroughCuts],
  ['changes announced', changesAnnounced, 'own'],
  ['the clock is set', clockStepped, 'own'],
  ['every route', everyRoute],
  ['the terminal four times slower', slowed(restingThenCancelled)],
  ['a phone four times slower', slowed(marketOrderByAmount)],
  ['liquidated in a replayed rise', liquidated, 'own'],
  ['liquidated in a replayed fall, on a phone', liquidatedOnAPhone, 'own'],
  ['a liquidation found again after three days away', foundAgain, 'own'],
  ['replay of recordings, stocks on a desktop', replayed, 'own'],
  ['pseudo-language', pseudoLanguage],
  ['tall language', tallLanguage],
  ['right to left', rightToLeft],
];

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : undefined;
};
const suite = createSuite(option('only'));

/** The runs that are left, for every lane to take the next from. */
const waiting = runs.filter(([name]) => !suite.leftOut(name));

/** A first start makes up the past of the charts. Two that do so at once leave nothing of a small machine to a run. */
async function chartsFilled(origin: string): Promise<boolean> {
  const { chartsToFill } = (await (await fetch(`${origin}/health`)).json()) as { chartsToFill: number };
  return chartsToFill === 0;
}

type Run = (typeof runs)[number];
const onAPhone = ' on a phone';
/** Whether another run does the same on a desktop. */
const repeats = ([name]: Run) => name.endsWith(onAPhone) && runs.some(([other]) => other === name.slice(0, -onAPhone.length));

const minutes = Number(process.env['BOURSE_E2E_MINUTES'] ?? Number.POSITIVE_INFINITY);
const startedAt = Date.now();
/** A slow machine runs as many as it can. What is left out is named. */
function leaveTheRest(): void {
  if (Date.now() - startedAt < minutes * 60_000) return;
  for (const [name] of waiting.splice(0)) suite.skip(name, `the ${minutes} minutes of this suite are over; alone: --only "${name}"`);
}

let ownRuns = 0;
/**
 * The next run for a lane: those with servers of their own come first, one at a time, and repetitions last. A lane for which only others' own runs are left is
 * done.
 */
function take(): Run | undefined {
  leaveTheRest();
  const free = waiting.filter(([, , kind]) => (kind === 'own' ? ownRuns === 0 : true)).sort((a, b) => rank(a) - rank(b));
  const [next] = free;
  if (next) waiting.splice(waiting.indexOf(next), 1);
  return next;
}
const rank = (run: Run) => (repeats(run) ? 2 : 0) + (run[2] === 'own' ? 0 : 1);

/** Takes runs until none is left, with a server and a browser of its own. */
async function lane(at: string | undefined): Promise<void> {
  const server = at ? joinServer(at) : await startServer({ env, timeoutMs: 180_000, consolePort: await freePort() });
  if (!at) await until('the charts are filled in', () => chartsFilled(server.origin), 300_000);
  const browser = await launch();
  const host = createRunHost(browser, server);
  try {
    for (let next = take(); next; next = take()) {
      const [name, body, kind] = next;
      const owns = kind === 'own' ? 1 : 0;
      ownRuns += owns;
      await suite.run(name, () => host.with(name, body));
      ownRuns -= owns;
    }
  } finally {
    await browser.close();
    await host.server.stop();
  }
  if (at) return;
  await suite.run('the journal verifies', () => verifyFolder(host.server.dataFolder));
  host.server.discard();
}

/** Most runs wait for a browser or a clock, so two at a time share a machine well. */
const lanes = Number(process.env['BOURSE_E2E_LANES'] ?? 2);

async function main(): Promise<boolean> {
  if (!findChromium()) {
    for (const [name] of runs) suite.skip(name, missingChromium);
    return suite.finish();
  }
  const at = option('at');
  if (!at) console.log(`web app: ${await buildApp()}`);
  const count = at ? 1 : Math.max(1, Math.min(lanes, waiting.length));
  await Promise.all(Array.from({ length: count }, () => lane(at)));
  return suite.finish();
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.stack : error);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
// A server that a failed start left behind would keep this process alive.
process.exit();
