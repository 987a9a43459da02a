import { unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

test('a product group is made, changed, deleted and brought back, and its history tells of it', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const code = `G_${unique()}`
  await page.goto('/setup/product-group')
  await expectLoaded(page)

  await page.getByRole('button', { name: 'Add Product Group' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Product Group' })
  await adding.getByLabel('Product code').fill(code.toLowerCase())
  await adding.getByLabel('Product name').fill('Amber')
  await adding.getByLabel('Product type').click()
  await page.locator('.ant-select-dropdown:visible').getByText('Pendant', { exact: true }).click()
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The product group has been created')).toBeVisible()

  await page.goto(`/setup/product-group?ProductCode=${code}`)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('AMBER')
  await expect(row).toContainText('Yes')
  const menu = async (item: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await menu('Edit')
  const editing = page.getByRole('dialog', { name: 'Edit Product Group' })
  await expect(editing.getByLabel('Product code')).not.toBeEditable()
  await expect(editing.getByText('Sales and point rates are linked to the code')).toBeVisible()
  await editing.getByLabel('Product name').fill('Amber and coral')
  await expectAccessible(page)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The product group has been updated')).toBeVisible()
  await expect(row).toContainText('AMBER AND CORAL')

  await menu('History')
  const history = page.getByRole('dialog', { name: 'History of AMBER AND CORAL' })
  await expect(history).toContainText('Product name')
  await expect(history).toContainText('AMBER AND CORAL')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await menu('Delete')
  const question = page.getByRole('dialog', { name: 'Delete the product group AMBER AND CORAL?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The product group has been deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Undone' })).toBeVisible()
  await page.reload()
  await expect(row).toContainText('AMBER AND CORAL')
})
