import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditLog } from '#areas/audit/contract.ts'
import { awardSalePoints, explainPoints, redeemPoints } from '#areas/points/contract.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addTransaction, assignSale, getSale, unassignSale } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })

beforeAll(async () => {
  await addEarningRules(app.db)
  await app.sql(`
    with added as (insert into point_rate (brand) values ('Dated') returning rate_id)
    insert into point_rate_detail (rate_id, amount, point_rate, effective_from, effective_to)
    select rate_id, 10, 2, date '2026-01-01', date '2026-11-10' from added union all select rate_id, 10, 5, date '2026-11-11', null from added`)
})

let invoices = 0
async function walkIn(more: object = {}, lines: object[] = [line('1000')]) {
  const sale = { TransactionType: 'N', InvoiceNo: `WALK${++invoices}`, Details: lines, ...more } as never
  return (await app.call(addTransaction, sale, outletStaff)).body
}
const assign = (InvoiceNo: string, MembershipNo: string, caller: Caller = outletStaff) =>
  app.call(assignSale, { InvoiceNo, MembershipNo }, caller)
const unassign = (InvoiceNo: string, caller: Caller = hq) =>
  app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, caller)
const cancelSale = (OriginalInvoiceNo: string, Details?: object[]) =>
  app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, outletStaff)
const balanceAfter = async (MembershipNo: string) => {
  const ledger = await checkLedger(app.db, MembershipNo)
  expect(ledger.agree).toBe(true)
  return ledger.points
}

describe('assigning a walk-in sale to a member', () => {
  test('assign a sale: the sale earns by the rates of its business date', async () => {
    const { MembershipNo, FullName } = await member(app.db)
    const { InvoiceNo } = await walkIn({ PerformedAt: '2026-11-05T15:00:00' }, [line('1000', { Brand: 'Dated' })])
    expect(await assign(InvoiceNo, MembershipNo)).toMatchObject({
      status: 200,
      body: {
        MembershipNo,
        CustomerName: FullName,
        EarnedPoints: 200,
        PointsAvailable: 200,
        ExpiryDate: '2028-11-30',
        AssignedAt: '2026-11-21T04:00:00.000Z',
      },
    })
    expect(await balanceAfter(MembershipNo)).toBe(200)
    const { body } = await app.call(explainPoints, { MembershipNo, InvoiceNo }, outletStaff)
    expect(body.rows).toMatchObject([{ BusinessDate: '2026-11-05', Lines: [{ PointRate: '2.00', PointsEarned: 200 }] }])
  })

  test('assign a sale: of eight concurrent assignments one succeeds', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => member(app.db)))
    const { InvoiceNo } = await walkIn()
    const attempts = await Promise.all(members.map(({ MembershipNo }) => assign(InvoiceNo, MembershipNo)))
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(attempts.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code)).toEqual(
      Array(7).fill('sales.assigned_already'),
    )
    const points = await Promise.all(members.map(({ MembershipNo }) => balanceAfter(MembershipNo)))
    expect(points.reduce((sum, one) => sum + one, 0)).toBe(100)
  })

  test('assign a sale: of a concurrent assignment and award one succeeds', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await walkIn()
    const attempts = await Promise.all([
      assign(InvoiceNo, MembershipNo),
      app.call(awardSalePoints, { MembershipNo, InvoiceNo }, outletStaff),
    ])
    expect(attempts.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await balanceAfter(MembershipNo)).toBe(100)
  })

  test('assign a sale: a sale of a member who cannot earn points yet earns none', async () => {
    const { MembershipNo } = await member(app.db, { memberType: 'Non-Premium Member' })
    const { InvoiceNo } = await walkIn()
    expect((await assign(InvoiceNo, MembershipNo)).body).toMatchObject({ MembershipNo, EarnedPoints: 0 })
  })

  test('assign a sale: the audit log records the sale, the member and the account', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo, TransactionId } = await walkIn()
    await assign(InvoiceNo, MembershipNo)
    const log = await app.call(
      listAuditLog,
      { Search: { ObjectType: 'Transaction', ObjectId: InvoiceNo } } as never,
      hq,
    )
    expect(JSON.stringify(log.body)).toContain(
      `Assign Customer Transaction in Customer Transaction. InvoiceNo - ${InvoiceNo}, MembershipNo - ${MembershipNo}`,
    )
    const fields = await app.sql<{ field: string; value: string }>(
      `select updated_field_name as field, updated_info as value from audit_record
       where table_name = 'transaction_summary' and object_id = $1 and action_type = 'Update'`,
      String(TransactionId),
    )
    expect(fields).toContainEqual({ field: 'MembershipNo', value: MembershipNo })
  })

  test.each([
    ['does not exist', async () => 'NOWHERE', 404, 'sales.not_found'],
    ['is of another outlet', async () => (await ofPavilion()).InvoiceNo, 404, 'sales.not_found'],
    [
      'was cancelled in part',
      async () => {
        const { InvoiceNo } = await walkIn({}, [line('10'), line('20')])
        await cancelSale(InvoiceNo, [{ OldSequenceNo: 1 }])
        return InvoiceNo
      },
      409,
      'sales.assign_cancelled',
    ],
    [
      'is older than the setting allows',
      async () => (await walkIn({ PerformedAt: '2026-10-21T10:00:00' })).InvoiceNo,
      409,
      'sales.assign_too_late',
    ],
  ])('assign a sale: assigning a sale that %s is refused', async (_, invoice, status, code) => {
    const { MembershipNo } = await member(app.db)
    expect(await assign(await invoice(), MembershipNo)).toMatchObject({ status, refusal: { code } })
    expect(await balanceAfter(MembershipNo)).toBe(0)
  })

  test('assign a sale: the configured maximum number of days also applies to awards', async () => {
    const { MembershipNo } = await member(app.db)
    const old = await walkIn({ PerformedAt: '2026-10-20T10:00:00' })
    expect(await app.call(awardSalePoints, { MembershipNo, InvoiceNo: old.InvoiceNo }, outletStaff)).toMatchObject({
      status: 409,
      refusal: {
        message: `Invoice ${old.InvoiceNo} is dated 2026-10-20. A sale can be linked to a member within 30 days`,
      },
    })
    await app.call(updateSetting, { Name: 'sales.daysToAssign', Version: 0, Value: 32 })
    expect(await assign(old.InvoiceNo, MembershipNo)).toMatchObject({ status: 200 })
    await app.call(updateSetting, { Name: 'sales.daysToAssign', Version: 1, Value: 0 })
    const yesterday = await walkIn({ PerformedAt: '2026-11-20T10:00:00' })
    expect(await assign(yesterday.InvoiceNo, MembershipNo)).toMatchObject({ status: 409 })
    await app.call(updateSetting, { Name: 'sales.daysToAssign', Version: 2, Value: 30 })
  })

  test('assign a sale: the caller needs the role', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await walkIn()
    expect(await assign(InvoiceNo, MembershipNo, staffWith({ roles: ['Customer'] }))).toMatchObject({ status: 403 })
    expect(await assign(InvoiceNo, 'JC99999999')).toMatchObject({
      status: 403,
      refusal: { code: 'customers.foreign' },
    })
  })
})

describe('unassigning a sale from a member', () => {
  test('unassign a sale: head office reverses the points, and the sale can be assigned to another member', async () => {
    const [wrongMember, rightMember] = [await member(app.db), await member(app.db)]
    const { InvoiceNo } = await walkIn()
    await assign(InvoiceNo, wrongMember.MembershipNo)
    expect(await unassign(InvoiceNo)).toMatchObject({
      status: 200,
      body: { PointsBack: 100, MembershipNo: null, EarnedPoints: 0, AssignedAt: null, Details: [{ PointsEarned: 0 }] },
    })
    expect(await balanceAfter(wrongMember.MembershipNo)).toBe(0)
    expect(await assign(InvoiceNo, rightMember.MembershipNo)).toMatchObject({ body: { EarnedPoints: 100 } })
    // A sale can be assigned and unassigned repeatedly while its points are unspent.
    for (const { MembershipNo } of [wrongMember, rightMember, wrongMember, rightMember]) {
      await unassign(InvoiceNo)
      expect(await assign(InvoiceNo, MembershipNo)).toMatchObject({ body: { EarnedPoints: 100 } })
    }
    expect(await balanceAfter(wrongMember.MembershipNo)).toBe(0)
    expect(await balanceAfter(rightMember.MembershipNo)).toBe(100)
    // A return reverses the points of the current member of the sale.
    expect(await cancelSale(InvoiceNo)).toMatchObject({
      status: 201,
      body: { ReversedPoints: 100, PointsAvailable: 0 },
    })
    expect(await balanceAfter(rightMember.MembershipNo)).toBe(0)
    expect(await balanceAfter(wrongMember.MembershipNo)).toBe(0)
  })

  test('unassign a sale: a sale whose points were used cannot be unassigned', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await walkIn()
    await assign(InvoiceNo, MembershipNo)
    await app.call(
      redeemPoints,
      { MembershipNo, Points: 1, ObjectType: 'Reward', ObjectValue: InvoiceNo } as never,
      outletStaff,
    )
    expect(await unassign(InvoiceNo)).toMatchObject({
      status: 409,
      refusal: { message: `100 points of invoice ${InvoiceNo} have been used` },
    })
    expect((await app.call(getSale, { InvoiceNo }, hq)).body.MembershipNo).toBe(MembershipNo)
    expect(await balanceAfter(MembershipNo)).toBe(99)
  })

  test.each([
    [
      'that was entered for its member',
      async (MembershipNo: string) => (await walkIn({ MembershipNo })).InvoiceNo,
      'sales.not_assigned',
    ],
    [
      'that was cancelled in part',
      async (MembershipNo: string) => {
        const { InvoiceNo } = await walkIn({}, [line('10'), line('20')])
        await assign(InvoiceNo, MembershipNo)
        await cancelSale(InvoiceNo, [{ OldSequenceNo: 1 }])
        return InvoiceNo
      },
      'sales.already_taken_back',
    ],
    [
      'that led to a card category',
      async (MembershipNo: string) => {
        const { InvoiceNo } = await walkIn()
        await assign(InvoiceNo, MembershipNo)
        await app.sql(
          `insert into membership_level_history (membership_no, action, to_category, reason, basis_invoice_no, status, requested_at)
           values ($1, 'Upgrade', 'GOLD', 'Qualified by spend', $2, 'Approved', now())`,
          MembershipNo,
          InvoiceNo,
        )
        return InvoiceNo
      },
      'sales.led_to_level',
    ],
  ])('unassign a sale: unassigning a sale %s is refused', async (_, invoice, code) => {
    const { MembershipNo } = await member(app.db)
    expect(await unassign(await invoice(MembershipNo))).toMatchObject({ status: 409, refusal: { code } })
  })

  test('unassign a sale: outlet staff cannot unassign a sale', async () => {
    const { MembershipNo } = await member(app.db)
    const { InvoiceNo } = await walkIn()
    await assign(InvoiceNo, MembershipNo)
    expect(await unassign(InvoiceNo, outletStaff)).toMatchObject({
      status: 403,
      refusal: { code: 'sales.head_office_only' },
    })
    expect(await balanceAfter(MembershipNo)).toBe(100)
  })

  test('unassign a sale: if the points are redeemed at the same time, either the unassignment or the redemption is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { MembershipNo } = await member(app.db)
      const { InvoiceNo } = await walkIn()
      await assign(InvoiceNo, MembershipNo)
      const spend = { MembershipNo, Points: 100, ObjectType: 'Reward', ObjectValue: `race${round}` } as never
      const [assignReply, spent] = await Promise.all([unassign(InvoiceNo), app.call(redeemPoints, spend, outletStaff)])
      expect([assignReply.status, spent.status].filter((status) => status < 300)).toHaveLength(1)
      expect(await balanceAfter(MembershipNo)).toBe(0)
    }
  })
})

const ofPavilion = async () =>
  (
    await app.call(
      addTransaction,
      { TransactionType: 'N', InvoiceNo: `PAV${++invoices}`, OutletCode: 'PAV', Details: [line('10')] } as never,
      hq,
    )
  ).body
