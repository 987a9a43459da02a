import type { Page } from '@playwright/test'
import { unique } from './api.ts'
import { expectAccessible, expectLoaded, visit } from './expectations.ts'
import { faultsOfLists, storedNames } from './lists.ts'
import { expect, test } from './staff.ts'

// Lists against the server. What a list does by itself is judged in kit/web/ResourceTable.component.test.tsx.
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
const views = (page: Page) => page.getByRole('button', { name: /^View: / })

async function chooseInMenu(page: Page, entry: string | RegExp) {
  await views(page).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a view with chosen columns is saved by head office and opened by an outlet', async ({ staffPage }) => {
  const page = await staffPage('hq')
  const name = `Regulars ${unique()}`
  await page.goto(`${CUSTOMERS}?Status=Active`)
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: 'Membership no.', exact: true }).check()
  await chooser.getByRole('button', { name: 'Apply' }).click()
  await expect(header(page, 'Membership no.')).toBeVisible()
  await chooseInMenu(page, 'Save as new view…')
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByLabel('Name of the view').fill(name)
  await dialog.getByRole('checkbox', { name: 'Share with all users' }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\?view=\d+$/)

  const colleague = await staffPage('outlet')
  await colleague.goto(CUSTOMERS)
  await expectLoaded(colleague)
  await chooseInMenu(colleague, new RegExp(name))
  await expect(header(colleague, 'Membership no.')).toBeVisible()
  await expect(colleague.getByRole('list', { name: 'Applied filters' })).toContainText('Status: Active')
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
