import { describe, expect, test } from 'vitest'
import { API_BASE } from '#kit/server/serve.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { systemWith, useApp } from '#tests/harness.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import * as contract from '../contract.ts'
import { computeTwilioSignature } from './reports.ts'

const app = useApp({ at: noon, publicUrl })
const { customer, log, outside, results, send, template } = messaging(app)

describe('sending of SMS messages', () => {
  const templateAndCustomer = async () => ({
    TemplateId: await template({ ContactType: 'SMS' }),
    ...(await customer()),
  })

  test('SMS: a message is sent to the gateway in Twilio’s format with the account’s credentials', async () => {
    const { TemplateId, CustomerId, ContactNo } = await templateAndCustomer()
    const { body } = await send(TemplateId, CustomerId)
    expect(body.Message).toBe('Success Sending SMS Notification')
    outside.relay()
    await expect.poll(() => results(CustomerId)).toEqual(['Sent'])
    const [text] = outside.texts
    expect(text!.path).toBe('/2010-04-01/Accounts/AC0123/Messages.json')
    expect(text!.headers.authorization).toBe(`Basic ${Buffer.from('AC0123:secret-token').toString('base64')}`)
    expect(text!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(text!.form)).toMatchObject({
      To: ContactNo,
      From: '+60300000000',
      Body: expect.stringContaining('Stop: https://carat.example/unsubscribe/'),
      StatusCallback: `${publicUrl}${API_BASE}/messages/sms/status?id=${body.rows[0]!.MessageId}`,
    })
    expect((await log(CustomerId))[0]).toMatchObject({ ProviderId: `SM${ContactNo!.slice(1)}` })
  })

  test('SMS: a message is retried while the gateway is unavailable, and fails at once for an invalid number', async () => {
    const { TemplateId, CustomerId, ContactNo } = await templateAndCustomer()
    outside.gatewayAnswers = () => ({ status: 503, body: {} })
    await send(TemplateId, CustomerId)
    const sender = outside.relay()
    await expect.poll(async () => (await log(CustomerId))[0]?.Attempts).toBe(1)
    await expect
      .poll(async () => (await log(CustomerId))[0])
      .toMatchObject({ Result: 'Queued', Reason: expect.stringContaining('503') })
    outside.gatewayAnswers = () => ({ status: 400, body: { code: 21211, message: `${ContactNo} is no number` } })
    app.clock.advance(10)
    sender.wake()
    await expect.poll(() => results(CustomerId)).toEqual(['Failed'])
    expect((await log(CustomerId))[0]!.Reason).toContain('21211')
    // The server log must not contain telephone numbers.
    expect(outside.warnings).toHaveLength(2)
    expect(outside.warnings.join()).not.toContain(ContactNo!.slice(1))
    takePrintedWarnings()
  })

  const reportStatus = async (MessageId: string, MessageStatus: string, signature?: string) => {
    Object.assign(app.services, { sms: outside.sms() })
    const url = `${API_BASE}${contract.smsStatus.path}?id=${MessageId}`
    const form = { AccountSid: 'AC0123', MessageSid: `SM-${MessageId}`, MessageStatus }
    return app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? computeTwilioSignature('secret-token', publicUrl + url, form),
      },
    })
  }

  test('SMS: a message is Delivered after the gateway’s report, in whatever order and however often reports arrive', async () => {
    const { TemplateId, CustomerId } = await templateAndCustomer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    expect(await reportStatus(MessageId, 'delivered')).toMatchObject({ status: 204 })
    expect(await reportStatus(MessageId, 'delivered')).toMatchObject({ status: 204 })
    expect(await reportStatus(MessageId, 'sent')).toMatchObject({ status: 204 })
    expect(await reportStatus(MessageId, 'failed')).toMatchObject({ status: 204 })
    outside.relay()
    await expect.poll(() => outside.texts.length).toBe(1)
    await expect.poll(async () => (await log(CustomerId))[0]).toMatchObject({ SentAt: expect.any(String) })
    expect(await results(CustomerId)).toEqual(['Delivered'])
    expect(await app.sql('select from message_report where message_id = $1', MessageId)).toHaveLength(3)
  })

  test('SMS: a delivery report without a valid signature gets 403', async () => {
    const { TemplateId, CustomerId } = await templateAndCustomer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    expect(await reportStatus(MessageId, 'delivered', 'bm8=')).toMatchObject({
      status: 403,
      body: { code: 'messages.not_signed' },
    })
    expect(await results(CustomerId)).toEqual(['Queued'])
  })
})

describe('bounced e-mails', () => {
  const bounces = systemWith('messages:bounces')

  test('bounced e-mail: the bounce is recorded once, and a complaint withdraws the marketing consent', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    const bounce = (EventId: string, Kind: 'Hard' | 'Complaint') =>
      app.call(contract.reportBounce, { EventId, MessageId: `<${MessageId}@carat.example>`, Kind }, bounces)
    expect(await bounce('e1', 'Hard')).toMatchObject({ body: { Known: true } })
    expect(await bounce('e1', 'Hard')).toMatchObject({ body: { Known: false } })
    expect(await results(CustomerId)).toEqual(['Bounced'])
    await bounce('e2', 'Complaint')
    expect((await send(TemplateId, CustomerId)).body.rows[0]).toMatchObject({ Blocked: 'No consent', MessageId: null })
  })
})
