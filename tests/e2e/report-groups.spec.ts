import { post, registerMember, unique } from './api.ts'
import { daysAgo } from './days.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// What a report adds up is told by staff, reward or outlet; a group leads to its rows, and ticked members to what is done with them.

const year = daysAgo(360)
const today = daysAgo(0)

test('rewards are counted by status and by reward, and a group opens its rewards', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto(`/reporting/customer-reward-status-report?CreatedFrom=${year}&CreatedTo=${today}`)
  await expectLoaded(page)
  await page.getByText('By status and reward', { exact: true }).click()
  await expectLoaded(page)
  await page.goto(
    `/reporting/customer-reward-status-report?show=customerRewardTotals&TotalsBy=Status&CreatedFrom=${year}&CreatedTo=${today}`,
  )
  await expectLoaded(page)
  await expectAccessible(page)
  const row = page.locator('tbody tr.ant-table-row').filter({ hasText: 'Cancelled' })
  const counted = await row.locator('td').first().innerText()
  await row.getByRole('link').first().click()
  await expectLoaded(page)
  await expect(page).toHaveURL(/Status=Cancelled/)
  await expect(page.locator('.carat-list-foot [role=status]')).toContainText(`of ${counted}`)
})

test('the best customers are ticked and given a Top Spender reward by head office', async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto(`/reporting/customer-performance-report?DateFrom=${year}&DateTo=${today}&TopN=5`)
  await expectLoaded(page)
  const ticks = page.locator('tbody tr.ant-table-row').getByRole('checkbox')
  await ticks.nth(0).check()
  await ticks.nth(1).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Give a Top Spender reward' }).click()
  await expectLoaded(page)
  await expect(page.getByRole('textbox', { name: 'Membership numbers' })).toHaveValue(/^\S+\n\S+$/)
})

test('members whose points end are ticked, and each gets a task in their own outlet, which can be taken back', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const Name = `Points end ${unique()}`
  type Made = { count: number; rows: { Customer: { CustomerId: number }; OutletCode: string }[] }
  const tasks = () => post<Made>(page.request, '/task/tasks/find-all', { Search: { Name } })
  await page.goto('/reporting/point-expiry-report?ExpiryBy=Month')
  await expectLoaded(page)
  await expect(page.getByRole('row').getByRole('checkbox')).toHaveCount(0)
  await page.goto('/reporting/point-expiry-report?ExpiryBy=Member')
  await expectLoaded(page)
  const ticks = page.locator('tbody tr.ant-table-row').getByRole('checkbox')
  await ticks.nth(0).check()
  await ticks.nth(1).check()
  await page.getByRole('button', { name: 'Create tasks' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('in the customer’s own outlet, due in 7 days')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name of the task' }).fill(Name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create tasks' }).click()
  await expect(dialog.getByRole('status')).toContainText('2')
  const { rows } = await tasks()
  expect(rows).toHaveLength(2)
  for (const { Customer, OutletCode } of rows) {
    const { CustomerId } = Customer
    const whose = await post(page.request, '/customer/customers/find-one', { CustomerId })
    expect(whose).toMatchObject({ RegisteredOutletCode: OutletCode })
  }
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await tasks()).count).toBe(0)
})

test('a member whose points end in two months is one customer: named in words, and given one task', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const Name = `Points end ${unique()}`
  const { MembershipNo, FullName } = await registerMember(page.request, page.request)
  // Long after all points of the demo.
  for (const days of [1200, 1260])
    await post(page.request, '/point/adjustments/add', {
      ...{ MembershipNo, TransactionType: 'Adjust In', PointAmount: 100, ReasonCode: 'Goodwill', Remark: 'Two months' },
      ExpiryDate: daysAgo(-days),
    })
  await page.goto(
    `/reporting/point-expiry-report?ExpiryBy=Member&ExpiringFrom=${daysAgo(-1170)}&ExpiringTo=${daysAgo(-1290)}`,
  )
  await expectLoaded(page)
  const rows = page.locator('tbody tr.ant-table-row').filter({ hasText: MembershipNo })
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await row.getByRole('checkbox', { name: /^Select Siti Nurhaliza/ }).check()
  await page.getByRole('button', { name: 'Create tasks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create tasks: 1 record' })
  await expect(dialog.getByText('2 selected rows are about 1 customer, who is counted once.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(`${FullName} · ${MembershipNo}`, 'i')])
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name of the task' }).fill(Name)
  await dialog.getByRole('button', { name: 'Create tasks' }).click()
  await expect(dialog.getByRole('status')).toContainText('1 done')
  expect((await post<{ count: number }>(page.request, '/task/tasks/find-all', { Search: { Name } })).count).toBe(1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // Both rows are done with.
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('report home leads an analyst to who will come back, and how well the model tells it', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq.analyst')
  await page.goto('/reporting')
  await expectLoaded(page)
  await page
    .getByRole('searchbox', { name: 'Search reports' })
    .or(page.getByLabel('Search reports'))
    .first()
    .fill('come back')
  await page.getByRole('link', { name: 'Who will come back' }).click()
  await expectLoaded(page)
  await expect(page).toHaveURL(/\/customers\/retention/)
  await expect(page.getByRole('heading', { name: 'How well it tells' })).toBeVisible()
})
