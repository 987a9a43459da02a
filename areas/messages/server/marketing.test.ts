import { describe, expect, test } from 'vitest'
import { issueRewards } from '#areas/customer-rewards/contract.ts'
import { registered } from '#tests/factories/customers.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, useApp } from '#tests/harness.ts'
import { takeComplaints } from '#tests/setup.ts'
import * as contract from '../contract.ts'
import { writeMessages } from './occasions.ts'

const app = useApp({ at: noon, publicUrl })
const { consent, customer, log, outside, results, send, template } = messaging(app)

describe('marketing', () => {
  test('P3: goes to nobody who did not agree to that way, by whatever path', async () => {
    const { CustomerId } = await registered(app.db, { Email: 'no@mail.example' })
    const TemplateId = await template()
    expect((await send(TemplateId, CustomerId)).body).toMatchObject({
      Message: null,
      rows: [{ Blocked: 'No consent', MessageId: null }],
    })
    await template({ Event: 'REWARD-ISSUED' })
    const { MembershipNo, CustomerId: other } = await member(app.db)
    await app.sql(`update customer set email = 'm@mail.example' where customer_id = $1`, other)
    const gift = await voucherReward(app.db, 1)
    await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: [MembershipNo] }, hq)
    await writeMessages.run(jobContext(app))
    expect(await results(other)).toEqual(['Opted out'])
    expect(await app.sql('select from outbox_message')).toHaveLength(0)
  })

  test('that waits is not sent once its consent is taken back', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    await send(TemplateId, CustomerId)
    await consent(CustomerId, 'SMS', 'N')
    expect(await results(CustomerId)).toEqual(['Queued'])
    await consent(CustomerId, 'Email', 'N')
    expect(await results(CustomerId)).toEqual(['Opted out'])
    outside.relay()
    expect(outside.received).toEqual([])
  })

  test('P3: that failed is not tried again once its consent is taken back', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const { body } = await send(TemplateId, CustomerId)
    const { MessageId } = body.rows[0]! as { MessageId: string }
    await app.sql(
      `update outbox_message set status = 'Failed', error = 'no such host' where message_id = $1`,
      MessageId,
    )
    expect(await results(CustomerId)).toEqual(['Failed'])
    await consent(CustomerId, 'Email', 'N')
    expect(await app.call(contract.retryContact, { MessageId }, hq)).toMatchObject({
      status: 409,
      refusal: { code: 'messages.unwanted' },
    })
    await consent(CustomerId, 'Email', 'Y')
    expect((await app.call(contract.retryContact, { MessageId }, hq)).status).toBe(200)
  })

  test('is at most two messages in seven days, also when ten are asked for at once', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(TemplateId, CustomerId)))
    const sent = answers.filter(({ body }) => body.rows[0]!.MessageId !== null)
    expect(sent).toHaveLength(2)
    expect(answers.filter(({ body }) => body.rows[0]!.Blocked === 'Frequency cap')).toHaveLength(8)
    app.clock.advance(7 * 86_400 + 1)
    expect((await send(TemplateId, CustomerId)).body.rows[0]).toMatchObject({ Blocked: null })
  })

  test('waits at night for nine in the morning, and service messages do not', async () => {
    app.clock.set('2026-03-10T13:30:00Z') // 21:30
    const marketing = await customer()
    const { body } = await send(await template(), marketing.CustomerId)
    expect(body.rows[0]).toMatchObject({ WaitsYN: 'Y' })
    expect((await log(marketing.CustomerId))[0]!.DueAt).toBe('2026-03-11T01:00:00.000Z')
    const served = await customer()
    await send(await template({ Event: 'REWARD-CLAIMED' }), served.CustomerId)
    const sender = outside.relay()
    await expect.poll(() => results(served.CustomerId)).toEqual(['Sent'])
    app.clock.set('2026-03-11T00:59:00Z')
    sender.wake()
    expect(await results(marketing.CustomerId)).toEqual(['Queued'])
    app.clock.set('2026-03-11T01:00:00Z')
    sender.wake()
    await expect.poll(() => results(marketing.CustomerId)).toEqual(['Sent'])
  })

  test('whose turn comes at night after a failure waits too', async () => {
    app.clock.set('2026-03-10T12:59:55Z') // five seconds to nine in the evening
    const { CustomerId } = await customer()
    await send(await template(), CustomerId)
    outside.mailServer = 'refuses'
    const sender = outside.relay()
    await expect
      .poll(async () => (await log(CustomerId))[0])
      .toMatchObject({ Attempts: 1, Reason: expect.stringContaining('not now') })
    outside.mailServer = 'up'
    app.clock.advance(3600)
    sender.wake()
    await sender.stop()
    expect(outside.received).toEqual([])
    takeComplaints()
  })
})

describe('one click', () => {
  const linkOf = async (CustomerId: number) => {
    const { body } = await app.call(
      contract.findCustomerMessages,
      { TemplateId: await template(), CustomerId: [CustomerId] },
      hq,
    )
    return /\/unsubscribe\/[\w.-]+/.exec(body.rows[0]!.Text + body.rows[0]!.Html)![0]
  }
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('ends marketing by that way; looking at the page does not', async () => {
    const { CustomerId } = await customer({ Language: 'French' })
    const url = await linkOf(CustomerId)
    const page = await app.inject({ method: 'GET', url })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<button>Se désabonner</button>')
    expect(page.headers['cache-control']).toBe('no-store')
    const said = () =>
      app.sql(
        `select channel, granted_yn, source from customer_consent where customer_id = $1 and channel in ('Email', 'SMS') order by consent_id`,
        CustomerId,
      )
    expect(await said()).toHaveLength(2)
    expect((await post(url)).text).toContain('Vous ne recevrez plus')
    expect((await post(url)).status).toBe(200)
    expect(await said()).toEqual([
      { channel: 'Email', granted_yn: 'Y', source: 'Counter' },
      { channel: 'SMS', granted_yn: 'Y', source: 'Counter' },
      { channel: 'Email', granted_yn: 'N', source: 'Self-service' },
    ])
    expect(
      await app.sql(
        `select from audit_record where table_name = 'customer_consent' and updated_info like '%Self-service%'`,
      ),
    ).not.toHaveLength(0)
  })

  test('of a link that was not made here changes nothing', async () => {
    const { CustomerId } = await customer()
    const url = await linkOf(CustomerId)
    const other = (await linkOf((await customer()).CustomerId)).split('.')
    for (const wrong of [
      '/unsubscribe/e1.AAAAAAAAAAAAAAAAAAAA',
      url.replace('/e', '/s'),
      `${url.split('.')[0]}.${other[1]}`,
      '/unsubscribe/x',
    ])
      expect((await post(wrong)).status).toBe(404)
    expect((await send(await template(), CustomerId)).body.rows[0]).toMatchObject({ Blocked: null })
  })
})
