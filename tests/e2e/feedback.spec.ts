import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

test('a form is made, its questions are written in two languages and put in order, previewed, and results are read', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto('/feedback/feedback')
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Add Feedback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Feedback' })
  const choose = async (name: string, value: string) => {
    await dialog.getByRole('combobox', { name }).click()
    await page.getByTitle(value, { exact: true }).last().click()
  }
  await dialog.getByLabel('Name').fill('Fair of the test')
  await dialog.getByLabel('Code').fill('e2e fair')
  await dialog.getByLabel('Description').fill('Asked at the fair')
  await choose('Type', 'Survey')
  await choose('Display Option', 'All in one page')
  await choose('Status', 'Active')
  await choose('Languages', '日本語')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /E2E FAIR/ })).toContainText('Fair of the test')
  await expectAccessible(page)
  await expectNoSideScroll(page)

  await page.goto('/feedback/question/add')
  await expectLoaded(page)
  const write = async (english: string) => {
    await page.getByRole('textbox', { name: 'English' }).fill(english)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: new RegExp(english.replace('?', '\\?')) })).toBeVisible()
  }
  await write('How was the fair?')
  await page
    .getByRole('link', { name: 'Add Question' })
    .or(page.getByRole('button', { name: 'Add Question' }))
    .first()
    .click()
  await write('Will you come again?')
  await page.getByRole('button', { name: 'Move up: Will you come again?' }).click()
  await expect(page.getByRole('region', { name: '1. Will you come again?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Preview and QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the form Fair of the test' })).toBeVisible()
  await expect(page.getByText('How was the fair?')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/feedback/feedback')
  await page.getByRole('link', { name: 'After your visit' }).click()
  await expect(page.getByText('Would they recommend us')).toBeVisible()
  await page.getByText('View as table').first().click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Responses', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
})
