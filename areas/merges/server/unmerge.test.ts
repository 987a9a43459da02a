import { beforeAll, describe, expect, test } from 'vitest'
import { customFieldRecord } from '#areas/custom-fields/contract/custom-fields.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addCustomer, getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { addAdjustment, redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { address } from '#tests/factories/customers.ts'
import { merging } from '#tests/factories/merges.ts'
import { reward } from '#tests/factories/rewards.ts'
import { addEarningRules, cardCategory, checkLedger, member } from '#tests/factories/sales.ts'
import { jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { merge, buy, cancelSale } = merging(app)

beforeAll(async () => {
  await addEarningRules(app.db)
  await cardCategory(app.db, 'SILVER')
  await cardCategory(app.db, 'GOLD')
})

let counter = 0
const redeem = (MembershipNo: string, Points: number) =>
  app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `U${++counter}` })
const unmerge = (MergeId: number, as?: Parameters<typeof app.call>[2]) =>
  app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people after all' }, as)
const blockersOf = async (MergeId: number) =>
  (await app.call(contract.getMerge, { MergeId })).body.Blockers.map(({ message }) => message)
const points = async (...numbers: string[]) => {
  const balances = []
  for (const MembershipNo of numbers) {
    const ledger = await checkLedger(app.db, MembershipNo)
    expect(ledger.agree).toBe(true)
    balances.push(ledger.points)
  }
  return balances
}
const expectProved = async () => {
  const { Differences } = await reconcileLedger(jobContext(app))
  expect(Differences).toBe(0)
}

/** Returns all data of the given customers except versions and change times; points are checked separately. */
const balanceAfter = (...customers: number[]) =>
  app.sql(
    `select (select jsonb_agg(to_jsonb(c) - '{version,updated_at,updated_by_id}'::text[] order by customer_id) from customer c where customer_id = any($1)) as customers,
      (select jsonb_agg(to_jsonb(m) - '{version,updated_at,updated_by_id}'::text[] order by membership_no) from membership m where customer_id = any($1)) as memberships,
      (select jsonb_agg(to_jsonb(a) order by address_id) from customer_address a where customer_id = any($1)) as addresses,
      (select jsonb_agg(to_jsonb(t) order by transaction_id) from transaction_summary t where customer_id = any($1)) as sales`,
    customers,
  )

describe('undo of a merge', () => {
  test('undo merge: customers, memberships, addresses and sales are as before, and points have their former dates', async () => {
    const survivor = await member(app.db)
    const merged = await member(app.db, { category: 'GOLD' })
    await address(app.db, survivor.CustomerId)
    await address(app.db, merged.CustomerId)
    await buy(survivor, '700')
    await buy(merged, '1000', { PerformedAt: '2025-06-10T10:00:00' })
    await buy(merged, '2000', { PerformedAt: '2026-01-10T10:00:00' })
    await redeem(merged.MembershipNo, 30)
    const lots = () =>
      app.sql(
        `select membership_no, point_amount - point_reversed - point_utilized - point_expired as left, earned_at, available_from, expiry_date
         from point_history where membership_no = any($1) and point_amount > point_reversed + point_utilized + point_expired order by 1, 3`,
        [survivor.MembershipNo, merged.MembershipNo],
      )
    const before = [await balanceAfter(survivor.CustomerId, merged.CustomerId), await lots()]

    const MergeId = await merge(survivor, merged, { TakeFromMerged: ['IdNo', 'FullName', 'ContactNo'] })
    expect(await points(survivor.MembershipNo, merged.MembershipNo)).toEqual([340, 0])
    expect(await unmerge(MergeId)).toMatchObject({
      status: 200,
      body: { Status: 'Unmerged', UnmergeReason: 'Two people after all' },
    })

    expect([await balanceAfter(survivor.CustomerId, merged.CustomerId), await lots()]).toEqual(before)
    expect(await points(survivor.MembershipNo, merged.MembershipNo)).toEqual([70, 270])
    await expectProved()
  })

  test('undo merge: changes that were made to the survivor after the merge stay', async () => {
    const survivor = await member(app.db)
    const merged = await member(app.db)
    const MergeId = await merge(survivor, merged, { TakeFromMerged: ['FullName', 'ContactNo'] })
    const { CustomerId } = survivor
    const { Version } = (await app.call(getCustomer, { CustomerId })).body
    await app.call(updateCustomer, { CustomerId, Version, ContactNo: '+60123334444' })
    await unmerge(MergeId)
    const { body } = await app.call(getCustomer, { CustomerId })
    expect(body).toMatchObject({ FullName: survivor.FullName, ContactNo: '+60123334444' })
  })

  test('undo merge: the survivor’s consents are as before, with wording and language', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    const say = (CustomerId: number, GrantedYN: 'Y' | 'N', WordingLanguage: 'fr' | 'ja') =>
      app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN, WordingLanguage })
    await say(survivor.CustomerId, 'Y', 'fr')
    await app.sql(`insert into consent_wording_version (version, published_at) values ('9002', now())`)
    await app.sql(
      `insert into consent_wording select '9002', channel, language, wording from consent_wording where version = '1'`,
    )
    await say(merged.CustomerId, 'N', 'ja')
    await unmerge(await merge(survivor, merged))
    const { body } = await app.call(getCustomer, { CustomerId: survivor.CustomerId })
    expect(body.Consents).toContainEqual(
      expect.objectContaining({ Channel: 'Email', GrantedYN: 'Y', WordingVersion: '1', WordingLanguage: 'fr' }),
    )
  })

  test('undo merge: a consent that only the merged customer had given is removed from the survivor', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await app.call(addConsent, { CustomerId: merged.CustomerId, Channel: 'SMS', GrantedYN: 'Y', WordingLanguage: 'en' })
    const consentOf = async () =>
      (await app.call(getCustomer, { CustomerId: survivor.CustomerId })).body.Consents.find(
        ({ Channel }) => Channel === 'SMS',
      )?.GrantedYN
    const MergeId = await merge(survivor, merged)
    expect(await consentOf()).toBe('Y')
    expect(await unmerge(MergeId)).toMatchObject({ status: 200 })
    expect(await consentOf()).toBe('N')
  })

  test('undo merge: points earned after the merge stay with the survivor', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await buy(merged, '1000')
    const MergeId = await merge(survivor, merged)
    await buy(survivor, '500')
    expect(await unmerge(MergeId)).toMatchObject({ status: 200 })
    expect(await points(survivor.MembershipNo, merged.MembershipNo)).toEqual([50, 100])
  })

  test('undo merge: a merge that was undone can be repeated and undone again', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    const InvoiceNo = await buy(merged, '1000')
    await unmerge(await merge(survivor, merged))
    const again = await merge(survivor, merged)
    expect(await points(survivor.MembershipNo, merged.MembershipNo)).toEqual([100, 0])
    await unmerge(again)
    await merge(merged, survivor)
    expect(await points(survivor.MembershipNo, merged.MembershipNo)).toEqual([0, 100])
    // The lot has moved three times and must still be identified.
    await cancelSale(InvoiceNo)
    expect(await points(survivor.MembershipNo, merged.MembershipNo)).toEqual([0, 0])
    await expectProved()
  })

  test('undo merge: merges in a chain are undone in reverse order', async () => {
    const [first, second, third] = [await member(app.db), await member(app.db), await member(app.db)]
    await buy(first, '1000')
    await buy(second, '200')
    const firstMerge = await merge(second, first)
    const two = await merge(third, second)
    expect(await points(third.MembershipNo)).toEqual([120])
    expect((await redeem(first.MembershipNo, 1)).body).toMatchObject({ Balance: { MembershipNo: third.MembershipNo } })
    expect(await blockersOf(firstMerge)).toContain(
      `The record kept, ${second.FullName}, is no longer active. Status: Merged`,
    )
    expect((await unmerge(firstMerge)).status).toBe(409)
    expect((await unmerge(two)).refusal.message).toBe(
      `1 of the points transferred from ${second.MembershipNo} have been used since`,
    )
    await expectProved()
  })

  test('undo merge: a separate privilege is required, and of concurrent undo calls one succeeds', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    await buy(merged, '1000')
    const MergeId = await merge(survivor, merged)
    expect(
      await unmerge(MergeId, staffWith({ roles: ['Customer'], privileges: ['Merge Members'], outlet: 'HQ' })),
    ).toMatchObject({ status: 403 })
    const attempts = await Promise.all([unmerge(MergeId), unmerge(MergeId), unmerge(MergeId)])
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await points(survivor.MembershipNo, merged.MembershipNo)).toEqual([0, 100])
  })
})

describe('reasons that prevent undoing a merge', () => {
  const merged = async () => {
    const [survivor, mergedMember] = [await member(app.db), await member(app.db)]
    const InvoiceNo = await buy(mergedMember, '1000')
    const redeemed = await redeem(mergedMember.MembershipNo, 10)
    return {
      survivor,
      mergedMember,
      InvoiceNo,
      HistoryId: redeemed.body.History.HistoryId,
      MergeId: await merge(survivor, mergedMember),
    }
  }

  test('undo merge: is refused if moved points were redeemed or adjusted', async () => {
    const { survivor, mergedMember, MergeId } = await merged()
    await redeem(survivor.MembershipNo, 20)
    const input = {
      MembershipNo: survivor.MembershipNo,
      TransactionType: 'Adjust Out',
      PointAmount: 5,
      ReasonCode: 'Correction',
      Remark: 'x',
    }
    expect((await app.call(addAdjustment, input as never)).status).toBe(201)
    const message = `25 of the points transferred from ${mergedMember.MembershipNo} have been used since`
    expect(await blockersOf(MergeId)).toEqual([message])
    expect(await unmerge(MergeId)).toMatchObject({ status: 409, refusal: { code: 'merges.points_used', message } })
  })

  test('undo merge: is refused after a moved sale was cancelled', async () => {
    const { InvoiceNo, MergeId } = await merged()
    await cancelSale(InvoiceNo)
    expect(await blockersOf(MergeId)).toContain(`Sale ${InvoiceNo} has been cancelled since`)
    expect((await unmerge(MergeId)).status).toBe(409)
  })

  test('undo merge: is refused after a redemption was refunded to the survivor', async () => {
    const { mergedMember, HistoryId, MergeId } = await merged()
    await app.call(refundRedemption, { HistoryId, Remark: 'Back' })
    expect(await blockersOf(MergeId)).toEqual([
      `A redemption of ${mergedMember.MembershipNo} has been refunded to the record kept since`,
    ])
  })

  test('undo merge: is refused after a moved sale was assigned to another member', async () => {
    const { InvoiceNo, MergeId } = await merged()
    await app.sql(
      'update transaction_summary set membership_no = null, customer_id = null where invoice_no = $1',
      InvoiceNo,
    )
    expect(await blockersOf(MergeId)).toEqual(['1 of the transferred records now belong to another customer'])
  })

  test('undo merge: is refused after a moved reward was used or a moved referral was decided', async () => {
    const [survivor, mergedMember, friend] = [await member(app.db), await member(app.db), await member(app.db)]
    const gift = await reward(app.db, { Type: 'Point Expiry' })
    await app.sql(
      `insert into customer_reward (reference_code, reward_id, membership_no, customer_id, type, period, validity_from, validity_to, redeemed_date, created_at, updated_at)
       values ('RW00000000001', $2, $1, $3, 'Point Expiry', '2027-01', '2026-11-01', '2027-01-31', now(), now(), now())`,
      mergedMember.MembershipNo,
      gift.RewardId,
      mergedMember.CustomerId,
    )
    await app.sql(
      `insert into referral (customer_id, referrer_membership_no, named_at, minimum_amount, qualify_until, return_days, referrer_points, friend_points)
       values ($1, $2, now(), 100, '2027-01-01', 14, 100, 50)`,
      friend.CustomerId,
      mergedMember.MembershipNo,
    )
    const MergeId = await merge(survivor, mergedMember)
    expect(
      await app.sql(
        'select membership_no as no from customer_reward union select referrer_membership_no from referral',
      ),
    ).toEqual([{ no: survivor.MembershipNo }])
    expect(await blockersOf(MergeId)).toEqual([])
    await app.sql(`update customer_reward set status = 'Cancelled', cancelled_date = '2026-11-22'`)
    await app.sql(`update referral set status = 'Rejected', decision_remark = 'x', decided_at = '2026-11-22'`)
    expect(await blockersOf(MergeId)).toEqual([
      'Reward RW00000000001 has been claimed or cancelled since',
      'A transferred referral has been decided since',
    ])
  })

  test('undo merge: is refused if another customer was registered with the identity number', async () => {
    const { mergedMember, MergeId } = await merged()
    const [identity] = await app.sql<{ type: string; no: string }>(
      'select id_type as type, id_no as no from customer where customer_id = $1',
      mergedMember.CustomerId,
    )
    const again = await app.call(addCustomer, {
      FullName: 'Somebody Else',
      IdType: identity!.type,
      IdNo: identity!.no,
      ContactNo: '0123456700',
      Language: 'English',
      RegisteredOutletCode: 'KLCC',
      Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
    } as never)
    expect(again.status).toBe(201)
    expect(await blockersOf(MergeId)).toEqual([
      `The identity number of ${mergedMember.FullName} has been registered for another customer since`,
    ])
  })

  test('undo merge: is refused more than 30 days after the merge', async () => {
    const { MergeId } = await merged()
    app.clock.advance(30 * 86_400 + 60)
    expect(await blockersOf(MergeId)).toEqual(['A merge can only be undone within 30 days'])
    expect((await unmerge(MergeId)).refusal.code).toBe('merges.too_late')
    app.clock.advance(-30 * 86_400 - 60)
  })
})

test('merge: custom values that only the merged customer had move to the survivor, and an undo moves them back', async () => {
  for (const [code, name] of [
    ['RING', 'Ring size'],
    ['STONE', 'Stone'],
  ]) {
    const field = { CustomFieldCode: code, CustomFieldName: name, FieldType: 'Text', IsMandatoryYN: 'N', SequenceNo: 1 }
    expect((await app.call(customFieldRecord.add, field as never)).status).toBe(201)
  }
  const [survivor, merged] = [await member(app.db), await member(app.db)]
  const view = async ({ CustomerId }: { CustomerId: number }) => (await app.call(getCustomer, { CustomerId })).body
  const storeValues = async (person: { CustomerId: number }, CustomValues: Record<string, string>) =>
    app.call(updateCustomer, { CustomerId: person.CustomerId, Version: (await view(person)).Version, CustomValues })
  await storeValues(survivor, { RING: '12' })
  await storeValues(merged, { RING: '15', STONE: 'Jade' })
  const MergeId = await merge(survivor, merged)
  expect((await view(survivor)).CustomValues).toEqual({ RING: '12', STONE: 'Jade' })
  expect((await unmerge(MergeId)).status).toBe(200)
  expect((await view(survivor)).CustomValues).toEqual({ RING: '12' })
  expect((await view(merged)).CustomValues).toEqual({ RING: '15', STONE: 'Jade' })
})

test('merge: a number in a custom field keeps all its digits', async () => {
  const [survivor, merged] = [await member(app.db), await member(app.db)]
  const storeJson = ({ CustomerId }: { CustomerId: number }, json: string) =>
    app.sql('update customer set custom_values = $1::jsonb where customer_id = $2', json, CustomerId)
  await storeJson(merged, '{"CARAT": 1.50, "COUNT": 12345678901234567890, "NOTE": "7"}')
  await storeJson(survivor, '{"NOTE": "8"}')
  await merge(survivor, merged)
  const [row] = await app.sql<{ json: string }>(
    'select custom_values::text as json from customer where customer_id = $1',
    survivor.CustomerId,
  )
  expect(row!.json).toBe('{"NOTE": "8", "CARAT": 1.50, "COUNT": 12345678901234567890}')
})
