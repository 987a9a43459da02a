import { randomUUID } from 'node:crypto'
import { addAddress } from '#areas/customers/contract/addresses.ts'
import { updateCustomer } from '#areas/customers/contract/customers.ts'
import { addTag } from '#areas/customers/contract/tags.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { hq, staffWith, type TestApp } from '#tests/test-app.ts'
import { registered } from './customers.ts'
import { nextNumber } from './people.ts'
import { reward, stock } from './rewards.ts'
import { addEarningRules, line } from './sales.ts'

// Creates one row of every kind that a call may refer to, for one outlet and one of its staff.

export type Rows = Readonly<Record<string, string | number>>

/** Returns keys of non-existent rows, under the same names as the keys of existing rows. */
export const missingRowKeys = (kinds: Iterable<string>): Rows =>
  Object.fromEntries([...kinds].map((kind) => [kind, missing[kind] ?? 999_999_999]))

const missing: Rows = {
  membership: 'JC999999999',
  sale: 'NOSUCHINVOICE',
  cancellation: 'NOSUCHINVOICE',
  'expiry reward': 'RW99999999999',
  'customer reward': 'RW99999999999',
  import: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'contact log': '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  export: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
}

export async function rowsOf(app: TestApp, outlet: string): Promise<Rows> {
  const idFrom = async <Key extends string | number>(text: string, ...values: unknown[]) =>
    Object.values((await app.sql<Record<string, Key>>(text, ...values))[0]!)[0] as Key
  const person = staffWith({ roles: ['Customer'], outlet })
  const { userId, staffId } = await app.token(person)
  const rules = await app.sql('select 1 from point_rate limit 1')
  if (rules.length === 0) await addEarningRules(app.db)

  const customer = await registered(app.db, { RegisteredOutletCode: outlet })
  const otherCustomer = await registered(app.db, { RegisteredOutletCode: outlet })
  const { CustomerId, MembershipNo } = customer
  await app.call(updateCustomer, { CustomerId, Version: 1, FullName: `ANOTHER NAME ${nextNumber()}` })
  const address = await app.call(addAddress, {
    CustomerId,
    AddressType: 'Home',
    Line1: 'Jalan 1',
    Country: 'Singapore',
  } as never)
  const tag = await app.call(addTag, { CustomerId, Name: 'Pearls' } as never)

  const InvoiceNo = `OF${outlet}${nextNumber()}`
  const sale = { OutletCode: outlet, MembershipNo, InvoiceNo, TransactionType: 'N', Details: [line('100.00')] }
  await app.call(addTransaction, sale as never, hq)
  const takenBack = {
    OutletCode: outlet,
    InvoiceNo: `${InvoiceNo}C`,
    OriginalInvoiceNo: InvoiceNo,
    TransactionType: 'C',
  }
  await app.call(addTransaction, takenBack as never, hq)

  const gift = await reward(app.db)
  const InventoryId = await stock(app.db, gift.RewardId, outlet, 5)

  const TaskId = await idFrom<number>(
    `insert into task (name, building_id, due_date, customer_id) select 'CALL', building_id, now(), $2 from building where code = $1 returning task_id`,
    outlet,
    CustomerId,
  )

  const ledger = (type: string, key: string) =>
    idFrom<number>(
      `insert into point_history (membership_no, sequence_no, transaction_type, points, business_date, object_type, object_value, outlet_code, source_key)
       values ($1, $3, $2, 0, '2026-01-01', 'Test', 'x', $4, $5) returning history_id`,
      MembershipNo,
      type,
      900 + nextNumber(),
      outlet,
      `test:${key}:${nextNumber()}`,
    )
  const ReferenceCode = await idFrom<string>(
    `insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, validity_from, validity_to, outlet_code, redeemed_date, created_at, updated_at)
     values ($1, $2, $3, $4, 'Premium Gift', '2026-01-01', '2030-01-31', $5, now(), now(), now()) returning reference_code`,
    `RW${20_000_000_000 + nextNumber()}`,
    gift.RewardId,
    MembershipNo,
    CustomerId,
    outlet,
  )
  const CampaignCode = await idFrom<string>(
    `insert into campaign (campaign_code, campaign_name, campaign_type, start_date, end_date)
     values ($1, 'x', 'Event', '2026-01-01', '2030-12-31') returning campaign_code`,
    `C${nextNumber()}`,
  )
  const FeedbackId = await idFrom<number>(
    `insert into feedback (name, code, description, type, display_option, status)
     values ('Your visit', $1, 'After a visit', 'Survey', 'All in one page', 'Active') returning feedback_id`,
    `FORM${nextNumber()}`,
  )
  const ResponseId = await idFrom<number>(
    `insert into feedback_response (feedback_id, submission_key, customer_id, outlet_code, language, source, nps, submitted_at, updated_at)
     values ($1, $2, $3, $4, 'en', 'Staff', 9, now(), now()) returning response_id`,
    FeedbackId,
    randomUUID(),
    CustomerId,
    outlet,
  )
  await app.sql(
    `with item as (insert into feedback_item (feedback_id, sequence_no, question_type) values ($1, 1, 'NPS 0-10') returning group_key),
       question as (insert into feedback_question (feedback_id, group_key, language_code, text, status)
         select $1, group_key, 'en', 'Would you recommend us?', 'Active' from item returning question_id, group_key)
     insert into feedback_answer (response_id, group_key, question_id, number) select $2, group_key, question_id, 9 from question`,
    FeedbackId,
    ResponseId,
  )
  return {
    'feedback form': FeedbackId,
    'feedback response': ResponseId,
    'feedback invitation': await idFrom<number>(
      `insert into feedback_invitation (feedback_id, customer_id, source, once_key, outlet_code, open_to, created_at)
       values ($1, $2, 'Manual', $3, $4, '2030-12-31', now()) returning invitation_id`,
      FeedbackId,
      CustomerId,
      `${nextNumber()} of ${outlet}`,
      outlet,
    ),
    account: userId,
    staff: staffId!,
    'files of staff': staffId!,
    session: await idFrom<number>('select session_id from session where user_id = $1', userId),
    identity: await idFrom<number>(
      `insert into user_identity (user_id, provider, issuer, subject, linked_at) values ($1, 'google', 'https://issuer.example', $2, now()) returning identity_id`,
      userId,
      randomUUID(),
    ),
    passkey: await idFrom<number>(
      `insert into passkey (user_id, name, credential_id, public_key, user_handle, sign_count, backup_eligible, backed_up, aaguid, created_at)
       values ($1, 'Phone', decode(md5($2), 'hex'), '', '', 0, false, false, gen_random_uuid(), now()) returning passkey_id`,
      userId,
      randomUUID(),
    ),
    customer: CustomerId,
    passcode: await idFrom<number>(
      `insert into passcode (code_hash, token_hash, purpose, object_type, object_id, outlet_code, language, created_by_id, created_at, expires_at)
       values (decode(md5($1), 'hex'), decode(md5($1), 'hex'), 'New Customer', 'Outlet', $2, $2, 'en', $3, now(), now() + interval '1 day') returning passcode_id`,
      `passcode ${nextNumber()}`,
      outlet,
      userId,
    ),
    membership: MembershipNo,
    address: address.body.AddressId,
    tag: tag.body.rows[0]!.TagId,
    amendment: await idFrom<number>(
      'select max(history_id) from profile_updated_history where customer_id = $1',
      CustomerId,
    ),
    'level history': await idFrom<number>(
      `insert into membership_level_history (membership_no, action, from_category, to_category, reason, status, requested_by_id, requested_at, outlet_code)
       values ($1, 'Upgrade', 'A', 'B', 'Staff request', 'Pending', $2, now(), $3) returning level_history_id`,
      MembershipNo,
      userId,
      outlet,
    ),
    merge: await idFrom<number>(
      `insert into member_merge (survivor_customer_id, merged_customer_id, survivor_membership_no, merged_membership_no, reason, requested_by, merged_by, merged_at, outlet_code)
       values ($1, $2, $3, $4, 'x', 'x', 'x', now(), $5) returning merge_id`,
      CustomerId,
      otherCustomer.CustomerId,
      MembershipNo,
      otherCustomer.MembershipNo,
      outlet,
    ),
    'contact log': await idFrom<string>(
      `with template as (insert into contact_template (name, contact_type) values ($1, 'SMS') returning template_id)
       insert into contact_log (message_id, created_at, customer_id, contact_type, purpose, template_id, template_version, language, result)
       select $2, now(), $3, 'SMS', 'Service', template_id, 1, 'en', 'Failed' from template returning message_id`,
      `Template ${nextNumber()}`,
      randomUUID(),
      CustomerId,
    ),
    sale: InvoiceNo,
    cancellation: `${InvoiceNo}C`,
    'posted sale': await idFrom<number>(
      `select transaction_id from transaction_summary where invoice_no = $1 and transaction_type = 'N'`,
      InvoiceNo,
    ),
    'ledger entry': await ledger('Redeem', 'redeem'),
    adjustment: await ledger('Adjust In', 'adjust'),
    referral: await idFrom<number>(
      `insert into referral (customer_id, referrer_membership_no, named_at, minimum_amount, qualify_until, return_days, referrer_points, friend_points)
       values ($1, $2, now(), 1, '2026-12-31', 1, 1, 1) returning referral_id`,
      CustomerId,
      otherCustomer.MembershipNo,
    ),
    'expiry reward': await idFrom<string>(
      `with issued as (
         insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, period, validity_from, validity_to, outlet_code, redeemed_date, created_at, updated_at)
         values ($1, $2, $3, $4, 'Point Expiry', '2030-01', '2026-01-01', '2030-01-31', $5, now(), now(), now()) returning reference_code)
       insert into point_expiry_offer (reference_code, expiry_year, expiry_month, point_expiry, point_balance, expiry_date)
       select reference_code, 2030, 1, 10, 10, '2030-01-31' from issued returning reference_code`,
      `RW${10_000_000_000 + nextNumber()}`,
      gift.RewardId,
      MembershipNo,
      CustomerId,
      outlet,
    ),
    'reward stock': InventoryId,
    'customer reward': ReferenceCode,
    'reward review': await idFrom<number>(
      `insert into reward_review (reference_code, cause, created_at) values ($1, 'Referral voided', now()) returning review_id`,
      ReferenceCode,
    ),
    'waiting reward': await idFrom<number>(
      `insert into reward_waiting (reward_id, membership_no, customer_id, period, since, refused, params, updated_at)
       values ($1, $2, $3, '2026', '2026-01-01', 'noStock', '{"Available":0,"OutletCode":"KLCC"}', now()) returning waiting_id`,
      gift.RewardId,
      MembershipNo,
      CustomerId,
    ),
    finding: await idFrom<number>(
      `insert into watch_finding (pattern, customer_id, outlet_code, severity, at_least, days, first_day, last_day, acts, found_at, renewed_at)
       values ('Two outlets', $1, $2, 'Low', 1, 2, '2026-01-01', '2026-01-01', 1, now(), now()) returning finding_id`,
      CustomerId,
      outlet,
    ),
    activity: await idFrom<number>(
      `with kind as (insert into activity_type (activity_code, description) values ('CALL', 'Call') on conflict (activity_code) do update set description = excluded.description
         returning activity_code)
       insert into customer_activity (customer_id, activity_code, activity_log, building_id, created_by_id, created_at, updated_at)
       select $1, activity_code, 'Called', building_id, $2, now(), now() from kind, building where code = $3 returning activity_id`,
      CustomerId,
      userId,
      outlet,
    ),
    campaign: CampaignCode,
    'campaign target': await idFrom<number>(
      `insert into campaign_target (campaign_code, customer_id, source, bucket, added_at) values ($1, $2, 'Manual', 0, now()) returning target_list_id`,
      CampaignCode,
      CustomerId,
    ),
    'target addition': await idFrom<number>(
      `insert into target_addition (campaign_code, path, title, input, exclude_yn, rows_expected, created_by_id, created_at)
       values ($1, '/buildings/find-all', 'x', '{}', 'N', 0, $2, now()) returning addition_id`,
      CampaignCode,
      userId,
    ),
    task: TaskId,
    favourite: await idFrom<number>(
      `insert into favourite (customer_id, name) values ($1, 'x') returning favourite_id`,
      CustomerId,
    ),
    'household link': await idFrom<number>(
      `insert into household_link (customer_id, relative_id, relation) values ($1, $2, 'Spouse') returning link_id`,
      CustomerId,
      otherCustomer.CustomerId,
    ),
    'progress log': await idFrom<number>(
      `insert into task_progress_log (task_id, description, follow_up_date, created_by_id) values ($1, 'CALLED', '2026-01-01', $2) returning progress_log_id`,
      TaskId,
      userId,
    ),
    approval: await idFrom<number>(
      `insert into approval (kind, object_type, object_id, summary, payload, privilege, membership_no, outlet_code, requested_by_id, requested_by, requested_at)
       values ('Adjustment', 'Membership', $4, '{"key":"points:approval.adjustIn","params":{}}', '{}', 'Approve Adjustment', $1, $2, $3, 'x', now()) returning approval_id`,
      MembershipNo,
      outlet,
      userId,
      `${nextNumber()}`,
    ),
    import: await idFrom<string>(
      `insert into import_job (kind, file_name, status, created_by_id, created_by, outlet_code) values ('sales', 'x.csv', 'Cancelled', $1, 'x', $2) returning import_id`,
      userId,
      outlet,
    ),
    export: await idFrom<string>(
      `insert into export_job (path, title, input, columns, format, scope, language, status, rows_expected, file_name, created_by_id, created_by, outlet_code, created_at)
       values ('/buildings/find-all', 'x', '{}', '[]', 'CSV', 'All', 'en', 'Queued', 0, 'x.csv', $1, 'x', $2, now()) returning export_id`,
      userId,
      outlet,
    ),
    schedule: await idFrom<number>(
      `insert into export_schedule (title, path, input, columns, format, language, cron, recipient_ids, next_run_at, created_by_id, created_by, created_at, updated_at)
       values ('x', '/buildings/find-all', '{}', '[]', 'CSV', 'en', '0 8 * * 1', array[$1::bigint], '2030-01-07', $1, 'x', now(), now()) returning schedule_id`,
      userId,
    ),
    'lead source': await idFrom<number>(
      `insert into lead_source (code, name, type, event_date, outlet_code, created_by_id)
       values ($1, 'Wedding fair', 'Event', '2026-01-01', $2, $3) returning lead_source_id`,
      `FAIR${nextNumber()}`,
      outlet,
      userId,
    ),
    view: await idFrom<number>(
      `insert into list_view (owner_id, list, name, state) values ($1, '/buildings/find-all', $2, '{}') returning view_id`,
      userId,
      `View ${nextNumber()}`,
    ),
    media: await idFrom<number>(
      `insert into media (object_type, object_id, type, stored_name, mime_type, bytes, file_name, file_extension, created_by_id, created_at, updated_at)
       values ('StaffId', $2, 'Photo', $3, 'image/png', 1, 'x.png', 'png', $1, now(), now()) returning media_id`,
      userId,
      `${staffId}`,
      randomUUID(),
    ),
  }
}
