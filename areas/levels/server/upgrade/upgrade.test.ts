import { beforeAll, describe, expect, test } from 'vitest'
import { CustomerStatus, updateCustomer } from '#areas/customers/contract/customers.ts'
import { getMembership } from '#areas/memberships/contract/memberships.ts'
import {
  cancelUpgrade,
  confirmUpgrade,
  listUpgradeInvoices,
  prepareUpgrade,
} from '#areas/memberships/contract/upgrade.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { cancellationOf, category, createCardGroup, level, toSale } from '#tests/factories/memberships.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  const silver = await category(app.db, { Code: 'SILVER', Name: 'Silver', Color: '#c0c0c0' })
  await level(app.db, silver.CardCategoryId, { FirstSalesAmount: '500', CycleMonths: 12 })
  const gold = await category(app.db, { Code: 'GOLD', Name: 'Gold' })
  await level(app.db, gold.CardCategoryId, { FirstSalesAmount: '8000', CycleMonths: 24 })
  const bridalCategory = await category(app.db, {
    Code: 'BRIDAL',
    CardGroupId: (await createCardGroup(app.db)).GroupId,
  })
  await level(app.db, bridalCategory.CardCategoryId, { FirstSalesAmount: '0' })
})

/** A member with all data that premium requires, and one sale. */
async function eligibleMember(amount = '600.00', values: object = {}, card: object = {}) {
  const member = await registered(
    app.db,
    { DateOfBirth: '1990-01-01', Gender: 'Female', Email: 'a@b.example', ...values },
    card,
  )
  await address(app.db, member.CustomerId)
  return { ...member, sale: await toSale(app.db, member, amount) }
}
const prepare = (member: { MembershipNo: string }, InvoiceNo: string, as = outletStaff) =>
  app.call(prepareUpgrade, { MembershipNo: member.MembershipNo, InvoiceNo }, as)

describe('preparation of a premium upgrade', () => {
  test('prepare upgrade: the reply has level, cycle and missing data, and the member is marked with a pending upgrade', async () => {
    const member = await registered(app.db)
    const { InvoiceNo } = await toSale(app.db, member, '7999.99')

    const reply = await prepare(member, InvoiceNo)

    expect(reply).toMatchObject({
      status: 200,
      body: {
        CardCategoryCode: 'SILVER',
        CardCategoryName: 'Silver',
        Color: '#c0c0c0',
        FirstSalesAmount: '500.00',
        InvoiceNo,
        BasisAmount: '7999.99',
        OverrideReason: null,
        CycleStart: '2026-05-10',
        CycleEnd: '2027-05-09',
        MissingFields: ['DateOfBirth', 'Gender', 'Address'],
        EmailMissingYN: 'Y',
        Version: 2,
      },
    })
    const view = await app.call(getMembership, { mbsno: member.MembershipNo })
    expect(view.body).toMatchObject({ MemberType: 'Non-Premium Member', Upgrade: { InvoiceNo } })
    expect(
      await app.sql('select upgrade_pending_yn, version from customer where customer_id = $1', member.CustomerId),
    ).toEqual([{ upgrade_pending_yn: 'Y', version: 1 }])
  })

  test('prepare upgrade: the highest level whose amount the net amount reaches is chosen', async () => {
    const member = await eligibleMember('9000.00')
    expect((await prepare(member, member.sale.InvoiceNo)).body).toMatchObject({
      CardCategoryCode: 'GOLD',
      CycleEnd: '2028-05-09',
    })
    await cancellationOf(app.db, member.sale, '1000.01')
    expect((await prepare(member, member.sale.InvoiceNo)).body).toMatchObject({
      CardCategoryCode: 'SILVER',
      BasisAmount: '7999.99',
    })
  })

  test('prepare upgrade: a cancellation of lines from several sales reduces each sale by its own lines', async () => {
    const member = await eligibleMember('8000.00')
    const second = await toSale(app.db, member, '9000.00')
    await cancellationOf(app.db, [member.sale, second], '0.01')
    expect((await prepare(member, member.sale.InvoiceNo)).body).toMatchObject({ BasisAmount: '7999.99' })
    expect((await prepare(member, second.InvoiceNo)).body).toMatchObject({ BasisAmount: '8999.99' })
  })

  test.each([
    ['too small an amount', '499.99', '0', 409, 'Failed to get card level detail'],
    ['a whole cancellation', '600.00', '600.00', 409, 'was cancelled'],
    ['too much cancelled', '600.00', '100.01', 409, 'Failed to get card level detail'],
  ])('prepare upgrade: an invoice with %s is refused', async (_, amount, cancelled, status, message) => {
    const member = await eligibleMember(amount)
    if (cancelled !== '0') await cancellationOf(app.db, member.sale, cancelled)
    const reply = await prepare(member, member.sale.InvoiceNo)
    expect(reply.status).toBe(status)
    expect(reply.refusal.message).toContain(message)
  })

  test('prepare upgrade: another member’s invoice, a cancellation and an unknown invoice number are refused', async () => {
    const [member, otherMember] = [await eligibleMember(), await eligibleMember()]
    await cancellationOf(app.db, otherMember.sale, '1.00')
    const [cancellation] = await app.sql<{ invoice_no: string }>(
      "select invoice_no from transaction_summary where transaction_type = 'C' and original_invoice_no = $1",
      otherMember.sale.InvoiceNo,
    )
    expect(await prepare(member, otherMember.sale.InvoiceNo)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.invoice_of_other' },
    })
    expect(await prepare(otherMember, cancellation!.invoice_no)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.invoice_not_normal' },
    })
    expect(await prepare(member, 'NOWHERE')).toMatchObject({
      status: 404,
      refusal: { message: 'Invoice NOWHERE was not found' },
    })
  })

  test.each(CustomerStatus.options)(
    'prepare upgrade: a membership that is %s is accepted only if Active',
    async (Status) => {
      const member = await eligibleMember('600.00', {}, { Status })
      expect((await prepare(member, member.sale.InvoiceNo)).status).toBe(
        { Active: 200, Deleted: 404 }[Status as string] ?? 409,
      )
    },
  )

  test.each(CustomerStatus.options)(
    'prepare upgrade: a customer who is %s is accepted only if Active',
    async (Status) => {
      const member = await eligibleMember('600.00', { Status })
      expect((await prepare(member, member.sale.InvoiceNo)).status).toBe(
        { Active: 200, Deleted: 404 }[Status as string] ?? 409,
      )
    },
  )

  test('prepare upgrade: a premium member and a member with a pending level change are refused', async () => {
    const premium = await eligibleMember(
      '600.00',
      { MemberType: 'Premium Member' },
      { MemberType: 'Premium Member', CardCategoryCode: 'SILVER' },
    )
    expect(await prepare(premium, premium.sale.InvoiceNo)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.already_premium' },
    })
    const pendingMember = await eligibleMember()
    await app.sql(
      "insert into membership_level_history (membership_no, action, to_category, reason, status, requested_at) values ($1, 'Upgrade', 'GOLD', 'x', 'Pending', now())",
      pendingMember.MembershipNo,
    )
    expect(await prepare(pendingMember, pendingMember.sale.InvoiceNo)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.level_change_pending' },
    })
  })

  test('prepare upgrade: an override without invoice needs head office, a reason and a category of the card group', async () => {
    const { MembershipNo } = await eligibleMember()
    const override = (CardCategoryCode: string, as = hq) =>
      app.call(prepareUpgrade, { MembershipNo, CardCategoryCode, OverrideReason: 'Press guest' }, as)
    expect(await override('GOLD', outletStaff)).toMatchObject({
      status: 403,
      refusal: { code: 'memberships.override_needs_hq' },
    })
    expect(await override('BRIDAL')).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.upgrade_category_unknown' },
    })
    expect(await override('gold')).toMatchObject({
      status: 200,
      body: {
        CardCategoryCode: 'GOLD',
        InvoiceNo: null,
        BasisAmount: null,
        OverrideReason: 'Press guest',
        CycleEnd: '2028-05-09',
      },
    })
    expect(await app.call(prepareUpgrade, { MembershipNo, CardCategoryCode: 'GOLD' })).toMatchObject({ status: 400 })
    expect(await app.call(prepareUpgrade, { MembershipNo })).toMatchObject({ status: 400 })
    expect(
      await app.call(prepareUpgrade, { MembershipNo, InvoiceNo: 'A', CardCategoryCode: 'GOLD', OverrideReason: 'x' }),
    ).toMatchObject({ status: 400 })
  })
})

describe('confirmation of a premium upgrade', () => {
  test('confirm upgrade: the member becomes premium under the same number, and the level history has an entry', async () => {
    const member = await eligibleMember()
    const { MembershipNo, CustomerId } = member
    const { Version } = (await prepare(member, member.sale.InvoiceNo)).body

    const reply = await app.call(confirmUpgrade, { MembershipNo, Version }, outletStaff)

    expect(reply).toMatchObject({
      status: 200,
      body: {
        MembershipNo,
        MemberType: 'Premium Member',
        CardCategoryCode: 'SILVER',
        CycleStart: '2026-05-10',
        CycleEnd: '2027-05-09',
      },
    })
    const view = (await app.call(getMembership, { mbsno: MembershipNo })).body
    expect(view).toMatchObject({
      MemberType: 'Premium Member',
      CardCategoryCode: 'SILVER',
      ActivatedAt: '2026-05-10T04:00:00.000Z',
      Upgrade: null,
      Version: reply.body.Version,
    })
    expect(
      await app.sql(
        'select member_type, upgrade_pending_yn, upgrade_data from customer where customer_id = $1',
        CustomerId,
      ),
    ).toEqual([{ member_type: 'Premium Member', upgrade_pending_yn: 'N', upgrade_data: null }])
    expect(
      await app.sql(
        'select action, from_category, to_category, reason, basis_amount, basis_invoice_no, status, outlet_code from membership_level_history where membership_no = $1',
        MembershipNo,
      ),
    ).toEqual([
      {
        action: 'Upgrade',
        from_category: null,
        to_category: 'SILVER',
        reason: 'Qualified by spend',
        basis_amount: '600.00',
        basis_invoice_no: member.sale.InvoiceNo,
        status: 'Approved',
        outlet_code: 'KLCC',
      },
    ])
    expect(
      await app.sql(
        "select 1 from audit_log where object_type = 'Membership' and object_id = $1 and log_text like 'Upgrade to Premium in Membership.%'",
        MembershipNo,
      ),
    ).toHaveLength(1)
  })

  test('confirm upgrade: missing data must be filled in before, and the preparation remains valid', async () => {
    const member = await eligibleMember('600.00', { Gender: null })
    const { MembershipNo, CustomerId } = member
    const { Version } = (await prepare(member, member.sale.InvoiceNo)).body
    expect(await app.call(confirmUpgrade, { MembershipNo, Version })).toMatchObject({
      status: 409,
      refusal: { message: 'Complete first: Gender' },
    })
    expect(await app.call(updateCustomer, { CustomerId, Version: 1, Gender: 'Female' })).toMatchObject({ status: 200 })
    expect(await app.call(confirmUpgrade, { MembershipNo, Version })).toMatchObject({ status: 200 })
  })

  test('confirm upgrade: of ten concurrent confirmations one succeeds', async () => {
    const member = await eligibleMember()
    const { MembershipNo } = member
    const { Version } = (await prepare(member, member.sale.InvoiceNo)).body
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.call(confirmUpgrade, { MembershipNo, Version })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await app.sql('select 1 from membership_level_history where membership_no = $1', MembershipNo)).toHaveLength(
      1,
    )
  })

  test('confirm upgrade: a preparation that was replaced by another is refused, and the error contains the new one', async () => {
    const member = await eligibleMember()
    const { MembershipNo } = member
    const first = (await prepare(member, member.sale.InvoiceNo)).body
    const larger = await toSale(app.db, member, '8000.00')
    await prepare(member, larger.InvoiceNo)
    expect(await app.call(confirmUpgrade, { MembershipNo, Version: first.Version })).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale', current: { CardCategoryCode: 'GOLD', InvoiceNo: larger.InvoiceNo } },
    })
  })

  test.each([
    ['was cancelled', '600.00', 'memberships.invoice_cancelled'],
    ['shrank below the level', '100.01', 'memberships.no_level_for_invoice'],
  ])('confirm upgrade: is refused if the invoice %s in the meantime', async (_, cancelled, code) => {
    const member = await eligibleMember()
    const { Version } = (await prepare(member, member.sale.InvoiceNo)).body
    await cancellationOf(app.db, member.sale, cancelled)
    expect(await app.call(confirmUpgrade, { MembershipNo: member.MembershipNo, Version })).toMatchObject({
      status: 409,
      refusal: { code },
    })
  })

  test('confirm upgrade: an upgrade is refused if its invoice now leads to another category', async () => {
    const member = await eligibleMember('8000.00')
    const { Version } = (await prepare(member, member.sale.InvoiceNo)).body
    await cancellationOf(app.db, member.sale, '1.00')
    expect(await app.call(confirmUpgrade, { MembershipNo: member.MembershipNo, Version })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.upgrade_basis_changed', params: { CardCategoryCode: 'SILVER' } },
    })
  })

  test('confirm upgrade: an invoice can be used for only one upgrade', async () => {
    const member = await eligibleMember()
    await app.sql(
      "insert into membership_level_history (membership_no, action, to_category, reason, basis_invoice_no, status, requested_at) values ($1, 'Upgrade', 'SILVER', 'x', $2, 'Approved', now())",
      member.MembershipNo,
      member.sale.InvoiceNo,
    )
    expect(await prepare(member, member.sale.InvoiceNo)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.invoice_used' },
    })
  })

  test('confirm upgrade: an upgrade without a preparation is refused', async () => {
    const { MembershipNo } = await eligibleMember()
    expect(await app.call(confirmUpgrade, { MembershipNo, Version: 1 })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.upgrade_not_pending' },
    })
  })
})

describe('cancellation of a prepared premium upgrade', () => {
  test('cancel upgrade: the preparation is deleted and the member stays unchanged', async () => {
    const member = await eligibleMember()
    const { MembershipNo } = member
    const { Version } = (await prepare(member, member.sale.InvoiceNo)).body
    expect(await app.call(cancelUpgrade, { MembershipNo, Version: Version - 1 })).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale' },
    })
    expect(await app.call(cancelUpgrade, { MembershipNo, Version }, outletStaff)).toMatchObject({ status: 200 })
    expect((await app.call(getMembership, { mbsno: MembershipNo })).body).toMatchObject({
      MemberType: 'Non-Premium Member',
      Upgrade: null,
    })
    expect(await app.call(cancelUpgrade, { MembershipNo, Version: Version + 1 })).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.upgrade_not_pending' },
    })
  })
})

test('upgrade invoices: each sale is listed with the category it leads to, or with the reason why it leads to none', async () => {
  const member = await eligibleMember('600.00')
  const small = await toSale(app.db, member, '10.00', { PerformedAt: '2025-01-01T00:00:00Z' })
  const oldSale = await toSale(app.db, member, '700.00', { PerformedAt: '2025-01-02T00:00:00Z' })
  await cancellationOf(app.db, oldSale, '700.00')
  const { body } = await app.call(listUpgradeInvoices, { Search: { MembershipNo: member.MembershipNo } }, outletStaff)
  expect(body).toMatchObject({
    count: 3,
    rows: [
      { InvoiceNo: member.sale.InvoiceNo, CardCategoryCode: 'SILVER', QualifiesYN: 'Y', Reason: null },
      { InvoiceNo: oldSale.InvoiceNo, BasisAmount: '0.00', QualifiesYN: 'N', Reason: 'Cancelled' },
      { InvoiceNo: small.InvoiceNo, QualifiesYN: 'N', Reason: 'No level' },
    ],
  })
})
