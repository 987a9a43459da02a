import { hash } from '@node-rs/argon2'
import { beforeAll, expect, test } from 'vitest'
import { systemSignIn } from '#areas/access/contract.ts'
import { getPointBalance } from '#areas/points/contract.ts'
import { addTransaction, addTransactionDetail, getSale, listSalesToCheck, mapSaleLine } from '#areas/sales/contract.ts'
import { addEarningRules, companyBrands, line, member } from './factories/sales.ts'
import { type CallOptions, hq, make, staffWith, systemWith, useApp } from './harness.ts'

// Tests a day of a till, with one HTTP call of a system account per message; each step depends on the previous ones.

const app = useApp({ at: '2026-11-21T02:05:00Z' })
const SECRET = 'a long secret of the till'
const shop = staffWith({ roles: ['Customer Transaction'] })

// The till's session lasts one hour, as in production.
let till: CallOptions
const signIn = async () => {
  const { body } = await app.call(systemSignIn, { ClientId: 'till-klcc', ClientSecret: SECRET }, null)
  till = { as: null, headers: { authorization: `Bearer ${body.access_token}` } }
}

let customer: { MembershipNo: string }
const points = async () => (await app.call(getPointBalance, { MembershipNo: customer.MembershipNo }, hq)).body.Available

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
  customer = await member(app.db)
  const PasswordHash = await hash(SECRET, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  await make.account(app.db, systemWith('sales:write', 'sales:cancel'), { Username: 'till-klcc', PasswordHash })
  await signIn()
})

const morning = () => ({
  TransactionType: 'N',
  InvoiceNo: 'KLCC-0001',
  SalesOrder: 'SO-1001',
  OutletCode: 'KLCC',
  MembershipNo: customer.MembershipNo,
  PerformedAt: '2026-11-21T10:05:00',
  TotalAmount: '1800.00',
  Details: [line('1000'), line('500')],
})

test('a till at 10:05: the reply to a sale contains the earned points', async () => {
  expect(await app.call(addTransaction, morning() as never, { ...till, key: 'till-1-0001' })).toMatchObject({
    status: 201,
    body: { Source: 'POS', TotalAmount: '1800.00', EarnedPoints: 150, PointsAvailable: 150 },
  })
})

test('a till at 10:06, after a network failure: the same Idempotency-Key gets the same reply and creates no second sale', async () => {
  const again = await app.call(addTransaction, morning() as never, { ...till, key: 'till-1-0001' })
  expect(again).toMatchObject({ status: 201, body: { InvoiceNo: 'KLCC-0001', EarnedPoints: 150 } })
  expect(await app.call(addTransaction, morning() as never, { ...till, key: 'till-1-0002' })).toMatchObject({
    status: 409,
    refusal: { code: 'sales.invoice_exists' },
  })
  expect(await points()).toBe(150)
})

test('a till at 10:10: a late line earns points, and a line above the document total is refused', async () => {
  const lateLine = (UnitPrice: string) => ({ InvoiceNo: 'KLCC-0001', ...line(UnitPrice) }) as never
  expect(await app.call(addTransactionDetail, lateLine('300'), till)).toMatchObject({
    status: 201,
    body: { SequenceNo: 3 },
  })
  expect(await app.call(addTransactionDetail, lateLine('70000'), till)).toMatchObject({
    status: 409,
    refusal: { code: 'sales.above_total' },
  })
  expect((await app.call(getSale, { InvoiceNo: 'KLCC-0001' }, hq)).body).toMatchObject({
    TotalAmount: '1800.00',
    EarnedPoints: 180,
  })
})

test('a till at 12:30: can still sign in after an attacker sent a wrong secret for the same account', async () => {
  app.clock.advance(3 * 3600)
  expect(await app.call(systemSignIn, { ClientId: 'till-klcc', ClientSecret: 'guessed' }, null)).toMatchObject({
    status: 401,
    refusal: { code: 'access.wrong_credentials' },
  })
  const sale = { TransactionType: 'N', InvoiceNo: 'KLCC-00015', OutletCode: 'KLCC', Details: [line('9')] } as never
  // The till's session of an hour has expired.
  expect((await app.call(addTransaction, sale, till)).status).toBe(401)
  await signIn()
  expect((await app.call(addTransaction, sale, till)).status).toBe(201)
})

test('a till at 14:00: a sale of unknown goods is accepted, earns nothing, and is listed in Sales to check', async () => {
  const sale = {
    TransactionType: 'N',
    InvoiceNo: 'KLCC-0002',
    OutletCode: 'KLCC',
    MembershipNo: customer.MembershipNo,
    Details: [line('400', { Brand: 'Aurelya' })],
  }
  expect(await app.call(addTransaction, sale as never, till)).toMatchObject({
    status: 201,
    body: { EarnedPoints: 0, LinesToCheck: 1 },
  })
  expect((await app.call(listSalesToCheck, { Search: { Status: 'Waiting' } }, shop)).body).toMatchObject({
    count: 1,
    rows: [{ InvoiceNo: 'KLCC-0002', SequenceNo: 1, SentBrand: 'Aurelya', Reasons: ['Brand'] }],
  })
  expect(await points()).toBe(180)
})

test('a till at 15:00: the line earns points after staff map its goods', async () => {
  const input = { InvoiceNo: 'KLCC-0002', SequenceNo: 1, Brand: 'Aurelia' }
  expect(await app.call(mapSaleLine, input, shop)).toMatchObject({ status: 200, body: { PointsEarned: 40 } })
  expect((await app.call(listSalesToCheck, { Search: { Status: 'Waiting' } }, shop)).body.count).toBe(0)
  expect(await points()).toBe(220)
})

test('a till at 17:00: a line is returned by the sales order of its sale, and the points of the line are reversed', async () => {
  app.clock.advance(4 * 3600)
  await signIn()
  const cancel = { TransactionType: 'C', SalesOrder: 'SO-1001', Details: [{ OldSequenceNo: 2 }] }
  expect(await app.call(addTransaction, cancel as never, till)).toMatchObject({
    status: 201,
    body: { OriginalInvoiceNo: 'KLCC-0001', NetAmount: '500.00', ReversedPoints: 50, PointsAvailable: 170 },
  })
})

test('a till at 21:30: a sale dated tomorrow gets the server’s time, a sale dated in two days is refused, an old one accepted', async () => {
  const of = (InvoiceNo: string, PerformedAt: string) =>
    ({ TransactionType: 'N', InvoiceNo, OutletCode: 'KLCC', PerformedAt, Details: [line('1')] }) as never
  expect(await app.call(addTransaction, of('KLCC-0003', '2026-11-22T10:00:00'), till)).toMatchObject({
    status: 201,
    body: { BusinessDate: '2026-11-21', ChecksWaiting: ['Clock'] },
  })
  expect(await app.call(addTransaction, of('KLCC-0005', '2026-11-23T10:00:00'), till)).toMatchObject({ status: 409 })
  expect(await app.call(addTransaction, of('KLCC-0004', '2023-11-21T10:00:00'), till)).toMatchObject({ status: 201 })
})
