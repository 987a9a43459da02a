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

describe('a preview', () => {
  test('shows what the customer would get, and sends nothing', async () => {
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

  test('is in the customer’s language where the template has it, else in the default one', async () => {
    const TemplateId = await template({
      Texts: [
        { Language: 'en', Subject: 'Hello', Body: '<p>Hello</p>' },
        { Language: 'ms', Subject: 'Salam', Body: '<p>Salam</p>' },
      ],
    })
    const shown = async (Language: string | null) => {
      const { CustomerId } = await customer({ Language })
      const { body } = await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, hq)
      return body.rows[0]!.Subject
    }
    expect(await shown('Malay')).toBe('Salam')
    expect(await shown('Tamil')).toBe('Hello')
    expect(await shown(null)).toBe('Hello')
  })

  test('of a reward without a template answers the specification’s sentence', async () => {
    const { CustomerId } = await customer()
    const { Code } = await reward(app.db)
    expect(
      await app.call(contract.findCustomerMessages, { ReferenceCode: Code, CustomerId: [CustomerId] }, hq),
    ).toMatchObject({ status: 404, refusal: { message: 'No configuration found for this reward' } })
  })

  test('without customers lists who holds the reward, ten at a time, and only those of one’s own outlet', async () => {
    const gift = await voucherReward(app.db, 1)
    const holders: string[] = []
    for (let one = 0; one < 12; one++) holders.push((await member(app.db)).MembershipNo)
    await app.sql(
      `update customer set registered_outlet_code = 'PAV' where customer_id = (
      select customer_id from membership where membership_no = $1)`,
      holders[0],
    )
    await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: holders }, hq)
    await template({ Event: 'REWARD-ISSUED', ReferenceCode: gift.Code })
    const asked = { ReferenceCode: gift.Code, Event: 'REWARD-ISSUED' as const }
    const first = await app.call(contract.findCustomerMessages, asked, hq)
    const second = await app.call(contract.findCustomerMessages, { ...asked, Page: 2 }, hq)
    expect([first.body.count, first.body.rows.length, second.body.rows.length]).toEqual([12, 10, 2])
    expect((await app.call(contract.findCustomerMessages, asked, counter)).body.count).toBe(11)
    await template({ Event: 'REWARD-COLLECTED' })
    expect(await app.call(contract.findCustomerMessages, { ReferenceCode: 'REWARD-COLLECTED' }, hq)).toMatchObject({
      status: 400,
      refusal: { code: 'messages.choose_customers' },
    })
  })

  test('takes the template of the reward before that of the event', async () => {
    const { CustomerId } = await customer()
    const { Code } = await reward(app.db)
    await template({ Event: 'REWARD-CLAIMED' })
    const own = await template({ Event: 'REWARD-CLAIMED', ReferenceCode: Code })
    const { body } = await app.call(
      contract.findCustomerMessages,
      { ReferenceCode: Code, Event: 'REWARD-CLAIMED', CustomerId: [CustomerId] },
      hq,
    )
    expect(body.rows[0]!.TemplateId).toBe(own)
  })

  test('does not show the reward of somebody else', async () => {
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

  test('of a customer of another outlet needs a look-up first', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer({ RegisteredOutletCode: 'PAV' })
    expect(
      await app.call(contract.findCustomerMessages, { TemplateId, CustomerId: [CustomerId] }, counter),
    ).toMatchObject({ status: 403, refusal: { code: 'customers.foreign' } })
  })
})

describe('a preview of the longest text', () => {
  const longest = (piece: string) => piece.repeat(Math.floor(contract.BODY_MAX / piece.length))
  const preview = (Body: string) =>
    app.call(contract.previewText, { ContactType: 'Email', Language: 'en', Subject: 'Hello', Body }, hq)

  test('preview: a body of the greatest length that is full of fields is answered', async () => {
    const { status, body } = await preview(longest('{{ FullName }}'))
    expect({ status, Names: body.Names }).toEqual({ status: 200, Names: ['FullName'] })
    expect(body.Text).not.toContain('{{')
  })

  test.each([
    ['paragraphs', '<p>a</p>'],
    ['links', '<a href="{{ UnsubscribeLink }}">a</a>'],
    ['table cells', '<td>'],
    ['conditions', '{% if FullName %}a{% endif %}'],
  ])('preview: a body of the greatest length that is full of %s is answered or refused with 409', async (_, piece) => {
    expect([200, 409]).toContain((await preview(longest(piece))).status)
  })

  test('preview: while six compile, other calls are answered', async () => {
    const text = '<p>Dear {{ FullName }}</p>'.repeat(200)
    // The threads have started.
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
