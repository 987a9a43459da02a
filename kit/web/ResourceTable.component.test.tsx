import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { accessRefusals, profile } from '#areas/access/contract.ts'
import { getCustomer, listCustomers } from '#areas/customers/contract/customers.ts'
import { listForecasts } from '#areas/retention/contract.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { myLists } from '#areas/views/contract.ts'
import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { generateRows } from '#tests/components/generated-replies.ts'
import { focus, openPage } from '#tests/components/open.tsx'
import { answer, answerList, holdReplies, replyOf, requestsTo } from '#tests/components/server.ts'
import { storeViews } from '#tests/components/stored-views.ts'

const CUSTOMERS = '/registration/customers'
const FORECASTS = '/customers/retention'
const CARD_GROUPS = '/setup/card-group'

const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
const headers = () =>
  [...document.querySelectorAll('.ant-table-thead th')]
    .map(({ textContent }) => textContent)
    .filter((text) => text && text !== 'Actions')
const views = () => page.getByRole('button', { name: /^View: / })
const filters = () => page.getByRole('list', { name: 'Applied filters' })
const bodyRows = () => document.querySelectorAll('tbody tr.ant-table-row')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function chooseInMenu(entry: string | RegExp) {
  await views().click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('list: the columns that the user chose are stored in the chosen order', async () => {
  const stored = storeViews()
  await openPage(CUSTOMERS, { width: 1600 })
  const before = headers()

  await button('Columns').click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  const box = dialog.getByRole('checkbox', { name: 'Membership no.', exact: true })
  await focus(box)
  await userEvent.keyboard(' ')
  const up = dialog.getByRole('button', { name: 'Move Membership no. up' })
  for (let step = 0; step < 6; step++) {
    await focus(up)
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(up).toHaveFocus()
  await expectAccessible()
  await dialog.getByRole('checkbox', { name: 'Birthday' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()

  await expect.element(header('Membership no.')).toBeVisible()
  await expect
    .poll(headers)
    .toEqual(['Customer', 'Tier', 'Membership no.', ...before.slice(2).filter((title) => title !== 'Birthday')])
  expect(stored.choices).toHaveLength(1)

  await button('Columns').click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Apply' }).click()
  await expect.poll(headers).toEqual(before)
})

test('list: sorting by a header changes the URL and the request', async () => {
  await openPage(CUSTOMERS)
  await header('Customer').click()
  await expect.poll(() => location.search).toContain('sort=FullName')
  await expect
    .poll(() => requestsTo(listCustomers).at(-1))
    .toMatchObject({ SortOption: 'FullName', SortDirection: 'ASC' })
  await expect.element(header('Customer')).toHaveAttribute('aria-sort', 'ascending')
})

test('list view: head office can save columns, order and filters under a name and share this view', async () => {
  const stored = storeViews()
  await openPage(`${CUSTOMERS}?Status=Active&sort=FullName`)
  await chooseInMenu('Save as new view…')
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await expect.element(dialog.getByLabelText('Name of the view')).toHaveFocus()
  await userEvent.keyboard('Regulars')
  await dialog.getByRole('checkbox', { name: 'Share with all users' }).click()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()

  await expect.poll(() => location.search).toBe('?view=1')
  expect(stored.views).toMatchObject([
    { Name: 'Regulars', SharedYN: 'Y', State: { Filters: { Status: 'Active' }, Sort: 'FullName' } },
  ])
})

test('list view: unsaved changes of a view can be saved or reset, and deleting the view asks for confirmation', async () => {
  const stored = storeViews([sharedView({ OwnYN: 'Y' })])
  await openPage(`${CUSTOMERS}?view=1`)
  await expect.element(filters()).toMatchTextContent('Status: Active')
  await button('Remove filter Status').click()
  const strip = page.getByText('The view Regulars has unsaved changes.')
  await expect.element(strip).toBeVisible()
  expect(location.search).toBe('?view=1&Status=')
  await expectAccessible()
  await button('Reset changes').click()
  await expect.element(filters()).toMatchTextContent('Status: Active')

  await button('Compact rows').click()
  await button('Save changes').click()
  await expect.element(strip).not.toBeInTheDocument()
  expect(stored.views[0]!.State.Density).toBe('compact')
  await expect.element(button('Compact rows')).toHaveAttribute('aria-pressed', 'true')

  await chooseInMenu(/Delete view/)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => stored.views).toEqual([])
  await expect.poll(() => location.search).toBe('')
})

const sharedView = (fields: object = {}) => ({
  List: listCustomers.path,
  Name: 'Regulars',
  SharedYN: 'Y' as const,
  State: {
    ...{ Filters: { Status: 'Active' }, Sort: 'FullName', Direction: 'ASC' as const, Size: 20 },
    ...{ Columns: [{ Field: 'FullName' }, { Field: 'MembershipNo' }], Density: 'comfortable' as const },
  },
  ...fields,
})

test('list view: outlet staff can make a shared view the default but not rename it; filters in the URL take precedence', async () => {
  storeViews([sharedView()])
  await openPage(CUSTOMERS, { as: 'outlet' })
  await chooseInMenu(/Regulars/)
  await expect.element(header('Membership no.')).toBeVisible()
  await expect.element(header('Customer')).toHaveAttribute('aria-sort', 'ascending')
  await views().click()
  await expect.element(page.getByRole('menuitem', { name: 'Save as new view…' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /Rename or share/ })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Use as default view' }).click()

  await openPage(CUSTOMERS, { as: 'outlet' })
  await expect.poll(() => location.search).toBe('?view=1')
  await openPage(`${CUSTOMERS}?Status=Inactive`, { as: 'outlet' })
  await expect.element(filters()).toMatchTextContent('Status: Inactive')
  await expect.element(header('Membership no.')).not.toBeInTheDocument()
})

test('list view: a bar names filters that the list no longer has, and the view can be saved without them', async () => {
  const stored = storeViews([
    sharedView({
      OwnYN: 'Y',
      SharedYN: 'N',
      State: { ...sharedView().State, Filters: { Season: 'Spring', Status: 'Active' } },
    }),
  ])
  await openPage(`${CUSTOMERS}?view=1`, { width: 390 })
  const strip = page.getByRole('status').filter({ hasText: 'This list does not have the filter Season.' })
  await expect.element(strip).toMatchTextContent('The view is shown without it.')
  await expectNoSideScroll()
  await button('Save view as shown').click()
  await expect.poll(() => stored.views[0]!.State.Filters).toEqual({ Status: 'Active' })
})

test('list tabs: a tab opens its predefined view with one click and is marked as current', async () => {
  await openPage(CUSTOMERS, { width: 1440 })
  const tabs = page.getByRole('navigation', { name: 'Customers' })
  await expect.element(tabs.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-current', 'true')
  await tabs.getByRole('button', { name: 'Bought this quarter' }).click()
  await expect.poll(() => location.search).toMatch(/LastPurchaseFrom=\d{4}-\d\d-01/)
  await expect.element(filters()).toMatchTextContent('Last purchase')
  await expect
    .element(tabs.getByRole('button', { name: /^Bought this quarter/ }))
    .toHaveAttribute('aria-current', 'true')
  await button('Reset').click()
  await expect.poll(() => location.search).toBe('')
})

test('list tabs: only head office has a tab with deleted records', async () => {
  const lapsed = page.getByRole('menuitem', { name: 'Lapsed 12 months' })
  const deleted = page.getByRole('menuitem', { name: 'Deleted' })
  await openPage(CUSTOMERS)
  await button('More').click()
  await expect.element(deleted).toBeVisible()
  await openPage(CUSTOMERS, { as: 'outlet' })
  await button('More').click()
  await expect.element(lapsed).toBeVisible()
  await expect.element(deleted).not.toBeInTheDocument()
})

const cardGroupAt = (position: number) => ({
  GroupId: position + 1,
  Name: `Club ${String(position + 1).padStart(2, '0')}`,
})

test('bulk action: each record has its own outcome with the reason of a refusal, and Undo reverts what succeeded', async () => {
  answerList(cardGroups.list, 3, (position) => ({ ...cardGroupAt(position), Status: 'Active' as const }))
  answer(cardGroups.remove, ({ GroupId }) =>
    GroupId === 2
      ? new Refusal(409, 'memberships.in_use', 'The card group is used by 1 card categories and 0 memberships')
      : replyOf(cardGroups.remove, { ...cardGroupAt(GroupId - 1), Status: 'Deleted' }),
  )
  answer(cardGroups.restore, ({ GroupId }) => replyOf(cardGroups.restore, cardGroupAt(GroupId - 1)))
  await openPage(CARD_GROUPS)
  await page.getByRole('checkbox', { name: 'Select Club 01' }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect.element(bar).toMatchTextContent('3 selected')
  await expectAccessible()
  await bar.getByRole('button', { name: 'Delete' }).click()

  const dialog = page.getByRole('dialog', { name: 'Delete: 3 records' })
  await expect
    .poll(() =>
      dialog
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([...['Club 01', 'Club 02', 'Club 03']])
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByRole('status').filter({ hasText: 'done' })).toMatchTextContent('2 done · 1 refused')
  await expect
    .element(dialog.getByRole('row').first())
    .toMatchTextContent('Club 02RefusedThe card group is used by 1 card categories and 0 memberships')
  await expectAccessible()

  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect
    .element(dialog.getByRole('status').filter({ hasText: 'undone' }))
    .toMatchTextContent('2 undone · 1 refused')
  expect(requestsTo(cardGroups.restore).map(({ GroupId }) => GroupId)).toEqual([1, 3])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(bar).toMatchTextContent('1 selected')
})

test('selection: all matching records can be selected, and an action on more than fifty must be confirmed by typing the number', async () => {
  answerList(cardGroups.list, 51, (position) => ({ ...cardGroupAt(position), Status: 'Active' as const }))
  await openPage(`${CARD_GROUPS}?Name=Club`)
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.getByRole('checkbox', { name: 'Select Club 03' }).click()
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Select Club 11' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect.element(bar).toMatchTextContent('11 selected')
  await bar.getByRole('button', { name: 'Select all 51' }).click()
  await expect.element(bar).toMatchTextContent('All 51 matching are selected')

  await bar.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate: 51 records' })
  await expect.element(dialog.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
  await dialog.getByLabelText('Type 51 to confirm').fill('51')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('status').filter({ hasText: 'done' })).toMatchTextContent('51 done')
  expect(requestsTo(cardGroups.update)).toHaveLength(51)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await button('Remove filter Name').click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('list: a deleted record cannot be selected', async () => {
  answerList(cardGroups.list, 1, () => ({ Name: 'Club 01', Status: 'Deleted' as const }))
  await openPage(`${CARD_GROUPS}?Status=Deleted`)
  await expect.element(page.getByRole('checkbox', { name: 'Select Club 01' })).toBeDisabled()
})

test('list: if no record matches the filters, a message says so, and removing the filters shows the rows again', async () => {
  answer(cardGroups.list, ({ Search }) =>
    Object.keys(Search).length > 0 ? { count: 0, rows: [] } : replyOf(cardGroups.list),
  )
  await openPage(`${CARD_GROUPS}?Name=Nothing`)
  await expect.element(page.getByText('No records match the filters')).toBeVisible()
  await button('Remove filter Name').click()
  await expect.poll(() => bodyRows().length).toBe(3)
})

const rowsOf = <E extends Endpoint>(endpoint: E, length: number) =>
  generateRows(endpoint, length) as Reply<E> extends { rows: infer Rows } ? Rows : never

test('list: an estimated total is marked, and the pager offers the next pages only', async () => {
  answer(listCustomers, ({ Rows }) =>
    replyOf(listCustomers, { count: 390_000, CountEstimatedYN: 'Y', rows: rowsOf(listCustomers, Rows) }),
  )
  await openPage(`${CUSTOMERS}?size=10&page=3`)
  await expect.element(page.getByText('Displaying records 21-30 of about 390,000 items')).toBeVisible()
  await expect.element(page.getByRole('listitem', { name: '8', exact: true })).toBeVisible()
  await expect.element(page.getByRole('listitem', { name: '9', exact: true })).not.toBeInTheDocument()
  await userEvent.click(document.querySelector('.carat-row-link')!)
  await expect
    .element(page.getByRole('navigation', { name: 'Records of the list' }))
    .toMatchTextContent('21 of about 390,000')
})

test('list: a page after the end of a list with an estimated total leads to the first page', async () => {
  answer(listCustomers, ({ Rows, Page }) =>
    Page > 2
      ? replyOf(listCustomers, { count: Rows * (Page - 1), CountEstimatedYN: 'Y', rows: [] })
      : replyOf(listCustomers, { count: 14, rows: rowsOf(listCustomers, 10) }),
  )
  await openPage(`${CUSTOMERS}?size=10&page=900`)
  await expect.poll(() => location.search).not.toContain('page')
  await expect.element(page.getByText('of 14 items')).toBeVisible()
})

test('list: headings stand above their columns, also if the columns are wider than the page', async () => {
  answerList(listCustomers, 3, () => ({ FullName: 'NUR AISYAH BINTI RAHMAN', Status: 'Suspended' as const }))
  const columns = 'CardCategoryCode,PointBalance,ContactNo,IdNo,SpendOfYear,DateOfBirth,RegistrationSource,CreatedAt'
  await openPage(`${CUSTOMERS}?columns=${columns}`, { width: 1200 })
  await expect.poll(() => bodyRows().length).toBe(3)
  const body = document.querySelector('.ant-table-body')!
  expect(body.scrollWidth).toBeGreaterThan(body.clientWidth)
  const startsOf = (cells: string) =>
    [...document.querySelectorAll(cells)].map((cell) => Math.round(cell.getBoundingClientRect().left))
  await expect.poll(() => startsOf('.ant-table-header th')).toEqual(startsOf('tr[data-row-key]:nth-child(2) > *'))
})

test('list: secondary columns are hidden while the table would scroll with them, but not the column that sorts it', async () => {
  answerList(listForecasts, 3)
  await openPage(`${FORECASTS}?sort=-ExpectedPurchases`, { width: 1280 })
  await expect.poll(() => bodyRows().length).toBe(3)
  await expect.poll(headers).not.toContain('Still a customer')
  expect(headers()).toContain('Visits expected in a year')
  await page.viewport(1920, 800)
  await expect.poll(headers).toContain('Still a customer')
  await page.viewport(1280, 800)
  await expect.poll(headers).not.toContain('Still a customer')
})

test('list: a loading error is shown, and the button Try again loads the rows', async () => {
  answer(listCustomers, new Refusal(404, 'kit.unsaid', 'An error occured'))
  await openPage(CUSTOMERS)
  const failed = page.getByRole('alert').filter({ hasText: 'Listing Failed' })
  await expect.element(failed).toMatchTextContent('An error occured')
  await expectAccessible()
  answerList(listCustomers, 3)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Data retrieved successfully')).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})

test('list: a user who may not open the list sees that access is not permitted', async () => {
  answer(listCustomers, accessRefusals.forbidden())
  await openPage(CUSTOMERS)
  await expect.element(page.getByText('You do not have access to this').first()).toBeVisible()
})

test('list: aria-busy is true until the rows have loaded', async () => {
  const release = holdReplies(cardGroups.list)
  void openPage(CARD_GROUPS)
  const list = page.getByRole('region', { name: 'Card Group' })
  await expect.element(list).toHaveAttribute('aria-busy', 'true')
  release()
  await expect.poll(() => bodyRows().length).toBe(3)
  await expect.element(list).toHaveAttribute('aria-busy', 'false')
})

test('record preview: Space opens a record beside the list, J and K show the next and previous one, Escape closes it', async () => {
  answerList(listCustomers, 3, (position) => ({ CustomerId: position + 1, FullName: `CUSTOMER ${'ABC'[position]}` }))
  await openPage(CUSTOMERS)
  const link = document.querySelector<HTMLElement>('.carat-row-link')!
  link.focus()
  await userEvent.keyboard(' ')
  const drawer = page.getByRole('dialog')
  await expect.element(drawer).toBeVisible()
  await expectAccessible()
  const title = () => document.querySelector('.ant-drawer-title')?.textContent
  const first = title()
  await userEvent.keyboard('j')
  await expect.poll(title).not.toBe(first)
  await userEvent.keyboard('k')
  await expect.poll(title).toBe(first)
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(link).toHaveFocus()
})

test('list: on a right-to-left phone each person has two lines, without checkbox or horizontal scrolling', async () => {
  answerList(listCustomers, 20, () => ({ Status: 'Active' as const }))
  await openPage(CUSTOMERS, { width: 390, preferences: { Direction: 'rtl' } })
  const rows = [...document.querySelectorAll('.carat-record')]
  expect(rows).toHaveLength(20)
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  expect(Math.max(...rows.map((row) => row.getBoundingClientRect().height))).toBeLessThan(80)
  await expectNoSideScroll()
  await expectAccessible()
})

test.for(['en', 'zh', 'fr', 'ja'] as const)(
  'list: is accessible in dark mode in %s and shows no untranslated text keys',
  async (Language) => {
    await openPage(CARD_GROUPS, { preferences: { Language, Mode: 'dark' } })
    await expect.poll(() => document.documentElement.lang).toBe(Language)
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
    await expectAccessible()
    expect(document.body.innerText.match(/\b[a-z]+:[a-z]\w*(\.\w+)+/g)).toBeNull()
  },
)

test('record page: J and K show the next and previous record of the list it was opened from, across pages', async () => {
  answerList(listCustomers, 22, (position) => ({ CustomerId: position + 1, FullName: `CUSTOMER ${position + 1}` }))
  answer(getCustomer, ({ CustomerId }) =>
    replyOf(getCustomer, { CustomerId, FullName: `CUSTOMER ${CustomerId}`, Status: 'Active' }),
  )
  const list = `${CUSTOMERS}?Status=Active&size=10&sort=FullName`
  await openPage(list)
  await userEvent.click(document.querySelectorAll('.carat-row-link')[8]!)
  const pager = page.getByRole('navigation', { name: 'Records of the list' })
  await expect.element(pager).toMatchTextContent('9 of 22')
  await expect.poll(() => location.pathname).toBe('/customers/9')
  await userEvent.keyboard('j')
  await expect.poll(() => location.pathname).toBe('/customers/10')
  await userEvent.keyboard('j')
  await expect.element(pager).toMatchTextContent('11 of 22')
  await expect.poll(() => location.pathname).toBe('/customers/11')
  await expectAccessible()
  await pager.getByRole('link', { name: 'Back to the list' }).click()
  await expect.poll(() => location.search).toMatch(/Status=Active.*page=2/)

  history.back()
  await expect.element(pager).toMatchTextContent('11 of 22')
  await userEvent.keyboard('k')
  await expect.element(pager).toMatchTextContent('10 of 22')
  await pager.getByRole('button', { name: 'Previous record' }).click()
  await expect.poll(() => location.pathname).toBe('/customers/9')
  history.back()
  await expect.poll(() => location.pathname + location.search).toBe(list)
})

test('list: saved views are requested while the session loads, and the rows are requested after both', async () => {
  const { user_info, session } = replyOf(profile)
  const release = holdReplies(profile, {
    user_info: { ...user_info, roles: ['Customer'] },
    session: { ...session, idle_seconds: 86_400, expires_at: '2199-12-31T00:00:00Z', needs_passkey: false },
  })
  const opening = openPage(CUSTOMERS)
  await expect.poll(() => requestsTo(myLists)).toHaveLength(1)
  expect(requestsTo(listCustomers)).toEqual([])
  release()
  await opening
  expect(requestsTo(listCustomers)).toHaveLength(1)
  expect(requestsTo(myLists)).toHaveLength(1)
})

/** URLs that open a page with its second list; tests/e2e/pages.spec.ts checks the first lists. */
const SECOND_LISTS = [
  '/settings/approvals?show=decided',
  '/member/archive?show=archived',
  '/member/level-histories/approval?show=all',
  '/member/profile-amendment-review?show=all',
  '/member/referrer-listing?show=referrers',
  '/member/update-member-listing?show=all',
]

test.for(SECOND_LISTS)(
  '%s: all columns fit on a desktop screen, and names stored in capitals are shown in mixed case',
  async (address) => {
    await openPage(address, { width: 1440 })
    await expect.poll(() => bodyRows().length).toBeGreaterThan(0)
    for (const body of document.querySelectorAll('.carat-list-rows .ant-table-body'))
      expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth + 1)
    const cells = [...document.querySelectorAll('.carat-list-rows tbody :is(td, th):not(:has(li, del, ins, dd))')]
    expect(cells.map(({ textContent }) => textContent).filter((text) => /AISYAH|WEI LING|PRIYA/.test(text))).toEqual([])
  },
)

test('print: only the list is printed, with its header row on every page', async () => {
  await openPage(CUSTOMERS)
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })
  await expect.poll(() => matchMedia('print').matches).toBe(true)
  const visible = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  expect(visible('nav[aria-label="Main menu"]')).toEqual([])
  expect(visible('.carat-list-tool')).toEqual([])
  await expect.poll(() => visible('.carat-list-rows table')).toHaveLength(1)
  const header = document.querySelector('.carat-list-rows table thead')
  expect(getComputedStyle(header!).display).toBe('table-header-group')
})
