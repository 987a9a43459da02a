import type { Locator, Page } from '@playwright/test'
import { post } from './api.ts'
import { expectAccessible, expectNoSideScroll, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

/** Drags a row by its handle to the upper part of another row, in small steps like a mouse. */
async function drag(page: Page, handle: Locator, onto: Locator) {
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox())!
  const to = (await onto.boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 5 })
  await page.mouse.move(from.x, to.y + 4, { steps: 5 })
  await page.mouse.up()
}

test('feedback: a form in two languages is written, ordered and previewed, and its results are read', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await openPage(page, '/feedback/feedback')
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

  await openPage(page, '/feedback/question/add')
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
  // Reorders the questions by keys on the handle, which retains the focus, and by dragging.
  const handle = page.getByRole('button', { name: 'Change the place of Will you come again?' })
  await handle.press('ArrowDown')
  await expect(page.getByRole('region', { name: '2. Will you come again?' })).toBeVisible()
  await expect(handle).toBeFocused()
  await drag(page, handle, page.getByRole('region', { name: '1. How was the fair?' }))
  await expect(page.getByRole('region', { name: '1. Will you come again?' })).toBeVisible()
  await expectAccessible(page)

  // An error of an option appears at that option.
  await page
    .getByRole('link', { name: 'Add Question' })
    .or(page.getByRole('button', { name: 'Add Question' }))
    .first()
    .click()
  await page.getByRole('textbox', { name: 'English' }).fill('What did you like best?')
  await page.getByRole('combobox', { name: 'Question type' }).click()
  await page.getByTitle('Single choice', { exact: true }).click()
  const option = (number: number) => page.getByRole('textbox', { name: `Option ${number}, English` })
  await option(1).fill('The rings')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Update Option Failed')).toBeVisible()
  await option(2).fill('The pearls')
  await drag(
    page,
    page.getByRole('button', { name: 'Change the place of Option 2' }),
    page.getByRole('group', { name: 'Option 1' }),
  )
  await expect(option(1)).toHaveValue('The pearls')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The pearls · The rings')).toBeVisible()
  await page.getByRole('link', { name: 'Preview and QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the form Fair of the test' })).toBeVisible()
  await expect(page.getByText('How was the fair?')).toBeVisible()
  await expectAccessible(page)

  await openPage(page, '/feedback/feedback')
  await page.getByRole('link', { name: 'After your visit' }).click()
  await expect(page.getByText('Would they recommend us')).toBeVisible()
  await page.getByText('View as table').first().click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Filters the results by one tier.
  await page.getByRole('combobox', { name: 'Card category' }).click()
  await page.getByTitle('Gold', { exact: true }).click()
  await expect(page.getByText('Would they recommend us')).toBeVisible()
  await page.getByRole('link', { name: 'Responses', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)

  // Staff enter a response at the counter: required questions are enforced, and a low score asks for the reason.
  await page.getByRole('button', { name: 'Record a response' }).click()
  const sheet = page.getByRole('dialog', { name: 'Record a response' })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Required')).toHaveCount(2)
  await expectAccessible(page)
  await sheet
    .getByRole('radiogroup', { name: /recommend us/ })
    .getByText('3', { exact: true })
    .click()
  await sheet
    .getByRole('radiogroup', { name: /advised/ })
    .getByText('4', { exact: true })
    .click()
  await sheet.getByLabel('What should we do better?').fill('The queue at the till')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The response has been recorded')).toBeVisible()
  await expect(sheet).toBeHidden()
  const { rows } = await post<{ rows: { TaskId: number }[] }>(page.request, '/task/tasks/find-all', {
    Search: { Name: 'Low score 3/10', RelatedType: 'Feedback' },
    SortOption: 'CreatedAt',
    SortDirection: 'DESC',
  })
  await openPage(page, `/tasks?task=${rows[0]!.TaskId}`)
  const task = page.getByRole('dialog')
  await expect(task).toContainText('The queue at the till')
  await expect(task).toContainText('Score 3/10 in the feedback form After your visit')
})
