import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#app/server/areas.ts'
import { groupedReports } from '#areas/reports/server/reports.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { schemaOf } from '#kit/contract/schema.ts'
import type { NamedRow } from '#kit/contract/scope.ts'
import { type Rows, rowsOf } from './factories/foreign-rows.ts'
import { type Caller, hq, staffWith, useApp } from './harness.ts'

// Written once, grows by itself: every answer with count and rows is asked for by staff of an outlet who may do everything,
// in a company where another outlet has a row of every kind.

const app = useApp()
const OUTLET = 'KLCC'
const everything = staffWith({ roles: 'all', privileges: 'all', outlet: OUTLET })

type Row = Record<string, unknown>
type Body = Record<string, unknown>

const replyOf = ({ reply }: Endpoint) => schemaOf(reply, 'output').properties ?? {}
const lists = routes
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => endpoint.kind === 'read' && replyOf(endpoint).count && replyOf(endpoint).rows)
const named = lists.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** Lists that are the same for every outlet, though their rows name one, and why. */
const forEverybody: Readonly<Record<string, string>> = {
  'POST /staffs/find-all': 'is the directory of the house, from which sales persons and preferred staff are chosen',
  'GET /buildings': 'is the choice of outlets',
  'POST /buildings/find-all': 'is the choice of outlets',
  'POST /campaign/campaigns/find-all': 'is what head office runs for all outlets',
  'POST /customer/lead-sources/find-all': 'is the choice of lead sources, each with the outlet of its event',
  'POST /customer/lead-sources/results':
    'names every lead source; its figures are of the outlet’s own customers: areas/leads/server/leads.test.ts',
  'POST /reward/inventories/find-all': 'says where else there is some: who has none sends the member there',
}

/** Where the outlet in a row is another thing than whose row it is: of these the customer says whose it is. */
const byCustomer: Readonly<Record<string, string>> = {
  'POST /customer/customers/updated-histories/find-all': 'names the outlet that changed a customer of this one',
  'POST /customer/customers/timeline': 'tells of one customer what happened anywhere',
}

/** Lists in which nothing of another outlet stands here, though head office asks, and why that proves enough. */
const nothingElsewhere: Readonly<Record<string, string>> = {
  'POST /customer/customers/duplicates': 'asks for what was typed: areas/customers/server/find-duplicates.test.ts',
  'POST /member/archive/inactive/find-all':
    'wants years without a purchase: tests/lists-of-a-house.test.ts adds the outlets up',
  'POST /member/archive/find-all': 'wants archived members: tests/lists-of-a-house.test.ts adds the outlets up',
  'POST /customer/memberships/downgrade-listing':
    'wants ended cycles: tests/lists-of-a-house.test.ts adds the outlets up',
  'POST /task/tasks/results': 'wants contacts that were logged: areas/tasks/server/contact.test.ts',
  'POST /customer/sales-to-check/find-all': 'wants what a till sent wrongly: areas/sales/server/sales-to-check.test.ts',
  'POST /customer/lead-sources/prospects/find-all': 'wants leads that were imported: areas/leads/server/leads.test.ts',
  'POST /retention/forecasts/find-all': 'wants a night of computing: areas/retention/server/retention.test.ts',
  'POST /audit-trail/find-all':
    'has changes for rows, of which it names the outlet: areas/audit/server/audit-trail.test.ts',
  'POST /reporting/audit-trail-report':
    'has changes for rows, of which it names the outlet: areas/reports/audit-trail/figures.test.ts',
  'POST /reporting/look-up-report': 'wants look-ups: areas/reports/look-ups/figures.test.ts',
  'POST /reporting/task-performance-report':
    'wants contacts of these days: areas/reports/task-performance/figures.test.ts',
  'POST /reporting/non-member-transaction-report':
    'wants walk-in sales of this week: areas/reports/server/every-report.test.ts',
  'POST /reporting/reactive-member-report':
    'wants years without a purchase: areas/reports/reactive-member/figures.test.ts',
  'POST /reporting/member-point-statement':
    'wants its days and one member, whom it looks up anywhere: areas/reports/point-statement/figures.test.ts',
  'POST /reporting/point-expiry-report': 'wants points that will end: areas/reports/point-expiry/figures.test.ts',
  'POST /reporting/point-expired-report': 'wants points that ended: areas/reports/point-expired/figures.test.ts',
  'POST /point/expires/group/find-all': 'has months for rows, of the points of the list beside it',
  'POST /point/expiry-rescue/find-all': 'wants points that end soon: areas/expiry/server/rescue/rescue.test.ts',
  'POST /point/expiry-rescue/contacts/find-all': 'wants contacts: areas/expiry/server/rescue/rescue.test.ts',
}

let own: Rows
let foreign: Rows
const registeredAt = { CustomerId: new Map<unknown, string>(), MembershipNo: new Map<unknown, string>() }
const worksAt = new Map<unknown, string>()
const soldAt = new Map<unknown, string>()
const doneAt = new Map<unknown, string>()

beforeAll(async () => {
  own = await rowsOf(app, OUTLET)
  foreign = await rowsOf(app, 'PAV')
  await app.token(everything)
  type Place = { id: unknown; outlet: string }
  const noted = async (places: Map<unknown, string>, text: string) => {
    for (const { id, outlet } of await app.sql<Place>(text)) places.set(id, outlet)
  }
  await noted(registeredAt.CustomerId, 'select customer_id as id, registered_outlet_code as outlet from customer')
  await noted(
    registeredAt.MembershipNo,
    'select membership_no as id, registered_outlet_code as outlet from membership join customer using (customer_id)',
  )
  await noted(
    worksAt,
    'select user_id as id, code as outlet from user_account join staff using (staff_id) join building using (building_id)',
  )
  await noted(soldAt, 'select invoice_no as id, outlet_code as outlet from transaction_summary')
  await noted(doneAt, 'select task_id as id, code as outlet from task join building using (building_id)')
  for (const [rows, outlet] of [
    [own, OUTLET],
    [foreign, 'PAV'],
  ] as const) {
    await app.sql(
      `insert into login_activity (activity_date_time, object_type, object_id, activity_description) values (now(), 'User', $1, 'x')`,
      `${rows.account}`,
    )
    await app.sql(
      `insert into audit_log (logged_at, action_type, object_type, object_id, log_text, updated_by_id, updated_by, outlet_code)
       values (now(), 'Note', 'Setting', '1', 'x', $1, 'x', $2)`,
      rows.account,
      outlet,
    )
    await app.sql(
      `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date, object_type, object_value,
         outlet_code, source_key)
       values ($1, 9000, 'Earn', 10, 10, '2026-01-01', '2026-01-01', '2026-01-01', '2030-01-31', 'Test', 'x', $2, 'test:lot:' || $1)`,
      rows.membership,
      outlet,
    )
  }
})

/** Whose a row is: by its outlet, or by the customer, the sale, the task or the account that it is about. */
function outletOf(path: string, row: Row): string | undefined {
  const outlet = row.RegisteredOutletCode ?? row.OutletCode ?? row.BuildingCode
  if (typeof outlet === 'string' && !(path in byCustomer)) return outlet
  const reported = Object.values(row)
  if (Object.values(foreign).some((key) => typeof key === 'string' && reported.includes(key))) return 'PAV'
  return (
    registeredAt.CustomerId.get(row.CustomerId) ??
    registeredAt.MembershipNo.get(row.MembershipNo) ??
    soldAt.get(row.InvoiceNo) ??
    doneAt.get(row.TaskId) ??
    worksAt.get(row.UserId) ??
    worksAt.get(row.ObjectType === 'User' ? Number(row.ObjectId) : row.CreatedById)
  )
}

const kindOf = ({ kind }: NamedRow) => (typeof kind === 'string' ? [undefined, kind] : Object.entries(kind.kinds)[0]!)

function put(body: Body, field: string, value: unknown) {
  const [first, ...rest] = field.split('.') as [string, ...string[]]
  if (rest.length === 0) body[first] = value
  else {
    body[first] = { ...(body[first] as Body) }
    put(body[first] as Body, rest.join('.'), value)
  }
}

/** Everything there is, where the list gives that, or else what it tells of one row that stands here. */
async function bodiesFor(endpoint: Endpoint, rows: Rows): Promise<Body[]> {
  const bodies: Body[] = [{}]
  const about: Body = {}
  for (const one of endpoint.scope.rows) {
    const [type, kind] = kindOf(one)
    if (typeof one.kind !== 'string') put(about, one.kind.field, type)
    const key = rows[kind as string]
    if (key === undefined) continue
    const body = structuredClone(about)
    put(body, one.field, key)
    bodies.push(body, {
      ...body,
      ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, `${value}`])),
    })
  }
  return bodies.filter((body) => endpoint.body.safeParse(body).success)
}

async function rowsFor(endpoint: Endpoint, body: Body, caller: Caller): Promise<Row[]> {
  const { status, body: answer } = await app.call(endpoint, body as never, caller)
  expect({ path: endpoint.path, status, known: [200, 400, 403, 404, 409].includes(status) }).toMatchObject({
    known: true,
  })
  return status === 200 ? (answer as { rows: Row[] }).rows : []
}

describe('an outlet whose staff may do everything', () => {
  test.each(named.filter(([path]) => !(path in forEverybody)))(
    'sees of %s only what is its own',
    async (path, endpoint) => {
      for (const body of await bodiesFor(endpoint, own)) {
        const rows = await rowsFor(endpoint, body, everything)
        const strange = rows.filter((row) => ![undefined, OUTLET].includes(outletOf(path, row)))
        expect({ body, strange }).toEqual({ body, strange: [] })
      }
    },
  )
})

test('every list of an outlet has rows of another one here, or stands in the table with its reason', async () => {
  const empty: string[] = []
  // What is of the caller's own, of all outlets alike or about one row that is named is nobody else's here.
  const outlets = named.filter(([, { path, scope }]) => scope.otherwise === 'own outlet' && !groupedReports.has(path))
  for (const [path, endpoint] of outlets) {
    const rows: Row[] = []
    for (const of of [own, foreign])
      for (const body of await bodiesFor(endpoint, of)) rows.push(...(await rowsFor(endpoint, body, hq)))
    if (!rows.some((row) => ![undefined, OUTLET, 'HQ'].includes(outletOf(path, row)))) empty.push(path)
  }
  expect(empty.filter((path) => !(path in nothingElsewhere))).toEqual([])
  expect(Object.keys(nothingElsewhere).filter((path) => !empty.includes(path))).toEqual([])
})
