import { beforeAll, describe, expect, test } from 'vitest'
import { redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { addTransaction, getSale } from '#areas/sales/contract.ts'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { addEarningRules, checkLedger, companyBrands, line, member } from '#tests/factories/sales.ts'
import { hq, make, systemWith, useApp } from '#tests/harness.ts'
import { checkVoucher, enterExchange, getTillReferenceData, sendCallBatch, useVoucher } from '../contract.ts'

const app = useApp({ at: '2026-11-21T02:05:00Z' })
const till = systemWith('reference:read', 'sales:write', 'sales:cancel', 'points:redeem', 'vouchers:use')

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
})

const sale = (MembershipNo: string, more: object = {}) => ({
  InvoiceNo: `T-${make.nextNumber()}`,
  OutletCode: 'KLCC',
  MembershipNo,
  Details: [line('500')],
  ...more,
})

describe('reference data for tills', () => {
  test('till reference data: contains outlets and brands, and a request with the current ETag gets 304 without a body', async () => {
    const first = await app.call(getTillReferenceData, {}, till)
    expect(first).toMatchObject({
      status: 200,
      body: { Now: '2026-11-21T02:05:00.000Z', Currency: 'MYR', OutletCode: null, Brands: ['Aurelia'] },
    })
    expect(first.body.Outlets.map(({ Code }) => Code)).toEqual(['KLCC', 'PAV'])
    const { token } = await app.token(till)
    const reread = (tag: string) =>
      app.inject({
        url: `${API_BASE}${getTillReferenceData.path}`,
        headers: { authorization: `Bearer ${token}`, 'if-none-match': tag },
      })
    app.clock.advance(60)
    expect(await reread(`${first.headers.etag}`)).toMatchObject({ status: 304, text: '' })
    await app.sql(
      `insert into product_group (product_code, product_name, product_type) values ('NEW', 'New rings', 'Ring')`,
    )
    expect(await reread(`${first.headers.etag}`)).toMatchObject({ status: 200 })
  })
})

describe('exchange of goods at a till', () => {
  test('till exchange: the return and the new sale are posted both or not at all', async () => {
    const { MembershipNo } = await member(app.db)
    const { body: bought } = await app.call(
      addTransaction,
      { TransactionType: 'N', ...sale(MembershipNo) } as never,
      till,
    )
    const exchange = (price: string, more: object = {}) => ({
      Return: { OriginalInvoiceNo: bought.InvoiceNo },
      Sale: sale(MembershipNo, { Details: [line(price)], ...more }),
    })
    const refused = await app.call(enterExchange, exchange('800', { InvoiceNo: bought.InvoiceNo }) as never, till)
    expect(refused.status).toBe(409)
    expect((await app.call(getSale, { InvoiceNo: bought.InvoiceNo }, hq)).body.CancelState).toBe('None')

    const done = await app.call(enterExchange, exchange('800') as never, { as: till, key: 'exchange-1' })
    expect(done).toMatchObject({
      status: 201,
      body: { Return: { TransactionType: 'C' }, Sale: { EarnedPoints: 80, PointsAvailable: 80 } },
    })
    await checkLedger(app.db, MembershipNo)
  })
})

describe('vouchers as payment at a till', () => {
  async function addVoucher(values: { assigned?: boolean; expires?: string } = {}) {
    const VoucherNo = `V${make.nextNumber()}`
    const code = `C0DE${make.nextNumber()}`
    const { SecretSealed, KeyId } = createSecurityCodeSealer(app.services).seal(VoucherNo, code)
    const { assigned = true, expires = '2026-12-31' } = values
    await app.sql(
      `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, status, is_assigned_yn, assigned_to, assigned_at)
       values ($1, $2, $3, 'G', 100, $4, $5, $6, $7, $8)`,
      ...[VoucherNo, SecretSealed, KeyId, expires],
      ...(assigned ? ['R', 'Y', `RW${VoucherNo}`, app.clock.now()] : ['A', 'N', null, null]),
    )
    return { VoucherNo, SecurityCode: code }
  }

  test('voucher payment: a voucher can be used for one invoice; a repeated request succeeds, another invoice is refused', async () => {
    const voucher = await addVoucher()
    expect(await app.call(checkVoucher, voucher, till)).toMatchObject({
      status: 200,
      body: { Value: '100.00', VoucherType: 'G', Obstacle: null },
    })
    const use = (InvoiceNo: string) => app.call(useVoucher, { ...voucher, InvoiceNo }, till)
    expect(await use('INV-1')).toMatchObject({ status: 200, body: { InvoiceNo: 'INV-1', Value: '100.00' } })
    expect((await use('INV-1')).status).toBe(200)
    expect(await use('INV-2')).toMatchObject({ status: 409, refusal: { code: 'vouchers.used' } })
    expect((await app.call(checkVoucher, voucher, till)).body.Obstacle).toBe('used')
  })

  test.each([
    ['that was not issued', { assigned: false }, 'notAssigned', 'vouchers.not_assigned'],
    ['that has expired', { expires: '2026-11-20' }, 'expired', 'vouchers.expired'],
  ] as const)('voucher payment: a voucher %s is refused', async (_, values, Obstacle, code) => {
    const voucher = await addVoucher(values)
    expect((await app.call(checkVoucher, voucher, till)).body.Obstacle).toBe(Obstacle)
    expect(await app.call(useVoucher, { ...voucher, InvoiceNo: 'INV-3' }, till)).toMatchObject({
      status: 409,
      refusal: { code },
    })
  })

  test('voucher payment: a wrong security code is refused and counted until the voucher is locked', async () => {
    const { VoucherNo } = await addVoucher()
    const attempt = () => app.call(useVoucher, { VoucherNo, SecurityCode: 'WRONG', InvoiceNo: 'INV-4' }, till)
    for (let time = 0; time < 4; time++) expect((await attempt()).refusal.code).toBe('vouchers.wrong_code')
    expect((await attempt()).refusal.code).toBe('vouchers.locked')
  })
})

test('till sale: for an invoice number in use, only the program that entered the sale gets the stored sale', async () => {
  const { MembershipNo } = await member(app.db)
  const body = { TransactionType: 'N', ...sale(MembershipNo) } as never
  await app.call(addTransaction, body, till)
  const repeated = await app.call(addTransaction, body, till)
  expect(repeated).toMatchObject({
    status: 409,
    refusal: {
      code: 'sales.invoice_exists',
      params: { MembershipNo, TotalAmount: '500.00', EarnedPoints: 50, BusinessDate: '2026-11-21' },
    },
  })
  const other = await app.call(addTransaction, body, systemWith('sales:write'))
  expect(Object.keys(other.refusal.params)).toEqual(['InvoiceNo'])
})

describe('batch of calls by a till', () => {
  const add = addTransaction.path
  const queued = (Key: string, Body: object, Path: string = add) => ({ Key, Path, Body: { ...Body } })

  test('till batch: each request has its own transaction, key and result, and a retry skips those that succeeded', async () => {
    const { MembershipNo } = await member(app.db)
    const first = { TransactionType: 'N', ...sale(MembershipNo) }
    const Calls = [
      queued('k1', first),
      queued('k2', { ...first, InvoiceNo: undefined }),
      queued('k3', { TransactionType: 'N', ...sale(MembershipNo) }),
      queued(
        'k4',
        { MembershipNo, Points: 30, ObjectType: 'Invoice', ObjectValue: first.InvoiceNo },
        redeemPoints.path,
      ),
    ]
    const { status, body } = await app.call(sendCallBatch, { Calls } as never, till)
    expect(status).toBe(200)
    expect(body.Results.map(({ Key, Status }) => [Key, Status])).toEqual([
      ['k1', 201],
      ['k2', 400],
      ['k3', 201],
      ['k4', 201],
    ])
    const again = await app.call(sendCallBatch, { Calls } as never, till)
    expect(again.body.Results[0]).toEqual(body.Results[0])
    expect(again.body.Results[3]).toEqual(body.Results[3])
    await checkLedger(app.db, MembershipNo)
  })

  test('till batch: a request without the scope or to an unsupported path is refused, and the others are executed', async () => {
    const { body } = await app.call(
      sendCallBatch,
      {
        Calls: [
          queued('a', {}, refundRedemption.path),
          queued('b', {}, checkVoucher.path),
          queued('c', {}, '/unknown'),
        ],
      } as never,
      till,
    )
    expect(body.Results.map(({ Status }) => Status)).toEqual([403, 404, 404])
    expect(body.Results[0]!.Reply).toMatchObject({
      code: 'access.scope_missing',
      params: { Scope: 'points:redeem:cancel' },
    })
  })

  test('till batch: an empty batch and a batch of more than 500 requests are refused', async () => {
    const of = (count: number) => Array.from({ length: count }, (_, at) => queued(`m${at}`, {}, '/unknown'))
    expect((await app.call(sendCallBatch, { Calls: of(0) } as never, till)).status).toBe(400)
    expect((await app.call(sendCallBatch, { Calls: of(501) } as never, till)).status).toBe(400)
    expect((await app.call(sendCallBatch, { Calls: of(500) } as never, till)).status).toBe(200)
  })
})
