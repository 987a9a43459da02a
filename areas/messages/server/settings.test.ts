import { beforeEach } from 'vitest'
import { issueRewards } from '#areas/customer-rewards/contract.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { points, reward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import * as contract from '../contract.ts'
import { expiryReminderJob, writeMessagesJob } from './occasions.ts'

// Tests the effect of settings on content, time and language of messages.

const app = useApp({ at: noon, publicUrl })
const { consent, customer, log, results, send, template } = messaging(app)

beforeEach(() => app.sql('delete from setting'))
const setSetting = (name: string, value: unknown) =>
  app.sql(
    `insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do update set value = excluded.value`,
    name,
    JSON.stringify(value),
  )

testSetting(
  app,
  'messages.defaultLanguage',
  [
    ['en', 'Hello'],
    ['ms', 'Salam'],
  ],
  async () => {
    const TemplateId = await template({
      Texts: [
        { Language: 'en', Subject: 'Hello', Body: '<p>Hello</p>' },
        { Language: 'ms', Subject: 'Salam', Body: '<p>Salam</p>' },
      ],
    })
    const { CustomerId } = await customer({ Language: 'Tamil' })
    const { body } = await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, hq)
    return body.rows[0]!.Subject
  },
)

/** Scheduled time of a marketing message written at noon. */
const scheduledTime = async () => {
  app.clock.set(noon)
  const { body } = await send(await template(), (await customer()).CustomerId)
  const [queued] = await app.sql<{ at: string }>(
    `select to_char(next_try_at at time zone 'Asia/Kuala_Lumpur', 'DD HH24:MI') as at from outbox_message where message_id = $1`,
    body.rows[0]!.MessageId,
  )
  return queued!.at
}

testSetting(
  app,
  'messages.sendFrom',
  [
    ['09:00', '10 12:00'],
    ['13:30', '10 13:30'],
  ],
  scheduledTime,
)

testSetting(
  app,
  'messages.sendUntil',
  [
    ['21:00', '10 12:00'],
    ['11:00', '11 09:00'],
  ],
  scheduledTime,
)

/** Number of messages queued if two messages are sent on each of two days. */
const countQueued = async () => {
  const TemplateId = await template()
  const { CustomerId } = await customer()
  for (let turn = 0; turn < 4; turn++) {
    await send(TemplateId, CustomerId)
    if (turn % 2 === 1) app.clock.advance(86_400 + 60)
  }
  return (await results(CustomerId)).filter((result) => result === 'Queued').length
}

testSetting(
  app,
  'messages.capMessages',
  [
    [0, 0],
    [1, 1],
    [3, 3],
  ],
  countQueued,
)

testSetting(
  app,
  'messages.capDays',
  [
    [7, 1],
    [1, 2],
  ],
  async () => {
    await setSetting('messages.capMessages', 1)
    return countQueued()
  },
)

/** Reminders for a member whose points and reward expire in ten days. */
const remindersOf = (Event: 'REWARD-EXPIRING' | 'POINTS-EXPIRING') => async () => {
  app.clock.set(noon)
  await template({ Event })
  const { MembershipNo, CustomerId } = await member(app.db)
  await app.sql(`update customer set email = 'ends@mail.example' where customer_id = $1`, CustomerId)
  await consent(CustomerId, 'Email')
  await points(app.db, MembershipNo, 1200, '2026-03-20')
  const { RewardId } = await reward(app.db, { Type: 'Free Gift', ValidityDays: 10 })
  await app.call(issueRewards, { RewardId, MembershipNos: [MembershipNo] }, hq)
  await expiryReminderJob.run(jobContext(app))
  await writeMessagesJob.run(jobContext(app))
  return (await log(CustomerId)).map((entry) => `${entry.Event} ${entry.ContactType} ${entry.Result}`)
}

testSetting(
  app,
  'messages.rewardExpiringDays',
  [
    [9, []],
    [10, ['REWARD-EXPIRING Email Queued']],
  ],
  remindersOf('REWARD-EXPIRING'),
)

testSetting(
  app,
  'messages.pointsExpiringDays',
  [
    [9, []],
    [10, ['POINTS-EXPIRING Email Queued']],
  ],
  remindersOf('POINTS-EXPIRING'),
)
