import { beforeAll, describe, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { systemAccountScopes } from '#areas/access/roles.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import * as sales from '#areas/sales/contract.ts'
import { enterExchange, getTillReferenceData, sendCallBatch } from '#areas/tills/contract.ts'
import { type Endpoint, scopesOfAccessRule } from '#kit/contract/endpoint.ts'
import { missingRowKeys, type Rows, rowsOf } from './factories/foreign-rows.ts'
import { bodyFor, plausibleWords, seeded } from './factories/generated-bodies.ts'
import { points } from './factories/rewards.ts'
import { line, member } from './factories/sales.ts'
import { type Caller, hq, make, staffWith, systemAt, systemWith, useApp } from './harness.ts'

// Covers new calls of programs automatically: an account of two outlets makes each call at both, and at a third.

const app = useApp()
const ofTwo = systemAt(['KLCC', 'PAV'], ...systemAccountScopes)
const ofOne = systemAt(['KLCC'], ...systemAccountScopes)
const ofAll = systemWith(...systemAccountScopes)
const THIRD = 'BSC'

const endpoints = jsonRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ access }) => scopesOfAccessRule(access).length > 0)
const pathOf = ({ path }: Endpoint) => path
const atOutlet = endpoints.filter(({ outlet }) => outlet).map((endpoint) => [pathOf(endpoint), endpoint] as const)

let foreign: Rows
let missing: Rows

beforeAll(async () => {
  await make.building(app.db, { Code: THIRD })
  foreign = await rowsOf(app, THIRD)
  missing = missingRowKeys(Object.keys(foreign))
})

type Body = Record<string, unknown>

function put(body: Body, field: string, value: unknown) {
  const [first, ...rest] = field.split('.') as [string, ...string[]]
  if (rest.length === 0) body[first] = value
  else {
    body[first] = { ...(body[first] as Body) }
    put(body[first] as Body, rest.join('.'), value)
  }
}

/** A valid body that names these outlets, in the order of the fields; undefined leaves a field out. */
function bodyAt(endpoint: Endpoint, ...outlets: readonly (string | undefined)[]): Body {
  for (let seed = 1; seed < 4_000; seed++) {
    const body = bodyFor(endpoint, seeded(seed), plausibleWords) as Body
    for (const [index, field] of endpoint.outlet!.fields.entries()) put(body, field, outlets[index])
    if (endpoint.body.safeParse(body).success) return body
  }
  throw new Error(`No body fits ${endpoint.path}`)
}

const codeOf = async (endpoint: Endpoint, body: Body, caller: Caller) =>
  (await app.call(endpoint, body as never, caller)).refusal.code as string | undefined

describe.each(atOutlet)('%s', (path, endpoint) => {
  const { otherOutlet, outletRequired, fields } = endpoint.outlet!

  test.each(fields.map((field, index) => [field, index] as const))(
    `${path}: a third outlet in %s is refused for accounts of one and of two outlets`,
    async (_field, index) => {
      const outlets = fields.map((_name, position) => (position === index ? THIRD : 'KLCC'))
      for (const caller of [ofOne, ofTwo])
        expect(await codeOf(endpoint, bodyAt(endpoint, ...outlets), caller)).toBe(otherOutlet.code)
    },
  )

  test(`${path}: an account of two outlets acts at both, and has to name one`, async () => {
    for (const outlet of ['KLCC', 'PAV'])
      expect([otherOutlet.code, outletRequired.code]).not.toContain(
        await codeOf(endpoint, bodyAt(endpoint, outlet, outlet), ofTwo),
      )
    expect(await codeOf(endpoint, bodyAt(endpoint), ofTwo)).toBe(outletRequired.code)
  })

  test(`${path}: an account of one outlet acts there without naming it`, async () => {
    expect([otherOutlet.code, outletRequired.code]).not.toContain(await codeOf(endpoint, bodyAt(endpoint), ofOne))
  })
})

const byStaffToo = atOutlet.filter(
  ([, { outlet, access }]) => !outlet!.staffChoose && typeof access === 'object' && 'role' in access,
)

test.each(byStaffToo)('%s: staff and head office cannot act at the outlet of others', async (_, endpoint) => {
  for (const outlet of ['KLCC', 'HQ']) {
    const staff = staffWith({ roles: 'all', privileges: 'all', outlet })
    expect(await codeOf(endpoint, bodyAt(endpoint, 'PAV'), staff)).toBe('kit.other_outlet')
  }
})

/** Changes of programs that take place at no outlet, with the reason for each. */
const withoutOutlet: Readonly<Record<string, string>> = {
  '/auth/system/sign-in': 'opens a session',
  '/customer/customers/duplicates': 'searches all outlets',
  '/customer/memberships/lookup': 'finds the members of all outlets',
  '/messages/bounces/add': 'reports messages',
  '/reward/customer-rewards/security-code': 'is limited to the outlets of the claim',
  '/till/vouchers/check': 'changes nothing but the count of wrong codes',
}

test('outlet of a program: every change by programs names its outlet, or a row of an outlet', () => {
  const unbound = endpoints
    .filter(
      ({ kind, outlet, scope }) =>
        kind === 'change' && !outlet && !scope.rows.some(({ reach }) => reach === 'own outlet'),
    )
    .map(pathOf)
    .filter((path) => !(path in withoutOutlet))
  expect(unbound).toEqual([])
})

const ofOutlets = endpoints.flatMap((endpoint) =>
  endpoint.scope.rows
    .filter(({ reach }) => reach === 'own outlet')
    .map(({ field, kind }) => [`${endpoint.path}: ${field}`, endpoint, field, kind as string] as const),
)

test.each(ofOutlets)(
  'rows of a program’s outlets: %s of a third outlet is refused like a missing one',
  async (_, endpoint, field, kind) => {
    const refusalOf = async (rows: Rows, caller: Caller) => {
      for (let seed = 1; seed < 4_000; seed++) {
        const body = bodyFor(endpoint, seeded(seed), plausibleWords) as Body
        if ('TransactionType' in body) body.TransactionType = 'C'
        for (const name of endpoint.outlet?.fields ?? []) put(body, name, 'KLCC')
        put(body, field, rows[kind])
        if (!endpoint.body.safeParse(body).success) continue
        const { status, refusal } = await app.call(endpoint, body as never, caller)
        return { status, code: refusal.code, message: refusal.message }
      }
      throw new Error(`No body fits ${endpoint.path}`)
    }
    for (const caller of [ofOne, ofTwo]) {
      const refused = await refusalOf(foreign, caller)
      expect([403, 404]).toContain(refused.status)
      expect(await refusalOf(missing, caller)).toEqual(refused)
    }
  },
)

describe('sales of a program of two outlets', () => {
  const sell = async (OutletCode: string | undefined, caller: Caller, more: object = {}) =>
    app.call(
      sales.addTransaction,
      {
        TransactionType: 'N',
        InvoiceNo: `OP-${make.nextNumber()}`,
        OutletCode,
        Details: [line('100')],
        ...more,
      } as never,
      caller,
    )
  const listed = async (caller: Caller, Search: object = {}) => {
    const { body } = await app.call(sales.listTransactions, { Search, Rows: 1000 } as never, caller)
    return [...new Set(body.rows.map(({ OutletCode }) => OutletCode))].sort()
  }

  test('program of two outlets: sales are entered and listed at both, and a filter by outlet shows no other outlet', async () => {
    await sell(THIRD, hq)
    expect((await sell('KLCC', ofTwo)).body.OutletCode).toBe('KLCC')
    expect((await sell('PAV', ofTwo)).body.OutletCode).toBe('PAV')
    expect(await listed(ofTwo)).toEqual(['KLCC', 'PAV'])
    expect(await listed(ofTwo, { OutletCode: 'PAV' })).toEqual(['PAV'])
    expect(await listed(ofTwo, { OutletCode: 'HQ' })).toEqual(['KLCC', 'PAV'])
    expect(await listed(ofTwo, { OutletCode: THIRD })).toEqual([])
    expect(await listed(ofOne)).toEqual(['KLCC'])
    expect(await listed(ofAll)).toContain(THIRD)
  })

  test('program of two outlets: one sale, one line and the lists of lines are limited to both outlets', async () => {
    const elsewhere = (await sell(THIRD, hq)).body.InvoiceNo
    const own = (await sell('PAV', ofTwo)).body.InvoiceNo
    const statuses = async (InvoiceNo: string) => [
      (await app.call(sales.getSale, { InvoiceNo }, ofTwo)).status,
      (await app.call(sales.getSaleDetail, { InvoiceNo, SequenceNo: 1 }, ofTwo)).status,
    ]
    expect(await statuses(own)).toEqual([200, 200])
    expect(await statuses(elsewhere)).toEqual([404, 404])
    const lines = async (InvoiceNo: string) =>
      (await app.call(sales.listTransactionDetails, { Search: { InvoiceNo } } as never, ofTwo)).body.count
    expect([await lines(own), await lines(elsewhere)]).toEqual([1, 0])
  })

  test('program of two outlets: a piece sold at one outlet is returned and exchanged at the other', async () => {
    const { InvoiceNo } = (await sell('KLCC', ofTwo)).body
    const returned = await app.call(
      sales.addTransaction,
      { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo, OutletCode: 'PAV' } as never,
      ofTwo,
    )
    expect(returned).toMatchObject({ status: 201, body: { OutletCode: 'PAV', OriginalInvoiceNo: InvoiceNo } })
    const second = (await sell('KLCC', ofTwo)).body.InvoiceNo
    const exchanged = await app.call(
      enterExchange,
      {
        Return: { OriginalInvoiceNo: second },
        Sale: { InvoiceNo: `OP-${make.nextNumber()}`, OutletCode: 'PAV', Details: [line('120')] },
      } as never,
      ofTwo,
    )
    expect(exchanged).toMatchObject({
      status: 201,
      body: { Return: { OutletCode: 'PAV' }, Sale: { OutletCode: 'PAV' } },
    })
  })

  test('program of two outlets: a sales order finds the sale of both outlets, and not that of a third', async () => {
    const SalesOrder = `SO-${make.nextNumber()}`
    await sell(THIRD, hq, { SalesOrder })
    const cancel = () =>
      app.call(sales.addTransaction, { TransactionType: 'C', SalesOrder, OutletCode: 'KLCC' } as never, ofTwo)
    expect((await cancel()).status).toBe(404)
    const { InvoiceNo } = (await sell('KLCC', ofTwo, { SalesOrder })).body
    expect((await cancel()).body.OriginalInvoiceNo).toBe(InvoiceNo)
  })

  test('program of two outlets: a redemption is recorded at the outlet that the call names, and each call of a batch names its own', async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 500)
    const redeem = (OutletCode: string) => ({
      Key: `redeem-${OutletCode}-${make.nextNumber()}`,
      Path: redeemPoints.path,
      Body: { MembershipNo, Points: 10, ObjectType: 'Gift', ObjectValue: `G${make.nextNumber()}`, OutletCode },
    })
    const { body } = await app.call(
      sendCallBatch,
      { Calls: [redeem('KLCC'), redeem('PAV'), redeem(THIRD), redeem('KLCC')] } as never,
      ofTwo,
    )
    expect(body.Results.map(({ Status }) => Status)).toEqual([201, 201, 403, 201])
    const entries = await app.sql<{ outlet_code: string }>(
      `select outlet_code from point_history where membership_no = $1 and transaction_type = 'Redeem' order by sequence_no`,
      MembershipNo,
    )
    expect(entries.map(({ outlet_code }) => outlet_code)).toEqual(['KLCC', 'PAV', 'KLCC'])
  })

  test('till reference: names the outlets of the account', async () => {
    const outletsOf = async (caller: Caller) => {
      const { OutletCode, OutletCodes } = (await app.call(getTillReferenceData, {}, caller)).body
      return { OutletCode, OutletCodes }
    }
    expect(await outletsOf(ofTwo)).toEqual({ OutletCode: null, OutletCodes: ['KLCC', 'PAV'] })
    expect(await outletsOf(ofOne)).toEqual({ OutletCode: 'KLCC', OutletCodes: ['KLCC'] })
    expect(await outletsOf(ofAll)).toEqual({ OutletCode: null, OutletCodes: [] })
  })
})
