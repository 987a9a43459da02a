import { beforeAll, describe, expect, test } from 'vitest'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { salesToCheckPath } from '../paths.ts'

// A till's sale has taken place, so neither its clock nor its membership number can be a reason to refuse it.

const NOW = '2026-11-21T04:00:00.000Z'
const app = useApp({ at: NOW })
const {
  addTransaction,
  assignSale,
  confirmSale,
  getSale,
  listSaleHeadChecks: listCheckedSales,
  unassignSale,
} = contract
const till = systemWith('sales:write', 'sales:cancel')
const counter = staffWith({ roles: ['Customer Transaction'] })
const otherOutlet = staffWith({ roles: ['Customer Transaction'], outlet: 'PAV' })

let invoices = 0
const sale = (MembershipNo: string | null, more: object = {}) =>
  ({
    TransactionType: 'N',
    InvoiceNo: `HEAD${++invoices}`,
    MembershipNo,
    OutletCode: 'KLCC',
    Details: [line('100')],
    ...more,
  }) as never
const returnOf = (OriginalInvoiceNo: string, more: object = {}) =>
  ({ TransactionType: 'C', OriginalInvoiceNo, OutletCode: 'KLCC', ...more }) as never
const minutesFrom = (moment: string, minutes: number) =>
  new Date(Date.parse(moment) + minutes * 60_000).toISOString().replace(/Z$/, '+00:00')
const checksOf = async (InvoiceNo: string, as = counter) =>
  (await app.call(listCheckedSales, { Search: { InvoiceNo } }, as)).body.rows
const isAt = (PerformedAt: string, moment: string) => expect(Date.parse(PerformedAt)).toBe(Date.parse(moment))

beforeAll(() => addEarningRules(app.db))

describe('till with a wrong clock', () => {
  test.each([6, 10, 24 * 60])(
    'till clock: a sale %i minutes ahead gets the server’s time and waits for a check',
    async (minutes) => {
      const { MembershipNo } = await member(app.db)
      const reply = await app.call(addTransaction, sale(MembershipNo, { PerformedAt: minutesFrom(NOW, minutes) }), till)
      expect(reply).toMatchObject({ status: 201, body: { ChecksWaiting: ['Clock'], EarnedPoints: 10 } })
      isAt(reply.body.PerformedAt, NOW)
      const [check] = await checksOf(reply.body.InvoiceNo)
      expect(check).toMatchObject({ Reason: 'Clock', Status: 'Waiting', SentMembershipNo: null })
      isAt(check!.SentPerformedAt!, minutesFrom(NOW, minutes))
    },
  )

  test('till clock: a sale up to five minutes ahead of the server keeps its time and needs no check', async () => {
    const reply = await app.call(addTransaction, sale(null, { PerformedAt: minutesFrom(NOW, 5) }), till)
    expect(reply).toMatchObject({ status: 201, body: { ChecksWaiting: [] } })
    isAt(reply.body.PerformedAt, minutesFrom(NOW, 5))
  })

  test('till clock: a till’s sale more than a day ahead is refused, and a sale by staff six minutes ahead is refused', async () => {
    const refused = { status: 409, refusal: { code: 'sales.date_in_future' } }
    expect(await app.call(addTransaction, sale(null, { PerformedAt: minutesFrom(NOW, 1441) }), till)).toMatchObject(
      refused,
    )
    const entry = sale(null, { PerformedAt: minutesFrom(NOW, 6) })
    expect(await app.call(addTransaction, entry, counter)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.date_out_of_range' },
    })
  })

  test('till clock: a return dated before its sale gets the time of the sale, and a return ahead the server’s time', async () => {
    const sold = await app.call(addTransaction, sale(null, { Details: [line('50'), line('60')] }), till)
    const { InvoiceNo } = sold.body
    const first = { Details: [{ OldSequenceNo: 1 }], PerformedAt: minutesFrom(NOW, -30) }
    const behind = await app.call(addTransaction, returnOf(InvoiceNo, first), till)
    expect(behind).toMatchObject({ status: 201, body: { ChecksWaiting: ['Clock'] } })
    isAt(behind.body.PerformedAt, NOW)
    const ahead = await app.call(addTransaction, returnOf(InvoiceNo, { PerformedAt: minutesFrom(NOW, 45) }), till)
    expect(ahead).toMatchObject({ status: 201, body: { ChecksWaiting: ['Clock'] } })
    isAt(ahead.body.PerformedAt, NOW)
  })

  test('till clock: staff can confirm a sale with a corrected time once, with a reason', async () => {
    const { body } = await app.call(addTransaction, sale(null, { PerformedAt: minutesFrom(NOW, 60) }), till)
    const input = {
      TransactionId: body.TransactionId,
      Reason: 'Clock',
      Remark: 'Battery of the till replaced',
    } as const
    expect((await app.call(confirmSale, input, otherOutlet)).status).toBe(404)
    expect(await app.call(confirmSale, input, counter)).toMatchObject({
      body: { Status: 'Confirmed', Remark: input.Remark },
    })
    expect(await app.call(confirmSale, input, counter)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.sale_checked_already' },
    })
    expect((await app.call(getSale, { InvoiceNo: body.InvoiceNo }, hq)).body.ChecksWaiting).toEqual([])
  })
})

describe('sale with an unknown membership number', () => {
  test('unknown membership number: a till’s sale becomes a walk-in sale and waits for a check', async () => {
    const reply = await app.call(addTransaction, sale('JC999999990'), till)
    expect(reply).toMatchObject({
      status: 201,
      body: { MembershipNo: null, EarnedPoints: 0, ChecksWaiting: ['Member'] },
    })
    expect(await checksOf(reply.body.InvoiceNo)).toMatchObject([
      { Reason: 'Member', SentMembershipNo: 'JC999999990', NumberExistsYN: 'N', Status: 'Waiting' },
    ])
    expect(await checksOf(reply.body.InvoiceNo, otherOutlet)).toEqual([])
  })

  test('unknown membership number: a sale entered by staff is refused', async () => {
    expect(await app.call(addTransaction, sale('JC999999990'), hq)).toMatchObject({
      status: 404,
      refusal: { code: 'sales.member_not_found' },
    })
  })

  test('unknown membership number: once assigned, the sale earns points; after unassigning it waits for a check again', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(addTransaction, sale('JC888888880'), till)
    const { InvoiceNo } = body
    expect(await app.call(assignSale, { InvoiceNo, MembershipNo }, counter)).toMatchObject({
      body: { EarnedPoints: 10, ChecksWaiting: [] },
    })
    expect(await checksOf(InvoiceNo)).toMatchObject([{ Status: 'Assigned', DecidedBy: expect.any(String) }])
    await app.call(unassignSale, { InvoiceNo, Remark: 'Wrong member' }, hq)
    expect(await checksOf(InvoiceNo)).toMatchObject([{ Status: 'Waiting', DecidedBy: null }])
    await checkLedger(app.db, MembershipNo)
  })

  test('unknown membership number: the list of sales to check shows whether a membership with the sent number exists by now', async () => {
    const { MembershipNo } = await member(app.db)
    const reply = await app.call(addTransaction, sale('JC777777770'), till)
    await app.sql(`update membership set membership_no = 'JC777777770' where membership_no = $1`, MembershipNo)
    expect(await checksOf(reply.body.InvoiceNo)).toMatchObject([{ NumberExistsYN: 'Y', Status: 'Waiting' }])
  })

  test('unknown membership number: the till can return the sale with the same number', async () => {
    const { body } = await app.call(addTransaction, sale('JC666666660'), till)
    const cancelled = await app.call(addTransaction, returnOf(body.InvoiceNo, { MembershipNo: 'JC666666660' }), till)
    expect(cancelled).toMatchObject({ status: 201, body: { OriginalInvoiceNo: body.InvoiceNo, ChecksWaiting: [] } })
  })

  test('sales to check: a repeated request returns the same sale, and the sale is listed once for each reason', async () => {
    const input = sale('JC555555550', { PerformedAt: minutesFrom(NOW, 60) })
    const replies = [1, 2].map(() => app.call(addTransaction, input, { as: till, key: 'unknown-1' }))
    const [first, second] = await Promise.all(replies)
    expect(second!.body).toEqual(first!.body)
    expect(await checksOf(first!.body.InvoiceNo)).toHaveLength(2)
  })
})

test('sales to check: the menu shows how many lines and sales of the outlet wait for a check', async () => {
  const badge = async (as = counter) => {
    const { rows } = (await app.call(getMenuBadges, {}, as)).body
    return rows.find(({ Path }) => Path === salesToCheckPath.pattern)?.Count ?? 0
  }
  const before = await badge()
  await app.call(addTransaction, sale('JC444444440', { Details: [line('10', { NetAmount: '99' })] }), till)
  expect(await badge()).toBe(before + 2)
  expect(await badge(otherOutlet)).toBe(0)
})
