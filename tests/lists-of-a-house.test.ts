import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#app/demo/demo.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { groupedReports } from '#areas/reports/server/reports.ts'
import { type Shape, schemaOf, withoutNull } from '#kit/contract/schema.ts'
import { askingListsOf, filtersOf, type Known, knownEverywhere, named } from './asked-lists.ts'
import { staffWith, useApp } from './harness.ts'

// Every list in a house with six outlets and two years of sales: who is answered what of it.

const app = useApp()
const known: Known = { ...knownEverywhere }
const { ask, plainOf } = askingListsOf(app, known)
const dataDir = mkdtempSync(join(tmpdir(), 'carat-lists-'))
let outlets: string[]
const everywhere = (outlet: string) => staffWith({ roles: 'all', privileges: 'all', outlet })

beforeAll(async () => {
  await app.sql('delete from building')
  await seedDemo({ url: app.url, dataDir, secret: randomBytes(32) })
  const [one] = await app.sql<Known>(
    `select customer_id as "CustomerId", membership_no as "MembershipNo", customer_id::text as "ObjectId",
       (select min(target_list_id) from campaign_target) as "TargetListId", (select min(schedule_id) from export_schedule) as "ScheduleId",
       (select min(segment_id) from segment) as "SegmentId"
     from membership join customer using (customer_id) where membership.status = 'Active' and customer.status = 'Active' order by 1 limit 1`,
  )
  Object.assign(known, one)
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

// Lists in which rows of the head office itself stand, which no outlet sees.
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

// A row of these stands for what several outlets have in common.
const grouped = (path: string) => groupedReports.has(path) || path === '/point/expires/group/find-all'
const standard = new Set(['Rows', 'Page', 'Search'])

test.each(named)(
  '%s answers head office as much as its outlets together, and the same with every field empty as with none',
  async (path, list) => {
    const whole = await ask(list, {})
    if (whole.status !== 200) return
    const optional = Object.keys(list.fields).filter(
      (name) => !standard.has(name) && !list.schema.required?.includes(name),
    )
    const wrong: unknown[] = []
    for (const empty of ['', null]) {
      const none = (names: string[]) => Object.fromEntries(names.map((name) => [name, empty]))
      const input = { ...none(optional), ...(list.fields.Search && { Search: none(filtersOf(list)) }) }
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
    // What belongs to no outlet is the same for everybody, and some of it is not for outlets at all.
    const alike = each.every((count) => count === whole.body.count)
    const own = ofHeadOffice.has(path) ? whole.body.count - together : 0
    expect({ path, own: own >= 0, count: alike ? whole.body.count : together + own }).toEqual({
      path,
      own: true,
      count: whole.body.count,
    })
  },
)

test.each(named)('%s declares as a person whatever field holds the name of one', async (_, list) => {
  const people = await app.sql<{ name: string }>(
    "select full_name as name from customer union select full_name from staff where full_name like '% %'",
  )
  const names = new Set(people.map(({ name }) => name))
  const { status, body } = await ask(list, { ...(await plainOf(list)), Rows: 100 })
  if (status !== 200) return
  const { items = {} } = schemaOf(list.endpoint.reply, 'output').properties?.rows ?? {}
  const fieldOf = (shape: Shape, name: string) => withoutNull(withoutNull(shape).properties?.[name] ?? {})
  /** Fields that hold a name and do not say so, also those of a record inside of the row. */
  const silent = (row: Record<string, unknown>, shape: Shape, place = ''): string[] =>
    Object.entries(row).flatMap(([name, value]) => {
      const field = fieldOf(shape, name)
      if (value !== null && typeof value === 'object' && !Array.isArray(value))
        return silent(value as Record<string, unknown>, field, `${place}${name}.`)
      // What a sentence is made of is worded where the sentence is; a change is written as its field was, or as its kind says.
      const isWorded =
        place.endsWith('params.') || (/^(Previous|Updated)$/.test(name) && ('FieldName' in row || 'Subject' in row))
      return typeof value === 'string' && names.has(value) && !field.person && !isWorded ? [place + name] : []
    })
  expect([...new Set(body.rows.flatMap((row) => silent(row, items)))]).toEqual([])
})
