import { describe, expect, test } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { messaging, noon, publicUrl } from '#tests/factories/messages.ts'
import { hq, useApp } from '#tests/harness.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: noon, publicUrl })
const { customer, log, outside, results, send, template } = messaging(app)

describe('sending of e-mails', () => {
  test('e-mail: is sent once as text and HTML with one Message-ID and an unsubscribe header', async () => {
    const TemplateId = await template()
    const { CustomerId, Email } = await customer({ FullName: 'LIM MEI LING' })
    const { body } = await send(TemplateId, CustomerId)
    expect(body.Message).toBe('Success Sending Email Notification')
    expect(await results(CustomerId)).toEqual(['Queued'])
    outside.relay()
    await expect.poll(() => results(CustomerId)).toEqual(['Sent'])
    const [mail] = outside.received
    expect(mail).toContain(`To: ${Email}`)
    expect(mail).toContain('Subject: For Lim Mei Ling')
    expect(mail).toContain(`Message-ID: <${body.rows[0]!.MessageId}@carat.example>`)
    expect(mail).toMatch(/List-Unsubscribe:\s+<https:\/\/carat\.example\/unsubscribe\/[\w.-]+>/)
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail).toContain('Unsubscribe: https://carat.example/unsubscribe/')
    expect(mail).toContain('Content-Type: text/plain')
    expect(mail).toContain('Content-Type: text/html')
    expect(outside.received).toHaveLength(1)
  })

  test('e-mail: waits while the mail server is down, and then arrives once with its Message-ID', async () => {
    const TemplateId = await template()
    const people: Awaited<ReturnType<typeof customer>>[] = []
    for (let n = 0; n < 5; n++) people.push(await customer())
    const messageIds: string[] = []
    for (const { CustomerId } of people) messageIds.push((await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!)
    outside.mailServer = 'refuses'
    const sender = outside.relay()
    const attempts = async () =>
      (await app.sql<{ attempts: number }>('select attempts from outbox_message where error is not null')).map(
        ({ attempts }) => attempts,
      )
    let minutes = 0
    for (let attempt = 1; minutes < 60; attempt++) {
      await expect.poll(attempts).toEqual(Array(5).fill(attempt))
      await app.sql('update outbox_message set error = null')
      const step = Math.min(30 * 60, 10 * 2 ** (attempt - 1))
      app.clock.advance(step)
      minutes += step / 60
      sender.wake()
    }
    expect(outside.received).toEqual([])
    outside.mailServer = 'up'
    await expect
      .poll(async () => {
        app.clock.advance(1800)
        sender.wake()
        return outside.received.length
      })
      .toBe(5)
    await expect
      .poll(async () => (await Promise.all(people.map(({ CustomerId }) => results(CustomerId)))).flat())
      .toEqual(Array(5).fill('Sent'))
    const ids = outside.received.map((mail) => /Message-ID: <([\da-f-]+)@/.exec(mail)![1])
    expect(ids.toSorted()).toEqual(messageIds.toSorted())
    takePrintedWarnings()
  })

  test('e-mail: if a sender is killed, the next sender sends its message under the same Message-ID', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId
    // Simulates a sender that died after it claimed the message and before it sent the message.
    await app.sql(`update outbox_message set attempts = 1, next_try_at = next_try_at + interval '10 seconds'`)
    const sender = outside.relay()
    app.clock.advance(10)
    sender.wake()
    await expect.poll(() => results(CustomerId)).toEqual(['Sent'])
    expect(outside.received.map((mail) => /Message-ID: <([\da-f-]+)@/.exec(mail)![1])).toEqual([MessageId])
  })

  test('e-mail: a message to a mailbox that does not exist fails at once, and staff can retry it', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer()
    const MessageId = (await send(TemplateId, CustomerId)).body.rows[0]!.MessageId!
    outside.mailServer = 'no mailbox'
    const sender = outside.relay()
    await expect.poll(() => results(CustomerId)).toEqual(['Failed'])
    expect((await log(CustomerId))[0]).toMatchObject({ Attempts: 1, Reason: expect.stringContaining('no such user') })
    outside.mailServer = 'up'
    expect(await app.call(contract.retryContactLogEntry, { MessageId }, hq)).toMatchObject({
      body: { Result: 'Queued' },
    })
    sender.wake()
    await expect.poll(() => results(CustomerId)).toEqual(['Sent'])
    expect(await app.call(contract.retryContactLogEntry, { MessageId }, hq)).toMatchObject({
      refusal: { code: 'messages.not_failed' },
    })
  })

  test('e-mail: a line break in a name or a comma in an address adds neither a recipient nor a header', async () => {
    const TemplateId = await template()
    const { CustomerId } = await customer({ Email: 'one@mail.example, spy@evil.example' })
    await app.sql(`update customer set full_name = $1 where customer_id = $2`, 'X\r\nBcc: spy@evil.example', CustomerId)
    await send(TemplateId, CustomerId)
    outside.relay()
    await expect
      .poll(async () => (await app.sql<{ attempts: number }>('select attempts from outbox_message'))[0]?.attempts)
      .toBe(1)
    await expect
      .poll(
        async () =>
          (
            await app.sql<{ done: boolean }>(
              `select status <> 'Queued' or error is not null as done from outbox_message`,
            )
          )[0]?.done,
      )
      .toBe(true)
    expect(outside.received.join('')).not.toMatch(/^Bcc:/m)
    for (const mail of outside.received) expect(mail).not.toMatch(/^(To|Cc): .*spy@evil\.example>?$/m)
    takePrintedWarnings()
  })

  test('template test: the test message goes to the caller and is in no contact log', async () => {
    const TemplateId = await template()
    const { CustomerId } = await registered(app.db, { Email: 'x@mail.example' })
    const { staffId } = await app.token(hq)
    await app.sql(`update staff set email = 'tester@carat.example' where staff_id = $1`, staffId)
    const { body } = await send(TemplateId, CustomerId, { Option: 'Test' })
    expect(body).toMatchObject({ Message: 'Success Sending Email Notification' })
    outside.relay()
    await expect.poll(() => outside.received.length).toBe(1)
    expect(outside.received[0]).toContain('To: tester@carat.example')
    expect(await log(CustomerId)).toEqual([])
  })
})
