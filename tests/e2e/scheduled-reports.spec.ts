import { parse } from 'csv-parse/sync'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { mails, test } from './inbox.ts'
import { expect } from './staff.ts'

test('a report is scheduled from its page and arrives in the inbox, with the figures of the screen', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto('/reporting/customer-performance-report')
  await expectLoaded(page)

  await test.step('it is scheduled for the first of each month', async () => {
    await page.getByRole('button', { name: 'Schedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Report' }).fill('Best customers of the month')
    await dialog.getByRole('combobox', { name: 'Days' }).click()
    await page.getByTitle('Last 12 months', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'When' }).click()
    await page.getByTitle('Every month', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'File type' }).click()
    await page.getByTitle('CSV', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Recipients' }).click()
    await page.locator('.ant-select-item-option:visible').first().click()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'See the scheduled reports' }).click()
    await expectLoaded(page)
  })

  const row = page.locator('tbody tr.ant-table-row').filter({ hasText: 'Best customers of the month' })
  const act = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await expect(row).toContainText('Day 1 of each month, 08:00')
  await expectAccessible(page)

  await test.step('it is sent at once, and its rows are those of the screen', async () => {
    await act('Send now')
    // The codes of the sign-in went to the same mail server.
    const sent = () => mails.filter(({ subject }) => subject === 'Best customers of the month')
    await expect.poll(() => sent().length).toBe(1)
    // The page tells of the run without being loaded again.
    const heads = await page.getByRole('columnheader').allInnerTexts()
    const place = heads.findIndex((head) => head.includes('Last run'))
    await expect(row.locator('th, td').nth(place)).toContainText(/\d:\d\d/)
    const { text, files } = sent()[0]!
    expect(files[0]!.name).toMatch(/^Best customers of the month .*\.csv$/)
    const [, ...rows] = parse(files[0]!.bytes, { bom: true }) as string[][]
    expect(text).toContain(`Rows: ${rows.length}`)
    expect(rows.length).toBeGreaterThan(50)
    await act('Past runs')
    const runs = page.getByRole('dialog')
    await expect(runs.locator('tbody tr.ant-table-row')).toContainText(['Sent'])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('it is paused, deleted, and the delete is taken back', async () => {
    await act('Pause')
    await expect(row).toContainText('Paused')
    await act('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.reload()
    await expectLoaded(page)
    await expect(row).toContainText('Paused')
  })
})
