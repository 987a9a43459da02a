import type { Locator, Page } from '@playwright/test'
import { post, unique } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll, visit } from './expectations.ts'
import { faultsOfLists, storedNames } from './lists.ts'
import { expect, test } from './staff.ts'

// Journeys of several pages, each looked at by day and by night.
/** Fifty calls and more take their time. */
const BULK = { timeout: 180_000 }

const CUSTOMERS = '/registration/customers'

/** The lists of pages that open with something else; those that pages open with are judged in pages.spec.ts. */
const KEPT_FOR_LATER = [
  '/settings/approvals?show=decided',
  '/member/archive?show=archived',
  '/member/level-histories/approval?show=all',
  '/member/profile-amendment-review?show=all',
  '/member/referrer-listing?show=referrers',
  '/member/update-member-listing?show=all',
]

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const headers = async (page: Page) =>
  (await page.locator('.ant-table-thead th').allTextContents()).filter((text) => text && text !== 'Actions')
const views = (page: Page) => page.getByRole('button', { name: /^View: / })

async function chooseInMenu(page: Page, entry: string | RegExp) {
  await views(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** By the keyboard alone: a line of the chooser is ticked and moved. */
async function showColumn(dialog: Locator, name: string, up: number) {
  const box = dialog.getByRole('checkbox', { name, exact: true })
  await box.focus()
  await box.press('Space')
  for (let step = 0; step < up; step++) await dialog.getByRole('button', { name: `Move ${name} up` }).press('Enter')
}

test('a view with chosen columns is kept, shared, opened by somebody else, changed and taken back', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const name = `Regulars ${unique()}`
  await page.goto(`${CUSTOMERS}?Status=Active`)
  await expectLoaded(page)
  const before = await headers(page)

  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await showColumn(chooser, 'Membership no.', 6)
  await expect(chooser.getByRole('button', { name: 'Move Membership no. up' })).toBeFocused()
  await expectAccessible(page)
  await chooser.getByRole('checkbox', { name: 'Birthday' }).uncheck()
  await chooser.getByRole('button', { name: 'Apply' }).click()
  await expect(header(page, 'Membership no.')).toBeVisible()
  await page.reload()
  await expectLoaded(page)
  expect(await headers(page)).toEqual([
    'Customer',
    'Tier',
    'Membership no.',
    ...before.slice(2).filter((title) => title !== 'Birthday'),
  ])

  await header(page, 'Customer').click()
  await expect(page).toHaveURL(/sort=FullName/)
  await chooseInMenu(page, 'Save as new view…')
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await expect(dialog.getByLabel('Name of the view')).toBeFocused()
  await page.keyboard.type(name)
  await dialog.getByRole('checkbox', { name: 'Share with all users' }).check()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\?view=\d+$/)
  // Without the view the user's own columns are as they were chosen; back to the declared ones.
  await chooseInMenu(page, /^Standard view/)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Apply' }).click()
  await expect(header(page, 'Membership no.')).toBeHidden()

  const colleague = await staffPage('outlet')
  await colleague.goto(CUSTOMERS)
  await expectLoaded(colleague)
  await chooseInMenu(colleague, new RegExp(name))
  await expect(header(colleague, 'Membership no.')).toBeVisible()
  await expect(header(colleague, 'Customer')).toHaveAttribute('aria-sort', 'ascending')
  await expect(colleague.getByRole('list', { name: 'Applied filters' })).toContainText('Status: Active')
  await views(colleague).click()
  await expect(colleague.getByRole('menuitem', { name: 'Save as new view…' })).toBeVisible()
  await expect(colleague.getByRole('menuitem', { name: /Rename or share/ })).toHaveCount(0)
  await colleague.getByRole('menuitem', { name: 'Use as default view' }).click()
  await colleague.goto(CUSTOMERS)
  await expect(colleague).toHaveURL(/\?view=\d+$/)
  await expect(header(colleague, 'Membership no.')).toBeVisible()
  // What the address says wins over the default.
  await colleague.goto(`${CUSTOMERS}?Status=Inactive`)
  await expect(colleague.getByRole('list', { name: 'Applied filters' })).toContainText('Status: Inactive')
  await expect(header(colleague, 'Membership no.')).toBeHidden()

  await chooseInMenu(page, new RegExp(name))
  await page.getByRole('button', { name: 'Remove filter Status' }).click()
  const strip = page.getByText(`The view ${name} has unsaved changes.`)
  await expect(strip).toBeVisible()
  await expect(page).toHaveURL(/view=\d+&Status=$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reset changes' }).click()
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('Status: Active')
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(strip).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')

  await chooseInMenu(page, /Delete view/)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${CUSTOMERS}$`))
  await colleague.goto(CUSTOMERS)
  await expectLoaded(colleague)
  await expect(header(colleague, 'Membership no.')).toBeHidden()
  // An aggregate is not for those of an outlet.
  expect(await headers(colleague)).toEqual(before.filter((title) => title !== '12 months (MYR)'))
})

async function cardGroups(page: Page, count: number) {
  const prefix = `Z${unique()}`
  const made = Array.from({ length: count }, (_, place) => `${prefix} ${String(place + 1).padStart(2, '0')}`)
  const ids: number[] = []
  for (const Name of made) {
    const { GroupId } = await post<{ GroupId: number }>(page.request, '/member/card-groups/add', {
      Name,
      Description: 'Bulk',
    })
    ids.push(GroupId)
  }
  return { prefix, ids }
}

const groupRows = (page: Page) => page.locator('tbody tr.ant-table-row')

test('many records are deleted at once, each with its own outcome, and what was done is undone', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const { prefix, ids } = await cardGroups(page, 3)
  const Code = `E${unique()}`.slice(0, 12)
  const category = await post<{ CardCategoryId: number }>(page.request, '/member/card-categories/add', {
    Code,
    Name: Code,
    CardGroupId: ids[1],
    LevelSequence: 1,
    Color: '#c9a227',
  })
  await page.goto(`/setup/card-group?Name=${prefix}&sort=Name`)
  await expect(groupRows(page)).toHaveCount(3)

  await page.getByRole('checkbox', { name: `Select ${prefix} 01` }).check()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('3 selected')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Delete' }).click()

  const dialog = page.getByRole('dialog', { name: 'Delete: 3 records' })
  await expect(dialog.getByRole('listitem')).toHaveText([`${prefix} 01`, `${prefix} 02`, `${prefix} 03`])
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'done' })).toHaveText('2 done · 1 refused', BULK)
  await expect(dialog.getByRole('row').first()).toHaveText(
    `${prefix} 02RefusedThe card group is used by 1 card categories and 0 memberships`,
  )
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'undone' })).toHaveText('2 undone · 1 refused', BULK)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(groupRows(page)).toHaveCount(3)
  await expect(bar).toContainText('1 selected')

  await post(page.request, '/member/card-categories/delete', { CardCategoryId: category.CardCategoryId })
})

test('all that match are taken at once, survive paging, and above fifty the number is typed', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const { prefix } = await cardGroups(page, 51)
  await page.goto(`/setup/card-group?Name=${prefix}&sort=Name`)
  const bar = page.getByRole('region', { name: 'Selection' })

  await page.getByRole('checkbox', { name: `Select ${prefix} 03` }).check()
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: `Select ${prefix} 11` })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar).toContainText('11 selected')
  await bar.getByRole('button', { name: 'Select all 51' }).click()
  await expect(bar).toContainText('All 51 matching are selected')

  await bar.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate: 51 records' })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await expect(dialog.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
  await dialog.getByLabel('Type 51 to confirm').fill('51')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: 'done' })).toHaveText('51 done', BULK)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row').filter({ hasText: 'Inactive' })).toHaveCount(10)

  // Another search is another list: nothing stays ticked out of sight.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Remove filter Name' }).click()
  await expect(bar).toBeHidden()
})

test('records are walked through in the order of the list they were opened from', async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.goto(`${CUSTOMERS}?Status=Active&size=10&sort=FullName`)
  await expectLoaded(page)
  const links = page.locator('.carat-row-link')
  const [ninth, tenth] = (await links.locator('small bdi:first-child').allTextContents()).slice(8)
  await links.nth(8).click()

  const record = page.getByRole('main')
  const walk = page.getByRole('navigation', { name: 'Records of the list' })
  await expect(record).toContainText(ninth!)
  await expect(walk).toContainText(/9 of \d+/)
  await page.keyboard.press('j')
  await expect(record).toContainText(tenth!)
  await page.keyboard.press('j')
  await expect(walk).toContainText(/11 of \d+/)
  await expect(record).not.toContainText(tenth!)
  await expectAccessible(page)
  await walk.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/Status=Active.*page=2/)

  await page.goBack()
  await expect(walk).toContainText(/11 of \d+/)
  await expect(record).toBeVisible()
  await page.keyboard.press('k')
  await expect(record).toContainText(tenth!)
  await page.reload()
  await expect(walk).toContainText(/10 of \d+/)
  await walk.getByRole('button', { name: 'Previous record' }).click()
  await expect(record).toContainText(ninth!)
  await page.goBack()
  await expect(page).toHaveURL(/Status=Active&size=10&sort=FullName$/)
})

for (const { path, what } of [
  { path: CUSTOMERS, what: 'a customer' },
  { path: '/memberships', what: 'a member' },
])
  test(`the space bar shows ${what} beside the list`, { tag: what === 'a customer' ? [] : '@all' }, async ({
    staffPage,
  }) => {
    const page = await staffPage('hq')
    await page.goto(path)
    await expectLoaded(page)
    const link = page.locator('.carat-row-link').first()
    await link.press('Space')

    const drawer = page.getByRole('dialog')
    await expect(drawer.locator('a[href^="tel:"]').or(drawer.getByText('Phone'))).toBeVisible()
    await expectAccessible(page)
    const first = await drawer.locator('.ant-drawer-title').textContent()
    await page.keyboard.press('j')
    await expect(drawer.locator('.ant-drawer-title')).not.toHaveText(first!)
    await page.keyboard.press('k')
    await expect(drawer.locator('.ant-drawer-title')).toHaveText(first!)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(link).toBeFocused()
  })

test('on a phone a person is two lines without a box to tick, and from right to left everything still fits', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.setViewportSize({ width: 390, height: 844 })
  await post(page.request, '/workspace/preferences', { Direction: 'rtl' })
  // Premium ones have names of a usual length: other journeys leave customers whose names are whole programs.
  await page.goto(`${CUSTOMERS}?MemberType=Premium+Member`)
  await expectLoaded(page)
  const rows = page.locator('.carat-record')
  await expect(rows).toHaveCount(20)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const highest = await rows.evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)))
  expect(highest).toBeLessThan(80)
  await expect(page.getByText('newest first')).toBeVisible()
  await expectNoSideScroll(page)
  await post(page.request, '/workspace/preferences', { Direction: 'ltr' })
})

test('head office finds what was deleted, an outlet is not offered it', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const { ids, prefix } = await cardGroups(page, 1)
  await post(page.request, '/member/card-groups/delete', { GroupId: ids[0] })
  await page.goto(`/setup/card-group?Name=${prefix}`)
  await expect(page.getByText('No records match the filters')).toBeVisible()
  await page.goto(`/setup/card-group?Name=${prefix}&Status=Deleted`)
  await expect(groupRows(page)).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: `Select ${prefix} 01` })).toBeDisabled()

  const outlet = await staffPage('outlet')
  await outlet.goto(CUSTOMERS)
  await expectLoaded(outlet)
  await expect(outlet.getByRole('button', { name: 'Deleted', exact: true })).toHaveCount(0)
})

test('a view says which of its filters the list does not have, and is saved without it', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  // As an earlier release may have kept it: of two filters the list has one.
  const { ViewId } = await post<{ ViewId: number }>(page.request, '/list-views/add', {
    List: '/campaign/campaigns/find-all',
    Name: `Spring ${unique()}`,
    State: {
      ...{ Filters: { Season: 'Spring', Status: 'Ended' }, Sort: null, Direction: 'ASC' },
      ...{ Size: 10, Columns: null, Density: 'comfortable' },
    },
  })
  await page.goto(`/campaign/campaigns/listing?view=${ViewId}`)
  await expectLoaded(page)
  const line = page.getByRole('status').filter({ hasText: 'This list does not have the filter Season.' })
  await expect(line).toContainText('The view is shown without it.')
  await expect(page.getByRole('list', { name: 'Applied filters' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Private viewing of the pearl collection' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(line).toBeVisible()
  await expectNoSideScroll(page)
  await page.getByRole('button', { name: 'Save view as shown' }).click()
  await expect(line).toBeHidden()
  await page.reload()
  await expectLoaded(page)
  await expect(page.getByText('Ended').first()).toBeVisible()
  await expect(line).toBeHidden()
})

test('a view is one press away, and the open one is marked', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.setViewportSize({ width: 1440, height: 900 })
  const tabs = page.getByRole('navigation', { name: 'Customers' })
  await page.goto(CUSTOMERS)
  await expectLoaded(page)
  await expect(tabs.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-current', 'true')
  await tabs.getByRole('button', { name: 'Bought this quarter' }).click()
  await expect(page).toHaveURL(/LastPurchaseFrom=\d{4}-\d\d-01/)
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('Last purchase')
  await expect(tabs.getByRole('button', { name: /^Bought this quarter/ })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(new RegExp(`${CUSTOMERS}$`))
})

test('lists that a page keeps for later have room for their columns too, and write names as people write them', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  await page.setViewportSize({ width: 1440, height: 900 })
  const stored = await storedNames(page.request)
  expect(stored.length).toBeGreaterThan(100)
  let lists = 0
  for (const path of KEPT_FOR_LATER) {
    await visit(page, path)
    await expectLoaded(page)
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    lists += await page.locator('.carat-list-rows').count()
    expect(await faultsOfLists(page, stored), `lists of ${path}`).toEqual([])
  }
  expect(lists).toBeGreaterThan(2)
})

test('rows are asked for at once: what is kept of lists comes beside the session', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const requested: string[] = []
  page.on('request', (request) => {
    const [, call] = request.url().split('/api/1.0')
    if (call) requested.push(call)
  })
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/auth/profile', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(CUSTOMERS)
  await expect.poll(() => requested).toContain('/list-views/find-all')
  expect(requested).not.toContain('/customer/customers/find-all')
  letThrough()
  await expectLoaded(page)
  await expect(page.locator('.carat-row-link').first()).toBeVisible()
  await page.goto('/memberships')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect.poll(() => requested.filter((call) => call === '/list-views/find-all').length).toBe(2)
})
