import { beforeEach, describe, expect, test } from 'vitest'
import { issueRewards } from '#areas/customer-rewards/contract.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { points, reward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { remindOfEnds, writeMessages } from './occasions.ts'

// What is written, when and in which language follows from the settings.

const app = useApp({ at: noon, publicUrl })
const { consent, customer, log, results, send, template } = messaging(app)

beforeEach(() => app.sql('delete from setting'))
const set = (name: string, value: unknown) =>
  app.sql(
    `insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do update set value = excluded.value`,
    name,
    JSON.stringify(value),
  )

test('who is in none of the languages of a template reads it in the default one', async () => {
  const TemplateId = await template({
    Texts: [
      { Language: 'en', Subject: 'Hello', Body: '<p>Hello</p>' },
      { Language: 'ms', Subject: 'Salam', Body: '<p>Salam</p>' },
    ],
  })
  const { CustomerId } = await customer({ Language: 'Tamil' })
  const shown = async () =>
    (await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, hq)).body.rows[0]!.Subject
  expect(await shown()).toBe('Hello')
  await set('messages.defaultLanguage', 'ms')
  expect(await shown()).toBe('Salam')
})

test.each([
  [0, 7, 0],
  [1, 7, 1],
  [3, 7, 3],
  [1, 1, 2],
])('of marketing %i messages in %i days, so %i of four over two days', async (most, days, sent) => {
  await set('messages.capMessages', most)
  await set('messages.capDays', days)
  const TemplateId = await template()
  const { CustomerId } = await customer()
  for (let turn = 0; turn < 4; turn++) {
    await send(TemplateId, CustomerId)
    if (turn % 2 === 1) app.clock.advance(86_400 + 60)
  }
  expect((await results(CustomerId)).filter((result) => result === 'Queued')).toHaveLength(sent)
})

describe('what ends is written about as many days before as the company says', () => {
  test.each([
    ['messages.rewardExpiringDays', 'REWARD-EXPIRING'],
    ['messages.pointsExpiringDays', 'POINTS-EXPIRING'],
  ] as const)('%s', async (name, Event) => {
    await template({ Event })
    const { MembershipNo, CustomerId } = await member(app.db)
    await app.sql(`update customer set email = 'ends@mail.example' where customer_id = $1`, CustomerId)
    await consent(CustomerId, 'Email')
    await points(app.db, MembershipNo, 1200, '2026-03-20')
    const { RewardId } = await reward(app.db, { Type: 'Free Gift', ValidityDays: 10 })
    await app.call(issueRewards, { RewardId, MembershipNos: [MembershipNo] }, hq)
    const written = async (days: number) => {
      await set(name, days)
      await remindOfEnds.run(jobContext(app))
      await writeMessages.run(jobContext(app))
      return (await log(CustomerId)).map((one) => `${one.Event} ${one.ContactType} ${one.Result}`)
    }
    expect(await written(9)).toEqual([])
    expect(await written(10)).toEqual([`${Event} Email Queued`])
  })
})
