import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { approveRequest } from '#areas/approvals/contract.ts'
import { addAuditLog } from '#areas/audit/contract.ts'
import { proveAudit, sealAudit } from '#areas/audit/server/index.ts'
import { addAddress } from '#areas/customers/contract/addresses.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { getCustomer, listCustomers, restoreCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { addExport } from '#areas/exports/contract.ts'
import { addFavourite, updateJewelleryProfile } from '#areas/household/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { textsOfArchive } from '#tests/factories/archives.ts'
import { registered } from '#tests/factories/customers.ts'
import { exportInput } from '#tests/factories/exports.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'
import { exportPersonalData, previewErasure, requestErasure } from '../contract.ts'
import { collectPersonMentions, splitWords } from './catalogue.ts'
import { erasedListPath } from './erased-list.ts'
import { runErasures } from './erasure-job.ts'

const app = useApp()
const approver = staffWith({ roles: ['Customer'], privileges: ['Approve Requests'], outlet: 'HQ' })

const job = (): ServerJobContext => ({
  origin: programOrigin('erase-customers'),
  database: app.database,
  directUrl: app.url,
  clock: app.clock.now,
  timeZone: 'Asia/Kuala_Lumpur',
  log: () => {},
  services: app.services,
  dataDir: app.services.longWork.dataDir,
})

let persons = 0
/** Identifiers of a test person, searched in tables, files and logs. */
function identityOf(number = ++persons) {
  const serial = String(5000 + number)
  return [
    `SITI NURHALIZA BINTI TARUDIN ${serial}`,
    `85041210${serial}`,
    `850412-10-${serial}`,
    `+6012399${serial}`,
    `012-399 ${serial}`,
    `siti.nurhaliza.${serial}@mail.example`,
    `${serial} Jalan Delima Kencana`,
    `Prefers tea with Puan Zaleha ${serial}`,
    `Encik Rahimuddin ${serial}`,
    `Emerald pendant of her mother ${serial}`,
    `Nickel allergy of the wrist ${serial}`,
    `Called her sister Mariam ${serial}`,
  ] as const
}

/** Searches the whole database for these texts; returns the hits by table. */
async function findInDatabase(texts: readonly string[]) {
  const tables = await app.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const hits: string[] = []
  for (const { name } of tables) {
    const rows = await app.sql<{ row: string }>(
      `select t::text as row from ${name} t where t::text like any($1)`,
      texts.map((text) => `%${text}%`),
    )
    hits.push(...rows.map(({ row }) => `${name}: ${texts.find((text) => row.includes(text))}`))
  }
  return hits
}

async function personWithData() {
  const identity = identityOf()
  const person = await member(app.db)
  const { CustomerId, MembershipNo } = person
  const view = await app.call(getCustomer, { CustomerId })
  const changed = await app.call(
    updateCustomer,
    {
      CustomerId,
      Version: view.body.Version,
      FullName: identity[0],
      IdType: 'NRIC',
      IdNo: identity[1],
      ContactNo: identity[4],
      Email: identity[5],
      Remarks: identity[7],
      SpouseName: identity[8],
    } as never,
    { as: hq, key: `change-${CustomerId}` },
  )
  expect(changed.status).toBe(200)
  await app.call(addAddress, {
    CustomerId,
    AddressType: 'Home',
    Line1: identity[6]!,
    Postcode: '50450',
    City: 'Kuala Lumpur',
    State: 'Kuala Lumpur',
  } as never)
  await app.call(addFavourite, { CustomerId, Name: identity[9] } as never)
  await app.call(updateJewelleryProfile, {
    CustomerId,
    Version: 0,
    Metals: [],
    Stones: [],
    Allergies: identity[10]!,
    Sizes: [],
    Dates: [],
  } as never)
  await app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN: 'Y', WordingLanguage: 'fr' })
  await app.sql(
    `with called as (
       insert into task (name, customer_id, building_id, due_date, status, completed_at)
       select 'Call about the ring', $1, min(building_id), now(), 'Completed', now() from building returning task_id)
     insert into task_progress_log (task_id, description, follow_up_date) select task_id, 'Prefers white gold', '2026-03-01' from called`,
    CustomerId,
  )
  await app.call(addAuditLog, {
    ObjectType: 'Customer',
    ObjectId: `${CustomerId}`,
    LogText: `${identity[11]} about it`,
  })
  await app.call(
    addTransaction,
    {
      TransactionType: 'N',
      InvoiceNo: `ERASE${CustomerId}`,
      MembershipNo,
      Remarks: identity[8],
      Details: [line('500')],
    } as never,
    outletStaff,
  )
  await app.sql(
    `with template as (insert into contact_template (name, contact_type, event, texts, names) select 'T' || $1::text, 'Email', null, '[]', '{}' returning template_id)
     insert into contact_log (message_id, created_at, customer_id, contact_type, purpose, recipient, template_id, template_version, language, subject, text, result)
     select gen_random_uuid(), now(), $1::bigint, 'Email', 'Service', $2, template_id, 1, 'en', 'Dear ' || $3::text, 'Dear ' || $3::text, 'Sent' from template`,
    CustomerId,
    identity[5],
    identity[0],
  )
  await app.sql(
    `insert into outbox_message (message_id, channel, recipient, subject, body, created_at, next_try_at) values (gen_random_uuid(), 'Email', $1, 'x', $2, now(), now())`,
    identity[5],
    `Dear ${identity[0]}`,
  )
  await app.sql(
    `with job as (insert into import_job (kind, file_name, columns, sample) values ('customers', 'members.csv', '[]', jsonb_build_array(jsonb_build_array($1::text))) returning import_id)
     insert into import_row_result (import_id, first_row, last_row, result, reason, value, content) select import_id, 1, 1, 'Failed', 'Wrong', $1, jsonb_build_array($2::text) from job`,
    identity[1],
    identity[0],
  )
  return { CustomerId, MembershipNo, identity }
}

const sums = async () =>
  (
    await app.sql(
      `select (select sum(points) from point_history)::text as ledger, (select sum(points) from point_balance)::text as balances,
       (select sum(net_amount) from transaction_summary)::text as sales, (select count(*) from point_history)::text as rows`,
    )
  )[0]

beforeAll(async () => {
  await addEarningRules(app.db)
})

describe('export of a customer’s personal data', () => {
  test('personal data export: contains all data of one customer and none of others, as JSON, as CSV and as a page', async () => {
    const { CustomerId, identity } = await personWithData()
    const otherCustomer = await registered(app.db, { FullName: 'SOMEBODY ELSE' })
    const { body, status } = await app.call(exportPersonalData, { CustomerId, Reason: 'Asked for at the counter' })
    expect(status).toBe(200)
    const text = await textsOfArchive(body.Content)
    const { data } = JSON.parse(await text('data.json')) as { data: Record<string, Record<string, unknown>[]> }
    expect(data.Customer).toEqual([
      expect.objectContaining({ FullName: identity[0], IdNo: identity[1], Email: identity[5] }),
    ])
    for (const table of [
      'CustomerAddress',
      'CustomerConsent',
      'Membership',
      'PointHistory',
      'PointBalance',
      'TransactionSummary',
      'TransactionDetail',
      'ContactLog',
      'Favourite',
      'JewelleryProfile',
    ])
      expect([table, data[table]?.length ?? 0]).not.toEqual([table, 0])
    expect(JSON.stringify(data)).not.toContain(otherCustomer.FullName)
    const page = await text('index.html')
    for (const value of [identity[0], identity[1], identity[6], identity[9]]) expect(page).toContain(value)
    expect(await text('csv/CustomerAddress.csv')).toContain(identity[6])
    expect(await text('csv/Customer.csv')).toContain(`'${identity[3]}`)
    // Staff notes about the customer are included; fraud findings and internal decisions are not.
    expect(data.TransactionSummary).toContainEqual(expect.objectContaining({ Remarks: identity[8] }))
    expect(data.TaskProgressLog).toEqual([expect.objectContaining({ Description: 'Prefers white gold' })])
    expect(Object.keys(data).filter((name) => ['WatchAct', 'WatchFinding', 'Approval'].includes(name))).toEqual([])
    // The consent wording is included in the language in which the customer read it.
    expect(data.CustomerConsent).toContainEqual(
      expect.objectContaining({
        Channel: 'Email',
        WordingNo: '1',
        WordingLanguage: 'fr',
        Wording: 'Je souhaite recevoir les offres et invitations par e-mail.',
      }),
    )
    const [entry] = await app.sql<{ log_text: string }>(
      `select log_text from audit_log where action_type = 'Export Personal Data' and object_id = $1`,
      String(CustomerId),
    )
    expect(entry!.log_text).toMatch(/\d+ rows, identity number in full\. Asked for at the counter$/)
  })

  test('personal data export: contains every row, and the page states how many rows only the spreadsheet contains', async () => {
    const { CustomerId } = await registered(app.db)
    await app.sql('alter table favourite disable trigger user')
    await app.sql(
      `insert into favourite (customer_id, name) select $1, 'Ring ' || n from generate_series(1, 50001) n`,
      CustomerId,
    )
    await app.sql('alter table favourite enable trigger user')
    const { body } = await app.call(exportPersonalData, { CustomerId, Reason: 'Asked for at the counter' })
    const text = await textsOfArchive(body.Content)
    const { data } = JSON.parse(await text('data.json')) as { data: { Favourite: { Name: string }[] } }
    expect(new Set(data.Favourite.map(({ Name }) => Name)).size).toBe(50_001)
    expect((await text('csv/Favourite.csv')).match(/Ring \d+/g)).toHaveLength(50_001)
    const page = await text('index.html')
    expect(page).toContain('The first 1000 of 50001 rows. All are in <a href="csv/Favourite.csv">')
    expect(page.match(/Ring \d+/g)).toHaveLength(1000)
    expect(body.Rows).toBeGreaterThan(50_001)
  })

  test('personal data export: requires the privilege, and outlet staff can export only customers of their outlet', async () => {
    const { CustomerId } = await registered(app.db)
    const ask = (privileges: readonly 'Manage Personal Data'[], outlet: string) =>
      app.call(exportPersonalData, { CustomerId, Reason: 'x' }, staffWith({ roles: ['Customer'], privileges, outlet }))
    expect((await ask([], 'KLCC')).status).toBe(403)
    expect((await ask(['Manage Personal Data'], 'PAV')).status).toBe(403)
    expect((await ask(['Manage Personal Data'], 'KLCC')).status).toBe(200)
  })
})

/** Names of several kinds: Chinese, Japanese, one word, short, and with an apostrophe, accent or hyphen. */
const names = [
  ...['田中', '小明', '欧阳', '李雷', '王娜娜', '田中 太郎', 'たなか はなこ', 'スズキ イチロウ', '鈴木一朗'],
  ...[
    'Ng',
    'Xu',
    'Oy',
    'Quah',
    'Zeti',
    'Madonnarella',
    "D'Souzana",
    "O'Brienne Fay",
    'Élodie',
    'Siti Nurhalina',
    'Lim Wei-Jie',
  ],
]

/** Every fourth name in a quick run, all names in a full run. */
const triedNames = runSize({ quick: names.filter((_, index) => index % 4 === 1), full: names })

/** Finds rows of all tables that contain the name as a word in any case; ignores matches inside random keys. */
async function rowsWithName(name: string) {
  const isAscii = /^[\x20-\x7eÉ]*$/.test(name)
  const edge = '[\\p{L}\\p{N}_+/=-]'
  const [before, after] = isAscii ? [`(?<!${edge})`, `(?!${edge})`] : ['', '']
  const pattern = new RegExp(`${before}${name.replace(' ', '\\s+')}${after}`, 'iu')
  const tables = await app.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const hits: string[] = []
  for (const { name: table } of tables)
    for (const { row } of await app.sql<{ row: string }>(`select t::text as row from ${table} t`))
      if (pattern.test(row)) hits.push(`${table}: ${row.slice(0, 300)}`)
  return hits
}

/** Writes the name into every column in which staff can mention a person. */
async function mentionEverywhere(name: string, CustomerId: number) {
  const typed = [name, name.toLowerCase(), name.toUpperCase()][names.indexOf(name) % 3]!
  const Input = { Search: { FullName: typed } }
  expect((await app.call(addExport, exportInput(listCustomers.path, ['FullName'], { Input }))).status).toBe(201)
  const otherCustomer = await registered(app.db, { FullName: 'SOMEBODY ELSE' })
  const note = (id: number, LogText: string) =>
    app.call(addAuditLog, { ObjectType: 'Customer', ObjectId: `${id}`, LogText })
  await note(otherCustomer.CustomerId, `Came with ${typed} today`)
  await note(CustomerId, `Called ${typed}`)
  const { userId } = await app.token(hq)
  await app.sql(
    `insert into audit_log (logged_at, action_type, object_type, object_id, log_text, updated_by)
     values (now(), 'Reveal Identity Number', 'Customer', $1, 'Reveal Identity Number in Customer. For ' || $2::text, 'x')`,
    `${CustomerId}`,
    typed,
  )
  for (const { table, columns, removes } of collectPersonMentions(app.services.areas)) {
    if (removes || table === 'self_service_visit') continue
    const key = await app.sql<{ row: string }>(
      {
        export_job: `insert into export_job (path, title, input, columns, format, scope, language, status, rows_expected, file_name, created_by_id, created_by, created_at)
          values ('/buildings/find-all', 'x', '{}', '[]', 'CSV', 'All', 'en', 'Failed', 0, 'x.csv', $1, 'x', now()) returning ctid::text as row`,
        export_schedule: `insert into export_schedule (title, path, input, columns, format, language, cron, recipient_ids, next_run_at, created_by_id, created_by, created_at, updated_at)
          values ('x', '/buildings/find-all', '{}', '[]', 'CSV', 'en', '0 8 * * 1', array[$1::bigint], '2030-01-07', $1, 'x', now(), now()) returning ctid::text as row`,
        target_addition: `with campaign as (insert into campaign (campaign_code, campaign_name, campaign_type, start_date, end_date)
            values ('C' || upper(substr(md5(random()::text), 1, 8)), 'x', 'Event', '2026-01-01', '2030-12-31') returning campaign_code)
          insert into target_addition (campaign_code, path, title, input, exclude_yn, rows_expected, created_by_id, created_at, ended_at, status)
          select campaign_code, '/buildings/find-all', 'x', '{}', 'N', 0, $1, now(), now(), 'Failed' from campaign returning ctid::text as row`,
        list_view: `insert into list_view (owner_id, list, name, state) values ($1, '/buildings/find-all', 'x', '{}') returning ctid::text as row`,
        import_job: `insert into import_job (kind, file_name, created_by_id, created_by) values ('customers', 'x.csv', $1, 'x') returning ctid::text as row`,
        import_row_result: `with job as (insert into import_job (kind, file_name, created_by_id, created_by) values ('customers', 'x.csv', $1, 'x') returning import_id)
          insert into import_row_result (import_id, first_row, last_row, result, reason) select import_id, 1, 1, 'Failed', 'Wrong' from job returning ctid::text as row`,
      }[table]!,
      userId,
    )
    const types = await app.sql<{ name: string; json: boolean }>(
      `select attname as name, atttypid in ('json'::regtype, 'jsonb'::regtype) as json from pg_attribute where attrelid = $1::regclass and attname = any($2)`,
      table,
      splitWords(columns),
    )
    const values = types.map(({ json }) =>
      json
        ? JSON.stringify({ Search: { FullName: typed, Q: `for ${typed}.` }, rows: [['1', typed]] })
        : `For ${typed}, soon`,
    )
    await app.sql(
      `update ${table} set ${types.map(({ name: column, json }, index) => `${column} = $${index + 2}${json ? '::jsonb' : ''}`).join()} where ctid = $1::tid`,
      key[0]!.row,
      ...values,
    )
  }
}

describe('erasure', () => {
  test.each(triedNames)(
    'erasure: removes the name %s from every column of the database, whatever its case',
    async (name) => {
      const { CustomerId, MembershipNo } = await member(app.db)
      const rename = async (FullName: string) => {
        const { body } = await app.call(getCustomer, { CustomerId })
        const change = { CustomerId, Version: body.Version, FullName }
        return (await app.call(updateCustomer, change as never, { as: hq, key: `name-${CustomerId}-${FullName}` }))
          .status
      }
      expect(await rename(name)).toBe(200)
      await mentionEverywhere(name, CustomerId)
      // A former name identifies the person too.
      expect(names.indexOf(name) % 2 ? await rename('AN OTHER NAME') : 200).toBe(200)
      const tables = new Set((await rowsWithName(name)).map((hit) => hit.split(':')[0]))
      expect([...tables]).toEqual(
        expect.arrayContaining([
          'audit_log',
          'audit_record',
          'export_job',
          'export_schedule',
          'import_job',
          'import_row_result',
          'list_view',
        ]),
      )
      const { body } = await app.call(requestErasure, { CustomerId, Reason: 'Asked in writing', Confirm: MembershipNo })
      await app.call(approveRequest, { ApprovalId: body.ApprovalId }, approver)
      await runErasures(job())
      expect(await rowsWithName(name)).toEqual([])
    },
  )

  test('erasure: if the person’s name is also a value of a list or a keyword, that value stays', async () => {
    const { CustomerId, MembershipNo } = await member(app.db)
    const { body: view } = await app.call(getCustomer, { CustomerId })
    await app.call(updateCustomer, { CustomerId, Version: view.Version, FullName: 'Active' } as never)
    const { userId } = await app.token(hq)
    const state = { Search: { Status: 'Active', FullName: 'active' } }
    const [{ view_id }] = (await app.sql<{ view_id: number }>(
      `insert into list_view (owner_id, list, name, state) values ($1, '/customer/customers/find-all', 'Open', $2) returning view_id`,
      userId,
      JSON.stringify(state),
    )) as [{ view_id: number }]
    const others = `select count(*)::int as count from audit_record where object_type <> 'Customer' and updated_info is not null`
    const before = await app.sql(others)
    const { body } = await app.call(requestErasure, { CustomerId, Reason: 'Asked in writing', Confirm: MembershipNo })
    await app.call(approveRequest, { ApprovalId: body.ApprovalId }, approver)
    await runErasures(job())
    expect(await app.sql('select state from list_view where view_id = $1', view_id)).toEqual([
      { state: { Search: { Status: 'Active', FullName: '•••' } } },
    ])
    expect((await app.sql<{ count: number }>(others))[0]!.count).toBeGreaterThanOrEqual(
      (before as { count: number }[])[0]!.count - 5,
    )
  })

  test('erasure: after a second person’s approval all traces of the person are removed, and the ledger stays unchanged', async () => {
    const { CustomerId, MembershipNo, identity } = await personWithData()
    const preview = await app.call(previewErasure, { CustomerId })
    expect(preview.body).toMatchObject({ Confirm: MembershipNo, Points: 50, Obstacles: [], FullName: identity[0] })
    expect(preview.body.Parts.map(({ Part }) => Part)).toEqual(
      expect.arrayContaining(['Profile', 'Points', 'Purchases', 'Messages']),
    )
    const before = await sums()
    const hits = await findInDatabase(identity)
    for (const text of identity.filter((identifier) => identifier !== identity[2]))
      expect(hits.some((hit) => hit.endsWith(text))).toBe(true)

    expect(
      (await app.call(requestErasure, { CustomerId, Reason: 'Asked in writing', Confirm: 'WRONG1' })).refusal.code,
    ).toBe('privacy.confirmation_wrong')
    const request = await app.call(requestErasure, { CustomerId, Reason: 'Asked in writing', Confirm: MembershipNo })
    expect(request.status).toBe(201)
    const { ApprovalId } = request.body
    expect((await app.call(approveRequest, { ApprovalId })).status).toBe(403)
    expect((await app.call(approveRequest, { ApprovalId }, approver)).status).toBe(200)
    // The customer is deleted at once and cannot be restored.
    expect((await app.call(restoreCustomer, { CustomerId })).status).toBe(404)

    await sealAudit(job())
    await runErasures(job())

    expect(await findInDatabase(identity)).toEqual([])
    expect(await sums()).toEqual(before)
    expect(await reconcileLedger(job())).toMatchObject({ Differences: 0 })
    await sealAudit(job())
    await sealAudit(job())
    expect((await proveAudit(job())).Faults).toEqual([])
    const [row] = await app.sql(
      `select full_name, status, id_no, email, contact_no from customer where customer_id = $1`,
      CustomerId,
    )
    expect(row).toEqual({
      full_name: 'Erased customer',
      status: 'Deleted',
      id_no: null,
      email: null,
      contact_no: null,
    })
    expect(
      await app.sql(
        `select status, figures->'customer' as customer from customer_erasure where customer_id = $1`,
        CustomerId,
      ),
    ).toEqual([{ status: 'Done', customer: 1 }])
    expect((await app.call(listCustomers, { Search: { FullName: identity[0] } })).body.count).toBe(0)
    // Users, actions and times remain in the audit log, without the texts.
    const entries = await app.sql<{ action_type: string; info: string | null }>(
      `select action_type, updated_info as info from audit_record where object_type = 'Customer' and object_id = $1 order by audit_record_id`,
      String(CustomerId),
    )
    expect(entries.length).toBeGreaterThan(3)
    expect(entries.filter(({ info }) => info !== null).map(({ action_type }) => action_type)).toEqual(['Erase'])
    expect(await readFile(erasedListPath(app.services.longWork.dataDir), 'utf8')).toContain(
      `{"CustomerId":${CustomerId},`,
    )
  })

  test('erasure: is refused while a level change of the customer awaits a decision', async () => {
    const { CustomerId, MembershipNo } = await personWithData()
    await app.sql(
      `insert into membership_level_history (membership_no, action, reason, status, requested_at) values ($1, 'Upgrade', 'x', 'Pending', now())`,
      MembershipNo,
    )
    expect((await app.call(previewErasure, { CustomerId })).body.Obstacles.map(({ code }) => code)).toEqual([
      'privacy.level_waiting',
    ])
    const refused = await app.call(requestErasure, { CustomerId, Reason: 'x', Confirm: MembershipNo })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'privacy.level_waiting'])
  })

  test('erasure: leaves another customer at the same address unchanged', async () => {
    const { CustomerId, MembershipNo } = await personWithData()
    const neighbour = await registered(app.db, { FullName: 'LIM WEI', Email: 'lim.wei@mail.example' })
    const { body } = await app.call(requestErasure, { CustomerId, Reason: 'x', Confirm: MembershipNo })
    await app.call(approveRequest, { ApprovalId: body.ApprovalId }, approver)
    await runErasures(job())
    expect((await app.call(getCustomer, { CustomerId: neighbour.CustomerId })).body).toMatchObject({
      FullName: 'LIM WEI',
      Email: 'lim.wei@mail.example',
    })
    expect(await findInDatabase(['LIM WEI'])).not.toEqual([])
  })
})
