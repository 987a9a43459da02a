import { describe, expect, test } from 'vitest'
import { issueRewards } from '#areas/customer-rewards/contract.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { reward, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: noon, publicUrl })
const counter = staffWith({ roles: ['Claim Rewards', 'Customer'] })
const { customer, log, template } = messaging(app)

describe('preview of a message', () => {
  test('message preview: shows the message that a customer would get, and sends nothing', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer({ FullName: 'LIM MEI LING' })
    const { body } = await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, hq)
    expect(body).toMatchObject({
      count: 1,
      Message: null,
      rows: [{ Subject: 'For Lim Mei Ling', Blocked: null, MessageId: null, Language: 'en' }],
    })
    expect(body.rows[0]!.Html).toContain('Dear Lim Mei Ling')
    expect(body.rows[0]!.Html).toContain(`${publicUrl}/unsubscribe/`)
    expect(await log(CustomerId)).toEqual([])
  })

  test('message preview: is in the customer’s language if the template has it, otherwise in the default language', async () => {
    const TemplateId = await template({
      Texts: [
        { Language: 'en', Subject: 'Hello', Body: '<p>Hello</p>' },
        { Language: 'ms', Subject: 'Salam', Body: '<p>Salam</p>' },
      ],
    })
    const subjectFor = async (Language: string | null) => {
      const { CustomerId } = await customer({ Language })
      const { body } = await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, hq)
      return body.rows[0]!.Subject
    }
    expect(await subjectFor('Malay')).toBe('Salam')
    expect(await subjectFor('Tamil')).toBe('Hello')
    expect(await subjectFor(null)).toBe('Hello')
  })

  test('message preview: a reward without a template gets the error of the specification', async () => {
    const { CustomerId } = await customer()
    const { Code } = await reward(app.db)
    expect(
      await app.call(contract.findCustomerMessages, { ReferenceCode: Code, CustomerId: [CustomerId] }, hq),
    ).toMatchObject({ status: 404, refusal: { message: 'No configuration found for this reward' } })
  })

  test('message preview: by default lists customers of the caller’s outlet who have the reward, ten per page', async () => {
    const gift = await voucherReward(app.db, 1)
    const holders: string[] = []
    for (let n = 0; n < 12; n++) holders.push((await member(app.db)).MembershipNo)
    await app.sql(
      `update customer set registered_outlet_code = 'PAV' where customer_id = (
      select customer_id from membership where membership_no = $1)`,
      holders[0],
    )
    await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: holders }, hq)
    await template({ Event: 'REWARD-ISSUED', ReferenceCode: gift.Code })
    const input = { ReferenceCode: gift.Code, Event: 'REWARD-ISSUED' as const }
    const first = await app.call(contract.findCustomerMessages, input, hq)
    const second = await app.call(contract.findCustomerMessages, { ...input, Page: 2 }, hq)
    expect([first.body.count, first.body.rows.length, second.body.rows.length]).toEqual([12, 10, 2])
    expect((await app.call(contract.findCustomerMessages, input, counter)).body.count).toBe(11)
    await template({ Event: 'REWARD-COLLECTED' })
    expect(await app.call(contract.findCustomerMessages, { ReferenceCode: 'REWARD-COLLECTED' }, hq)).toMatchObject({
      status: 400,
      refusal: { code: 'messages.choose_customers' },
    })
  })

  test('message preview: a template of the reward takes precedence over a template of the event', async () => {
    const { CustomerId } = await customer()
    const { Code } = await reward(app.db)
    await template({ Event: 'REWARD-CLAIMED' })
    const rewardTemplate = await template({ Event: 'REWARD-CLAIMED', ReferenceCode: Code })
    const { body } = await app.call(
      contract.findCustomerMessages,
      { ReferenceCode: Code, Event: 'REWARD-CLAIMED', CustomerId: [CustomerId] },
      hq,
    )
    expect(body.rows[0]!.TemplateId).toBe(rewardTemplate)
  })

  test('message preview: does not reveal the reward of another customer', async () => {
    const holder = await member(app.db)
    const gift = await voucherReward(app.db, 1)
    const issued = await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: [holder.MembershipNo] }, hq)
    const RewardReferenceCode = issued.body.rows[0]!.ReferenceCode!
    const TemplateId = await template()
    const { CustomerId } = await customer()
    expect(
      await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId], RewardReferenceCode }, hq),
    ).toMatchObject({ status: 409, refusal: { code: 'messages.other_customer' } })
  })

  test('message preview: a customer of another outlet must be looked up first', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer({ RegisteredOutletCode: 'PAV' })
    expect(
      await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, counter),
    ).toMatchObject({ status: 403, refusal: { code: 'customers.foreign' } })
  })
})

describe('preview of messages of maximum length', () => {
  const longest = (piece: string) => piece.repeat(Math.floor(contract.BODY_LENGTH_MAX / piece.length))
  const preview = (Body: string) =>
    app.call(contract.previewText, { ContactType: 'Email', Language: 'en', Subject: 'Hello', Body }, hq)

  test('message preview: a text of maximum length that consists of merge fields is rendered', async () => {
    const { status, body } = await preview(longest('{{ FullName }}'))
    expect({ status, Names: body.Names }).toEqual({ status: 200, Names: ['FullName'] })
    expect(body.Text).not.toContain('{{')
  })

  test.each([
    ['paragraphs', '<p>a</p>'],
    ['links', '<a href="{{ UnsubscribeLink }}">a</a>'],
    ['table cells', '<td>'],
    ['conditions', '{% if FullName %}a{% endif %}'],
  ])('message preview: a text of maximum length full of %s is rendered or rejected with 409', async (_, piece) => {
    expect([200, 409]).toContain((await preview(longest(piece))).status)
  })

  test('message preview: concurrent previews do not delay other calls', async () => {
    const text = '<p>Dear {{ FullName }}</p>'.repeat(200)
    // Starts the threads before the measured previews.
    await Promise.all([preview(text), preview(text)])
    const answered: string[] = []
    const previews = [1, 2, 3, 4, 5, 6].map(() =>
      preview(text).then(({ status }) => answered.push(`preview ${status}`)),
    )
    await app.fastify.inject('/healthz').then(({ statusCode }) => answered.push(`health ${statusCode}`))
    await Promise.all(previews)
    expect(answered).toEqual(['health 200', ...previews.map(() => 'preview 200')])
  })
})
