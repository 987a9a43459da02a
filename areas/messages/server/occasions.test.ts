import { describe, expect, test } from 'vitest'
import { claimReward, issueRewards } from '#areas/customer-rewards/contract.ts'
import { addCustomer } from '#areas/customers/contract/customers.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { points, reward, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { expiryReminderJob, writeMessagesJob } from './occasions.ts'

const app = useApp({ at: noon, publicUrl })
const counter = staffWith({ roles: ['Claim Rewards', 'Customer'] })
const { consent, log, results, template } = messaging(app)

describe('messages about events', () => {
  const writeAndList = async (CustomerId: number) => {
    await writeMessagesJob.run(jobContext(app))
    return (await log(CustomerId)).map(({ Event, ContactType, Result }) => `${Event} ${ContactType} ${Result}`)
  }
  async function addRewardOwner() {
    const owner = await member(app.db)
    await points(app.db, owner.MembershipNo, 1000)
    await app.sql(
      `update customer set email = 'm${nextNumber()}@mail.example' where customer_id = $1`,
      owner.CustomerId,
    )
    await consent(owner.CustomerId, 'Email')
    return owner
  }
  const issueReward = async (MembershipNo: string, RewardId: number) =>
    (await app.call(issueRewards, { RewardId, MembershipNos: [MembershipNo] }, hq)).body.rows[0]!.ReferenceCode!

  test('event message: issuing or claiming a reward writes one message for each channel, with values of the reward', async () => {
    const Body = '<p>{{ RewardName }} {{ ReferenceCode }} {{ VoucherNo | default: "none" }} {{ VoucherValue }}</p>'
    await template({ Event: 'REWARD-ISSUED', Texts: [{ Language: 'en', Subject: 'x', Body }] })
    await template({ Event: 'REWARD-CLAIMED', Texts: [{ Language: 'en', Subject: 'x', Body }] })
    await template({
      Event: 'REWARD-CLAIMED',
      ContactType: 'SMS',
      Texts: [{ Language: 'en', Body: 'Voucher {{ VoucherNo }}' }],
    })
    const { MembershipNo, CustomerId } = await addRewardOwner()
    const gift = await voucherReward(app.db, 1)
    const ReferenceCode = await issueReward(MembershipNo, gift.RewardId)
    expect(await writeAndList(CustomerId)).toEqual(['REWARD-ISSUED Email Queued'])
    await app.call(claimReward, { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter)
    expect((await writeAndList(CustomerId)).toSorted()).toEqual([
      'REWARD-CLAIMED Email Queued',
      'REWARD-CLAIMED SMS Queued',
      'REWARD-ISSUED Email Queued',
    ])
    const claimed = (await log(CustomerId)).find(
      ({ Event, ContactType }) => Event === 'REWARD-CLAIMED' && ContactType === 'Email',
    )
    const { body } = await app.call(contract.getContactLogEntry, { MessageId: claimed!.MessageId }, hq)
    expect(body.Text).toContain(`Silver spoon ${ReferenceCode} ${gift.VoucherType}-1 RM`)
  })

  test('event message: a customer who joins gets a message if an active template for it exists', async () => {
    const body = (IdNo: string) => ({
      FullName: 'TAN AH KOW',
      IdType: 'Passport',
      IdNo,
      ContactNo: '012-345 6789',
      Email: `${IdNo}@mail.example`,
      Language: 'English',
      RegisteredOutletCode: 'KLCC',
      Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
    })
    await app.call(addCustomer, body('K9990001') as never, hq)
    expect(await app.sql('select from message_occasion')).toHaveLength(0)
    await template({ Event: 'MEMBER-JOINED' })
    const { body: added } = await app.call(addCustomer, { ...body('K9990002'), ContactNo: '012-345 6780' } as never, hq)
    expect(await writeAndList((added as { CustomerId: number }).CustomerId)).toEqual(['MEMBER-JOINED Email Queued'])
  })

  test('event message: no message is written if the change that causes it was refused', async () => {
    await template({ Event: 'REWARD-CLAIMED' })
    const { MembershipNo } = await addRewardOwner()
    const ReferenceCode = await issueReward(MembershipNo, (await voucherReward(app.db, 0)).RewardId)
    expect(
      await app.call(claimReward, { ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }, counter),
    ).toMatchObject({ status: 409 })
    expect(await app.sql('select from message_occasion')).toHaveLength(0)
  })

  test('event message: if a value is missing and the template has no fallback, a failure is reported', async () => {
    await template({
      Event: 'REWARD-ISSUED',
      Texts: [{ Language: 'en', Subject: 'Your voucher {{ VoucherNo }}', Body: '<p>Hello</p>' }],
    })
    const { MembershipNo, CustomerId } = await addRewardOwner()
    await issueReward(MembershipNo, (await voucherReward(app.db, 1)).RewardId)
    expect(await writeAndList(CustomerId)).toEqual(['REWARD-ISSUED Email Failed'])
    expect((await log(CustomerId))[0]!.Reason).toBe('Missing values: VoucherNo')
    expect(await app.sql('select from outbox_message')).toHaveLength(0)
  })

  test('reminder: one message is written before a reward expires, and one before points expire', async () => {
    await template({ Event: 'REWARD-EXPIRING' })
    await template({
      Event: 'POINTS-EXPIRING',
      Texts: [{ Language: 'en', Subject: 'x', Body: '<p>{{ PointsExpiring }} {{ ExpiryDate }}</p>' }],
    })
    const { MembershipNo, CustomerId } = await addRewardOwner()
    await points(app.db, MembershipNo, 1200, '2026-03-31')
    const gift = await reward(app.db, { Type: 'Free Gift', ValidityDays: 10 })
    await issueReward(MembershipNo, gift.RewardId)
    await expiryReminderJob.run(jobContext(app))
    await expiryReminderJob.run(jobContext(app))
    expect((await writeAndList(CustomerId)).toSorted()).toEqual([
      'POINTS-EXPIRING Email Queued',
      'REWARD-EXPIRING Email Queued',
    ])
    const reminder = (await log(CustomerId)).find(({ Event }) => Event === 'POINTS-EXPIRING')!
    const { body } = await app.call(contract.getContactLogEntry, { MessageId: reminder.MessageId }, hq)
    expect(body.Text).toContain('1,200 31 March 2026')
  })

  test('event message: concurrent runs of the job write each message once', async () => {
    await template({ Event: 'REWARD-ISSUED' })
    const { MembershipNo, CustomerId } = await addRewardOwner()
    await issueReward(MembershipNo, (await voucherReward(app.db, 1)).RewardId)
    await Promise.all([1, 2, 3].map(() => writeMessagesJob.run(jobContext(app))))
    expect(await results(CustomerId)).toEqual(['Queued'])
  })
})

test('event message: of two concurrent transactions only one notifies the job', async () => {
  const { CustomerId } = await member(app.db)
  await template({ Event: 'REWARD-CLAIMED' })
  const [first, second, listener] = await Promise.all([1, 2, 3].map(() => app.database.pool.connect()))
  const notifications: string[] = []
  try {
    listener!.on('notification', ({ payload = '' }) => notifications.push(payload))
    await listener!.query('listen carat')
    for (const counter of [first!, second!]) {
      await counter.query('begin')
      const about = JSON.stringify({ CustomerId })
      await counter.query('select note_occasion_at_end($1, $2, $3)', ['REWARD-CLAIMED', about, noon])
    }
    // The later transaction commits first.
    await second!.query('commit')
    await first!.query('commit')
    // Notifications arrive before the reply to the next query.
    await listener!.query('unlisten carat')
  } finally {
    for (const client of [first, second, listener]) client!.release(true)
  }
  expect(notifications.filter((payload) => payload === 'job:write-messages')).toHaveLength(1)
  expect(await app.sql('select event, status from message_occasion')).toEqual([
    { event: 'REWARD-CLAIMED', status: 'Waiting' },
    { event: 'REWARD-CLAIMED', status: 'Waiting' },
  ])
})
