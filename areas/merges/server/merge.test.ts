import { describe, expect, test } from 'vitest'
import { getApproval, listApprovals } from '#areas/approvals/contract.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { getCustomer, listCustomers, updateCustomer } from '#areas/customers/contract/customers.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { listMemberships } from '#areas/memberships/contract/memberships.ts'
import { getPointBalance } from '#areas/points/contract.ts'
import { listTransactions } from '#areas/sales/contract.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { createCardGroup, membership } from '#tests/factories/memberships.ts'
import { secondPerson } from '#tests/factories/merges.ts'
import { mergingCompany } from '#tests/factories/merging-company.ts'
import { member } from '#tests/factories/sales.ts'
import { hq } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Tests the approval of a merge, and the survivor's data after the merge.

const { app, requestMerge, approve, merge, buy, pair, preview, redeem, ledger } = mergingCompany()

describe('merge of two customers', () => {
  test('merge: a request changes no data, and a second person must approve it', async () => {
    const [survivor, merged] = await pair()
    await buy(merged, '1000')
    const requested = await requestMerge(survivor, merged)
    expect(requested).toMatchObject({ status: 201, body: { ApprovalId: expect.any(Number) } })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 100 })
    const { ApprovalId } = requested.body
    const approvalReply = await app.call(getApproval, { ApprovalId }, secondPerson)
    expect(approvalReply.body).toMatchObject({
      Kind: 'Member merge',
      MembershipNo: survivor.MembershipNo,
      Obstacle: null,
    })
    expect(approvalReply.body.Effects).toContainEqual({
      What: { key: 'approvals:effect.balance', params: { number: survivor.MembershipNo } },
      Before: 0,
      After: 100,
    })
    expect((await requestMerge(survivor, merged)).refusal.code).toBe('approvals.waits_already')
    expect(await approve(ApprovalId)).toMatchObject({ status: 200, body: { Status: 'Approved' } })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100 })
  })

  test('merge: counter, till and points calls find the survivor by the merged number', async () => {
    const [survivor, merged] = await pair()
    await merge(survivor, merged)
    const lookup = await app.call(lookupMember, { Typed: merged.MembershipNo })
    expect(JSON.stringify(lookup.body)).toContain(survivor.MembershipNo)
    const InvoiceNo = await buy(merged, '1000')
    const [sale] = await app.sql(
      'select membership_no, customer_id::int from transaction_summary where invoice_no = $1',
      InvoiceNo,
    )
    expect(sale).toEqual({ membership_no: survivor.MembershipNo, customer_id: survivor.CustomerId })
    const balance = await app.call(getPointBalance, { MembershipNo: merged.MembershipNo })
    expect(balance.body).toMatchObject({ MembershipNo: survivor.MembershipNo, PointBalance: 100 })
    expect((await redeem(merged.MembershipNo, 40)).body).toMatchObject({ Balance: { PointBalance: 60 } })
  })

  test('merge: lists find the survivor by the merged number, and list the merged customer under the status Merged', async () => {
    const [survivor, merged] = await pair()
    const third = await member(app.db)
    await merge(survivor, merged)
    await merge(third, survivor)
    const customerIds = (reply: { body: { rows: { CustomerId: number }[] } }) =>
      reply.body.rows.map((row) => row.CustomerId)
    const MembershipNo = merged.MembershipNo
    expect(customerIds(await app.call(listCustomers, { Search: { MembershipNo } as never }))).toEqual([
      third.CustomerId,
    ])
    expect(customerIds(await app.call(listCustomers, { Search: { Q: MembershipNo } as never }))).toEqual([
      third.CustomerId,
    ])
    expect(customerIds(await app.call(listMemberships, { Search: { MembershipNo } as never }))).toEqual([
      third.CustomerId,
    ])
    expect(customerIds(await app.call(listCustomers, { Search: { MembershipNo, Status: 'Merged' } as never }))).toEqual(
      [merged.CustomerId],
    )
  })

  test('merge: the merged customer can no longer be changed and refers to the survivor', async () => {
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

  test('merge: sales, addresses and referrals move to the survivor, and exactly one address is primary', async () => {
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

  test('merge: a referral between the two customers ends, because customers cannot refer themselves', async () => {
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
    const referralState = () =>
      app.sql(
        `select recommend_membership_no as number, (select status from referral r where r.customer_id = c.customer_id) as referral from customer c where customer_id = $1`,
        survivor.CustomerId,
      )
    expect(await referralState()).toEqual([{ number: null, referral: 'Rejected' }])
    await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })
    expect(await referralState()).toEqual([{ number: merged.MembershipNo, referral: 'Pending' }])
  })

  test.each([
    ['SILVER', 'GOLD', 'Higher', 'GOLD'],
    ['GOLD', 'SILVER', 'Higher', 'GOLD'],
    ['SILVER', 'GOLD', 'Survivor', 'SILVER'],
    ['GOLD', 'SILVER', 'Merged', 'SILVER'],
  ] as const)(
    'merge: categories %s and %s with KeepTierOf %s result in %s',
    async (survivorCategory, mergedCategory, KeepTierOf, expected) => {
      const survivor = await member(app.db, { category: survivorCategory })
      const merged = await member(app.db, { category: mergedCategory })
      expect((await preview(survivor.CustomerId, merged.CustomerId, { KeepTierOf })).body.Memberships).toMatchObject([
        { CategoryBefore: survivorCategory, CategoryAfter: expected },
      ])
      await merge(survivor, merged, { KeepTierOf })
      const [membership] = await app.sql(
        'select card_category_code from membership where membership_no = $1',
        survivor.MembershipNo,
      )
      expect(membership).toEqual({ card_category_code: expected })
      const history = await app.sql(
        'select from_category, to_category, reason, status from membership_level_history where membership_no = $1',
        survivor.MembershipNo,
      )
      expect(history).toEqual(
        survivorCategory === expected
          ? []
          : [{ from_category: survivorCategory, to_category: expected, reason: 'Merge', status: 'Approved' }],
      )
    },
  )

  test('merge: a non-premium survivor takes over premium status and category of the merged member', async () => {
    const survivor = await member(app.db, { memberType: 'Non-Premium Member' })
    const merged = await member(app.db, { category: 'GOLD' })
    await merge(survivor, merged)
    const { body } = await app.call(getCustomer, { CustomerId: survivor.CustomerId })
    expect(body).toMatchObject({
      MemberType: 'Premium Member',
      Memberships: [{ MemberType: 'Premium Member', CardCategoryCode: 'GOLD' }],
    })
  })

  test('merge: a membership in a card group that the survivor does not have moves unchanged', async () => {
    const [survivor, merged] = await pair()
    const { GroupId } = await createCardGroup(app.db)
    const { MembershipNo } = await membership(app.db, { CustomerId: merged.CustomerId, CardGroupId: GroupId })
    const MergeId = await merge(survivor, merged)
    const owner = () =>
      app.sql('select customer_id::int as id, status from membership where membership_no = $1', MembershipNo)
    expect(await owner()).toEqual([{ id: survivor.CustomerId, status: 'Active' }])
    await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })
    expect(await owner()).toEqual([{ id: merged.CustomerId, status: 'Active' }])
  })

  test('merge: only fields that the user chose are taken from the merged customer, such as the identity number', async () => {
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
  ] as const)(
    'merge: of the survivor’s consent %s and the merged consent %s, %s applies',
    async (survivorConsent, mergedConsent, expected) => {
      const [survivor, merged] = await pair()
      const say = async (CustomerId: number, GrantedYN: 'Y' | 'N' | null) =>
        GrantedYN && app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN })
      await say(survivor.CustomerId, survivorConsent)
      await say(merged.CustomerId, mergedConsent)
      await merge(survivor, merged)
      const { body } = await app.call(getCustomer, { CustomerId: survivor.CustomerId })
      expect(body.Consents.find(({ Channel }) => Channel === 'Email')?.GrantedYN).toBe(expected)
    },
  )

  test('merge: a consent that moves to the survivor keeps its wording and language', async () => {
    const [survivor, merged] = await pair()
    const say = (CustomerId: number, GrantedYN: 'Y' | 'N', WordingLanguage: 'fr' | 'ja') =>
      app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN, WordingVersion: '1', WordingLanguage })
    await say(survivor.CustomerId, 'Y', 'fr')
    await say(merged.CustomerId, 'N', 'ja')
    await merge(survivor, merged)
    const { body } = await app.call(getCustomer, { CustomerId: survivor.CustomerId })
    expect(body.Consents).toContainEqual(
      expect.objectContaining({
        Channel: 'Email',
        GrantedYN: 'N',
        Source: 'Merge',
        WordingVersion: '1',
        WordingLanguage: 'ja',
      }),
    )
  })

  test('merge: the text log and the audit record state who merged which customers, and why', async () => {
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

test('merge: decided approvals keep the membership number for which they were requested', async () => {
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
