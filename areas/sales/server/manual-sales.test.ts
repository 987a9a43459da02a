import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveRequest,
  getApproval,
  listApprovals,
  rejectRequest,
  withdrawRequest,
} from '#areas/approvals/contract.ts'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { awardSalePoints, getPointBalance, redeemPoints } from '#areas/points/contract.ts'
import { getStaff, updateStaff } from '#areas/staff/contract/people.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// A manual sale above the limit has no member until a second person approves the sale.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { addTransaction, getSale } = contract
const counter = staffWith({ roles: ['Customer Transaction', 'Redeem Rewards', 'Customer'] })
const colleague = staffWith({ roles: ['Customer Transaction', 'Redeem Rewards', 'Customer', 'Feedback'] })
const approver = staffWith({ roles: ['Customer Transaction'], privileges: ['Approve Requests'] })
const till = systemWith('sales:write', 'sales:cancel')

let invoices = 0
const sale = (MembershipNo: string | null, price: string, more: object = {}) =>
  ({
    TransactionType: 'N',
    InvoiceNo: `HAND${++invoices}`,
    MembershipNo,
    OutletCode: 'KLCC',
    Details: [line(price)],
    ...more,
  }) as never
const cancelOf = (OriginalInvoiceNo: string) => ({ TransactionType: 'C', OriginalInvoiceNo }) as never
const waitingFor = async (MembershipNo: string) =>
  (await app.call(listApprovals, { Search: { MembershipNo, Status: 'Pending' } }, approver)).body.rows
const balanceOf = async (MembershipNo: string) => (await app.call(getPointBalance, { MembershipNo }, hq)).body

beforeAll(() => addEarningRules(app.db))

describe('sale entered by hand above the limit', () => {
  test('manual sale above the limit: points are pending, and the approved sale earns by the rules of its business date', async () => {
    const { MembershipNo } = await member(app.db)
    const entered = await app.call(addTransaction, sale(MembershipNo, '900000'), counter)
    expect(entered).toMatchObject({
      status: 201,
      body: { ApprovalStatus: 'Pending', MembershipNo, EarnedPoints: 0, PointsPending: 90_000, PointsAvailable: 0 },
    })
    expect(await balanceOf(MembershipNo)).toMatchObject({ Available: 0, PointBalance: 0, Pending: 90_000 })
    expect((await app.call(memberCard, { MembershipNo }, counter)).body).toMatchObject({
      Pending: 90_000,
      LastPurchase: null,
    })
    const redemption = { MembershipNo, Points: 1, ObjectType: 'Reward', ObjectValue: 'R1' }
    expect(await app.call(redeemPoints, redemption, counter)).toMatchObject({ status: 409 })
    const [totals] = await app.sql<{ sales: number; spend: number; bought: boolean }>(
      `select (select count(*) from qualifying_sales($1, null, null))::int as sales, level_spend($1, null, null)::int as spend,
        has_purchase((select customer_id from membership where membership_no = $1)) as bought`,
      MembershipNo,
    )
    expect(totals).toEqual({ sales: 0, spend: 0, bought: false })

    const [request] = await waitingFor(MembershipNo)
    expect(request).toMatchObject({ Kind: 'Manual sale', Privilege: 'Approve Requests', MayDecideYN: 'Y' })
    const { ApprovalId } = request!
    expect((await app.call(getApproval, { ApprovalId }, approver)).body.Effects).toMatchObject([
      { After: entered.body.InvoiceNo },
      { After: '2026-11-21' },
      { What: { key: 'approvals:effect.line', params: { line: 1, goods: 'Aurelia' } }, After: '900000.00' },
      { After: '900000.00' },
      { Before: 0, After: 90_000 },
      { Before: '0.00', After: '4500.00' },
    ])
    const waits = { ApprovalId, RequestedBy: request!.RequestedBy, DecidedBy: null, DecidedAt: null }
    const seenBy = async (caller: typeof counter) =>
      (await app.call(getSale, { InvoiceNo: entered.body.InvoiceNo }, caller)).body.Approval
    // Other staff see that the sale awaits approval, without a link to the request.
    expect(await seenBy(counter)).toMatchObject({ ...waits, MayOpenYN: 'Y' })
    expect(await seenBy(approver)).toMatchObject({ ...waits, MayOpenYN: 'Y' })
    expect(await seenBy(colleague)).toMatchObject({ ...waits, MayOpenYN: 'N' })
    expect(await app.call(approveRequest, { ApprovalId }, counter)).toMatchObject({ status: 403 })
    expect(await app.call(approveRequest, { ApprovalId }, approver)).toMatchObject({ status: 200 })
    expect((await app.call(getSale, { InvoiceNo: entered.body.InvoiceNo }, hq)).body).toMatchObject({
      ApprovalStatus: 'Approved',
      Approval: { ApprovalId, DecidedBy: expect.any(String), DecidedAt: '2026-11-21T04:00:00.000Z' },
      EarnedPoints: 90_000,
      PointsPending: 0,
    })
    expect(await balanceOf(MembershipNo)).toMatchObject({ Available: 90_000, Pending: 0 })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 90_000 })
  })

  test.each([
    ['rejected', rejectRequest, () => approver, 'Rejected'],
    ['withdrawn', withdrawRequest, () => counter, 'Withdrawn'],
  ] as const)(
    'manual sale above the limit: a sale that was %s never counts and shows the decision',
    async (_, decide, decider, ApprovalStatus) => {
      const { MembershipNo } = await member(app.db)
      const { body } = await app.call(addTransaction, sale(MembershipNo, '30000'), counter)
      const [{ ApprovalId } = { ApprovalId: 0 }] = await waitingFor(MembershipNo)
      expect(await app.call(decide, { ApprovalId, Remark: 'No such sale' }, decider())).toMatchObject({ status: 200 })
      expect((await app.call(getSale, { InvoiceNo: body.InvoiceNo }, hq)).body).toMatchObject({
        ApprovalStatus,
        Approval: { ApprovalId, DecisionRemark: 'No such sale' },
        MembershipNo,
        EarnedPoints: 0,
        PointsPending: 0,
      })
      expect(await balanceOf(MembershipNo)).toMatchObject({ PointBalance: 0, Pending: 0 })
      for (const attempt of [
        app.call(addTransaction, cancelOf(body.InvoiceNo), hq),
        app.call(contract.assignSale, { InvoiceNo: body.InvoiceNo, MembershipNo }, hq),
        app.call(awardSalePoints, { InvoiceNo: body.InvoiceNo, MembershipNo }, hq),
      ])
        expect(await attempt).toMatchObject({ status: 409, refusal: { code: 'sales.not_approved' } })
    },
  )

  test('manual sale above the limit: a request that is repeated with the same key creates one approval request', async () => {
    const { MembershipNo } = await member(app.db)
    const body = sale(MembershipNo, '30000')
    for (let time = 0; time < 3; time++)
      expect(await app.call(addTransaction, body, { as: counter, key: 'by-hand-1' })).toMatchObject({
        status: 201,
        body: { ApprovalStatus: 'Pending' },
      })
    expect(await waitingFor(MembershipNo)).toHaveLength(1)
  })

  test('manual sale above the limit: a sale that awaits approval cannot be returned or assigned', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(addTransaction, sale(MembershipNo, '30000'), counter)
    expect(await app.call(addTransaction, cancelOf(body.InvoiceNo), hq)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.waits_for_approval' },
    })
    expect(await app.call(contract.assignSale, { InvoiceNo: body.InvoiceNo, MembershipNo }, hq)).toMatchObject({
      status: 409,
    })
  })

  test.each([
    ['by head office', () => hq],
    ['by a till', () => till],
  ])('manual limit: a sale %s needs no approval', async (_, unlimitedSeller) => {
    const { MembershipNo } = await member(app.db)
    expect((await app.call(addTransaction, sale(MembershipNo, '900000'), unlimitedSeller())).body).toMatchObject({
      ApprovalStatus: null,
      EarnedPoints: 90_000,
    })
  })

  test('manual limit: the limit of a manager can be higher than that of other staff', async () => {
    const manager = staffWith({ roles: ['Customer Transaction'], privileges: ['View Audit'] })
    const first = await member(app.db)
    await app.call(addTransaction, sale(first.MembershipNo, '1'), manager)
    await app.sql(
      `update staff set staff_type = 'Outlet Manager' where staff_id in (
        select a.staff_id from user_account a join user_privilege p using (user_id) where p.privilege = 'View Audit' and p.user_id in (select created_by_id from transaction_summary))
        and building_id <> (select building_id from building where code = 'HQ')`,
    )
    const status = async (price: string, as = manager) => {
      const { MembershipNo } = await member(app.db)
      return (await app.call(addTransaction, sale(MembershipNo, price), as)).body.ApprovalStatus
    }
    expect([await status('100000.00'), await status('100000.01')]).toEqual([null, 'Pending'])
    expect([await status('20000.00', counter), await status('20000.01', counter)]).toEqual([null, 'Pending'])
    await app.sql(`insert into setting (name, value) values ('sales.manualLimitStaff', '"50.00"')`)
    expect([await status('50.00', counter), await status('50.01', counter)]).toEqual([null, 'Pending'])
    await app.sql(`insert into setting (name, value) values ('sales.manualLimitManager', '"70.00"')`)
    expect([await status('70.00'), await status('70.01')]).toEqual([null, 'Pending'])
    await app.sql(`delete from setting where name in ('sales.manualLimitStaff', 'sales.manualLimitManager')`)
  })
})

describe('outlet of the first purchase', () => {
  beforeAll(() => app.sql(`insert into setting (name, value) values ('customers.outletByFirstPurchase', '"Y"')`))
  afterAll(() => app.sql(`delete from setting where name = 'customers.outletByFirstPurchase'`))
  const ofPavilion = () => member(app.db, { outlet: 'PAV' })
  const outletOf = async (CustomerId: number) =>
    (
      await app.sql<{ outlet: string }>(
        'select registered_outlet_code as outlet from customer where customer_id = $1',
        CustomerId,
      )
    )[0]!.outlet

  const enterLarge = async (MembershipNo: string) => {
    await app.call(lookupMember, { Typed: MembershipNo }, counter)
    expect((await app.call(addTransaction, sale(MembershipNo, '30000'), counter)).body.ApprovalStatus).toBe('Pending')
  }

  test('outlet of the first purchase: a pending sale sets the customer’s outlet only when it is approved', async () => {
    const { MembershipNo, CustomerId } = await ofPavilion()
    await enterLarge(MembershipNo)
    expect(await outletOf(CustomerId)).toBe('PAV')
    const [{ ApprovalId } = { ApprovalId: 0 }] = await waitingFor(MembershipNo)
    expect(await app.call(approveRequest, { ApprovalId }, approver)).toMatchObject({ status: 200 })
    expect(await outletOf(CustomerId)).toBe('KLCC')
  })

  test('outlet of the first purchase: a rejected or withdrawn sale does not change the customer’s outlet', async () => {
    const { MembershipNo, CustomerId } = await ofPavilion()
    await enterLarge(MembershipNo)
    const [{ ApprovalId } = { ApprovalId: 0 }] = await waitingFor(MembershipNo)
    await app.call(rejectRequest, { ApprovalId, Remark: 'No such sale' }, approver)
    expect(await outletOf(CustomerId)).toBe('PAV')
    await app.call(addTransaction, sale(MembershipNo, '10'), till)
    expect(await outletOf(CustomerId)).toBe('KLCC')
  })

  test.each([
    ['assigned', 200, (body: never) => app.call(contract.assignSale, body, hq)],
    ['awarded', 201, (body: never) => app.call(awardSalePoints, body, hq)],
  ] as const)(
    'outlet of the first purchase: becomes the customer’s outlet when a walk-in sale is %s later',
    async (_, status, give) => {
      const { MembershipNo, CustomerId } = await ofPavilion()
      const { body } = await app.call(addTransaction, sale(null, '500'), till)
      expect(await give({ InvoiceNo: body.InvoiceNo, MembershipNo } as never)).toMatchObject({ status })
      expect(await outletOf(CustomerId)).toBe('KLCC')
    },
  )

  test('outlet of the first purchase: of two concurrent sales at two outlets only one sets the customer’s outlet', async () => {
    const { MembershipNo, CustomerId } = await member(app.db, { outlet: 'HQ' })
    const saleReplies = await Promise.all(
      ['KLCC', 'PAV'].map((OutletCode) => app.call(addTransaction, sale(MembershipNo, '10', { OutletCode }), till)),
    )
    expect(saleReplies.map(({ status }) => status)).toEqual([201, 201])
    const [{ version } = { version: 0 }] = await app.sql<{ version: number }>(
      'select version::int from customer where customer_id = $1',
      CustomerId,
    )
    expect(version).toBe(2)
  })
})

describe('limit per day of sales entered by hand', () => {
  test('manual limit: all sales of one person for one member on a day are added up, even concurrent ones', async () => {
    const { MembershipNo } = await member(app.db)
    const replies = await Promise.all(
      ['9000', '9000', '9000', '9000'].map((price) => app.call(addTransaction, sale(MembershipNo, price), counter)),
    )
    expect(replies.map(({ body }) => body.ApprovalStatus).toSorted()).toEqual(['Pending', 'Pending', null, null])
    expect((await balanceOf(MembershipNo)).Available).toBe(1_800)
    const back = sale(MembershipNo, '9000', { PerformedAt: '2026-10-01T12:00:00' })
    // The backdated sale counts on the day of its entry.
    expect((await app.call(addTransaction, back, counter)).body.ApprovalStatus).toBe('Pending')
    expect((await app.call(addTransaction, sale(MembershipNo, '9000'), colleague)).body.ApprovalStatus).toBeNull()
    app.clock.advance(86_400)
    expect((await app.call(addTransaction, sale(MembershipNo, '9000'), counter)).body.ApprovalStatus).toBeNull()
    app.clock.advance(-86_400)
  })

  test('manual limit: walk-in sales that one person later assigns to the same member are added up, too', async () => {
    const { MembershipNo } = await member(app.db)
    const assigned = []
    for (let piece = 0; piece < 3; piece++) {
      const { body } = await app.call(addTransaction, sale(null, '9000'), counter)
      assigned.push(await app.call(contract.assignSale, { InvoiceNo: body.InvoiceNo, MembershipNo }, counter))
    }
    expect(assigned.map(({ body }) => body.ApprovalStatus)).toEqual([null, null, 'Pending'])
    const large = await app.call(addTransaction, sale(null, '900000'), counter)
    expect(await app.call(awardSalePoints, { InvoiceNo: large.body.InvoiceNo, MembershipNo }, counter)).toMatchObject({
      status: 409,
      refusal: { code: 'points.needs_approval' },
    })
    expect((await balanceOf(MembershipNo)).Available).toBe(1_800)
    const [{ ApprovalId } = { ApprovalId: 0 }] = await waitingFor(MembershipNo)
    expect(await app.call(approveRequest, { ApprovalId }, approver)).toMatchObject({ status: 200 })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 2_700 })
  })
})

describe('own sales of staff', () => {
  const seller = staffWith({ roles: ['Customer Transaction'], privileges: ['Export Data'] })
  const second = staffWith({ roles: ['Customer Transaction'], privileges: ['Approve Requests', 'Export Data'] })
  /** Links a customer to the staff member of an account that has entered a sale. */
  const isSelf = async (CustomerId: number, staffMember: typeof seller, by: 'link' | 'phone' | 'e-mail') => {
    await app.call(addTransaction, sale(null, '1'), staffMember)
    const staff = `(select a.staff_id from transaction_summary t join user_account a on a.user_id = t.created_by_id where t.invoice_no = 'HAND${invoices}')`
    await app.sql(`update staff set own_customer_id = null, contact_no = null, email = null where staff_id = ${staff}`)
    if (by === 'link') await app.sql(`update staff set own_customer_id = $1 where staff_id = ${staff}`, CustomerId)
    if (by === 'phone')
      await app.sql(
        `update staff set contact_no = (select contact_no from customer where customer_id = $1) where staff_id = ${staff}`,
        CustomerId,
      )
    if (by === 'e-mail') {
      await app.sql(`update customer set email = 'Self@example.com' where customer_id = $1`, CustomerId)
      await app.sql(`update staff set email = 'self@example.com' where staff_id = ${staff}`)
    }
  }

  test.each(['link', 'phone', 'e-mail'] as const)(
    'own sale: staff cannot enter, assign or return a sale of their own membership, identified by %s',
    async (by) => {
      const { MembershipNo, CustomerId } = await member(app.db)
      await isSelf(CustomerId, seller, by)
      const ownSaleRefusal = { status: 403, refusal: { code: 'sales.own_sale' } }
      expect(await app.call(addTransaction, sale(MembershipNo, '100'), seller)).toMatchObject(ownSaleRefusal)
      const walkIn = await app.call(addTransaction, sale(null, '100'), seller)
      const giving = { InvoiceNo: walkIn.body.InvoiceNo, MembershipNo }
      expect(await app.call(contract.assignSale, giving, seller)).toMatchObject(ownSaleRefusal)
      // A colleague cannot assign a sale to the person who entered the sale.
      expect(await app.call(contract.assignSale, giving, colleague)).toMatchObject(ownSaleRefusal)
      const saleReply = await app.call(addTransaction, sale(MembershipNo, '100'), till)
      expect(saleReply.status).toBe(201)
      expect(await app.call(addTransaction, cancelOf(saleReply.body.InvoiceNo), seller)).toMatchObject(ownSaleRefusal)
      expect(await app.call(addTransaction, cancelOf(saleReply.body.InvoiceNo), colleague)).toMatchObject({
        status: 201,
      })
    },
  )

  test('own sale: staff cannot enter, return or approve a sale of the customer in their staff record', async () => {
    const { MembershipNo } = await member(app.db)
    const StaffId = (await app.token(second)).staffId!
    const { Version } = (await app.call(getStaff, { StaffId }, hq)).body
    const named = await app.call(updateStaff, { StaffId, Version, OwnMembershipNo: MembershipNo } as never, hq)
    expect(named).toMatchObject({ status: 200, body: { OwnMembershipNo: MembershipNo } })
    const ownSaleRefusal = { status: 403, refusal: { code: 'sales.own_sale' } }
    expect(await app.call(addTransaction, sale(MembershipNo, '100'), second)).toMatchObject(ownSaleRefusal)
    const { body } = await app.call(addTransaction, sale(MembershipNo, '100'), till)
    expect(await app.call(addTransaction, cancelOf(body.InvoiceNo), second)).toMatchObject(ownSaleRefusal)
    await app.call(addTransaction, sale(MembershipNo, '30000'), counter)
    const [{ ApprovalId } = { ApprovalId: 0 }] = await waitingFor(MembershipNo)
    expect(await app.call(approveRequest, { ApprovalId }, second)).toMatchObject(ownSaleRefusal)

    const forgotten = { StaffId, Version: Version + 1, OwnMembershipNo: null }
    expect((await app.call(updateStaff, forgotten as never, hq)).body).toMatchObject({ OwnMembershipNo: null })
    expect(await app.call(addTransaction, sale(MembershipNo, '100'), second)).toMatchObject({ status: 201 })
  })

  test('own sale: staff cannot approve a sale of their own membership', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await isSelf(CustomerId, second, 'phone')
    await app.call(addTransaction, sale(MembershipNo, '30000'), counter)
    const [{ ApprovalId } = { ApprovalId: 0 }] = await waitingFor(MembershipNo)
    expect((await app.call(getApproval, { ApprovalId }, second)).body.Obstacle).toMatchObject({
      code: 'sales.own_sale',
    })
    expect(await app.call(approveRequest, { ApprovalId }, second)).toMatchObject({
      status: 403,
      refusal: { code: 'sales.own_sale' },
    })
    expect(await app.call(approveRequest, { ApprovalId }, approver)).toMatchObject({ status: 200 })
  })

  test('own sale: staff cannot approve a sale that they entered and a colleague assigned', async () => {
    const { MembershipNo } = await member(app.db)
    const walkIn = await app.call(addTransaction, sale(null, '30000'), second)
    await app.call(contract.assignSale, { InvoiceNo: walkIn.body.InvoiceNo, MembershipNo }, counter)
    const [{ ApprovalId } = { ApprovalId: 0 }] = await waitingFor(MembershipNo)
    expect(await app.call(approveRequest, { ApprovalId }, second)).toMatchObject({ status: 403 })
  })
})

describe('late line of a sale', () => {
  const add = (InvoiceNo: string, price: string, as = counter) =>
    app.call(contract.addTransactionDetail, { InvoiceNo, ...line(price) } as never, as)

  test('late line: staff can add a line only to a sale they entered, on the same day and within its total', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(
      addTransaction,
      sale(MembershipNo, '0', { Details: [], TotalAmount: '100' }),
      counter,
    )
    const refused = { status: 403, refusal: { code: 'sales.not_your_entry' } }
    expect(await add(body.InvoiceNo, '60', colleague)).toMatchObject(refused)
    expect(await add(body.InvoiceNo, '60')).toMatchObject({ status: 201 })
    expect(await add(body.InvoiceNo, '40.01')).toMatchObject({ status: 409, refusal: { code: 'sales.above_total' } })
    app.clock.advance(86_400)
    expect(await add(body.InvoiceNo, '40')).toMatchObject(refused)
    app.clock.advance(-86_400)
    expect(await add(body.InvoiceNo, '40')).toMatchObject({ status: 201 })
    expect((await app.call(getSale, { InvoiceNo: body.InvoiceNo }, hq)).body).toMatchObject({
      EarnedPoints: 10,
      TotalAmount: '100.00',
    })
  })

  test('late line: staff cannot add a line to a till’s sale or to a sale without a stated total', async () => {
    const walkInSale = await app.call(addTransaction, sale(null, '100', { TotalAmount: '70000' }), till)
    for (const caller of [counter, hq])
      expect(await add(walkInSale.body.InvoiceNo, '69000', caller)).toMatchObject({
        status: 403,
        refusal: { code: 'sales.not_your_entry' },
      })
    const { body } = await app.call(addTransaction, sale(null, '100'), counter)
    expect(await add(body.InvoiceNo, '1')).toMatchObject({ status: 409, refusal: { code: 'sales.above_total' } })
  })

  test('late line: a line of a till is accepted within the total that the till stated, and never raises that total', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await app.call(addTransaction, sale(MembershipNo, '250', { TotalAmount: '250' }), till)
    expect(await add(body.InvoiceNo, '500', till)).toMatchObject({
      status: 409,
      refusal: { code: 'sales.above_total' },
    })
    const incompleteSale = await app.call(addTransaction, sale(MembershipNo, '250', { TotalAmount: '750' }), till)
    expect(incompleteSale).toMatchObject({ status: 201, body: { EarnedPoints: 25, TotalAmount: '750.00' } })
    expect(await add(incompleteSale.body.InvoiceNo, '500', till)).toMatchObject({ status: 201 })
    expect((await app.call(getSale, { InvoiceNo: incompleteSale.body.InvoiceNo }, hq)).body).toMatchObject({
      EarnedPoints: 75,
      TotalAmount: '750.00',
      NetAmount: '750.00',
    })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 100 })
  })
})
