import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listBuildings } from '#areas/staff/contract.ts'
import { addTask, deleteTask } from '#areas/tasks/contract/tasks.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { button, dialog, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { listReports, setFavouriteReport } from '../contract.ts'
import { customerAnalysisReport } from '../customer-analysis/contract.ts'
import { customerPerformanceReport } from '../customer-performance/contract.ts'
import { customerRewardTotalsReport } from '../customer-reward-status/contract.ts'
import { memberSalesReport } from '../member-sales/contract.ts'
import { pointExpiryReport } from '../point-expiry/contract.ts'

const PERFORMANCE = '/reporting/customer-performance-report'
const EXPIRY = '/reporting/point-expiry-report'
const names = ['TAN WEI LING', 'LIM CHEE KEONG']

/** Returns a reply of a report's endpoint with these rows. */
const reply = ({ call }: { call: Endpoint }, rows: readonly object[]) => {
  const sample = replyOf(call) as { rows: object[] }
  return { ...sample, count: rows.length, rows: rows.map((fields) => ({ ...sample.rows[0]!, ...fields })) } as never
}

test('customer performance page: head office can give selected members a Top Spender reward', async () => {
  answer(
    customerPerformanceReport.call,
    reply(
      customerPerformanceReport,
      names.map((CustomerName, position) => ({ CustomerName, MembershipNo: `JC0000000${position}0` })),
    ),
  )
  await openPage(PERFORMANCE)
  for (const name of ['Tan Wei Ling', 'Lim Chee Keong']) await row(name).getByRole('checkbox').click()
  await expectAccessible()
  await button('Give a Top Spender reward').click()
  await expect
    .element(page.getByRole('textbox', { name: 'Membership numbers' }))
    .toHaveValue('JC000000000\nJC000000010')
})

test('customer performance page: on a phone each row labels its figures', async () => {
  await openPage(PERFORMANCE, { width: 390 })
  const figure = document.querySelector('.carat-record .carat-record-figure')
  expect(figure?.textContent).toMatch(/^Net sales \(MYR\)\s?[\d,.]+$/)
  await expectNoSideScroll()
})

test('report page: a phone requests 20 rows instead of 50', async () => {
  await openPage(PERFORMANCE, { width: 390 })
  await expect.poll(() => requestsTo(customerPerformanceReport.call).at(-1)).toMatchObject({ Rows: 20 })
})

test('report page without pages: a phone shows 20 rows until the user asks for all', async () => {
  const members = Array.from({ length: 25 }, (_, index) => ({ MembershipNo: `JC0000000${10 + index}0` }))
  answer(customerPerformanceReport.call, reply(customerPerformanceReport, members))
  await openPage('/customer-performance-report/view', { width: 390 })
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'JC0000000' })
  await expect.poll(() => rows.elements()).toHaveLength(20)
  await button('Show 5 more rows').click()
  await expect.poll(() => rows.elements()).toHaveLength(25)
})

test('member sales page: rows by outlet show the name of the outlet instead of its code', async () => {
  answerList(listBuildings, 1, () => ({ Code: 'KL1', Name: 'Bukit Bintang' }))
  answer(memberSalesReport.call, reply(memberSalesReport, [{ Key: 'KL1', Value: 'KL1' }]))
  await openPage('/reporting/member-sales-analysis-report')
  await expect.element(row('Bukit Bintang')).toBeVisible()
  await expect.element(row('KL1')).not.toBeInTheDocument()
})

const expiring = (ExpiryMonth: string, CustomerId: number) => ({
  ...{ Key: `${CustomerId} ${ExpiryMonth}`, ExpiryMonth, CustomerId, CustomerName: names[CustomerId - 1] },
  MembershipNo: `JC0000000${CustomerId}0`,
})

test('point expiry page: each selected customer gets one task at the user’s outlet, and Undo deletes the tasks', async () => {
  answer(
    pointExpiryReport.call,
    reply(pointExpiryReport, [expiring('2026-05', 1), expiring('2026-06', 1), expiring('2026-06', 2)]),
  )
  answer(addTask, ({ CustomerId }) => replyOf(addTask, { TaskId: CustomerId! }))
  await openPage(`${EXPIRY}?ExpiryBy=Member`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await button('Create tasks').click()
  const tasks = dialog('Create tasks: 2 records')
  await expect.element(tasks.getByText('in the customer’s own outlet, due in 7 days')).toBeVisible()
  await expect.element(tasks.getByText('3 selected rows are about 2 customers. Each is counted once.')).toBeVisible()
  await expect
    .poll(() =>
      tasks
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Tan Wei Ling · JC000000010', 'Lim Chee Keong · JC000000020'])
  await tasks.getByRole('textbox', { name: 'Name of the task' }).fill('Points end')
  await expectAccessible()
  await button('Create tasks', tasks).click()
  await expect.element(tasks.getByRole('status').filter({ hasText: 'done' })).toMatchTextContent('2 done')
  const requested = requestsTo(addTask).toSorted((one, other) => one.CustomerId! - other.CustomerId!)
  expect(requested).toMatchObject(
    [1, 2].map((CustomerId) => ({ CustomerId, Name: 'Points end', CustomersOutletYN: 'Y' })),
  )
  await button('Undo', tasks).click()
  await expect
    .poll(() =>
      requestsTo(deleteTask)
        .map(({ TaskId }) => TaskId)
        .toSorted(),
    )
    .toEqual([1, 2])
  await tasks.getByRole('button', { name: 'Close' }).last().click()
})

test('point expiry page: a row of a month covers several customers and cannot be selected', async () => {
  await openPage(`${EXPIRY}?ExpiryBy=Month`)
  await expect.element(row('2026').first()).toBeVisible()
  await expect.element(page.getByRole('row').getByRole('checkbox').first()).not.toBeInTheDocument()
})

test('customer analysis page: the chart can be read as a table, and a figure links to its members', async () => {
  const group = { Type: 'Category', Value: 'GOLD', CustomerId: null, MembershipNo: null, CustomerName: null }
  answer(customerAnalysisReport.call, reply(customerAnalysisReport, [{ ...group, Key: 'GOLD' }]))
  await openPage('/reporting/customer-analysis-report?AnalysisType=Category&ReportOption=Sales+Analysis')
  const chart = page.getByRole('heading', { name: 'Members by value' })
  await expect.element(chart).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await expect.element(chart).not.toBeInTheDocument()
  await userEvent.click(document.querySelector('.ant-table-row a')!)
  await expect.poll(() => location.search).toContain('ReportType=Detail')
  await expect.element(page.getByRole('columnheader', { name: 'Membership no.' })).toBeVisible()
  expect(requestsTo(customerAnalysisReport.call).at(-1)).toMatchObject({ ReportType: 'Detail' })
})

test('reward status page: totals are grouped by status and reward, and a group links to its customer rewards', async () => {
  await openPage('/reporting/customer-reward-status-report')
  await page.getByText('By status and reward', { exact: true }).click()
  await expect.poll(() => requestsTo(customerRewardTotalsReport.call)).not.toEqual([])
  const link = () => document.querySelector<HTMLAnchorElement>('.ant-table-row a')
  await expect.poll(link).not.toBeNull()
  expect(link()!.search).toMatch(/Status=/)
  await expectAccessible()
})

test('reports home page: a search finds a report, which can become a favourite and shows when it was last run', async () => {
  answer(listReports, { count: 0, rows: [] })
  answer(setFavouriteReport, ({ Report }) => {
    const use = { Report, FavouriteYN: 'Y' as const, LastRunAt: '2026-03-01T04:30:00Z' }
    answer(listReports, { count: 1, rows: [use] })
    return use
  })
  await openPage('/reporting')
  const search = page.getByRole('textbox', { name: 'Search reports' })
  await search.fill('cohorts')
  const report = page.getByRole('listitem').filter({ hasText: 'Cohorts' })
  expect(report.elements()).toHaveLength(1)
  await report.getByRole('button', { name: /^Favourite/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Favourites' })).toBeVisible()
  await expect.element(report.first()).toMatchTextContent('Last run')
  await search.fill('retention')
  await expect
    .element(page.getByRole('link', { name: 'Retention', exact: true }))
    .toHaveAttribute('href', expect.stringMatching(/^\/customers\/retention/))
})

test('cohorts page: repeat days and time between purchases are tabs of this page', async () => {
  await openPage('/reporting')
  await page.getByRole('textbox', { name: 'Search reports' }).fill('cohorts')
  await page.getByRole('listitem').filter({ hasText: 'Cohorts' }).first().getByRole('link').click()
  await expect.element(page.getByRole('columnheader', { name: 'First purchase' })).toBeVisible()
  await page.getByText('Repeat days', { exact: true }).first().click()
  await expect.element(page.getByRole('heading', { name: 'Customers by repeat days' })).toBeVisible()
  await page.getByText('Time between', { exact: true }).first().click()
  await expect.element(page.getByRole('heading', { name: 'Purchases by the time since the one before' })).toBeVisible()
})
