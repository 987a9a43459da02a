import { post, unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

test('the members of a report become the target list of a campaign, and ticked customers of a list join them', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const CampaignCode = `WB${unique()}`
  await post(page.request, '/campaign/campaigns/add', {
    CampaignCode,
    CampaignName: `Welcome back ${CampaignCode}`,
    CampaignType: 'Festive',
    StartDate: '2026-01-01',
    EndDate: '2099-12-31',
  })
  const choose = async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /Campaign/ }).fill(CampaignCode)
    await page.locator('.ant-select-item-option').filter({ hasText: CampaignCode }).click()
    return dialog
  }
  const targets = () =>
    post<{ count: number; rows: { SourceName: string }[] }>(page.request, '/campaign/target-lists/find-all', {
      Search: { CampaignCode },
    })

  let members = 0
  await test.step('members who bought nothing for long go to a campaign', async () => {
    await page.goto('/reporting/inactive-reactive-member-listing?Months=1')
    await expectLoaded(page)
    const { count } = await post<{ count: number }>(page.request, '/reporting/inactive-member-report', { Months: 1 })
    members = count
    expect(members).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'To campaign' }).click()
    const dialog = await choose()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add to campaign' }).click()
    await expect(page.getByRole('status').filter({ hasText: `${members} customers added` })).toBeVisible()
    await page.getByRole('button', { name: 'Open target list' }).click()
    await expectLoaded(page)
    await expect(page.getByRole('row').filter({ hasText: 'Inactive Reactive Member Listing' }).first()).toBeVisible()
    expect((await targets()).count).toBe(members)
  })

  await test.step('customers who are ticked in their list join them, and who is there already is told', async () => {
    await page.goto('/registration/customers')
    await expectLoaded(page)
    const ticks = page.getByRole('row').getByRole('checkbox')
    for (const place of [1, 2]) await ticks.nth(place).click()
    await page.getByRole('button', { name: 'To campaign' }).click()
    const dialog = await choose()
    await expect(dialog.getByText('Selected rows')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add to campaign' }).click()
    const told = page.getByRole('status').filter({ hasText: /customers? added/ })
    await expect(told).toBeVisible()
    const added = Number((await told.innerText()).match(/(\d+) customers? added/)![1])
    const already = Number((await told.innerText()).match(/(\d+) w(?:as|ere) there before/)?.[1] ?? 0)
    expect(added + already).toBe(2)
    expect((await targets()).count).toBe(members + added)
  })
})
