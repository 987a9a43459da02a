import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { addView, deleteView } from '#areas/views/contract.ts'
import { registered } from './factories/customers.ts'
import { exportInput } from './factories/exports.ts'
import { addEarningRules, line, member } from './factories/sales.ts'
import { outletStaff, useApp } from './harness.ts'

const app = useApp()

// Tables whose rows are not copied into the audit log, with the reason for each table.
const exempt: Record<string, string> = {
  audit_record: 'is the audit log itself',
  audit_log: 'is a log itself, append-only',
  audit_seal: 'is part of the hash chain',
  audit_seal_mark: 'marks the progress of the hash chain',
  audit_head: 'is part of the hash chain',
  audit_erasure: 'is part of the hash chain; erasures are recorded in the logs',
  audit_erased_value: 'is part of the hash chain',
  audit_detached: 'lists the months archived from the logs',
  login_activity: 'is a log itself, append-only',
  schema_migration: 'is written by migrations only',
  idempotency_key: 'stores replies, no facts of its own',
  outbox_message: 'is the record of sent messages; bodies contain one-time codes',
  message_wanted: 'is a request of an unauthenticated caller, for seconds; a forgotten password is in login_activity',
  event: 'names rows that are audited',
  event_outbox: 'names rows that are audited',
  event_member: 'counts events',
  event_head: 'stores the end of the event feed',
  event_reader: 'stores how far programs have read the event feed',
  webhook_progress: 'stores the state of deliveries',
  webhook_stream: 'stores the progress of deliveries; replays are in audit_log',
  webhook_line: 'stores events that wait; staff actions are in audit_log',
  webhook_delivery: 'is the log of deliveries itself',
  contact_log: 'is the record of messages to customers',
  contact_template_version: 'is the record of a template as it was sent, written once',
  message_occasion: 'is a queue of messages; each occasion has its own record',
  message_report: 'is the record of provider reports',
  erp_outbox: 'is the record of messages to the ERP',
  erp_inbox: 'is the record of messages from the ERP',
  erp_link: 'stores when the ERP last replied',
  customer_access: 'look-ups are in audit_log',
  session: 'sign-ins and sign-outs are in login_activity',
  system_network: 'sign-ins of programs are in login_activity, with their address',
  sign_in_challenge: 'wrong and right codes are in login_activity',
  provider_sign_in: 'sign-ins through providers are in login_activity',
  passkey_challenge: 'is used once, within minutes; sign-ins are in login_activity',
  password_link: 'sent and used links are in login_activity',
  customer_code: 'contains hashes; verified addresses are in the customer, sign-ins in audit_log',
  self_service_visit: 'stores the purpose of a session; registrations are in the customer and its amendments',
  scim_granted_role: 'is derived from groups and roles, which are audited',
  recovery_code: 'contains hashes; use and renewal are in login_activity',
  rate_limit: 'counts attempts, for minutes',
  postcode: 'is imported reference data',
  offline_allowance: 'is working state of tills; requests, returns and redemptions are in audit_log',
  offline_redemption: 'is append-only and names its ledger row',
  point_balance: 'is derived from point_history, which is audited',
  reward_given: 'is derived from customer_reward, which is audited',
  point_simulation: 'is a calculation; its request is in audit_log',
  point_allocation: 'is append-only and names its two ledger rows',
  import_row_result: 'is the record of an import itself',
  list_choice: 'is a display preference of one user',
  nightly_run: 'is the record of a run itself',
  nightly_step: 'is the record of a run itself',
  proof_run: 'is the record of a reconciliation itself',
  backup_run: 'is the record of a backup itself, written by the command',
  business_zone: 'repeats a setting of the operator, written when the server starts',
  proof_difference: 'is the record of a reconciliation itself',
  liability_month: 'is written once and never changes',
  profile_updated_history: 'is the record of changes that are audited with their customer, written and reviewed once',
  profile_updated_field: 'is part of that record',
  membership_cycle_review: 'is the record of a review itself, written once for each cycle',
  member_merge_snapshot: 'contains the audited rows as they were before a merge',
  feedback_answer: 'is immutable and belongs to a response, which is audited',
  campaign_spent: 'is derived from point_history, which is audited',
  campaign_gift: 'is derived from the sale and customer_reward, which are audited',
  sale_bonus: 'is derived from the sale, its lines and point_history, which are audited',
  campaign_target: 'records the time and author of each addition; removals are in audit_log',
  campaign_send: 'is the record of a send itself',
  campaign_contact: 'is the record of a contact itself',
  target_addition: 'is the record of an addition itself; audit_log names the requester and the number added',
  task_credit: 'is derived from the sales and the progress logs',
  sold_line: 'is derived from the sale and its lines, which are audited',
  purchase_day: 'is derived from the sales',
  purchase_change: 'queues customers whose purchase days are recomputed',
  customer_forecast: 'is derived from the sales by the nightly batch',
  retention_fit: 'is the record of a computation itself',
  watch_act: 'is derived from the ledger, the sales and audit_log',
  watch_decision: 'is immutable and belongs to a finding, which is audited',
  watch_mark: 'marks the progress of a run',
  recent_record: 'lists the last ten records of one user',
  export_schedule_send: 'is the record of a send itself',
  report_use: 'lists the frequent reports of one user',
  act_put_off: 'lists actions that one user postponed for today',
}

test('every table is audited, or listed as not audited with a reason', async () => {
  const tables = await app.sql<{ name: string; triggers: number }>(`
    select c.relname as name, count(t.tgname)::int as triggers from pg_class c
    left join pg_trigger t on t.tgrelid = c.oid and t.tgname like 'audit_%'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace group by 1`)
  const forgotten = tables.filter(({ name, triggers }) => triggers === 0 && !(name in exempt)).map(({ name }) => name)
  expect(forgotten.filter((name) => !name.startsWith('import_staging'))).toEqual([])
})

describe('content of the audit log', () => {
  test('audit log: a change is recorded with user, outlet and field, and a secret is never recorded', async () => {
    const [account] = await app.sql<{ user_id: number }>('select user_id from user_account limit 1')
    const userId = account?.user_id ?? (await app.token(outletStaff)).userId
    await app.sql(`update user_account set password_hash = 'argon', status = 'Disabled' where user_id = $1`, userId)
    const rows = await app.sql(
      `select updated_field_name, updated_info from audit_record where object_type = 'UserAccount' and action_type = 'Update' and object_id = $1 order by 1`,
      String(userId),
    )
    expect(rows).toEqual([
      { updated_field_name: 'PasswordHash', updated_info: '•••' },
      { updated_field_name: 'Status', updated_info: 'Disabled' },
    ])
    await app.sql(`update user_account set password_hash = null, status = 'Active' where user_id = $1`, userId)
  })

  test('audit log: a sale is recorded with staff, outlet and request, and a refused sale leaves no record', async () => {
    await addEarningRules(app.db)
    const { MembershipNo } = await member(app.db)
    const sale = { TransactionType: 'N', InvoiceNo: 'AUDIT1', MembershipNo, Details: [line('100')] } as never
    const { headers } = await app.call(addTransaction, sale, outletStaff)
    const { userId } = await app.token(outletStaff)
    const trail = `select table_name, action_type, updated_by_id::int as by, outlet_code, request_id from audit_record where request_id = $1 order by table_name`
    expect(await app.sql(trail, headers['x-request-id'])).toEqual([
      {
        table_name: 'point_history',
        action_type: 'Add',
        by: userId,
        outlet_code: 'KLCC',
        request_id: headers['x-request-id'],
      },
      {
        table_name: 'transaction_summary',
        action_type: 'Add',
        by: userId,
        outlet_code: 'KLCC',
        request_id: headers['x-request-id'],
      },
    ])
    expect(await app.sql(`select log_text from audit_log where request_id = $1`, headers['x-request-id'])).toEqual([
      { log_text: 'Add Customer Transaction in Customer Transaction. InvoiceNo - AUDIT1' },
    ])

    const refused = await app.call(addTransaction, sale, outletStaff)
    expect(refused.status).toBe(409)
    expect(await app.sql(trail, refused.headers['x-request-id'])).toEqual([])
  })

  // Customers can request the erasure of these values, but the audit log is append-only.
  const personal = ['900101-14-5678', '900101145678', '012-345 6789', '+60123456789', 'aisyah@mail.example']
  const reported = (type: string, objectId: string) =>
    app.sql<{ all: string }>(
      `select coalesce(string_agg(a.info, ' '), '') as all from (
         select coalesce(previous_info, '') || coalesce(updated_info, '') as info from audit_record where object_type = $1 and object_id = $2
         union all select log_text from audit_log where object_type = $1 and object_id = $2) a`,
      type,
      objectId,
    )
  const storedAudit = async (type: string, objectId: string) => {
    const [records] = await reported(type, objectId)
    expect(records!.all).not.toBe('')
    return personal.filter((value) => records!.all.includes(value))
  }

  test('audit log: identity numbers, phones and addresses of an uploaded file are not recorded', async () => {
    const [job] = await app.sql<{ import_id: string }>(
      `insert into import_job (kind, file_name, columns, sample) values ('customers', 'members.csv', '["IdNo","Tel","Mail"]', $1) returning import_id`,
      JSON.stringify([personal]),
    )
    await app.sql('delete from import_job where import_id = $1', job!.import_id)
    expect(await storedAudit('ImportJob', job!.import_id)).toEqual([])
  })

  test('audit log: the search text of an export or a saved view is not recorded', async () => {
    await registered(app.db, { IdNo: '900101145678', IdType: 'NRIC' })
    const Search = { IdNo: '900101-14-5678' }
    const { body } = await app.call(addExport, {
      ...exportInput(listCustomers.path, ['CustomerId', 'FullName'], { Input: { Search } }),
      Filters: [{ Field: 'IdNo', Label: 'ID number', Text: '900101-14-5678' }],
    })
    expect(await storedAudit('ExportJob', body.ExportId)).toEqual([])
    const [log] = await app.sql<{ log_text: string }>(
      'select log_text from audit_log where object_id = $1',
      body.ExportId,
    )
    expect(log!.log_text).toContain('"IdNo":"•••"')

    for (const Filters of [{ Q: '012-345 6789' }, { ContactNo: '+60123456789' }, { Q: 'aisyah@mail.example' }]) {
      const view = await app.call(addView, {
        List: listCustomers.path,
        Name: `By ${Object.keys(Filters)} ${Object.values(Filters)[0].length}`,
        State: { Filters, Sort: null, Direction: 'ASC', Size: 10, Columns: null, Density: 'compact' },
      } as never)
      expect(view.status).toBe(201)
      const { ViewId } = view.body
      await app.call(deleteView, { ViewId })
      expect(await storedAudit('ListView', String(ViewId))).toEqual([])
    }
  })

  test('audit log: dates, outlets and member numbers of a search are recorded', async () => {
    const search = { From: '2026-01-31T10:00:00', Outlet: 'KL1', MembershipNo: 'JC000000018', Rows: 10 }
    expect(await app.sql('select without_identity($1) as search', JSON.stringify(search))).toEqual([{ search }])
  })

  test('audit log: names in a search are masked', async () => {
    const search = { Q: 'AISYAH', FullName: 'Aisyah', Filters: [{ Field: 'FullName', Text: 'Aisyah' }], Name: 'Aisyah' }
    const masked = await app.sql<{ search: object }>('select without_identity($1) as search', JSON.stringify(search))
    expect(JSON.stringify(masked)).not.toMatch(/aisyah/i)
  })

  test('audit log: the application’s database role cannot insert, update or delete entries', async () => {
    for (const statement of [
      'update audit_record set updated_info = null',
      'delete from audit_record',
      'truncate audit_record',
      'truncate audit_log',
      'truncate login_activity',
      'truncate point_history',
      'update login_activity set session_id = null',
      'delete from audit_log',
      'update audit_log set log_text = null',
      'delete from login_activity',
      'delete from point_history',
      'update point_allocation set points = 1',
      `insert into audit_record (audited_at, table_name, object_type, object_id, action_type) values (now(), 'x', 'x', 'x', 'Add')`,
    ])
      await expect(asApplication(statement)).rejects.toThrow('permission denied')
  })
})

describe('audit records of every audited table', () => {
  type Audited = { table: string; keys: string; ignored: string; fields: { field: string; type: string }[] }
  let audited: Audited[]

  // A copy of the columns without constraints and references, so that any row can be inserted and any field set.
  beforeAll(async () => {
    audited = await app.sql<Audited>(`
      select relname as table, split_part(arguments, '|', 1) as keys, split_part(arguments, '|', 2) as ignored,
        (select json_agg(json_build_object('field', attname, 'type', format_type(atttypid, null)) order by attnum)
         from pg_attribute where attrelid = trigger.tgrelid and attnum > 0 and not attisdropped) as fields
      from pg_trigger trigger join pg_class on pg_class.oid = tgrelid, replace(encode(tgargs, 'escape'), '\\000', '|') arguments
      where tgname = 'audit_changed' and relname in (select relname from pg_class c join pg_trigger t on t.tgrelid = c.oid where tgname = 'audit_added')
      order by 1`)
    if (audited.length < 35) throw new Error('The triggers of the audit were not found')
    await app.sql('create schema twin')
    for (const { table, keys, ignored, fields } of audited) {
      await app.sql(`create table twin.${table} (like ${table})`)
      for (const { field } of fields) await app.sql(`alter table twin.${table} alter "${field}" drop not null`)
      await app.sql('select audit_table($1, $2, $3)', `twin.${table}`, keys, ignored)
    }
  })
  afterAll(() => app.sql('drop schema twin cascade'))

  const values: Record<string, unknown[]> = {
    text: [`it's "quoted" \\ and\nbroken, 李`, '', '{"IdNo": "900101-14-5678", "Q": "+60123456789"}'],
    bigint: ['9007199254740993', 0, -1],
    integer: [7, 0, -1],
    smallint: [7, 0, -1],
    numeric: ['1.50', 0, '-12.5'],
    boolean: [true, false, true],
    date: ['2026-01-31', '1900-02-28', '9999-12-31'],
    'timestamp with time zone': ['2026-01-31T10:00:00.123456+08', '2026-01-31T10:00:00Z', '1900-01-01T00:00:00Z'],
    jsonb: [{ IdNo: '900101-14-5678', list: [1.5, null] }, [], 'text'],
    'bigint[]': [[1, 2], [], [3]],
    'text[]': [['a', 'b c', null], [], ['"']],
    uuid: Array.from({ length: 3 }, (_, number) => `00000000-0000-4000-8000-00000000000${number}`),
    bytea: ['\\x00ff', '\\x', '\\x61'],
  }
  const rowOf = ({ fields }: Audited, number: number) =>
    JSON.stringify(
      Object.fromEntries(
        fields.map(({ field, type }) => {
          if (!values[type]) throw new Error(`Give ${field}, of type ${type}, values here`)
          return [field, values[type][number]]
        }),
      ),
    )
  const add = (one: Audited, row: string) =>
    app.sql(`insert into twin.${one.table} select * from jsonb_populate_record(null::twin.${one.table}, $1)`, row)

  test('every audited table: an inserted row is recorded with all its fields', async () => {
    const [before] = await app.sql<{ last: number }>('select max(audit_record_id) as last from audit_record')
    for (const one of audited) {
      const { table, keys } = one
      for (const number of [0, 1, 2]) await add(one, rowOf(one, number))
      await add(one, rowOf({ ...one, fields: one.fields.filter(({ field }) => keys.split(',').includes(field)) }, 0))
      const expected = await app.sql(
        `select audit_object_id(to_jsonb(t), $1) as object_id, (select jsonb_object_agg(audit_name(key), audit_masked(key, value))
           from jsonb_each_text(to_jsonb(t)) where value is not null)::text as updated_info from twin.${table} t order by 1, 2`,
        keys,
      )
      const noted = await app.sql(
        `select object_id, updated_info from audit_record where table_name = $1 and action_type = 'Add' and audit_record_id > $2 order by 1, 2`,
        table,
        before!.last,
      )
      expect({ table, noted }).toEqual({ table, noted: expected })
    }
  })

  test('every audited table: a change of any field is recorded, except of derived fields', async () => {
    for (const one of audited) {
      const { table, fields, ignored } = one
      await app.sql(`truncate twin.${table}`)
      await add(one, rowOf(one, 0))
      const mark = '2026-02-01 changed'
      await app.sql(
        [
          `select set_config('carat.origin', '{"name": "${mark}"}', false)`,
          ...fields.map(
            ({ field }) =>
              `update twin.${table} set "${field}" = other."${field}" from jsonb_populate_record(null::twin.${table}, $$${rowOf(one, 1)}$$) other`,
          ),
          `select set_config('carat.origin', '', false)`,
        ].join(';'),
      )
      const noted = await app.sql<{ name: string }>(
        'select updated_field_name as name from audit_record where table_name = $1 and updated_by = $2',
        table,
        mark,
      )
      const names = await app.sql<{ name: string }>(
        'select audit_name(field) as name from unnest($1::text[]) field',
        fields.map(({ field }) => field).filter((field) => !ignored.split(',').includes(field)),
      )
      const sorted = (fields: { name: string }[]) => fields.map(({ name }) => name).sort()
      expect({ table, noted: sorted(noted) }).toEqual({ table, noted: sorted(names) })
    }
  })
})

async function asApplication(statement: string) {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin; set local role carat_app')
    await client.query(statement)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('audit: a table that is put under audit again keeps its triggers, so that an upgrade does not lock it', async () => {
  const readTriggers = () =>
    app.sql<{ Oid: string }>(
      `select oid, tgrelid::regclass::text, tgname from pg_trigger where tgname ~ '^audit_(added|changed|deleted)$'
       and tgrelid in (select target::oid from record_tables()) order by oid`,
    )
  const before = await readTriggers()
  await app.sql('select audit_record_tables()')
  expect(await readTriggers()).toEqual(before)
  expect(before.length).toBeGreaterThan(60)
})
