import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getApproval, listApprovals } from '#areas/approvals/contract.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { getCustomer, listCustomers, updateCustomer } from '#areas/customers/contract/customers.ts'
import { prove } from '#areas/expiry/server/index.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { listMemberships } from '#areas/memberships/contract/memberships.ts'
import {
  addAdjustment,
  deleteAdjustment,
  getBalance,
  listHistory,
  redeemPoints,
  refundRedemption,
} from '#areas/points/contract.ts'
import { listTransactions } from '#areas/sales/contract.ts'
import { address, customer, registered } from '#tests/factories/customers.ts'
import { membership, newCardGroup } from '#tests/factories/memberships.ts'
import { merging, secondPerson } from '#tests/factories/merges.ts'
import { cardCategory, checkLedger, earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { ask, approve, merge, buy, cancelSale } = merging(app)

beforeAll(async () => {
  await earningRules(app.db)
  await cardCategory(app.db, 'SILVER')
  await cardCategory(app.db, 'GOLD')
})

const pair = async () => [await member(app.db), await member(app.db)] as const
const preview = (SurvivorId: number, MergedId: number, more: object = {}) =>
  app.call(contract.previewMerge, { SurvivorId, MergedId, ...more })
const redeem = (MembershipNo: string, Points: number) =>
  app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `M${Math.random()}` })
const ledger = async (MembershipNo: string) => {
  const found = await checkLedger(app.db, MembershipNo)
  expect(found.agree).toBe(true)
  return found
}
const expectProved = async () => {
  const { Differences } = await prove(jobContext(app))
  expect(Differences).toBe(0)
}
const lots = (MembershipNo: string) =>
  app.sql<{ left: number; earned_at: string; available_from: string; expiry_date: string }>(
    `select (point_amount - point_reversed - point_utilized - point_expired)::int as left, earned_at::text, available_from::text, expiry_date::text
     from point_history where membership_no = $1 and point_amount > point_reversed + point_utilized + point_expired
     order by expiry_date, earned_at, history_id`,
    MembershipNo,
  )

describe('a merge', () => {
  test('needs a second person: asking moves nothing, and who asked cannot approve it', async () => {
    const [survivor, merged] = await pair()
    await buy(merged, '1000')
    const requested = await ask(survivor, merged)
    expect(requested).toMatchObject({ status: 201, body: { ApprovalId: expect.any(Number) } })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 100 })
    const { ApprovalId } = requested.body
    const seen = await app.call(getApproval, { ApprovalId }, secondPerson)
    expect(seen.body).toMatchObject({ Kind: 'Member merge', MembershipNo: survivor.MembershipNo, Obstacle: null })
    expect(seen.body.Effects).toContainEqual({
      What: { key: 'approvals:effect.balance', params: { number: survivor.MembershipNo } },
      Before: 0,
      After: 100,
    })
    expect((await ask(survivor, merged)).refusal.code).toBe('approvals.waits_already')
    expect(await approve(ApprovalId)).toMatchObject({ status: 200, body: { Status: 'Approved' } })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100 })
  })

  test('has a total of its own: earned and adjusted, merged in and taken by other ways are the balance on both sides', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '500')
    await buy(merged, '1000')
    await redeem(merged.MembershipNo, 30)
    await merge(survivor, merged)
    const balance = async ({ MembershipNo }: { MembershipNo: string }) => {
      const { rows } = await sql<Record<string, number>>`
        select total_points_earned as earned, total_points_redeemed as redeemed, total_points_merged as merged, points
        from point_balance where membership_no = ${MembershipNo}`.execute(app.db)
      return rows[0]
    }
    expect(await balance(survivor)).toEqual({ Earned: 50, Redeemed: 0, Merged: 70, Points: 120 })
    expect(await balance(merged)).toEqual({ Earned: 100, Redeemed: 30, Merged: -70, Points: 0 })
    expect((await app.call(getBalance, { MembershipNo: survivor.MembershipNo })).body).toMatchObject({
      TotalPointsEarned: 50,
      TotalPointsMerged: 70,
      PointBalance: 120,
    })
    await expectProved()
  })

  test('leaves points that were given by hand unused: they can still be taken back, from the survivor', async () => {
    const [survivor, merged] = await pair()
    const input = {
      MembershipNo: merged.MembershipNo,
      TransactionType: 'Adjust In',
      PointAmount: 200,
      ReasonCode: 'Goodwill',
      Remark: 'Wait',
    }
    const given = await app.call(addAdjustment, input as never)
    await merge(survivor, merged)
    const HistoryId = given.body.HistoryId!
    await redeem(survivor.MembershipNo, 1)
    expect(await app.call(deleteAdjustment, { HistoryId })).toMatchObject({
      status: 409,
      refusal: { params: { Points: 1 } },
    })

    const [other, second] = await pair()
    const again = await app.call(addAdjustment, { ...input, MembershipNo: second.MembershipNo } as never)
    await merge(other, second)
    expect(await app.call(deleteAdjustment, { HistoryId: again.body.HistoryId! })).toMatchObject({ status: 200 })
    expect(await ledger(other.MembershipNo)).toMatchObject({ points: 0 })
    await expectProved()
  })

  test('moves each lot with its own dates, pairwise, and leaves the merged account empty and closed', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '500', { PerformedAt: '2026-03-05T10:00:00' })
    await buy(merged, '1000', { PerformedAt: '2025-06-10T10:00:00' })
    await buy(merged, '2000', { PerformedAt: '2026-01-10T10:00:00' })
    await redeem(merged.MembershipNo, 30)
    const before = [...(await lots(survivor.MembershipNo)), ...(await lots(merged.MembershipNo))]
    await merge(survivor, merged)

    const after = await lots(survivor.MembershipNo)
    const byDate = (rows: typeof before) => rows.map((row) => Object.values(row).join(' ')).sort()
    expect(byDate(after)).toEqual(byDate(before))
    expect(await lots(merged.MembershipNo)).toEqual([])
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 50 + 270 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 0 })
    const rows = async (MembershipNo: string, TransactionType: string) =>
      (await app.call(listHistory, { Search: { MembershipNo, TransactionType } as never })).body.rows
    const gone = await rows(merged.MembershipNo, 'Merge Out')
    const came = await rows(survivor.MembershipNo, 'Merge In')
    expect(came.map(({ Points }) => Points)).toEqual(gone.map(({ Points }) => -Points))
    expect(came.map(({ ReferenceCode }) => ReferenceCode)).toEqual([merged.MembershipNo, merged.MembershipNo])
    await expectProved()
  })

  test('keeps the number as an alias: it finds the survivor at the counter, at the till and in the points', async () => {
    const [survivor, merged] = await pair()
    await merge(survivor, merged)
    const found = await app.call(lookupMember, { Typed: merged.MembershipNo })
    expect(JSON.stringify(found.body)).toContain(survivor.MembershipNo)
    const InvoiceNo = await buy(merged, '1000')
    const [sale] = await app.sql(
      'select membership_no, customer_id::int from transaction_summary where invoice_no = $1',
      InvoiceNo,
    )
    expect(sale).toEqual({ membership_no: survivor.MembershipNo, customer_id: survivor.CustomerId })
    const balance = await app.call(getBalance, { MembershipNo: merged.MembershipNo })
    expect(balance.body).toMatchObject({ MembershipNo: survivor.MembershipNo, PointBalance: 100 })
    expect((await redeem(merged.MembershipNo, 40)).body).toMatchObject({ Balance: { PointBalance: 60 } })
  })

  test('lets lists find the survivor by the old number, and the merged one where merged ones are asked for', async () => {
    const [survivor, merged] = await pair()
    const third = await member(app.db)
    await merge(survivor, merged)
    await merge(third, survivor)
    const names = (reply: { body: { rows: { CustomerId: number }[] } }) => reply.body.rows.map((row) => row.CustomerId)
    const MembershipNo = merged.MembershipNo
    expect(names(await app.call(listCustomers, { Search: { MembershipNo } as never }))).toEqual([third.CustomerId])
    expect(names(await app.call(listCustomers, { Search: { Q: MembershipNo } as never }))).toEqual([third.CustomerId])
    expect(names(await app.call(listMemberships, { Search: { MembershipNo } as never }))).toEqual([third.CustomerId])
    expect(names(await app.call(listCustomers, { Search: { MembershipNo, Status: 'Merged' } as never }))).toEqual([
      merged.CustomerId,
    ])
  })

  test('leaves the merged customer read only and pointing at the survivor', async () => {
    const [survivor, merged] = await pair()
    await merge(survivor, merged)
    const { body } = await app.call(getCustomer, { CustomerId: merged.CustomerId })
    expect(body).toMatchObject({
      Status: 'Merged',
      Memberships: [{ Status: 'Merged', MergedIntoMembershipNo: survivor.MembershipNo }],
    })
    const { CustomerId, Version } = body
    expect(await app.call(updateCustomer, { CustomerId, Version, Remarks: 'x' })).toMatchObject({ status: 409 })
  })

  test('takes sales, addresses and referrals along, and leaves one primary address', async () => {
    const [survivor, merged] = await pair()
    const friend = await registered(app.db, { RecommendMembershipNo: merged.MembershipNo })
    await address(app.db, survivor.CustomerId)
    await address(app.db, merged.CustomerId, { Line1: '7 Jalan Bukit' })
    const InvoiceNo = await buy(merged, '1000')
    const moves = await preview(survivor.CustomerId, merged.CustomerId)
    expect(moves.body.Moves).toEqual(
      expect.arrayContaining([
        { What: 'transaction_summary', Count: 1 },
        { What: 'customer_address', Count: 1 },
      ]),
    )
    await merge(survivor, merged)
    const sales = await app.call(listTransactions, { Search: { MembershipNo: survivor.MembershipNo } as never })
    expect(sales.body.rows.map((row: { InvoiceNo: string }) => row.InvoiceNo)).toEqual([InvoiceNo])
    const { body } = await app.call(getCustomer, { CustomerId: survivor.CustomerId })
    expect(body.Addresses.map(({ Line1, IsPrimaryYN }) => [Line1, IsPrimaryYN])).toEqual([
      ['12 Jalan Ampang', 'Y'],
      ['7 Jalan Bukit', 'N'],
    ])
    const [row] = await app.sql(
      'select recommend_membership_no from customer where customer_id = $1',
      friend.CustomerId,
    )
    expect(row).toEqual({ recommend_membership_no: survivor.MembershipNo })
  })

  test('ends the recommendation of one by the other, because nobody recommends himself', async () => {
    const [survivor, merged] = await pair()
    await app.sql(
      'update customer set recommend_membership_no = $1 where customer_id = $2',
      merged.MembershipNo,
      survivor.CustomerId,
    )
    await app.sql(
      `insert into referral (customer_id, referrer_membership_no, named_at, minimum_amount, qualify_until, return_days, referrer_points, friend_points)
       values ($1, $2, now(), 100, '2027-01-01', 14, 100, 50)`,
      survivor.CustomerId,
      merged.MembershipNo,
    )
    expect((await preview(survivor.CustomerId, merged.CustomerId)).body.Warnings.map(({ code }) => code)).toContain(
      'merges.referred',
    )
    const MergeId = await merge(survivor, merged)
    const state = () =>
      app.sql(
        `select recommend_membership_no as number, (select status from referral r where r.customer_id = c.customer_id) as referral from customer c where customer_id = $1`,
        survivor.CustomerId,
      )
    expect(await state()).toEqual([{ number: null, referral: 'Rejected' }])
    await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })
    expect(await state()).toEqual([{ number: merged.MembershipNo, referral: 'Pending' }])
  })

  test('nets arrears: what one owes the points of the other pay', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '1000')
    const InvoiceNo = await buy(merged, '600')
    await redeem(merged.MembershipNo, 60)
    await cancelSale(InvoiceNo)
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: -60, arrears: 60 })
    const seen = await preview(survivor.CustomerId, merged.CustomerId)
    expect(seen.body.Memberships).toMatchObject([
      { Points: -60, Arrears: 60, PointsBefore: 100, PointsAfter: 40, ArrearsAfter: 0 },
    ])
    const MergeId = await merge(survivor, merged)
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 40, arrears: 0 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 0, arrears: 0 })
    await expectProved()

    expect(await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })).toMatchObject({ status: 200 })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100, arrears: 0 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: -60, arrears: 60 })
    await expectProved()
  })

  test('nets arrears of the survivor from the points that come, and gives them back when undone', async () => {
    const [survivor, merged] = await pair()
    const InvoiceNo = await buy(survivor, '600')
    await redeem(survivor.MembershipNo, 60)
    await cancelSale(InvoiceNo)
    await buy(merged, '1000', { PerformedAt: '2026-02-10T10:00:00' })
    const was = await lots(merged.MembershipNo)
    const MergeId = await merge(survivor, merged)
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 40, arrears: 0 })
    expect(await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })).toMatchObject({ status: 200 })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: -60, arrears: 60 })
    expect(await lots(merged.MembershipNo)).toEqual(was)
    await ledger(merged.MembershipNo)
    await expectProved()
  })

  test.each([
    ['SILVER', 'GOLD', 'Higher', 'GOLD'],
    ['GOLD', 'SILVER', 'Higher', 'GOLD'],
    ['SILVER', 'GOLD', 'Survivor', 'SILVER'],
    ['GOLD', 'SILVER', 'Merged', 'SILVER'],
  ] as const)('of %s and %s keeps the category as told (%s): %s', async (own, other, KeepTierOf, expected) => {
    const survivor = await member(app.db, { category: own })
    const merged = await member(app.db, { category: other })
    expect((await preview(survivor.CustomerId, merged.CustomerId, { KeepTierOf })).body.Memberships).toMatchObject([
      { CategoryBefore: own, CategoryAfter: expected },
    ])
    await merge(survivor, merged, { KeepTierOf })
    const [held] = await app.sql(
      'select card_category_code from membership where membership_no = $1',
      survivor.MembershipNo,
    )
    expect(held).toEqual({ card_category_code: expected })
    const history = await app.sql(
      'select from_category, to_category, reason, status from membership_level_history where membership_no = $1',
      survivor.MembershipNo,
    )
    expect(history).toEqual(
      own === expected ? [] : [{ from_category: own, to_category: expected, reason: 'Merge', status: 'Approved' }],
    )
  })

  test('makes a non-premium survivor premium with the category of the other', async () => {
    const survivor = await member(app.db, { memberType: 'Non-Premium Member' })
    const merged = await member(app.db, { category: 'GOLD' })
    await merge(survivor, merged)
    const { body } = await app.call(getCustomer, { CustomerId: survivor.CustomerId })
    expect(body).toMatchObject({
      MemberType: 'Premium Member',
      Memberships: [{ MemberType: 'Premium Member', CardCategoryCode: 'GOLD' }],
    })
  })

  test('takes over a membership of a card group that the survivor lacks as it is', async () => {
    const [survivor, merged] = await pair()
    const { GroupId } = await newCardGroup(app.db)
    const { MembershipNo } = await membership(app.db, { CustomerId: merged.CustomerId, CardGroupId: GroupId })
    const MergeId = await merge(survivor, merged)
    const owner = () =>
      app.sql('select customer_id::int as id, status from membership where membership_no = $1', MembershipNo)
    expect(await owner()).toEqual([{ id: survivor.CustomerId, status: 'Active' }])
    await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })
    expect(await owner()).toEqual([{ id: merged.CustomerId, status: 'Active' }])
  })

  test('takes the chosen fields of the other, identity numbers too, and leaves all others', async () => {
    const survivor = await registered(app.db, { FullName: 'TAN MEI LING', Email: 'mei@example.com', Gender: null })
    const merged = await registered(app.db, {
      FullName: 'TAN MEI LENG',
      Email: 'mei.ling@example.com',
      VerifiedEmailYN: 'Y',
      VerifiedEmailAt: '2026-05-01T00:00:00Z',
      Gender: 'Female',
    })
    const { body } = await preview(survivor.CustomerId, merged.CustomerId)
    const suggested = body.Fields.filter(({ Suggested }) => Suggested === 'Merged').map(({ Field }) => Field)
    expect(suggested).toEqual(['Gender', 'Email'])
    await merge(survivor, merged, { TakeFromMerged: ['Email', 'Gender', 'IdNo'] })
    const [row] = await app.sql(
      'select full_name, email, verified_email_yn, gender, id_no from customer where customer_id = $1',
      survivor.CustomerId,
    )
    expect(row).toEqual({
      full_name: 'TAN MEI LING',
      email: 'mei.ling@example.com',
      verified_email_yn: 'Y',
      gender: 'Female',
      id_no: merged.IdNo,
    })
  })

  test.each([
    ['Y', 'N', 'N'],
    ['N', 'Y', 'N'],
    ['Y', 'Y', 'Y'],
    [null, 'Y', 'Y'],
    [null, 'N', 'N'],
    ['Y', null, 'Y'],
  ] as const)('keeps the stricter consent of %s and %s: %s', async (own, other, expected) => {
    const [survivor, merged] = await pair()
    const say = async (CustomerId: number, GrantedYN: 'Y' | 'N' | null) =>
      GrantedYN && app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN })
    await say(survivor.CustomerId, own)
    await say(merged.CustomerId, other)
    await merge(survivor, merged)
    const { body } = await app.call(getCustomer, { CustomerId: survivor.CustomerId })
    expect(body.Consents.find(({ Channel }) => Channel === 'Email')?.GrantedYN).toBe(expected)
  })

  test('a sale of the merged member is taken back from the survivor, from the lot that came over first', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '500')
    const InvoiceNo = await buy(merged, '1000')
    await merge(survivor, merged)
    expect(await cancelSale(InvoiceNo)).toMatchObject({ status: 201 })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 50, arrears: 0 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 0 })
    await expectProved()
  })

  test('what the merged member had spent of a sale is owed by the survivor when the sale is taken back', async () => {
    const [survivor, merged] = await pair()
    const InvoiceNo = await buy(merged, '1000')
    await redeem(merged.MembershipNo, 70)
    await merge(survivor, merged)
    await cancelSale(InvoiceNo)
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: -70, arrears: 70 })
    await expectProved()
  })

  test('a redemption of the merged member is given back to the survivor', async () => {
    const [survivor, merged] = await pair()
    await buy(merged, '1000')
    const { body } = await redeem(merged.MembershipNo, 70)
    await merge(survivor, merged)
    expect(await app.call(refundRedemption, { HistoryId: body.History.HistoryId, Remark: 'Back' })).toMatchObject({
      status: 201,
    })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100 })
    await expectProved()
  })

  test('writes who merged whom and why into log and audit', async () => {
    const [survivor, merged] = await pair()
    await merge(survivor, merged)
    const log = await app.sql(`select log_text from audit_log where log_text like $1`, `%${merged.MembershipNo} into%`)
    expect(log).toEqual([
      { log_text: `Merge Members in Customer. ${merged.MembershipNo} into ${survivor.MembershipNo}. Registered twice` },
    ])
    const fields = await app.sql<{ field: string }>(
      `select updated_field_name as field from audit_record where object_type = 'Membership' and object_id = $1 and action_type = 'Update' order by 1`,
      merged.MembershipNo,
    )
    expect(fields.map(({ field }) => field)).toEqual(['MergedIntoMembershipNo', 'Status'])
  })
})

describe('a merge is refused', () => {
  test('of a member with himself, of a deleted and of a merged one', async () => {
    const [survivor, merged] = await pair()
    expect((await ask(survivor, survivor)).refusal.code).toBe('merges.same_person')
    const deleted = await member(app.db, { customerStatus: 'Deleted', status: 'Deleted' })
    expect((await ask(survivor, deleted)).refusal.code).toBe('merges.not_mergeable')
    await merge(survivor, merged)
    const third = await member(app.db)
    expect((await ask(survivor, merged)).refusal.code).toBe('merges.not_mergeable')
    expect((await ask(merged, third)).refusal.message).toMatch('cannot be merged. Status: Merged')
    expect(await ask(survivor, { CustomerId: 999_999, MembershipNo: 'JC0' })).toMatchObject({ status: 404 })
  })

  test('while the number that goes is not typed', async () => {
    const [survivor, merged] = await pair()
    expect(await ask(survivor, merged, { ConfirmMembershipNo: survivor.MembershipNo })).toMatchObject({
      status: 400,
      refusal: { code: 'merges.confirmation_wrong' },
    })
  })

  test.each([
    [
      'a change of level waits for its decision',
      'merges.level_pending',
      `insert into membership_level_history (membership_no, action, from_category, to_category, reason, status, requested_at)
       values ($1, 'Upgrade', 'SILVER', 'GOLD', 'Staff request', 'Pending', now())`,
    ],
    [
      'a request for the number waits for its decision',
      'merges.approval_pending',
      `insert into approval (kind, object_type, object_id, summary, payload, privilege, membership_no, requested_by, requested_at)
       values ('Point adjustment', 'PointAdjustment', $1, '{}', '{}', 'Approve Adjustment', $1, 'X', now())`,
    ],
    [
      'an upgrade is prepared',
      'merges.upgrade_pending',
      `update customer set upgrade_pending_yn = 'Y', upgrade_data = '{}' where customer_id = (select customer_id from membership where membership_no = $1)`,
    ],
    [
      'a profile amendment waits for its review',
      'merges.amendment_pending',
      `insert into profile_updated_history (customer_id, action_type, source, applied_yn, updated_by, updated_at)
       select customer_id, 'Update', 'CRM', 'Y', 'X', now() from membership where membership_no = $1`,
    ],
  ])('while %s of the one who goes', async (_, code, make) => {
    const [survivor, merged] = await pair()
    await app.sql(make, merged.MembershipNo)
    expect((await preview(survivor.CustomerId, merged.CustomerId)).body.Obstacles).toMatchObject([{ code }])
    expect(await ask(survivor, merged)).toMatchObject({ status: 409, refusal: { code } })
    expect((await ask(merged, survivor)).status).toBe(201)
  })

  test('when its ground has gone since it was asked for: the request goes on waiting and says why', async () => {
    const [survivor, merged] = await pair()
    const { ApprovalId } = (await ask(survivor, merged)).body
    await app.sql(`update customer set status = 'Deleted' where customer_id = $1`, survivor.CustomerId)
    expect(await approve(ApprovalId)).toMatchObject({ status: 409, refusal: { code: 'merges.not_mergeable' } })
    expect((await app.call(getApproval, { ApprovalId }, secondPerson)).body).toMatchObject({
      Status: 'Pending',
      Obstacle: { code: 'merges.not_mergeable' },
    })
  })

  test('without the privilege, and to an outlet of customers of another one', async () => {
    const [survivor, merged] = await pair()
    const input = { SurvivorId: survivor.CustomerId, MergedId: merged.CustomerId }
    expect(await app.call(contract.previewMerge, input, outletStaff)).toMatchObject({ status: 403 })
    const away = staffWith({ roles: ['Customer'], privileges: ['Merge Members'], outlet: 'PAV' })
    expect(await app.call(contract.previewMerge, input, away)).toMatchObject({
      status: 403,
      refusal: { code: 'customers.foreign' },
    })
    const own = staffWith({ roles: ['Customer'], privileges: ['Merge Members'] })
    expect(await app.call(contract.previewMerge, input, own)).toMatchObject({ status: 200 })
  })

  test('with a time of the caller’s choosing: the server’s clock says when, so that no merge is dated back or undone late', async () => {
    const [survivor, merged] = await pair()
    expect(await ask(survivor, merged, { MergedAt: '2020-01-01T00:00:00Z' } as never)).toMatchObject({ status: 400 })
    const MergeId = await merge(survivor, merged)
    const undo = { MergeId, Reason: 'x', UnmergedAt: '2026-11-22T00:00:00Z' }
    expect(await app.call(contract.unmergeMembers, undo as never)).toMatchObject({ status: 400 })
    expect((await app.call(contract.getMerge, { MergeId })).body.MergedAt).toBe(app.clock.now().toISOString())
  })

  test('when it would leave a premium member without an identity number', async () => {
    const survivor = await member(app.db)
    const merged = await registered(app.db, { IdType: null, IdNo: null, IdNotGivenYN: 'Y' })
    expect((await ask(survivor, merged, { TakeFromMerged: ['IdNo'] })).refusal.code).toBe('merges.identity_missing')
    expect((await ask(survivor, merged)).status).toBe(201)
  })
})

describe('before a merge', () => {
  test('what does not fit together is pointed out', async () => {
    const survivor = await customer(app.db, { FullName: 'LIM AH KOW', Gender: 'Male', DateOfBirth: '1980-01-01' })
    await membership(app.db, { CustomerId: survivor.CustomerId })
    const merged = await registered(app.db, {
      FullName: 'SITI NURHALIZA',
      Gender: 'Female',
      DateOfBirth: '1990-02-02',
      Status: 'Suspended',
    })
    const { body } = await preview(survivor.CustomerId, merged.CustomerId)
    expect(body.Warnings.map(({ code }) => code)).toEqual([
      'merges.identity_differs',
      'merges.birth_date_differs',
      'merges.gender_differs',
      'merges.name_differs',
      'merges.status_differs',
    ])
    expect(body.Fields.find(({ Field }) => Field === 'IdNo')!.Merged).not.toContain(merged.IdNo)
  })
})

test('decided requests keep the number that they were made for', async () => {
  const [survivor, merged] = await pair()
  await app.sql(
    `insert into approval (kind, object_type, object_id, summary, payload, privilege, membership_no, requested_by, requested_at, status, decided_at, decided_by, decided_by_id)
     select 'Point adjustment', 'PointAdjustment', $1, '{"key":"approvals:summary.adjustIn","params":{}}', '{}', 'Approve Adjustment', $1, 'X', now(), 'Approved', now(), 'Y', min(user_id) from user_account`,
    merged.MembershipNo,
  )
  await merge(survivor, merged)
  const listed = await app.call(listApprovals, { Search: { MembershipNo: merged.MembershipNo } as never }, hq)
  expect(listed.status).toBe(200)
  expect(
    await app.sql('select count(*)::int as n from approval where membership_no = $1', merged.MembershipNo),
  ).toEqual([{ n: 1 }])
})

test('a merged sale of two lines is taken back line by line to the point', async () => {
  const [survivor, merged] = await pair()
  const InvoiceNo = await buy(merged, '0', { Details: [line('1000'), line('333')] })
  await merge(survivor, merged)
  await cancelSale(InvoiceNo, [{ OldSequenceNo: 2 }])
  expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100 })
  await cancelSale(InvoiceNo)
  expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 0, arrears: 0 })
  await expectProved()
})
