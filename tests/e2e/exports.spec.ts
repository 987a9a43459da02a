import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import excel from '@protobi/exceljs'
import { parse } from 'csv-parse/sync'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { saveView } from './save-view.ts'
import { expect, test } from './staff.ts'

// What is in the file is compared with what stands on the screen, cell by cell, read by parsers that are not ours.

const headsOf = (table: Locator) =>
  table.locator('thead th').evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).innerText.trim()))
const rowsOf = (table: Locator) =>
  table
    .locator('tbody tr.ant-table-row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())))

/** What the screen shows, without the columns of ticks, previews and menus. */
async function screenOf(page: Page) {
  const table = page.locator('.carat-list-rows')
  await expect(table.locator('tbody tr.ant-table-row').first()).toBeVisible()
  const heads = await headsOf(table)
  const rows = await rowsOf(table)
  const shown = heads.map((head, place) => ({ head, place })).filter(({ head }) => head !== '' && head !== 'Actions')
  return { heads: shown.map(({ head }) => head), rows: rows.map((row) => shown.map(({ place }) => row[place] ?? '')) }
}

async function sheetOf(download: Download) {
  const workbook = new excel.Workbook()
  await workbook.xlsx.load((await readFile(await download.path())) as never)
  return workbook
}

/** A typed cell as every screen writes it. */
function shown(cell: excel.Cell): string {
  const { value, numFmt } = cell
  if (value === null || value === undefined) return '–'
  if (value instanceof Date)
    return value.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  if (typeof value === 'number') {
    const decimals = numFmt.endsWith('.00') ? 2 : 0
    return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  }
  return String(value).replace(/^'/, '')
}

/** Opens the dialog by its key, chooses and exports; answers the file that comes at once. */
async function exportList(page: Page, rows: RegExp, kind: 'Excel (XLSX)' | 'Text (CSV)') {
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: rows }).check()
  await dialog.getByText(kind).click()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Export / }).click(),
  ])
  await expect(dialog).toBeHidden()
  return download
}

test('a saved view with chosen columns is the same in the workbook as on the screen', async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto(
    '/memberships?Status=Active&MemberType=Premium+Member&sort=-PointBalance&size=20&columns=MembershipNo,PointBalance,CardCategoryCode,Status,ContactNo,JoinDate',
  )
  await expectLoaded(page)
  await saveView(page, 'Best customers')
  const screen = await screenOf(page)
  expect(screen.heads).toHaveLength(7)

  const download = await exportList(page, /Current page \(20 rows\)/, 'Excel (XLSX)')

  const workbook = await sheetOf(download)
  const sheet = workbook.worksheets[0]!
  const cells = (place: number) => screen.heads.map((_, column) => shown(sheet.getRow(place).getCell(column + 1)))
  expect(cells(1)).toEqual(screen.heads)
  // The first cell of a row names the person in words, the file as the books have it.
  const beside = (row: readonly string[]) => row.slice(1)
  expect(screen.rows.map((_, place) => beside(cells(place + 2)))).toEqual(screen.rows.map(beside))
  expect(screen.rows.map((_, place) => cells(place + 2)[0])).toEqual(
    screen.rows.map(() => expect.stringMatching(/^[^a-z]+$/)),
  )
  expect(sheet.rowCount).toBe(21)
  expect(typeof sheet.getCell('C2').value).toBe('number')
  expect(sheet.getCell('G2').value).toBeInstanceOf(Date)
  const about = JSON.stringify(workbook.getWorksheet('About')!.getSheetValues())
  for (const part of ['Premium Member', 'Active', 'Asia/Kuala_Lumpur']) expect(about).toContain(part)
  await expect(page.getByText('20 rows in', { exact: false })).toBeVisible()
})

test('many sales are written in the background, announced, and kept in the download centre', async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto('/points-management/customer-transactions/listing?sort=InvoiceNo&size=20')
  await expectLoaded(page)
  const screen = await screenOf(page)
  const total = Number(
    (await page.locator('.carat-list-foot').innerText()).match(/of ([\d,]+) items/)![1]!.replace(',', ''),
  )
  expect(total).toBeGreaterThan(1000)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Text (CSV)').click()
  await dialog.getByRole('button', { name: `Export ${total.toLocaleString('en')} rows` }).click()
  await expect(page.getByText(/You will be notified when the file is ready/)).toBeVisible()
  await page.goto('/exports')

  // Told also on another page, after it was loaded again.
  const ready = page.getByRole('status').filter({ hasText: `${total.toLocaleString('en')} rows in` })
  await expect(ready).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  const row = page.locator('tbody tr.ant-table-row').first()
  await expect(row).toContainText('Ready')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  const [head, ...rows] = parse(await readFile(await download.path()), { bom: true }) as string[][]
  expect(rows).toHaveLength(total)
  expect(head).toContain(screen.heads[0])
  expect(rows.slice(0, 20).map(([invoice]) => invoice)).toEqual(screen.rows.map(([invoice]) => invoice))
  const amount = head!.indexOf('Net amount (MYR)')
  const onScreen = screen.rows.map((cells) =>
    cells[screen.heads.indexOf('Net amount (MYR)')]!.replaceAll(',', '').replace('−', '-'),
  )
  expect(rows.slice(0, 20).map((cells) => cells[amount])).toEqual(onScreen)
})

test('a list is printed on its own, with its head on every page', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto('/memberships?size=100')
  await expectLoaded(page)
  await expect(page.locator('tbody tr.ant-table-row').first()).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeHidden()
  const head = page.locator('.carat-list-rows table thead').last()
  expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe('table-header-group')
  expect(await page.locator('.carat-list-rows table').count()).toBe(1)
  const paper = await page.pdf({ format: 'A4' })
  expect((paper.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length).toBeGreaterThan(1)
})

test('who lacks the privilege sees neither the button nor the page', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.goto('/memberships')
  await expectLoaded(page)
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0)
  await page.goto('/exports')
  await expect(page.getByText(/Export Data/)).toBeVisible()
})
