import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#app/demo/demo.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { pathsOfGroupedReports } from '#areas/reports/server/reports.ts'
import { type JsonSchema, removeNullFromSchema, toJsonSchema } from '#kit/contract/schema.ts'
import { staffWith, useApp } from './harness.ts'
import { type FieldValues, filtersOf, listCaller, listsByPath, sharedFieldValues } from './list-calls.ts'

// Tests every list in a company with six outlets and two years of sales, as each outlet and as head office.

const app = useApp()
const knownValues: FieldValues = { ...sharedFieldValues }
const { ask, minimalInputOf } = listCaller(app, knownValues)
const dataDir = mkdtempSync(join(tmpdir(), 'carat-lists-'))
let outlets: string[]
const everywhere = (outlet: string) => staffWith({ roles: 'all', privileges: 'all', outlet })

beforeAll(async () => {
  await app.sql('delete from building')
  await seedDemo({ url: app.url, dataDir, secret: randomBytes(32) })
  const [sampleRow] = await app.sql<FieldValues>(
    `select customer_id as "CustomerId", membership_no as "MembershipNo", customer_id::text as "ObjectId",
       (select min(target_list_id) from campaign_target) as "TargetListId", (select min(schedule_id) from export_schedule) as "ScheduleId",
       (select min(segment_id) from segment) as "SegmentId"
     from membership join customer using (customer_id) where membership.status = 'Active' and customer.status = 'Active' order by 1 limit 1`,
  )
  Object.assign(knownValues, sampleRow)
  outlets = (await app.sql<{ code: string }>("select code from building where code <> 'HQ'")).map(({ code }) => code)
  for (const outlet of outlets) {
    const [member] = await app.sql<{ number: string }>(
      `select membership_no as number from membership join customer using (customer_id)
       where membership.status = 'Active' and customer.status = 'Active' and registered_outlet_code = $1 limit 1`,
      outlet,
    )
    const adjustment = {
      TransactionType: 'Adjust In',
      PointAmount: 5,
      ReasonCode: 'Goodwill',
      Remark: 'For the list',
    } as const
    const { status } = await app.call(
      addAdjustment,
      { ...adjustment, MembershipNo: member!.number },
      everywhere(outlet),
    )
    if (status !== 201) throw new Error(`An adjustment was answered with ${status}`)
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

// Lists that also contain rows of head office, which outlets do not see.
const ofHeadOffice = new Set([
  '/approvals/find-all',
  '/auth/sessions/find-all',
  '/audit-log/find-all',
  '/audit-trail/find-all',
  '/imports/find-all',
  '/login-activities/find-all',
  '/reporting/audit-trail-report',
  '/reporting/approval-log-report',
  '/reporting/import-log-report',
  '/reporting/login-activity-report',
  '/reporting/look-up-report',
  '/reporting/gift-stock-report',
  '/reward/inventories/movements/find-all',
])

// Each row of these lists sums up several outlets.
const grouped = (path: string) => pathsOfGroupedReports.has(path) || path === '/point/expires/group/find-all'
const standard = new Set(['Rows', 'Page', 'Search'])

test.each(listsByPath)(
  '%s: head office gets the rows of all outlets, and empty filters change nothing',
  async (path, list) => {
    const whole = await ask(list, {})
    if (whole.status !== 200) return
    const optional = Object.keys(list.fields).filter(
      (name) => !standard.has(name) && !list.schema.required?.includes(name),
    )
    const wrong: unknown[] = []
    for (const empty of ['', null]) {
      const emptyFields = (names: string[]) => Object.fromEntries(names.map((name) => [name, empty]))
      const input = { ...emptyFields(optional), ...(list.fields.Search && { Search: emptyFields(filtersOf(list)) }) }
      const { status, body } = await ask(list, input)
      const same = status === 200 && JSON.stringify(body.rows) === JSON.stringify(whole.body.rows)
      if (!same || body.count !== whole.body.count) wrong.push({ input, status, count: body.count })
    }
    expect({ count: whole.body.count, wrong }).toEqual({ count: whole.body.count, wrong: [] })

    if (grouped(path)) return
    const each: number[] = []
    for (const outlet of outlets) {
      const { status, body } = await ask(list, {}, everywhere(outlet))
      if (status === 200) each.push(body.count)
    }
    const together = each.reduce((sum, count) => sum + count, 0)
    // Rows without an outlet are the same for all outlets, or visible to head office only.
    const isSharedList = each.every((count) => count === whole.body.count)
    const headOfficeRows = ofHeadOffice.has(path) ? whole.body.count - together : 0
    expect({
      path,
      own: headOfficeRows >= 0,
      count: isSharedList ? whole.body.count : together + headOfficeRows,
    }).toEqual({
      path,
      own: true,
      count: whole.body.count,
    })
  },
)

test.each(listsByPath)('%s declares every field that contains a person’s name', async (_, list) => {
  const people = await app.sql<{ name: string }>(
    "select full_name as name from customer union select full_name from staff where full_name like '% %'",
  )
  const names = new Set(people.map(({ name }) => name))
  const { status, body } = await ask(list, { ...(await minimalInputOf(list)), Rows: 100 })
  if (status !== 200) return
  const { items = {} } = toJsonSchema(list.endpoint.reply, 'output').properties?.rows ?? {}
  const fieldOf = (shape: JsonSchema, name: string) =>
    removeNullFromSchema(removeNullFromSchema(shape).properties?.[name] ?? {})
  /** Returns fields, also of nested records, that contain a person's name and are not declared as a name. */
  const undeclaredPersons = (row: Record<string, unknown>, shape: JsonSchema, place = ''): string[] =>
    Object.entries(row).flatMap(([name, value]) => {
      const field = fieldOf(shape, name)
      if (value !== null && typeof value === 'object' && !Array.isArray(value))
        return undeclaredPersons(value as Record<string, unknown>, field, `${place}${name}.`)
      // Ignores parts of sentences, and changes, which are formatted like the sentence or the changed field.
      const isWorded =
        place.endsWith('params.') || (/^(Previous|Updated)$/.test(name) && ('FieldName' in row || 'Subject' in row))
      return typeof value === 'string' && names.has(value) && !field.person && !isWorded ? [place + name] : []
    })
  expect([...new Set(body.rows.flatMap((row) => undeclaredPersons(row, items)))]).toEqual([])
})
