import { beforeAll, expect, test } from 'vitest'
import { type Company, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { messageDeliveryReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
  const addTemplate = async (name: string) => {
    const [created] = await app.sql<{ id: number }>(
      `insert into contact_template (name, contact_type, status) values ($1, 'Email', 'Inactive') returning template_id::int as id`,
      name,
    )
    return created!.id
  }
  const [raya, birthday] = [await addTemplate('Raya'), await addTemplate('Birthday')]
  const addMessage = (
    to: { CustomerId: number },
    templateId: number,
    result: string,
    at: string,
    reason: string | null = null,
  ) =>
    app.sql(
      `insert into contact_log (message_id, created_at, customer_id, contact_type, purpose, template_id, template_version, language, result, reason)
       values (gen_random_uuid(), $1, $2, 'Email', 'Marketing', $3, 1, 'en', $4, $5)`,
      ...[at, to.CustomerId, templateId, result, reason],
    )
  const { Mei, Ali } = company
  await addMessage(Mei, raya, 'Delivered', '2026-02-28T16:10:00Z')
  await addMessage(Mei, raya, 'Delivered', '2026-03-01T04:00:00Z')
  await addMessage(Ali, raya, 'Bounced', '2026-03-01T04:00:00Z', 'No such mailbox')
  await addMessage(Ali, raya, 'Sent', '2026-03-02T04:00:00Z')
  await addMessage(Ali, birthday, 'Opted out', '2026-03-02T04:00:00Z')
  await addMessage(Mei, birthday, 'Failed', '2026-02-28T15:50:00Z', 'In February')
})

const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

test('message delivery report: shows the results of messages by template, day, outlet and reason', async () => {
  const { rows, Totals } = await run(app, messageDeliveryReport, march)
  expect(
    columns(rows, 'Value', 'Messages', 'Delivered', 'Sent', 'Bounced', 'OptedOut', 'DeliveredShare', 'Customers'),
  ).toEqual([
    ['Raya', 4, 2, 1, 1, 0, '66.7', 2],
    ['Birthday', 1, 0, 0, 0, 1, '0.0', 1],
  ])
  expect(Totals).toEqual({
    Messages: 5,
    Queued: 0,
    Sent: 1,
    Delivered: 2,
    Failed: 0,
    Bounced: 1,
    OptedOut: 1,
    DeliveredShare: '50.0',
    Customers: 2,
  })
  const listMessages = async (input: object, as?: typeof pavilionStaff) =>
    columns((await run(app, messageDeliveryReport, { ...march, ...input }, as)).rows, 'Value', 'Messages')
  expect(await listMessages({ MessagesBy: 'Day', SortOption: 'Value', SortDirection: 'ASC' })).toEqual([
    ['2026-03-01', 3],
    ['2026-03-02', 2],
  ])
  expect(await listMessages({ MessagesBy: 'Outlet' })).toEqual([
    ['PAV', 3],
    ['KLCC', 2],
  ])
  expect(await listMessages({ MessagesBy: 'Reason', SortOption: 'Value', SortDirection: 'ASC' })).toEqual([
    ['No such mailbox', 1],
    [null, 1],
  ])
  expect(await listMessages({ MessagesBy: 'Outlet' }, pavilionStaff)).toEqual([['PAV', 3]])
})
