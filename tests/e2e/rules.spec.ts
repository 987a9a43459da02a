import type { Page } from '@playwright/test'
import { post, recordSale, registerMember, uniqueDigits } from './api.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

const BIRTHDAY_MONTH = '02'

async function pick(page: Page, label: string, option: string | RegExp) {
  await page.getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).first().click()
}

/** A member of a category that no other journey uses. */
async function platinumMember(hq: Page) {
  const { MembershipNo } = await registerMember(hq.request, hq.request, { premium: false })
  const { Version } = await post<{ Version: number }>(hq.request, '/customer/memberships/upgrade/prepare', {
    MembershipNo,
    CardCategoryCode: 'PLATINUM',
    OverrideReason: 'End-to-end test',
  })
  await post(hq.request, '/customer/memberships/upgrade/confirm', { MembershipNo, Version })
  return MembershipNo
}

/** A product group that no other journey sells, because the new rate applies to all members from now on. */
const sellBracelet = (outlet: Page, MembershipNo: string) =>
  recordSale<{ EarnedPoints: number }>(outlet.request, {
    InvoiceNo: `RULES-${uniqueDigits()}`,
    MembershipNo,
    Details: [
      { Brand: 'Lumière', ProductType: 'Bracelet', Description: 'Moon bracelet', Quantity: '1', UnitPrice: '1000' },
    ],
  })

test('point rules: head office adds and simulates a structure and a rate, and a sale earns points by the new rules', async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  const Code = `R${uniqueDigits()}`

  await hq.goto('/points-management/point-structure/add')
  await expectLoaded(hq)
  await hq.getByLabel('Code', { exact: true }).fill(Code)
  await hq.getByLabel('Name', { exact: true }).fill(`Triple ${Code}`)
  await pick(hq, 'Card category', 'Platinum')
  await hq.getByLabel('Multiplier', { exact: true }).fill('3')
  await expectLoaded(hq)
  await hq.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByText('A new point structure Details has been created').first()).toBeVisible()

  await expect(hq.getByText('3.00 × the points of the rate')).toBeVisible()
  await expect(hq.getByText('In effect: only the end date can be changed')).toBeVisible()
  await hq.getByRole('button', { name: /^Change end date/ }).click()
  const ending = hq.getByRole('dialog', { name: 'Change end date' })
  await expect(ending.getByLabel('Multiplier', { exact: true })).not.toBeEditable()
  await ending.getByRole('button', { name: 'Cancel' }).click()

  await hq.getByRole('button', { name: 'Simulate' }).click()
  await hq.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(hq.getByRole('heading', { name: 'Differences' })).toBeVisible({ timeout: 120_000 })
  await expect(hq.getByRole('region', { name: 'By tier' }).first()).toContainText('Platinum')

  await visit(hq, '/points-management/point-rate/add')
  await expectLoaded(hq)
  await pick(hq, 'Brand', 'All brands')
  await pick(hq, 'Applies to', 'Product type')
  await pick(hq, 'Product or category', 'Bracelet')
  await expect(hq.getByText(/^\d+ rates will be created$/)).toBeVisible()
  await hq.getByLabel('Amount spent', { exact: true }).fill('10')
  await hq.getByLabel('Points earned', { exact: true }).fill('4')
  await expectLoaded(hq)
  await hq.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByText('Point Rate details have been saved successfully').first()).toBeVisible()
  await expect(hq.getByText('MYR 10.00 earns 4.00 points · MYR 1,000 earns 400 points')).toBeVisible()

  const outlet = await staffPage('outlet')
  const MembershipNo = await platinumMember(hq)
  const { EarnedPoints } = await sellBracelet(outlet, MembershipNo)
  const month = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kuala_Lumpur', month: '2-digit' }).format(new Date())
  // The rate gives 400 points; the structure multiplies by 3, the level by 1.5, and the birthday month by 3 again.
  expect(EarnedPoints).toBe(month === BIRTHDAY_MONTH ? 3600 : 1800)
  await visit(hq, `/points/explain?MembershipNo=${MembershipNo}`)
  await expect(
    hq
      .getByRole('row')
      .filter({ hasText: `× 3.00 Triple ${Code}` })
      .first(),
  ).toBeVisible()

  const { rows } = await post<{ rows: { StructureId: number }[] }>(hq.request, '/point/structures/find-all', {
    Search: { Code },
  })
  await post(hq.request, '/point/structures/delete', { StructureId: rows[0]!.StructureId })
  // After the new structure is removed, the demo's structure for all applies again.
  expect((await sellBracelet(outlet, MembershipNo)).EarnedPoints).toBe(month === BIRTHDAY_MONTH ? 1200 : 600)
})
