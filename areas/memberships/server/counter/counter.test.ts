import { beforeAll, describe, expect, test } from 'vitest'
import { address, customer, registered } from '#tests/factories/customers.ts'
import { cancellationOf, category, createCardGroup, level, membership, toSale } from '#tests/factories/memberships.ts'
import { hq, outletStaff, systemWith, useApp } from '#tests/harness.ts'
import { lookupMember, memberCard, putOffAction } from '../../contract/counter.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
type Member = Awaited<ReturnType<typeof registered>>
let pav: Member
beforeAll(async () => {
  await registered(app.db, { FullName: 'TAN AH MEI' })
  pav = await registered(app.db, {
    FullName: 'TAN MEI LING',
    IdType: 'NRIC',
    IdNo: '900101105556',
    ContactNo: '+60123334444',
    AlternateContactNo: '+60355551111',
    Email: 'ling@example.com',
    RegisteredOutletCode: 'PAV',
  })
})
const lookup = async (Typed: string, as = outletStaff) => {
  const { body } = await app.call(lookupMember, { Typed }, as)
  return [body.Kind, body.ExactYN, body.rows.map(({ FullName }) => FullName)]
}

describe('member look-up at the counter', () => {
  test.each([
    ['900101-10-5556', 'IdNo'],
    ['900101105556', 'IdNo'],
    ['012-333 4444', 'ContactNo'],
    ['+60123334444', 'ContactNo'],
    ['03-5555 1111', 'ContactNo'],
    ['Ling@Example.com', 'Email'],
  ])('counter look-up: recognises %s as %s, for customers of any outlet', async (typed, kind) => {
    expect(await lookup(typed)).toEqual([kind, 'Y', ['TAN MEI LING']])
  })

  test('counter look-up: a membership number is accepted in any spelling, even without its prefix', async () => {
    const { MembershipNo } = pav
    for (const typed of [
      MembershipNo,
      MembershipNo.toLowerCase(),
      MembershipNo.replace(/(.{4})/g, '$1 '),
      MembershipNo.slice(2),
    ])
      expect(await lookup(typed)).toEqual(['MembershipNo', 'Y', ['TAN MEI LING']])
    expect(await lookup(MembershipNo, systemWith('members:read'))).toEqual(['MembershipNo', 'Y', ['TAN MEI LING']])
  })

  test.each([
    ['tan', outletStaff, ['Name', 'N', ['TAN AH MEI']]],
    ['tan', hq, ['Name', 'N', ['TAN AH MEI', 'TAN MEI LING']]],
    ['mei tan', outletStaff, ['Name', 'N', ['TAN AH MEI']]],
    ['900101', outletStaff, ['None', 'N', []]],
    ['900101', hq, ['MembershipNo', 'N', ['TAN MEI LING']]],
    ['0123334', hq, ['MembershipNo', 'N', ['TAN MEI LING']]],
    ['t', hq, ['None', 'N', []]],
    ['%%%%', hq, ['None', 'N', []]],
    ['', hq, ['None', 'N', []]],
    ['unknown@example.com', hq, ['None', 'N', []]],
  ])(
    'counter look-up: the partial text "%s" finds only members that the caller may browse',
    async (typed, as, expected) => {
      expect(await lookup(typed, as)).toEqual(expected)
    },
  )

  test('counter look-up: the number of a merged member returns the survivor together with the number', async () => {
    const middle = await registered(
      app.db,
      { Status: 'Merged' },
      { Status: 'Merged', MergedIntoMembershipNo: pav.MembershipNo },
    )
    const old = await registered(
      app.db,
      { Status: 'Merged' },
      { Status: 'Merged', MergedIntoMembershipNo: middle.MembershipNo },
    )
    const { body } = await app.call(lookupMember, { Typed: old.MembershipNo }, outletStaff)
    expect(body).toMatchObject({
      ExactYN: 'Y',
      rows: [{ MembershipNo: pav.MembershipNo, FormerMembershipNo: old.MembershipNo, IdNo: '******-**-5556' }],
    })
  })

  test.each([
    ['Inactive', 1],
    ['Suspended', 1],
    ['Archived', 1],
    ['Deleted', 0],
  ] as const)('counter look-up: finds a membership that is %s by its number %i times', async (Status, times) => {
    const { MembershipNo } = await registered(app.db, {}, { Status })
    expect((await app.call(lookupMember, { Typed: MembershipNo })).body.rows).toHaveLength(times)
  })

  test('counter look-up: all memberships of the customer are returned', async () => {
    const { CustomerId, IdNo } = await registered(app.db)
    await membership(app.db, { CustomerId, CardGroupId: (await createCardGroup(app.db)).GroupId })
    expect((await app.call(lookupMember, { Typed: IdNo! })).body).toMatchObject({ Kind: 'IdNo', count: 2 })
  })
})

describe('member card at the counter', () => {
  const card = async (MembershipNo: string, as = outletStaff) => (await app.call(memberCard, { MembershipNo }, as)).body

  test('member card at the counter: shows points, expiry by month, last purchase and next actions', async () => {
    const gold = await category(app.db, { Code: 'GOLD', Name: 'Gold', Color: '#d4af37' })
    const member = await registered(
      app.db,
      {
        MemberType: 'Premium Member',
        DateOfBirth: '1990-05-17',
        Gender: 'Female',
        Email: 'a@b.example',
        VerifiedEmailYN: 'Y',
      },
      { MemberType: 'Premium Member', CardCategoryCode: gold.Code },
    )
    const { MembershipNo, CustomerId } = member
    await address(app.db, CustomerId)
    await app.sql(
      'insert into point_balance (membership_no, lots_remaining, arrears) values ($1, 160, 25)',
      MembershipNo,
    )
    for (const [sequence, points, until] of [
      [1, 100, '2026-06-30'],
      [2, 40, '2026-06-30'],
      [3, 20, '2027-01-31'],
    ] as const)
      await app.sql(
        `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date, object_type, object_value, source_key)
         values ($1, $2, 'Earn', $3, $3, '2026-01-01', '2026-01-01', '2026-01-01', $4, 'Transaction', 'x', $5)`,
        MembershipNo,
        sequence,
        points,
        until,
        `card-${sequence}`,
      )
    await toSale(app.db, member, '100.00', { InvoiceNo: 'OLD', PerformedAt: '2025-01-01T00:00:00Z' })
    await toSale(app.db, member, '250.00', { InvoiceNo: 'NEW', PerformedAt: '2026-04-01T00:00:00Z' })

    const memberCardReply = await card(MembershipNo)

    expect(memberCardReply).toMatchObject({
      CardCategoryName: 'Gold',
      Color: '#d4af37',
      BirthdayMonthYN: 'Y',
      PointBalance: 135,
      Available: 135,
      Pending: 0,
      Arrears: 25,
      ExpirySchedule: [
        { Year: 2026, Month: 6, Points: 140 },
        { Year: 2027, Month: 1, Points: 20 },
      ],
      LastPurchase: { InvoiceNo: 'NEW', OutletCode: 'KLCC', NetAmount: '250.00' },
      MissingData: [],
      ExpiringNext: { Points: 140, Date: '2026-06-30', SoonYN: 'Y' },
      Occasions: [{ Kind: 'Birthday', On: '2026-05-17', Years: null }],
      Warnings: [{ Code: 'arrears', Params: { Points: 25 } }],
    })
    // The points expire in 51 days, and the birthday is in a week.
    expect(memberCardReply.NextActions).toEqual([])
  })

  test('member card at the counter: suggests an upgrade if an invoice qualifies, and asks for missing data', async () => {
    const silver = await category(app.db, { Name: 'Silver' })
    await level(app.db, silver.CardCategoryId, { FirstSalesAmount: '500' })
    const member = await registered(app.db)
    await toSale(app.db, member, '499.99')
    expect((await card(member.MembershipNo)).NextActions.map(({ Action }) => Action)).toEqual(['Complete profile'])
    const { InvoiceNo } = await toSale(app.db, member, '500.00')

    const shown = await card(member.MembershipNo)
    expect(shown.NextActions).toEqual([
      {
        Action: 'Upgrade to premium',
        Code: 'invoice_qualifies',
        Params: { InvoiceNo, CardCategoryName: 'Silver' },
      },
      { Action: 'Complete profile', Code: 'fields_missing', Params: { Fields: 'DateOfBirth, Gender, Address, Email' } },
    ])
    expect(shown.MissingData).toEqual(['DateOfBirth', 'Gender', 'Address', 'Email'])
  })

  test.each([
    ['Inactive', 'Active', ['membership_not_active']],
    ['Suspended', 'Suspended', ['membership_not_active', 'customer_not_active']],
    ['Active', 'Suspended', ['customer_not_active']],
    ['Merged', 'Active', ['merged']],
  ] as const)(
    'member card at the counter: a %s membership of a %s customer causes a warning and at most the action to check the status',
    async (Status, person, codes) => {
      const { MembershipNo } = await registered(
        app.db,
        { Status: person },
        { Status, ...(Status === 'Merged' && { MergedIntoMembershipNo: pav.MembershipNo }) },
      )
      const shown = await card(MembershipNo)
      expect(shown.Warnings.map(({ Code }) => Code)).toEqual(codes)
      expect(shown.NextActions.map(({ Action }) => Action)).toEqual(Status === 'Merged' ? [] : ['Check the status'])
    },
  )

  test('member card at the counter: warns if the identity number contradicts other data or is missing, and if mail was returned', async () => {
    const hasIssue = await registered(app.db, { IdType: 'NRIC', IdNo: '900101105557', Gender: 'Female' })
    await address(app.db, hasIssue.CustomerId, { ReturnedMailYN: 'Y' })
    const withoutIdentity = await registered(app.db, { IdType: null, IdNo: null, IdNotGivenYN: 'Y' })
    expect((await card(hasIssue.MembershipNo)).Warnings.map(({ Code }) => Code)).toEqual([
      'nric_issue',
      'returned_mail',
    ])
    expect((await card(withoutIdentity.MembershipNo)).Warnings.map(({ Code }) => Code)).toEqual(['identity_missing'])
  })

  test('member card at the counter: urgent actions come before missing data, and a postponed action appears again the next day', async () => {
    const { MembershipNo } = await registered(app.db, { DateOfBirth: '1990-05-12', WeddingAnniversary: '2016-05-11' })
    await app.sql(
      `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date, object_type, object_value, source_key)
       values ($1, 1, 'Earn', 60, 60, '2026-01-01', '2026-01-01', '2026-01-01', '2026-06-24', 'Transaction', 'x', 'soon')`,
      MembershipNo,
    )
    const actionCodes = async (as = outletStaff) => (await card(MembershipNo, as)).NextActions.map(({ Code }) => Code)
    expect(await actionCodes()).toEqual(['points_expiring', 'wedding_near', 'fields_missing'])

    const { body } = await app.call(putOffAction, { MembershipNo, Action: 'Points expire soon' }, outletStaff)

    expect(body).toEqual({ AgainOn: '2026-05-11' })
    expect(await actionCodes()).toEqual(['wedding_near', 'fields_missing'])
    expect(await actionCodes(hq)).toHaveLength(3)
    app.clock.advance(24 * 3600)
    expect(await actionCodes()).toEqual(['points_expiring', 'wedding_near', 'fields_missing'])
    app.clock.advance(-24 * 3600)
  })

  test('member card at the counter: the expiry warning appears the configured number of days before the points expire', async () => {
    const { MembershipNo } = await registered(app.db)
    await app.sql(
      `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date, object_type, object_value, source_key)
       values ($1, 1, 'Earn', 60, 60, '2026-01-01', '2026-01-01', '2026-01-01', '2026-06-24', 'Transaction', 'x', 'far')`,
      MembershipNo,
    )
    expect((await card(MembershipNo)).ExpiringNext).toEqual({ Points: 60, Date: '2026-06-24', SoonYN: 'Y' })
    await app.sql(`insert into setting (name, value) values ('expiry.rescueDays', '30')`)
    expect((await card(MembershipNo)).ExpiringNext).toEqual({ Points: 60, Date: '2026-06-24', SoonYN: 'N' })
    await app.sql(`delete from setting where name = 'expiry.rescueDays'`)
  })

  test('member card at the counter: the last purchase is shown net of returns', async () => {
    const member = await registered(app.db)
    const sale = await toSale(app.db, member, '799.90', { InvoiceNo: 'IN-PART' })
    await cancellationOf(app.db, sale, '300')
    expect((await card(member.MembershipNo)).LastPurchase).toMatchObject({ InvoiceNo: 'IN-PART', NetAmount: '499.90' })
  })

  test('member card at the counter: an unknown or deleted member gets 404', async () => {
    const deletedMember = await registered(app.db, {}, { Status: 'Deleted' })
    for (const MembershipNo of ['JC1', deletedMember.MembershipNo])
      expect(await app.call(memberCard, { MembershipNo })).toMatchObject({
        status: 404,
        refusal: { message: 'Customer Membership Not Found' },
      })
    await customer(app.db)
  })
})
