import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { button, chooseAction, dialog, focusMain } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { addExport, exportStatus, listExports } from '../contract.ts'

const MEMBERSHIPS = '/memberships'

/** URLs of downloaded files. */
let files: string[]

beforeEach(() => {
  files = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.href)
  })
})
afterEach(() => vi.mocked(HTMLAnchorElement.prototype.click).mockRestore())

const completed = replyOf(addExport, { Status: 'Completed', RowsDone: 20, RowsExpected: 20, FileName: 'members.xlsx' })

test('export dialog: the request has the columns, order and filters of the screen, and the file is downloaded at once', async () => {
  answerList(listCustomers, 45)
  answer(addExport, completed)
  await openPage(
    `${MEMBERSHIPS}?Status=Active&sort=-PointBalance&size=20&page=2&columns=MembershipNo,PointBalance,Status,JoinDate`,
  )
  focusMain()
  await userEvent.keyboard('e')
  await dialog().getByRole('radio', { name: 'Current page (20 rows)' }).click()
  await expectAccessible()
  await button('Export 20 rows').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('20 rows in')).toBeVisible()
  expect(files).toEqual([expect.stringContaining(`ExportId=${completed.ExportId}`)])
  const headers = [...document.querySelectorAll('.carat-list-rows thead th')].map(({ textContent }) => textContent)
  const [{ Columns, ...request }] = requestsTo(addExport) as [ReturnType<typeof requestsTo<typeof addExport>>[0]]
  expect(Columns.map(({ Label }) => Label)).toEqual(headers.filter((text) => text && text !== 'Actions'))
  expect(Columns.map(({ Kind }) => Kind)).toEqual(expect.arrayContaining(['points', 'date']))
  expect(request).toMatchObject({
    ...{ Path: listCustomers.path, Format: 'XLSX', Scope: 'Page', Page: 2, Rows: 20 },
    Input: { Search: { Status: 'Active' }, SortOption: 'PointBalance', SortDirection: 'DESC' },
    Filters: [{ Field: 'Status', Text: 'Active' }],
  })
})

test('export dialog: an estimated number of rows is marked', async () => {
  const { rows } = replyOf(listCustomers)
  answer(listCustomers, () => ({ count: 390_000, CountEstimatedYN: 'Y' as const, rows }))
  await openPage(MEMBERSHIPS)
  await button('Export').click()
  await expect.element(dialog().getByRole('radio', { name: 'All matching rows (about 390,000 rows)' })).toBeVisible()
  await expect.element(button('Export about 390,000 rows', dialog())).toBeVisible()
})

test('export dialog: a background export is announced when ready, even after a reload, and downloaded from the exports page', async () => {
  const running = replyOf(addExport, { Status: 'Queued', RowsExpected: 2400 })
  answer(addExport, running)
  answer(exportStatus, { ...running, Status: 'Completed', RowsDone: 2400, FileName: 'members.csv' })
  answerList(listExports, 1, () => ({ Title: 'Memberships', Status: 'Completed' as const }))
  await openPage(MEMBERSHIPS)
  await button('Export').click()
  await dialog().getByText('Text (CSV)').click()
  await button(/^Export \d+ rows$/, dialog()).click()
  await expect.element(page.getByText(/You will be notified when the file is ready/)).toBeVisible()
  expect(files).toEqual([])

  await openPage('/exports')
  await expect.element(page.getByRole('status').filter({ hasText: '2,400 rows in' })).toBeVisible()
  await expectAccessible()
  await expectNoSideScroll()
  await chooseAction('Memberships', 'Download')
  expect(files).toHaveLength(1)
})

test('export dialog: a user without the privilege sees neither the export button nor the exports page', async () => {
  await openPage(MEMBERSHIPS, { privileges: [] })
  await expect.element(button('Export')).not.toBeInTheDocument()
  await openPage('/exports', { privileges: [] })
  await expect.element(page.getByText(/Export Data/)).toBeVisible()
})
