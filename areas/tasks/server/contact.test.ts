import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTemplate } from '#areas/messages/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const noon = '2026-11-20T04:00:00Z'
const app = useApp({ at: noon })
const clerk = staffWith({ roles: ['Tasks', 'Customer', 'Customer Transaction'] })
const elsewhere = staffWith({ roles: ['Tasks', 'Customer'], outlet: 'PAV' })

let TemplateId: number
let SmsId: number
beforeAll(async () => {
  await addEarningRules(app.db)
  const template = async (more: object) => {
    const input = { Status: 'Active', ...more } as never
    const { body, status } = await app.call(addTemplate, input, hq)
    expect({ status, refused: status === 201 ? null : body }).toEqual({ status: 201, refused: null })
    return body.TemplateId
  }
  TemplateId = await template({
    Name: 'Care of your jewellery',
    ContactType: 'Email',
    Texts: [{ Language: 'en', Subject: 'Time for a clean', Body: '<p>Dear {{ FullName }}, we clean your ring.</p>' }],
  })
  SmsId = await template({
    Name: 'Short word',
    ContactType: 'SMS',
    Texts: [{ Language: 'en', Body: 'Dear {{ FullName }}, we clean your ring. Stop: {{ UnsubscribeLink }}' }],
  })
})
beforeEach(() => app.clock.set(noon))

const allChannels = ['Service', 'Email', 'SMS', 'WhatsApp', 'Call']
async function addTask(channels: readonly string[] = allChannels) {
  const person = await member(app.db)
  await app.sql(
    `update customer set email = 'nur' || customer_id || '@example.com', contact_no = '+6012' || (3000000 + customer_id) where customer_id = $1`,
    person.CustomerId,
  )
  for (const channel of channels)
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, $2, 'Y', '1', 'Counter', now())`,
      person.CustomerId,
      channel,
    )
  const task = await app.call(
    contract.addTask,
    { Name: 'Offer a clean', CustomerId: person.CustomerId, DueDate: '2026-11-20T15:00:00' },
    clerk,
  )
  return { ...person, TaskId: task.body.TaskId }
}
const contactCustomer = (TaskId: number, more: object, as: Caller = clerk) =>
  app.call(contract.contactCustomer, { TaskId, ...more } as never, as)
const logsOf = async (TaskId: number) => (await app.call(contract.getTask, { TaskId })).body.TaskProgressLog

describe('contact with a customer from a task', () => {
  test('task contact: a call opens the telephone and adds a progress log, and the follow-up is three days later', async () => {
    const { TaskId } = await addTask()
    const { body, status } = await contactCustomer(TaskId, { ContactType: 'Call' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ContactType: 'Call', FollowUpDate: '2026-11-23', Description: 'CALLED' })
    expect(body.Link).toMatch(/^tel:\+6012/)
    const task = await app.call(contract.getTask, { TaskId })
    expect(task.body).toMatchObject({ Status: 'In Progress', Bucket: 'Later', Logs: 1 })
  })

  test('task contact: an e-mail is written from its template, previewed, sent and logged once', async () => {
    const { TaskId, CustomerId } = await addTask()
    const preview = await app.call(contract.previewTaskContact, { TaskId, ContactType: 'Email', TemplateId }, clerk)
    expect(preview.body).toMatchObject({ Subject: 'Time for a clean', Hindrance: null })
    const sent = await contactCustomer(TaskId, { ContactType: 'Email', TemplateId, FollowUpDate: '2026-11-25' })
    expect(sent.body).toMatchObject({ Description: 'WROTE: TIME FOR A CLEAN', FollowUpDate: '2026-11-25', Link: null })
    expect(await logsOf(TaskId)).toHaveLength(1)
    const mails = await app.sql('select 1 from contact_log where customer_id = $1', CustomerId)
    expect(mails).toHaveLength(1)
  })

  test('task contact: WhatsApp opens with the template’s text, and the server itself sends no message', async () => {
    const { TaskId, CustomerId } = await addTask()
    const { body } = await contactCustomer(TaskId, { ContactType: 'WhatsApp', TemplateId: SmsId })
    expect(body.Link).toMatch(/^https:\/\/wa\.me\/6012\d+\?text=Dear/)
    expect(await app.sql('select 1 from contact_log where customer_id = $1', CustomerId)).toHaveLength(0)
  })

  test.each([
    ['Call', {}],
    ['WhatsApp', { sms: true }],
    ['Email', { mail: true }],
  ])(
    'task contact: a contact by %s without consent is rejected and not logged',
    async (ContactType, { sms, mail }: { sms?: boolean; mail?: boolean }) => {
      const { TaskId } = await addTask(['Service'])
      const refused = await contactCustomer(TaskId, {
        ContactType,
        ...(sms && { TemplateId: SmsId }),
        ...(mail && { TemplateId }),
      })
      expect(refused).toMatchObject({
        status: 409,
        refusal: { code: 'tasks.contact_blocked', params: { Hindrance: 'No consent' } },
      })
      expect(await logsOf(TaskId)).toHaveLength(0)
      const { body } = await app.call(contract.listContactWaysOfTask, { TaskId }, clerk)
      expect(body.Ways.find((way) => way.ContactType === ContactType)?.Hindrance).toBe('No consent')
    },
  )

  test('task contact: a contact by call outside of the message hours is refused', async () => {
    const { TaskId } = await addTask()
    app.clock.set('2026-11-20T17:00:00Z')
    expect(await contactCustomer(TaskId, { ContactType: 'Call' })).toMatchObject({
      status: 409,
      refusal: { params: { Hindrance: 'Quiet hours' } },
    })
  })

  test('task contact: a task of another outlet gets 404', async () => {
    const { TaskId } = await addTask()
    for (const answer of [
      await contactCustomer(TaskId, { ContactType: 'Call' }, elsewhere),
      await app.call(contract.listContactWaysOfTask, { TaskId }, elsewhere),
      await app.call(contract.previewTaskContact, { TaskId, ContactType: 'Email', TemplateId }, elsewhere),
    ])
      expect(answer.status).toBe(404)
    expect(await logsOf(TaskId)).toHaveLength(0)
  })
})

describe('sales credited to a task after a contact', () => {
  let invoice = 0
  const addSale = (MembershipNo: string, price: string, more: object = {}) =>
    app.call(
      addTransaction,
      {
        TransactionType: 'N',
        OutletCode: 'KLCC',
        InvoiceNo: `CREDIT${++invoice}`,
        MembershipNo,
        Details: [line(price)],
        ...more,
      } as never,
      hq,
    )
  const creditsOf = async (TaskId: number) => (await app.call(contract.getTask, { TaskId })).body.Credits

  test('sale credit: a sale within the configured days after the contact is credited to task and staff, a later one is not', async () => {
    const { TaskId, MembershipNo } = await addTask()
    await contactCustomer(TaskId, { ContactType: 'Call' })
    app.clock.set('2026-11-28T04:00:00Z')
    expect((await addSale(MembershipNo, '1500')).status).toBe(201)
    app.clock.set('2026-12-20T04:00:00Z')
    expect((await addSale(MembershipNo, '900')).status).toBe(201)
    expect(await creditsOf(TaskId)).toMatchObject([{ Amount: '1500.00', BusinessDate: '2026-11-28' }])
    const results = async (as: Caller) =>
      (await app.call(contract.listTaskResults, { Search: { DateFrom: '2026-11-28' } }, as)).body.rows
    expect(await results(hq)).toMatchObject([{ Sales: 1, Amount: '1500.00' }])
    // Sums by staff require the privilege to view sales.
    expect(await results(clerk)).toMatchObject([{ Sales: 1, Amount: null }])
    expect(await results(elsewhere)).toEqual([])
  })

  test.each([
    [0, 0],
    [6, 0],
    [7, 1],
  ])(
    'sale credit: with %i configured days a sale one week after the contact gives %i credits',
    async (days, credits) => {
      await app.sql(
        `insert into setting (name, value) values ('tasks.creditDays', to_jsonb($1::int)) on conflict (name) do update set value = excluded.value`,
        days,
      )
      const { TaskId, MembershipNo } = await addTask()
      await contactCustomer(TaskId, { ContactType: 'Call' })
      app.clock.advance(7 * 86_400 - 60)
      await addSale(MembershipNo, '1500')
      expect(await creditsOf(TaskId)).toHaveLength(credits)
      await app.sql(`delete from setting where name = 'tasks.creditDays'`)
    },
  )

  test('sale credit: a sale without a contact before it is not credited', async () => {
    const { TaskId, MembershipNo } = await addTask()
    await addSale(MembershipNo, '1500')
    expect(await creditsOf(TaskId)).toEqual([])
  })

  test('sale credit: a credit is removed when the goods are returned', async () => {
    const { TaskId, MembershipNo } = await addTask()
    await contactCustomer(TaskId, { ContactType: 'Call' })
    app.clock.set('2026-11-21T04:00:00Z')
    const { body } = await addSale(MembershipNo, '700')
    expect(await creditsOf(TaskId)).toHaveLength(1)
    const cancellation = await app.call(
      addTransaction,
      { TransactionType: 'C', InvoiceNo: 'CREDITBACK', OriginalInvoiceNo: body.InvoiceNo } as never,
      hq,
    )
    expect(cancellation.status).toBe(201)
    expect(await creditsOf(TaskId)).toEqual([])
  })
})
