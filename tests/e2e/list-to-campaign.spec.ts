import { post, uniqueDigits } from './api.ts'
import { expectAccessible, expectLoaded, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

test('target list: a target list is created from a report and extended by customers selected in a list', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const CampaignCode = `WB${uniqueDigits()}`
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
  await test.step('members without a purchase for a long time are added to a campaign', async () => {
    await openPage(page, '/reporting/inactive-reactive-member-listing?Months=1')
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

  await test.step('selected customers of a list are added, and those already on it are reported', async () => {
    await openPage(page, '/registration/customers')
    const ticks = page.getByRole('row').getByRole('checkbox')
    for (const place of [1, 2]) await ticks.nth(place).click()
    await page.getByRole('button', { name: 'To campaign' }).click()
    const dialog = await choose()
    await expect(dialog.getByText('Selected rows')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add to campaign' }).click()
    const notice = page.getByRole('status').filter({ hasText: /customers? added/ })
    await expect(notice).toBeVisible()
    const added = Number((await notice.innerText()).match(/(\d+) customers? added/)![1])
    const already = Number((await notice.innerText()).match(/(\d+) already on the list/)?.[1] ?? 0)
    expect(added + already).toBe(2)
    expect((await targets()).count).toBe(members + added)
  })
})
