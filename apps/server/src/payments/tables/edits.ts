import { writePain001 } from '@bourse/bank-files';

/** Who is robbed, who robs, and what of theirs is under way when somebody writes the tables. */
export interface Scene {
  ann: number;
  thief: number;
  /** Ann's payouts: waits for people; approved, and the vault lets it wait; is being sent and in no block; arrived; is being sent to a bank. */
  waiting: number;
  cooling: number;
  sending: number;
  arrived: number;
  /** The thief's own address, where a robbery would arrive, and its payment on the chain if there is one. */
  address: string;
  /** A transaction that is final and has nothing to do with any payout. */
  foreign: string;
}
export type Edit = (scene: Scene) => string;

/** Emptied, the simulated world of development lends to the hot wallets once more. In production nobody lends. */
export const notEmptied: readonly string[] = ['vault_lent'];
/** A table that needs no edit of its own: emptying it is the worst. */
const emptied: readonly Edit[] = [];
/** What the journal is: whoever writes it is found by the chain of its hashes (`verify`), not by this test. */
export const journal = ['journal_writer', 'journal_batch', 'snapshot', 'snapshot_part', 'state_hash'];

const forgedDeposit =
  (step: string, account: keyof Scene, rail = 1) =>
  (scene: Scene) =>
    `INSERT INTO deposit (rail, external_id, account, customer_id, step, units, decimals, created_at, changed_at, steps, tx_hash, address, salt, confirmations, needed)
   VALUES (${rail}, 'forged:${step}:${rail}', ${scene[account]}, ${scene[account]}, '${step}', 900000000, 6, now(), now(), '{}', '${scene.foreign}', '${scene.address}', decode(repeat('00', 32), 'hex'), 99, 1)`;
const forgedVerdict = (kind: string, where: string, operators = '3, 4') =>
  `UPDATE case_file SET step = 'proposed', owner = NULL, lease_until = NULL, verdict = true, reason_code = 'payoutInOrder', proposed_by = ${operators.split(',')[0]}, proposed_at = now(),
     confirmed_by = ${kind === 'payoutLarge' || kind === 'deposit' ? operators.split(',')[1] : 'NULL'}, decide_command = gen_random_uuid() WHERE ${where}`;

/** A file that a bank takes, to an account of the thief. */
const forgedOrder = (payout: number): string =>
  writePain001({
    ...{ id: `PAYOUT-${payout}`, createdAt: 0, executeOn: '2026-11-24', from: { name: 'Bourse', account: 'LT121000011101001000' } },
    payments: [{ payout, amount: 900n, currency: 'USD', to: { name: 'Thief', account: 'DE89370400440532013000' }, text: 'Payout' }],
  });

/**
 * Every table that is not the journal, and what somebody who writes it would do to release, credit, approve or redirect money. Each is also emptied. A table that is not
 * here fails the test.
 */
export const edits: Readonly<Record<string, readonly Edit[]>> = {
  // What happened, for reading: made from the journal, decided from by nobody.
  balance: [
    ({ thief }) =>
      `INSERT INTO balance SELECT venue, ${thief}, wallet, asset, 900000000, 0, seq FROM balance WHERE venue = 'real' ON CONFLICT DO NOTHING`,
  ],
  daily_balance: emptied,
  ledger_line: [
    () => "UPDATE ledger_line SET available_delta = available_delta * 100, available_after = available_after * 100 WHERE venue = 'real'",
  ],
  transfers: emptied,
  orders: emptied,
  fills: emptied,
  order_terms: emptied,
  positions: emptied,
  position_history: emptied,
  latest_mark: emptied,
  instrument_rule: emptied,
  latest: [
    ({ waiting, cooling }) =>
      `UPDATE latest SET event = jsonb_set(event, '{state}', '"approved"') WHERE kind = 'payout' AND key IN (${waiting}, ${cooling})`,
    () => `UPDATE latest SET event = jsonb_set(event, '{amount}', '"900000000"') WHERE kind IN ('payout', 'deposit')`,
  ],
  happening: emptied,
  command_outcome: [() => "UPDATE command_outcome SET outcome = replace(outcome, 'waiting', 'approved') WHERE venue = 'real'"],
  projection_checkpoint: [() => "UPDATE projection_checkpoint SET seq = greatest(0, seq - 5) WHERE venue = 'real'"],
  // Deposits and what was seen of them.
  deposit: [
    forgedDeposit('ready', 'thief'),
    forgedDeposit('ready', 'thief', 4),
    forgedDeposit('confirming', 'thief'),
    ({ thief }) => `UPDATE deposit SET step = 'ready', credited_seq = NULL, account = ${thief}, customer_id = ${thief}`,
    () => "UPDATE deposit SET step = 'ready', credited_seq = NULL, units = units * 10",
    () => "UPDATE deposit SET step = 'ready', credited_seq = NULL",
  ],
  deposit_address: [
    ({ ann, thief }) =>
      `UPDATE deposit_address SET account = 1 WHERE account = ${ann}; UPDATE deposit_address SET account = ${ann}, customer_id = ${ann} WHERE account = ${thief}; UPDATE deposit_address SET account = ${thief}, customer_id = ${thief} WHERE account = 1`,
    ({ ann, address }) => `UPDATE deposit_address SET address = '${address}' WHERE account = ${ann}`,
  ],
  deposit_order: emptied,
  deposit_claim: emptied,
  gateway_trade: emptied,
  chain_tip: [() => 'UPDATE chain_tip SET blocks = jsonb_build_array(blocks -> 0)'],
  chain_observation: [
    () => `UPDATE chain_observation SET observation = jsonb_set(observation, '{transfer,units}', '"900000000"')`,
    () =>
      `INSERT INTO chain_observation SELECT network, id || '9', observation || jsonb_build_object('id', id || '9', 'state', 'confirming', 'confirmations', 11) FROM chain_observation`,
    () => `UPDATE chain_observation SET observation = observation || '{"state":"ready","confirmations":99}'`,
  ],
  chain_rescan: [
    () =>
      "INSERT INTO chain_rescan (network, from_height, to_height, next_height, asked_by, asked_at) VALUES ('ethereum', 0, 500, 0, 3, now())",
  ],
  rail_alarm: [() => 'UPDATE rail_alarm SET ended_at = now()'],
  bank_statement: emptied,
  bank_line: [
    () => `INSERT INTO bank_statement VALUES ('LT121000011101001000', 900, 'USD', 0, 900000, 'x', now());
           INSERT INTO bank_line VALUES ('LT121000011101001000', 'forged', 900, now(), 900000, 'USD', 'RF00', 'Thief', '', '', NULL)`,
  ],
  unmatched_case: emptied,
  // Payouts: to whom, with which proof, who decided, what was sent.
  destination: [
    ({ ann, thief }) =>
      `UPDATE destination a SET sealed = b.sealed, salt = b.salt FROM destination b WHERE a.account = ${ann} AND b.account = ${thief}`,
    ({ ann, thief }) => `UPDATE destination a SET digest = a.digest || 'x' WHERE a.account = ${ann};
      INSERT INTO destination SELECT ${ann}, left(a.digest, -1), a.customer_id, a.rail, b.salt, b.sealed, a.label, a.made_at FROM destination a, destination b WHERE a.account = ${ann} AND b.account = ${thief}`,
  ],
  payout_request: [
    () => `UPDATE payout_request SET input = replace(input, '"amount":"', '"amount":"9')`,
    ({ address }) => `UPDATE payout_request SET input = regexp_replace(input, '0x[0-9a-fA-F]{40}', '${address}')`,
    () => "UPDATE payout_request SET factor = 'totp', key = NULL, assertion = NULL",
  ],
  payout_case: emptied,
  payout_decision: [
    ({ waiting }) => `INSERT INTO payout_decision VALUES (${waiting}, gen_random_uuid(), 3, 'x', 'x') ON CONFLICT DO NOTHING`,
  ],
  payout_sent: [
    ({ sending, foreign }) =>
      `UPDATE payout_sent SET hashes = ARRAY['${foreign}'], tx_hash = '${foreign}', confirmations = 99 WHERE number = ${sending}`,
    ({ sending }) =>
      `UPDATE payout_sent SET hashes = '{}', consumes = '{"kind":"nonce","nonce":0}', rival_height = 0 WHERE number = ${sending}`,
    ({ sending }) => `UPDATE payout_sent SET hashes = '{}', last_height = 0, last_time = 0, rival_height = 0 WHERE number = ${sending}`,
    ({ sending }) =>
      `UPDATE payout_sent SET raw = NULL, hashes = '{}', consumes = NULL, refusal = 'approvalMissing' WHERE number = ${sending}`,
    ({ arrived }) =>
      `UPDATE payout_sent SET raw = NULL, hashes = '{}', consumes = NULL, ended_at = NULL, final_hash = NULL WHERE number = ${arrived}`,
    ({ waiting }) => `INSERT INTO payout_sent (number, network, sent_at) VALUES (${waiting}, 'ethereum', now()) ON CONFLICT DO NOTHING`,
  ],
  payout_file: [
    () => `INSERT INTO payout_file (id, bank, text, made_at) VALUES ('PAYOUT-900', 'LT121000011101001000', '${forgedOrder(900)}', now())`,
    ({ waiting }) =>
      `INSERT INTO payout_file (id, bank, text, made_at) VALUES ('PAYOUT-${waiting}', 'LT121000011101001000', '${forgedOrder(waiting)}', now())`,
  ],
  payout_in_file: [
    ({ sending }) =>
      `INSERT INTO payout_file (id, bank, text, made_at, taken_at) VALUES ('X', 'x', 'x', now(), now()); INSERT INTO payout_in_file VALUES (${sending}, 'X', 'rejected', 'AC04')`,
  ],
  payout_step: emptied,
  payout_statement: [() => "INSERT INTO payout_statement VALUES ('LT121000011101001000', 1) ON CONFLICT (bank) DO UPDATE SET next = 1"],
  // Emptied, a sweep is proposed anew under another number; what the vault signed before is spent once.
  sweep: [
    ({ address, thief }) =>
      `INSERT INTO sweep (network, rail, address, request, begun_at) SELECT 'ethereum', 1, address, jsonb_build_object('rail', 1, 'index', index, 'units', '900000000', 'to', '${address}', 'fee', '{"gasLimit":"100000","maxFeePerGas":"4000000000","maxPriorityFeePerGas":"1000000000"}'::jsonb), now() FROM deposit_address WHERE network = 'ethereum' AND account <> ${thief}`,
    ({ foreign, address }) =>
      `INSERT INTO sweep (network, rail, address, request, begun_at, raw, hash, final_hash, ended_at) VALUES ('ethereum', 1, '${address}', '{}', now(), '0x00', '${foreign}', '${foreign}', now())`,
  ],
  vault_told: [() => "UPDATE vault_told SET usable_from = now() - interval '3 days'"],
  vault_lent: [() => 'UPDATE vault_lent SET units = units * 9'],
  // Decisions of people.
  case_file: [
    ({ waiting }) => forgedVerdict('payoutLarge', `id IN (SELECT case_id FROM payout_case WHERE number = ${waiting})`),
    ({ waiting }) =>
      `UPDATE case_file SET step = 'passed', verdict = true, decided_at = now(), owner = NULL, lease_until = NULL WHERE id IN (SELECT case_id FROM payout_case WHERE number = ${waiting})`,
    // A deposit that never came, and the verdict of two people who never gave one.
    (scene) =>
      `WITH made AS (${forgedDeposit('review', 'thief')(scene)} RETURNING number)
       INSERT INTO case_file (kind, venue, customer_id, account, step, created_at, subject, digest, verdict, reason_code, proposed_by, proposed_at, confirmed_by, decide_command)
       SELECT 'deposit', 'real', ${scene.thief}, ${scene.thief}, 'proposed', now(), jsonb_build_object('deposit', number::text), decode(repeat('00', 32), 'hex'), true, 'arrived', 3, now(), 4, gen_random_uuid() FROM made`,
    ({ sending, ann }) =>
      `INSERT INTO case_file (kind, venue, customer_id, account, step, created_at, subject, digest, verdict, reason_code, proposed_by, proposed_at, confirmed_by, decide_command)
       VALUES ('doubt', 'real', ${ann}, ${ann}, 'proposed', now(), '{"payout":"${sending}"}', decode(repeat('00', 32), 'hex'), false, 'provedNotSent', 3, now(), 4, gen_random_uuid())`,
  ],
  case_event: emptied,
  case_evidence: emptied,
  case_opened: [() => 'INSERT INTO case_opened SELECT id, 3, now() FROM case_evidence ON CONFLICT DO NOTHING'],
  operator: [() => "UPDATE operator SET roles = '{finance,compliance,risk}', ended_at = NULL"],
  operator_key: emptied,
  operator_link: emptied,
  operator_challenge: emptied,
  operator_session: emptied,
  operator_command: emptied,
  operator_assertion: [() => 'UPDATE operator_assertion SET operator_id = CASE operator_id WHEN 3 THEN 4 ELSE 3 END'],
  operator_audit_head: emptied,
  operator_audit: emptied,
  operator_audit_value: emptied,
  // What operators switched.
  kill_switch: [() => 'UPDATE kill_switch SET active = false'],
  product_switch: emptied,
  product_switch_country: emptied,
  published_config: emptied,
  // Reconciliation and what is owed.
  reconciliation: emptied,
  reconciliation_line: [() => 'UPDATE reconciliation_line SET difference = 0'],
  network_cost: [
    () => "INSERT INTO network_cost (network, tx_hash, asset, cost, found_at) VALUES ('ethereum', '0xforged', 1, 900, now())",
    () => 'UPDATE network_cost SET booked = 0, booked_seq = NULL',
  ],
  liabilities: emptied,
  liabilities_asset: [() => 'UPDATE liabilities_asset SET total = total - 1'],
  // People, their factors and their papers.
  customer: [
    ({ thief }) => `UPDATE customer SET identity_level = 2, mode = 'normal', restricted_at = NULL, vip_level = 9 WHERE id = ${thief}`,
  ],
  customer_security: emptied,
  passkey: [({ ann, thief }) => `UPDATE passkey SET customer_id = CASE customer_id WHEN ${ann} THEN ${thief} ELSE ${ann} END`],
  passkey_challenge_used: emptied,
  totp: emptied,
  recovery_code: emptied,
  pay_password: emptied,
  proof: emptied,
  factor_try: emptied,
  factor_reset: emptied,
  enrolment: emptied,
  known_device: emptied,
  device: emptied,
  session: emptied,
  refresh_token: emptied,
  sign_in_ticket: emptied,
  standing_due: emptied,
  verification_code: emptied,
  attempt: emptied,
  captcha: emptied,
  identity_application: [() => 'UPDATE identity_application SET level = 2'],
  screening_list: emptied,
  document: emptied,
  document_view: emptied,
  upload_ticket: emptied,
  file: emptied,
  server_secret: emptied,
  protection: emptied,
  protection_change: emptied,
  // Words to people. A notice moves nothing.
  outbox: emptied,
  notice: emptied,
  notice_mark: emptied,
  notice_left: emptied,
  notice_preference: emptied,
  push_subscription: emptied,
  push_message: emptied,
  broadcast: emptied,
  price_alert: emptied,
  // The market as it is shown, and the log that follows from the journal.
  market_candle: emptied,
  market_anchor: emptied,
  market_definition: emptied,
  market_source: emptied,
  market_index_base: emptied,
  market_favourite: emptied,
  price_secret: emptied,
  log_state: emptied,
  log_bundle: emptied,
  log_tile: emptied,
  log_event_leaves: emptied,
  // What was looked at before a subscription to Earn: the command names what it buys, and the engine decides.
  earn_draft: emptied,
  earn_terms_read: emptied,
  // Who invited whom: a part of the house's fees from then on, never of a customer's money; the engine takes it once, before the first trade.
  invite_code: emptied,
  invitation: emptied,
  rebate_ranked: emptied,
  // Conversations and texts: neither moves money. A conversation's chain shows what was changed; nothing pays by an article.
  chat_group: emptied,
  chat_member: emptied,
  chat_entry: emptied,
  chat_work_order: emptied,
  chat_note: emptied,
  chat_presence: emptied,
  chat_quarantine: emptied,
  article: emptied,
  article_version: emptied,
  article_approval: emptied,
  article_consent: emptied,
  terms_told: emptied,
  article_read: emptied,
  article_vote: emptied,
  article_like: emptied,
  article_look: emptied,
  banner: emptied,
  menu_item: emptied,
  view_control: emptied,
  view_control_country: emptied,
  job_run: emptied,
};

/** What redirects a payout that people pass afterwards. Each is tried on a payout of its own. */
export const redirects: Readonly<Record<string, readonly Edit[]>> = Object.fromEntries(
  ['destination', 'payout_request', 'payout_decision', 'passkey', 'vault_told', 'payout_case', 'proof'].map((table) => [
    table,
    edits[table]!.length > 0 ? edits[table]! : [() => `DELETE FROM ${table}`],
  ]),
);
