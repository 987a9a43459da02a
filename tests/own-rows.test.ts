import { beforeAll, describe, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { pathsOfGroupedReports } from '#areas/reports/server/reports.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import type { NamedRow } from '#kit/contract/scope.ts'
import { type Rows, rowsOf } from './factories/foreign-rows.ts'
import { type Caller, hq, staffWith, useApp } from './harness.ts'

// Covers new lists automatically: outlet staff with every right request every list with count and rows.
// Another outlet of the company has a row of every kind, which no reply may contain.

const app = useApp()
const OUTLET = 'KLCC'
const everything = staffWith({ roles: 'all', privileges: 'all', outlet: OUTLET })

type Row = Record<string, unknown>
type Body = Record<string, unknown>

const replyOf = ({ reply }: Endpoint) => toJsonSchema(reply, 'output').properties ?? {}
const lists = jsonRoutes
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => endpoint.kind === 'read' && replyOf(endpoint).count && replyOf(endpoint).rows)
const named = lists.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** Lists with the same rows for every outlet, with the reason for each. */
const sameForAllOutlets: Readonly<Record<string, string>> = {
  'POST /staffs/find-all': 'is the staff directory, from which sales persons and preferred staff are chosen',
  'GET /buildings': 'is the choice of outlets',
  'POST /buildings/find-all': 'is the choice of outlets',
  'POST /campaign/campaigns/find-all': 'campaigns are run by head office for all outlets',
  'POST /customer/lead-sources/find-all': 'is the choice of lead sources, each with the outlet of its event',
  'POST /customer/lead-sources/results':
    'names every lead source; its figures are of the outlet’s own customers: areas/leads/server/leads.test.ts',
  'POST /reward/inventories/find-all': 'shows the stock of other outlets, so that staff can send the member there',
}

/** Lists whose outlet column is not the owner of the row: access depends on the customer. */
const byCustomer: Readonly<Record<string, string>> = {
  'POST /customer/customers/updated-histories/find-all': 'names the outlet that changed the customer',
  'POST /customer/customers/timeline': 'lists events of one customer at all outlets',
}

/** Lists that have no row of another outlet in this test, with the test that covers each. */
const nothingElsewhere: Readonly<Record<string, string>> = {
  'POST /customer/customers/duplicates': 'requires search texts: areas/customers/server/find-duplicates.test.ts',
  'POST /member/archive/inactive/find-all':
    'requires years without a purchase: tests/outlet-lists.test.ts sums up the outlets',
  'POST /member/archive/find-all': 'requires archived members: tests/outlet-lists.test.ts sums up the outlets',
  'POST /customer/memberships/downgrade-listing':
    'requires ended cycles: tests/outlet-lists.test.ts sums up the outlets',
  'POST /task/tasks/results': 'requires logged contacts: areas/tasks/server/contact.test.ts',
  'POST /customer/sales-to-check/find-all': 'requires invalid till sales: areas/sales/server/sales-to-check.test.ts',
  'POST /customer/sales-to-check/sales/find-all':
    'requires till sales with a wrong clock or number: areas/sales/server/checked-sales.test.ts',
  'POST /customer/lead-sources/prospects/find-all': 'requires imported leads: areas/leads/server/leads.test.ts',
  'POST /retention/forecasts/find-all': 'requires computed forecasts: areas/retention/server/retention.test.ts',
  'POST /audit-trail/find-all': 'its rows are changes, with the outlet of each: areas/audit/server/audit-trail.test.ts',
  'POST /reporting/audit-trail-report':
    'its rows are changes, with the outlet of each: areas/reports/audit-trail/figures.test.ts',
  'POST /reporting/look-up-report': 'requires look-ups: areas/reports/look-ups/figures.test.ts',
  'POST /reporting/task-performance-report':
    'requires contacts of this period: areas/reports/task-performance/figures.test.ts',
  'POST /reporting/non-member-transaction-report':
    'requires walk-in sales of this week: areas/reports/server/every-report.test.ts',
  'POST /reporting/reactive-member-report':
    'requires years without a purchase: areas/reports/reactive-member/figures.test.ts',
  'POST /reporting/member-point-statement':
    'requires a period and one member, looked up at any outlet: areas/reports/point-statement/figures.test.ts',
  'POST /reporting/point-expiry-report': 'requires points that will expire: areas/reports/point-expiry/figures.test.ts',
  'POST /reporting/point-expired-report': 'requires expired points: areas/reports/point-expired/figures.test.ts',
  'POST /point/expires/group/find-all': 'its rows are months, with totals of /point/expires/find-all',
  'POST /point/expiry-rescue/find-all': 'requires points that expire soon: areas/expiry/server/rescue/rescue.test.ts',
  'POST /point/expiry-rescue/contacts/find-all': 'requires contacts: areas/expiry/server/rescue/rescue.test.ts',
}

let ownRows: Rows
let foreign: Rows
const registeredAt = { CustomerId: new Map<unknown, string>(), MembershipNo: new Map<unknown, string>() }
const worksAt = new Map<unknown, string>()
const soldAt = new Map<unknown, string>()
const doneAt = new Map<unknown, string>()

beforeAll(async () => {
  ownRows = await rowsOf(app, OUTLET)
  foreign = await rowsOf(app, 'PAV')
  await app.token(everything)
  type OwnedRow = { id: unknown; outlet: string }
  const recordOwners = async (places: Map<unknown, string>, text: string) => {
    for (const { id, outlet } of await app.sql<OwnedRow>(text)) places.set(id, outlet)
  }
  await recordOwners(
    registeredAt.CustomerId,
    'select customer_id as id, registered_outlet_code as outlet from customer',
  )
  await recordOwners(
    registeredAt.MembershipNo,
    'select membership_no as id, registered_outlet_code as outlet from membership join customer using (customer_id)',
  )
  await recordOwners(
    worksAt,
    'select user_id as id, code as outlet from user_account join staff using (staff_id) join building using (building_id)',
  )
  await recordOwners(soldAt, 'select invoice_no as id, outlet_code as outlet from transaction_summary')
  await recordOwners(doneAt, 'select task_id as id, code as outlet from task join building using (building_id)')
  for (const [rows, outlet] of [
    [ownRows, OUTLET],
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

/** Returns the outlet that owns a row: the row's own, or that of its customer, sale, task or account. */
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

/** Returns all rows of the list, or of one existing parent record if the list requires one. */
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

describe('lists for outlet staff who have every role', () => {
  test.each(named.filter(([path]) => !(path in sameForAllOutlets)))(
    'staff of an outlet with every role: %s returns only rows of that outlet',
    async (path, endpoint) => {
      for (const body of await bodiesFor(endpoint, ownRows)) {
        const rows = await rowsFor(endpoint, body, everything)
        const strange = rows.filter((row) => ![undefined, OUTLET].includes(outletOf(path, row)))
        expect({ body, strange }).toEqual({ body, strange: [] })
      }
    },
  )
})

test('every list is tested with rows of another outlet, or is exempt for a stated reason', async () => {
  const empty: string[] = []
  // Excludes rows of the caller, rows shared by all outlets, and lists about one record.
  const outlets = named.filter(
    ([, { path, scope }]) => scope.otherwise === 'own outlet' && !pathsOfGroupedReports.has(path),
  )
  for (const [path, endpoint] of outlets) {
    const rows: Row[] = []
    for (const of of [ownRows, foreign])
      for (const body of await bodiesFor(endpoint, of)) rows.push(...(await rowsFor(endpoint, body, hq)))
    if (!rows.some((row) => ![undefined, OUTLET, 'HQ'].includes(outletOf(path, row)))) empty.push(path)
  }
  expect(empty.filter((path) => !(path in nothingElsewhere))).toEqual([])
  expect(Object.keys(nothingElsewhere).filter((path) => !empty.includes(path))).toEqual([])
})
