import { describe, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { rolesThatReadHistory } from '#areas/audit/contract/subjects.ts'
import { listAuditRecords } from '#areas/audit/contract.ts'
import { addExport } from '#areas/exports/contract.ts'
import { type DeclaredSetupRecord, declaredSetupRecords } from '#kit/contract/record.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import { customer } from './factories/customers.ts'
import { exportInput, readCsv } from './factories/exports.ts'
import { bodyFor } from './factories/generated-bodies.ts'
import { category, createCardGroup, level } from './factories/memberships.ts'
import { reward } from './factories/rewards.ts'
import { createPointRate } from './factories/sales.ts'
import { useApp } from './harness.ts'

// Covers new records automatically: tests the behaviour that all declared records share.

const at = '2026-05-10T04:00:00Z'
const app = useApp({ at })

type Row = Record<string, unknown> & { Status: string; Version: number }
type Sample = {
  /** The body of a new record; the same number returns a record with the same unique key. */
  body: (number: number) => Promise<object> | object
  /** The changed field and its new value. */
  change: [field: string, value: unknown]
  /** Creates a row that refers to the record; absent for records without references. */
  use?: (row: Row) => Promise<unknown>
}

let group: number | undefined
const groupId = async () => (group ??= (await createCardGroup(app.db)).GroupId)
const categories = new Map<number, number>()
async function categoryId(number: number) {
  if (!categories.has(number)) categories.set(number, (await category(app.db)).CardCategoryId)
  return categories.get(number)!
}

/** The default sample; records with references or further rules have their own sample below. */
function sampleOf({ key, unique, add, update }: DeclaredSetupRecord): Sample {
  const fields = Object.entries(toJsonSchema(update.body, 'input').properties ?? {})
  const free = fields.filter(([name]) => name !== key && !(name in unique))
  const [field] = free.find(([, { type, enum: values }]) => type === 'string' && !values) ?? []
  if (!field) throw new Error(`${add.path}: no field takes any text twice, so write a sample here`)
  const everyField = () => 0.99
  return {
    body: (number) => ({ ...(bodyFor(add, everyField, () => `TEXT${number}`) as object), Status: 'Active' }),
    change: [field, 'OTHER'],
  }
}

const writtenSamples: Record<string, Sample> = {
  CardGroup: {
    body: (number) => ({ Name: `Programme ${number}`, Description: 'For everybody' }),
    change: ['Description', 'For a few'],
    use: ({ GroupId }) => category(app.db, { CardGroupId: GroupId as number }),
  },
  CardCategory: {
    body: async (number) => ({
      Code: `TIER${number}`,
      Name: 'Tier',
      LevelSequence: number,
      Color: '#c9a227',
      CardGroupId: await groupId(),
    }),
    change: ['Name', 'Higher tier'],
    use: ({ CardCategoryId }) => level(app.db, CardCategoryId as number),
  },
  CardLevel: {
    body: async (number) => ({ FirstSalesAmount: '100', CardCategoryId: await categoryId(number) }),
    change: ['GraceDays', 45],
  },
  TaskGroup: {
    body: (number) => ({ Code: `GROUP${number}`, Description: 'To call' }),
    change: ['Description', 'To write to'],
    use: ({ Code }) =>
      app.sql(
        `insert into task (name, building_id, due_date, group_code) select 'CALL', building_id, now(), $1 from building where code = 'HQ'`,
        Code,
      ),
  },
  ActivityType: {
    body: (number) => ({ ActivityCode: `ACT_${number}`, Description: 'A call' }),
    change: ['Description', 'A visit'],
    use: async ({ ActivityCode }) =>
      app.sql(
        `insert into customer_activity (customer_id, activity_code, activity_log, building_id, created_by_id, created_at, updated_at)
         select $2, $1, 'Called', building_id, (select min(user_id) from user_account), now(), now() from building where code = 'HQ'`,
        ActivityCode,
        (await customer(app.db)).CustomerId,
      ),
  },
  CustomField: {
    body: (number) => ({
      CustomFieldCode: `FIELD_${number}`,
      CustomFieldName: 'Ring size',
      FieldType: 'Text',
      SequenceNo: number,
    }),
    change: ['CustomFieldName', 'Size of the ring'],
  },
  LeadSource: {
    body: (number) => ({ Code: `FAIR${number}`, Name: 'Wedding fair', Type: 'Event', EventDate: '2026-05-01' }),
    change: ['Name', 'Bridal fair'],
    use: ({ LeadSourceId }) => customer(app.db, { LeadSourceId: LeadSourceId as number }),
  },
  ProductGroup: {
    body: (number) => ({ ProductCode: `GOODS${number}`, ProductName: 'Goods', ProductType: 'Ring' }),
    change: ['ProductName', 'OTHER GOODS'],
    use: ({ ProductCode }) => createPointRate(app.db, 'All', '2', ['ProductGroup', ProductCode as string]),
  },
  StockGroup: {
    body: (number) => ({ Code: `STOCK_${number}`, Name: 'Diamonds' }),
    change: ['Name', 'Brilliants'],
    use: async ({ Code }) =>
      app.sql(
        `insert into reward_object (reward_id, object_type, object_value) values ($2, 'ProntoStockGroup', $1)`,
        Code,
        (await reward(app.db)).RewardId,
      ),
  },
}

const samples = new Map(
  declaredSetupRecords.map((record) => [record.subject, writtenSamples[record.subject] ?? sampleOf(record)]),
)

let createdCount = 0
const call = (endpoint: DeclaredSetupRecord['add'], input: object) => app.call(endpoint, input as never)
async function add(record: DeclaredSetupRecord, more: object = {}) {
  const { status, body } = await call(record.add, {
    ...(await samples.get(record.subject)!.body(++createdCount)),
    ...more,
  })
  expect(status).toBe(201)
  return body as Row
}
const key = (record: DeclaredSetupRecord, row: Row) => ({ [record.key]: row[record.key] })
const listed = declaredSetupRecords.map((record) => [record.title, record] as const)
const served = new Set(jsonRoutes.map(({ endpoint }) => endpoint.path))

test('every kind of record has a sample and a route, and a role that may edit it may read its history', () => {
  expect(declaredSetupRecords.length).toBeGreaterThan(3)
  for (const { subject, add, list, get, update, remove, restore } of declaredSetupRecords) {
    expect([...samples.keys()]).toContain(subject)
    expect([add, list, get, update, remove, restore].filter(({ path }) => !served.has(path))).toEqual([])
    expect(rolesThatReadHistory(subject)).toContain((add.access as { role: string }).role)
  }
})

describe.each(listed)('%s', (_, record) => {
  const { change, use } = samples.get(record.subject)!

  test('a second record with the same key is refused', async () => {
    await add(record)
    const again = await samples.get(record.subject)!.body(createdCount)
    expect(await call(record.add, again)).toMatchObject({ status: 409 })
  })

  test('a record in use cannot be deleted', async () => {
    expect(use !== undefined).toBe(record.refusals.inUse !== undefined)
    if (!use) return
    const row = await add(record)
    await use(row)
    expect(await call(record.remove, key(record, row))).toMatchObject({
      status: 409,
      refusal: { code: expect.stringMatching(/_in_use$/) },
    })
  })

  test('an update from an old version is refused, and the reply has the current version', async () => {
    const row = await add(record)
    const [field, value] = change
    const changed = { ...key(record, row), Version: row.Version, [field]: value }
    expect(await call(record.update, changed)).toMatchObject({ status: 200, body: { [field]: value, Version: 2 } })
    expect(await call(record.update, changed)).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale', current: { [field]: value, Version: 2 } },
    })
  })

  test('an update without a version overwrites changes of others, and the audit log states this', async () => {
    const row = await add(record)
    const [field, value] = change
    const id = key(record, row)
    await call(record.update, { ...id, Version: row.Version, Status: 'Inactive' })
    expect(await call(record.update, { ...id, [field]: value })).toMatchObject({
      status: 200,
      body: { [field]: value, Status: 'Inactive', Version: 3 },
    })
    const records = await app.sql(
      `select previous_info, updated_info from audit_record
      where object_type = $1 and object_id = $2 and updated_field_name = 'Version'`,
      record.subject,
      String(Object.values(id)[0]),
    )
    expect(records).toEqual([{ previous_info: '2', updated_info: 'No version was sent' }])
  })

  test('the deletion of a record can be undone for thirty seconds', async () => {
    const row = await add(record, { Status: 'Inactive' })
    const isListed = async (Status?: string) => {
      const { body } = await call(record.list, { Rows: 1000, Search: Status ? { Status } : {} })
      return (body as { rows: Row[] }).rows.some((one) => one[record.key] === row[record.key])
    }
    expect(await call(record.restore, key(record, row))).toMatchObject({ status: 409 })
    expect(await call(record.remove, key(record, row))).toMatchObject({ status: 200, body: { Status: 'Deleted' } })
    expect(await isListed()).toBe(false)
    expect(await call(record.remove, key(record, row))).toMatchObject({ status: 409 })
    expect(await call(record.restore, key(record, row))).toMatchObject({
      status: 200,
      body: { ...row, Status: 'Inactive', Version: 3, UpdatedAt: expect.anything() },
    })
    expect(await isListed('Inactive')).toBe(true)

    await call(record.remove, key(record, row))
    app.clock.advance(31)
    expect(await call(record.restore, key(record, row))).toMatchObject({
      status: 409,
      refusal: { code: expect.stringMatching(/\.undo_over$/) },
    })
    app.clock.set(at)
  })

  test('the changes of a record are listed in its history', async () => {
    const row = await add(record)
    const [field, value] = change
    await call(record.update, { ...key(record, row), Version: 1, [field]: value })
    const Search = { ObjectType: record.subject, ObjectId: `${row[record.key]}` }
    const { body } = await app.call(listAuditRecords, { Search })
    expect(body.rows).toMatchObject([
      { ActionType: 'Update', UpdatedFieldName: field, UpdatedInfo: `${value}` },
      { ActionType: 'Add' },
    ])
  })

  test('the export of a list contains its records', async () => {
    const row = await add(record)
    const { status, body } = await app.call(addExport, exportInput(record.list.path, [record.key, 'Status']))
    expect(status).toBe(201)
    expect(await readCsv(app, body.ExportId)).toContainEqual([`${row[record.key]}`, 'Active'])
  })
})
