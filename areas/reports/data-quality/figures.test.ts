import { beforeAll, expect, test } from 'vitest'
import { type Company, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { dataQualityReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
  const { Mei, Ali, Siti } = company
  // Mei has no issue, Ali has no e-mail, and Siti has neither date of birth nor e-mail.
  await app.sql(
    `update customer set email = null, verified_email_yn = 'N', id_type = 'Passport', id_no = 'P' || (10000000 + customer_id)`,
  )
  await app.sql(
    `update customer set email = 'mei@mail.example', verified_email_yn = 'Y' where customer_id = $1`,
    Mei.CustomerId,
  )
  for (const { CustomerId } of [Mei, Ali, Siti]) {
    await app.sql(
      `insert into customer_address (customer_id, address_type, line1, city, postcode, state, country, is_primary_yn) values ($1, 'Home', '1 Jalan', 'Kuala Lumpur', '50088', 'Kuala Lumpur', 'Malaysia', 'Y')`,
      CustomerId,
    )
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, source, wording_version, recorded_at) values ($1, 'Service', 'Y', 'Counter', '1', now())`,
      CustomerId,
    )
  }
})

test('data quality report: counts customers by issue, without merged customers', async () => {
  const listIssues = async (input: object, as?: typeof pavilionStaff) =>
    columns((await run(app, dataQualityReport, input, as)).rows, 'Issue', 'Customers', 'Share').filter(
      ([, count]) => count !== 0,
    )
  expect(await listIssues({})).toEqual([
    ['Email', 2, '66.7'],
    ['DateOfBirth', 1, '33.3'],
  ])
  expect((await run(app, dataQualityReport, {})).Totals).toEqual({
    CustomersChecked: 3,
    WithIssues: 2,
    Complete: 1,
    CompleteShare: '33.3',
  })
  expect(await listIssues({}, pavilionStaff)).toEqual([['Email', 1, '100.0']])
  expect(await listIssues({ MemberType: 'Non-Premium Member' })).toEqual([
    ['Email', 1, '100.0'],
    ['DateOfBirth', 1, '100.0'],
  ])
  expect((await run(app, dataQualityReport, {})).count).toBe(11)
})
