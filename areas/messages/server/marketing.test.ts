import { describe, expect, test } from 'vitest'
import { issueRewards } from '#areas/customer-rewards/contract.ts'
import { registered } from '#tests/factories/customers.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, useApp } from '#tests/harness.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import * as contract from '../contract.ts'
import { writeMessagesJob } from './occasions.ts'

const app = useApp({ at: noon, publicUrl })
const { consent, customer, log, outside, results, send, template } = messaging(app)

describe('marketing messages', () => {
  test('marketing message: is never sent without consent to its channel, neither by hand nor for an event', async () => {
    const { CustomerId } = await registered(app.db, { Email: 'no@mail.example' })
    const TemplateId = await template()
    expect((await send(TemplateId, CustomerId)).body).toMatchObject({
      Message: null,
      rows: [{ Blocked: 'No consent', MessageId: null }],
    })
    await template({ Event: 'REWARD-ISSUED' })
    const { MembershipNo, CustomerId: memberId } = await member(app.db)
    await app.sql(`update customer set email = 'm@mail.example' where customer_id = $1`, memberId)
    const gift = await voucherReward(app.db, 1)
    await app.call(issueRewards, { RewardId: gift.RewardId, MembershipNos: [MembershipNo] }, hq)
    await writeMessagesJob.run(jobContext(app))
    expect(await results(memberId)).toEqual(['Opted out'])
    expect(await app.sql('select from outbox_message')).toHaveLength(0)
  })

  test('marketing message: is not sent from the queue after the consent is withdrawn', async () => {
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

  test('marketing message: a failed message cannot be retried after the consent is withdrawn', async () => {
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
    expect(await app.call(contract.retryContactLogEntry, { MessageId }, hq)).toMatchObject({
      status: 409,
      refusal: { code: 'messages.unwanted' },
    })
    await consent(CustomerId, 'Email', 'Y')
    expect((await app.call(contract.retryContactLogEntry, { MessageId }, hq)).status).toBe(200)
  })

  test('marketing message: the cap of two messages in seven days applies even to ten concurrent sends', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(TemplateId, CustomerId)))
    const sent = answers.filter(({ body }) => body.rows[0]!.MessageId !== null)
    expect(sent).toHaveLength(2)
    expect(answers.filter(({ body }) => body.rows[0]!.Blocked === 'Frequency cap')).toHaveLength(8)
    app.clock.advance(7 * 86_400 + 1)
    expect((await send(TemplateId, CustomerId)).body.rows[0]).toMatchObject({ Blocked: null })
  })

  test('marketing message: waits outside of the message hours, while a service message is sent at once', async () => {
    app.clock.set('2026-03-10T13:30:00Z') // 21:30
    const marketingCustomer = await customer()
    const { body } = await send(await template(), marketingCustomer.CustomerId)
    expect(body.rows[0]).toMatchObject({ WaitsYN: 'Y' })
    expect((await log(marketingCustomer.CustomerId))[0]!.DueAt).toBe('2026-03-11T01:00:00.000Z')
    const serviceCustomer = await customer()
    await send(await template({ Event: 'REWARD-CLAIMED' }), serviceCustomer.CustomerId)
    const sender = outside.relay()
    await expect.poll(() => results(serviceCustomer.CustomerId)).toEqual(['Sent'])
    app.clock.set('2026-03-11T00:59:00Z')
    sender.wake()
    expect(await results(marketingCustomer.CustomerId)).toEqual(['Queued'])
    app.clock.set('2026-03-11T01:00:00Z')
    sender.wake()
    await expect.poll(() => results(marketingCustomer.CustomerId)).toEqual(['Sent'])
  })

  test('marketing message: a retry outside of the message hours waits, too', async () => {
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
    takePrintedWarnings()
  })
})

describe('unsubscribe link of a marketing message', () => {
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

  test('unsubscribe link: opening the page changes nothing, and its button ends marketing by that channel', async () => {
    const { CustomerId } = await customer({ Language: 'French' })
    const url = await linkOf(CustomerId)
    const page = await app.inject({ method: 'GET', url })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<button>Se désabonner</button>')
    expect(page.headers['cache-control']).toBe('no-store')
    const consents = () =>
      app.sql(
        `select channel, granted_yn, source from customer_consent where customer_id = $1 and channel in ('Email', 'SMS') order by consent_id`,
        CustomerId,
      )
    expect(await consents()).toHaveLength(2)
    expect((await post(url)).text).toContain('Vous ne recevrez plus')
    expect((await post(url)).status).toBe(200)
    expect(await consents()).toEqual([
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

  test('unsubscribe link: a forged link gets 404 and changes nothing', async () => {
    const { CustomerId } = await customer()
    const url = await linkOf(CustomerId)
    const otherToken = (await linkOf((await customer()).CustomerId)).split('.')
    for (const forgedUrl of [
      '/unsubscribe/e1.AAAAAAAAAAAAAAAAAAAA',
      url.replace('/e', '/s'),
      `${url.split('.')[0]}.${otherToken[1]}`,
      '/unsubscribe/x',
    ])
      expect((await post(forgedUrl)).status).toBe(404)
    expect((await send(await template(), CustomerId)).body.rows[0]).toMatchObject({ Blocked: null })
  })
})
