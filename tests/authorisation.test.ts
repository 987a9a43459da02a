import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { type Privilege, privileges, type Role, reportRoles, roles, systemAccountScopes } from '#areas/access/roles.ts'
import { createSessionToken, hashSessionToken } from '#areas/access/server/tokens.ts'
import { deleteCustomer, listCustomers, updateCustomer } from '#areas/customers/contract/customers.ts'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { getDashboard } from '#areas/dashboard/contract.ts'
import { deleteMedia, updateMedia } from '#areas/media/contract.ts'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { updateMembership } from '#areas/memberships/contract/memberships.ts'
import { awardSalePoints, explainPoints } from '#areas/points/contract.ts'
import {
  addTransaction,
  getSale,
  getSaleDetail,
  listTransactionDetails,
  listTransactions,
  previewCancellation,
  updateSale,
  updateTransactionDetail,
} from '#areas/sales/contract.ts'
import { deleteStaff, restoreStaff, updateStaff } from '#areas/staff/contract/people.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { addView, deleteView, updateView } from '#areas/views/contract.ts'
import { type Endpoint, scopesOfAccessRule } from '#kit/contract/endpoint.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import { isOpenToSelfService } from '#kit/server/may-call.ts'
import { customer } from './factories/customers.ts'
import { createCardGroup } from './factories/memberships.ts'
import { addEarningRules, line, member } from './factories/sales.ts'
import { type Caller, hq, make, outletStaff, staffWith, systemWith, useApp } from './harness.ts'
import { permittedCallersByCall } from './policy.ts'
import { describeAccess } from './policy-words.ts'

// Tests the callers that tests/policy.ts permits, and their limits by outlet, role and status.
// every-call.test.ts covers unauthenticated callers, and staff on calls that are not for staff.

const app = useApp()
const endpoints = jsonRoutes.map(({ endpoint }) => endpoint)
const guarded = endpoints.filter(({ access }) => access !== 'public')
const named = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const forCustomersOnly = (access: Endpoint['access']) => access === 'customer' || access === 'visitor'
const each = (list: readonly Endpoint[]) => list.map((endpoint) => [named(endpoint), endpoint] as const)

/** A field that no call has: 400 means that the caller passed authorisation and that nothing was done. */
const nonsense = { NoSuchField: 1 } as never
const inPath = (endpoint: Endpoint) =>
  ({
    ...Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1])),
    ...(nonsense as object),
  }) as never

async function tokenOf(audience: 'staff' | 'customer', expires: string) {
  const token = createSessionToken()
  const { userId } = await app.token(hq)
  await sql`insert into session (token_hash, audience, user_id, customer_id, label, created_at, last_seen_at, expires_at)
    values (${hashSessionToken(token)}, ${audience}, ${audience === 'staff' ? userId : null}, ${audience === 'staff' ? null : 1},
      ${`${audience}-${token.slice(0, 12)}`}, now(), now(), ${expires})`.execute(app.db)
  return { as: null, headers: { authorization: `Bearer ${token}` } }
}

let ended: ReturnType<typeof tokenOf> | undefined
let visitor: ReturnType<typeof tokenOf> | undefined

describe('table of permitted callers', () => {
  test('table of permitted callers: every call is listed, and a new call needs a line in tests/policy.ts', () => {
    const declared = Object.fromEntries(endpoints.map((endpoint) => [named(endpoint), describeAccess(endpoint.access)]))
    expect(declared).toEqual(permittedCallersByCall)
  })

  test.each(each(guarded))('%s: an expired session is unauthenticated', async (_, endpoint) => {
    ended ??= tokenOf('staff', '2020-01-01Z')
    expect((await app.call(endpoint, inPath(endpoint), await ended)).status).toBe(401)
  })

  test.each(each(guarded.filter(({ access }) => !isOpenToSelfService(access))))(
    '%s: a customer session is refused',
    async (_, endpoint) => {
      visitor ??= tokenOf('customer', '2199-01-01Z')
      expect((await app.call(endpoint, inPath(endpoint), await visitor)).status).toBe(401)
    },
  )

  test.each(
    each(
      guarded.filter(({ access }) => !forCustomersOnly(access) && !(typeof access === 'object' && !('role' in access))),
    ),
  )('%s: head office with every right is admitted, and an unknown field is refused', async (_, endpoint) => {
    expect((await app.call(endpoint, inPath(endpoint), hq)).status).toBe(400)
  })

  test.each(each(guarded))('%s: a user with all other roles is refused', async (_, endpoint) => {
    for (const caller of almost(endpoint)) {
      expect(await app.call(endpoint, inPath(endpoint), caller)).toMatchObject({
        status: 403,
        refusal: { code: 'access.forbidden' },
      })
    }
  })

  test.each(each(guarded.filter(({ scope }) => scope.otherwise === 'HQ')))(
    '%s: staff of an outlet get 403, whatever their roles',
    async (_, endpoint) => {
      const everything = staffWith({ roles: 'all', privileges: 'all', outlet: 'KLCC' })
      expect((await app.call(endpoint, inPath(endpoint), everything)).status).toBe(403)
    },
  )

  test('only head office can change company-wide rules (levels, rates, structures, custom fields, settings)', () => {
    const changes = endpoints.filter(
      ({ kind, access }) => kind === 'change' && typeof access === 'object' && 'role' in access,
    )
    const shared = changes.filter(
      ({ scope: { rows, otherwise } }) =>
        otherwise === 'shared' || (otherwise === null && rows.every(({ reach }) => reach === 'everyone')),
    )
    expect(shared.map(named)).toEqual([])
    const ofHeadOffice = changes.filter(({ scope }) => scope.otherwise === 'HQ').map(({ path }) => path)
    for (const rule of [
      '/member/card-levels',
      '/point/rates',
      '/point/structures',
      '/setup/custom-fields',
      '/settings',
    ])
      expect(ofHeadOffice).toContain(`${rule}/update`)
  })

  test.each(each(guarded))('%s: a system account with every other scope is refused', async (_, endpoint) => {
    const caller = systemWith(
      ...systemAccountScopes.filter((scope) => !scopesOfAccessRule(endpoint.access).includes(scope)),
    )
    expect((await app.call(endpoint, inPath(endpoint), caller)).status).toBe(403)
  })
})

describe('user with reports only', () => {
  const reader = staffWith({
    roles: ['Dashboard', ...reportRoles],
    privileges: ['View Sales Information'],
    outlet: 'HQ',
  })

  /** Changes that an account with reports only may make, with the limit that the use case enforces. */
  const ownAccountCalls: Readonly<Record<string, string>> = {
    'POST /approvals/approve': 'needs the privilege of the kind of request',
    'POST /approvals/reject': 'needs the privilege of the kind of request',
    'POST /approvals/undo': 'its own decisions only',
    'POST /approvals/withdraw': 'its own requests only',
    'POST /auth/sessions/end': 'its own sessions; those of others need Force Logout',
    'POST /customer/memberships/lookup': 'a look-up: logged, changes nothing',
    'POST /customer/memberships/search': 'a look-up: logged, changes nothing',
    'POST /customer/memberships/next-action/put-off': 'a suggestion for the caller only',
    'POST /list-views/update': 'its own views: tested below',
    'POST /list-views/delete': 'its own views: tested below',
    'POST /media/update': 'its own photo: tested below',
    'POST /media/delete': 'its own photo: tested below',
    'POST /media/restore': 'its own photo: tested below',
  }

  test('user with reports only: can change their own settings and nothing else', async () => {
    const openCalls: string[] = []
    for (const endpoint of endpoints.filter(({ kind, access }) => kind === 'change' && access !== 'public')) {
      const { rows, otherwise } = endpoint.scope
      const isOwn = (otherwise ?? 'own account') === 'own account' && rows.every(({ reach }) => reach === 'own account')
      const isNote = otherwise === 'own account'
      if (isOwn || isNote) continue
      if ((await app.call(endpoint, inPath(endpoint), reader)).status !== 403) openCalls.push(named(endpoint))
    }
    expect(openCalls.filter((name) => !(name in ownAccountCalls))).toEqual([])
    expect(Object.keys(ownAccountCalls).filter((name) => !openCalls.includes(name))).toEqual([])
  })

  test('user with reports only: can neither share list views nor change shared ones', async () => {
    const State = { Filters: {}, Sort: null, Direction: 'ASC', Size: 10, Columns: null, Density: 'compact' }
    const view = { List: '/buildings/find-all', Name: 'Open outlets', State }
    const shared = await app.call(addView, { ...view, SharedYN: 'Y' } as never, hq)
    expect(shared.status).toBe(201)
    const { ViewId, Version } = shared.body
    const refused = { status: 403, refusal: { code: 'views.head_office_only' } }
    expect(await app.call(updateView, { ViewId, Version, Name: 'Mine' } as never, reader)).toMatchObject(refused)
    expect(await app.call(deleteView, { ViewId } as never, reader)).toMatchObject(refused)
    expect(await app.call(addView, { ...view, SharedYN: 'Y' } as never, reader)).toMatchObject(refused)
    const ownView = await app.call(addView, { ...view, SharedYN: 'N' } as never, reader)
    expect(ownView.status).toBe(201)
    const share = { ViewId: ownView.body.ViewId, Version: ownView.body.Version, SharedYN: 'Y' }
    expect(await app.call(updateView, share as never, reader)).toMatchObject(refused)
  })

  test('user with reports only: cannot change or delete files that other users attached to tasks', async () => {
    const [task] = await app.sql<{ task_id: number }>(
      `insert into task (name, building_id, due_date) select 'CALL', building_id, now() from building where code = 'KLCC' returning task_id`,
    )
    const { userId } = await app.token(hq)
    const [file] = await app.sql<{ media_id: number }>(
      `insert into media (object_type, object_id, type, stored_name, mime_type, bytes, file_name, file_extension, created_by_id, created_at, updated_at)
       values ('TaskId', $1, 'Document', $2, 'image/png', 1, 'x.png', 'png', $3, now(), now()) returning media_id`,
      `${task!.task_id}`,
      randomUUID(),
      userId,
    )
    const MediaId = file!.media_id
    const before = await auditLength()
    expect((await app.call(updateMedia, { MediaId, Version: 1, Title: 'Another' } as never, reader)).status).toBe(403)
    expect((await app.call(deleteMedia, { MediaId } as never, reader)).status).toBe(403)
    expect(await auditLength()).toBe(before)
  })
})

/** Callers who lack exactly one requirement: every role, or the privilege. */
function almost({ access }: Endpoint): Caller[] {
  if (typeof access === 'string' || !('role' in access)) return []
  const needed: readonly string[] = [access.role].flat()
  const others = roles.filter((role) => !needed.includes(role)) as Role[]
  const without = staffWith({ roles: others, privileges: 'all', outlet: 'HQ' })
  if (!access.privilege) return [without]
  const rest = privileges.filter((privilege) => privilege !== access.privilege) as Privilege[]
  return [without, staffWith({ roles: 'all', privileges: rest, outlet: 'HQ' })]
}

describe('fields that only the server sets', () => {
  const serverFields = [
    'CreatedById',
    'UpdatedById',
    'CreatedAt',
    'UpdatedAt',
    'CollectedById',
    'PointReversed',
    'PointBalance',
  ]
  const changes = endpoints.filter(({ kind }) => kind === 'change')

  test.each(each(changes))('%s refuses fields that only the server sets', async (_, endpoint) => {
    const before = await auditLength()
    for (const field of serverFields) {
      const body = { ...(inPath(endpoint) as object), [field]: 1 } as Record<string, unknown>
      delete body.NoSuchField
      const reply = await app.call(endpoint, body as never, endpoint.access === 'public' ? null : hq)
      // Head office is refused at calls that are for tills only.
      if (reply.status === 403) continue
      expect(reply).toMatchObject({ status: 400 })
    }
    expect(await auditLength()).toBe(before)
  })
})

const auditLength = async () =>
  (await app.sql<{ count: number }>('select count(*)::int as count from audit_record'))[0]!.count

describe('records of another outlet', () => {
  const ownOutletStaff = staffWith({ roles: ['Customer', 'Customer Transaction', 'Point Adjustment'], outlet: 'KLCC' })
  const otherOutletStaff = staffWith({ roles: ['Customer', 'Customer Transaction'], outlet: 'PAV' })

  async function foreignSale() {
    const rules = await app.sql('select 1 from point_rate limit 1')
    if (rules.length === 0) await addEarningRules(app.db)
    const { MembershipNo } = await member(app.db)
    for (const staff of [ownOutletStaff, otherOutletStaff]) await app.call(lookupMember, { Typed: MembershipNo }, staff)
    const InvoiceNo = `FOREIGN${make.nextNumber()}`
    const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line('1234.50')] } as never
    expect((await app.call(addTransaction, sale, otherOutletStaff)).status).toBe(201)
    return { InvoiceNo, MembershipNo }
  }

  const onSale: [string, (InvoiceNo: string, MembershipNo: string) => Promise<{ status: number; body: unknown }>][] = [
    ['reading the sale', (InvoiceNo) => app.call(getSale, { InvoiceNo }, ownOutletStaff)],
    ['changing the sale', (InvoiceNo) => app.call(updateSale, { InvoiceNo, Remarks: 'x' }, ownOutletStaff)],
    ['reading a line', (InvoiceNo) => app.call(getSaleDetail, { InvoiceNo, SequenceNo: 1 }, ownOutletStaff)],
    [
      'changing a line',
      (InvoiceNo) => app.call(updateTransactionDetail, { InvoiceNo, SequenceNo: 1, Description: 'x' }, ownOutletStaff),
    ],
    [
      'awarding its points',
      (InvoiceNo, MembershipNo) => app.call(awardSalePoints, { InvoiceNo, MembershipNo }, ownOutletStaff),
    ],
  ]
  test.each(onSale)('%s: a record of another outlet gets the same reply as a missing record', async (_, attempt) => {
    const { InvoiceNo, MembershipNo } = await foreignSale()
    const foreign = await attempt(InvoiceNo, MembershipNo)
    const missing = await attempt('NOSUCHINVOICE', MembershipNo)
    const messageOf = ({ body }: { body: unknown }) =>
      JSON.stringify({ ...(body as object), requestId: '' })
        .replaceAll(InvoiceNo, '#')
        .replaceAll('NOSUCHINVOICE', '#')
    expect(foreign.status).toBe(404)
    expect(missing.status).toBe(404)
    expect(messageOf(foreign)).toBe(messageOf(missing))
  })

  test('records of another outlet: no list contains them, even if a filter names that outlet', async () => {
    const { InvoiceNo, MembershipNo } = await foreignSale()
    await customer(app.db, { FullName: 'FOREIGN LADY', RegisteredOutletCode: 'PAV' })
    for (const OutletCode of [undefined, 'PAV', 'HQ']) {
      const Search = { ...(OutletCode && { OutletCode }) }
      expect(
        JSON.stringify((await app.call(listTransactions, { Search, Rows: 1000 }, ownOutletStaff)).body),
      ).not.toContain(InvoiceNo)
      const people = await app.call(
        listCustomers,
        { Search: { ...Search, FullName: 'FOREIGN' } } as never,
        ownOutletStaff,
      )
      expect(JSON.stringify(people.body)).not.toContain('FOREIGN LADY')
    }
    const lines = await app.call(listTransactionDetails, { Search: { InvoiceNo } }, ownOutletStaff)
    expect(lines.body.rows).toEqual([])
    expect(MembershipNo).toBeTruthy()
  })

  test('records of another outlet: no dashboard figure includes them, and a request for that outlet is refused', async () => {
    const ask = { DateFrom: '2026-01-01', DateTo: '2026-01-31' }
    expect((await app.call(getDashboard, { ...ask, OutletCode: 'PAV' }, ownOutletStaff)).status).toBe(403)
    expect((await app.call(getDashboard, { ...ask, OutletCode: 'KLCC' }, ownOutletStaff)).status).toBe(200)
  })

  test('records of another outlet: staff cannot delete a customer of that outlet', async () => {
    const { CustomerId } = await customer(app.db, { RegisteredOutletCode: 'PAV' })
    expect([403, 404]).toContain((await app.call(deleteCustomer, { CustomerId }, ownOutletStaff)).status)
  })
})

test('staff without the sales privilege see the amounts of a single sale and the spend of one member', async () => {
  const rules = await app.sql('select 1 from point_rate limit 1')
  if (rules.length === 0) await addEarningRules(app.db)
  const { MembershipNo, CustomerId } = await member(app.db)
  const sale = { TransactionType: 'N', InvoiceNo: 'AMOUNT30', MembershipNo, Details: [line('7531.25')] } as never
  expect((await app.call(addTransaction, sale, outletStaff)).body).toMatchObject({ TotalAmount: '7531.25' })
  const reported = [
    app.call(memberCard, { MembershipNo }, outletStaff),
    app.call(listTransactions, { Search: { MembershipNo } }, outletStaff),
    app.call(listTransactionDetails, { Search: { MembershipNo } }, outletStaff),
    app.call(getSale, { InvoiceNo: 'AMOUNT30' }, outletStaff),
    app.call(previewCancellation, { OriginalInvoiceNo: 'AMOUNT30' }, outletStaff),
    app.call(explainPoints, { MembershipNo }, outletStaff),
    app.call(customerTimeline, { Search: { CustomerId } }, outletStaff),
  ]
  for (const { status, body } of await Promise.all(reported)) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('7531.25')
  }
})

test('only the listed lists contain totals of sales of several customers', async () => {
  // Reports are tested in areas/reports/server/every-report.test.ts.
  const isReport = (path: string) => path.startsWith('/reporting/')
  const listed = endpoints.filter(({ kind, path, reply }) => {
    const schema = JSON.stringify(toJsonSchema(reply, 'output'))
    return (
      kind === 'read' &&
      !isReport(path) &&
      schema.includes('"count"') &&
      schema.includes('"privilege":"View Sales Information"')
    )
  })
  expect(listed.map(({ path }) => path).sort()).toEqual([
    '/campaign/campaigns/calendar',
    '/customer/customers/find-all',
    '/customer/lead-sources/prospects/find-all',
    '/customer/lead-sources/results',
    '/customer/memberships/downgrade-listing',
    '/customer/referrer-listing/find-all',
    '/loyalty-watch/find-all',
    '/member/level-histories/find-all',
    '/retention/forecasts/find-all',
    '/task/tasks/results',
  ])
})

describe('statuses that have a call of their own', () => {
  test('no update call sets the status of a membership or customer to Deleted, Merged or Archived', async () => {
    const { MembershipNo } = await member(app.db)
    const { CustomerId } = await customer(app.db)
    for (const Status of ['Deleted', 'Merged', 'Archived']) {
      expect((await app.call(updateMembership, { MembershipNo, Version: 1, Status } as never)).status).toBe(400)
      await app.call(updateCustomer, { CustomerId, Status } as never)
    }
    expect(await app.sql('select status from customer where customer_id = $1', CustomerId)).toEqual([
      { status: 'Active' },
    ])
  })

  type Doing = 'activate' | 'inactivate' | 'delete' | 'restore'
  const changeStatus = (doing: Doing, StaffId: number, Version: number) => {
    if (doing === 'delete') return app.call(deleteStaff, { StaffId })
    if (doing === 'restore') return app.call(restoreStaff, { StaffId })
    return app.call(updateStaff, { StaffId, Version, Status: doing === 'activate' ? 'Active' : 'Inactive' })
  }
  // Saving a form without changing the status is permitted.
  const allowed: Record<'Active' | 'Inactive' | 'Deleted', Partial<Record<Doing, string>>> = {
    Active: { activate: 'Active', inactivate: 'Inactive', delete: 'Deleted' },
    Inactive: { activate: 'Active', inactivate: 'Inactive', delete: 'Deleted' },
    Deleted: { restore: 'Inactive' },
  }
  const pairs = (['Active', 'Inactive', 'Deleted'] as const).flatMap((from) =>
    (['activate', 'inactivate', 'delete', 'restore'] as const).map((doing) => [from, doing] as const),
  )
  test.each(pairs)('staff record with status %s: the action “%s” has the listed result', async (from, doing) => {
    const { StaffId, Version } = await make.staff(app.db, { Status: from, UpdatedAt: app.clock.now() })
    const reply = await changeStatus(doing, StaffId, Version)
    const to = allowed[from][doing]
    expect(reply.status).toBe(to ? 200 : 409)
    const [row] = await app.sql<{ status: string }>('select status from staff where staff_id = $1', StaffId)
    expect(row!.status).toBe(to ?? from)
  })
})

test('a deleted record can neither be changed nor used', async () => {
  const { GroupId } = await createCardGroup(app.db)
  await app.call(cardGroups.remove, { GroupId })
  expect((await app.call(cardGroups.update, { GroupId, Version: 2, Name: 'Back' })).status).toBe(409)
  const { CustomerId } = await customer(app.db, { Status: 'Deleted' })
  expect([404, 409]).toContain(
    (await app.call(updateCustomer, { CustomerId, Version: 1, FullName: 'BACK' } as never)).status,
  )
  const { StaffId } = await make.staff(app.db, { Status: 'Deleted' })
  expect((await app.call(updateStaff, { StaffId, Version: 1, FullName: 'BACK' })).status).toBe(409)
})
