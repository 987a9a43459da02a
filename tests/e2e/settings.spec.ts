import { expect as expectThat, type Page } from '@playwright/test'
import { latestCode, uniqueDigits } from './api.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

const password = 'seventeen pearls on a string'

/** Returns the link in the newest message that contains a link. */
async function sentLink(page: Page): Promise<string> {
  const reply = await page.request.get('/api/1.0/dev/outbox', { headers: { 'x-carat-client': 'web' } })
  const messages = (await reply.json()) as { Body: string }[]
  const link = messages.map(({ Body }) => Body.match(/\/auth\/login\?step=reset#\S+/)?.[0]).find(Boolean)
  expectThat(link).toBeTruthy()
  return link!
}

async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
}

test('settings: head office adds an outlet and a user, grants two roles and withdraws one, with immediate effect', async ({
  staffPage,
  strangerPage: ownPage,
}) => {
  const hq = await staffPage('hq')
  const number = uniqueDigits()
  const code = `Q${number.slice(-6)}`
  const name = `ZARA BINTI ${number}`

  await hq.goto('/settings/outlets')
  await hq.getByRole('button', { name: 'Add outlet' }).click()
  await hq.getByRole('dialog').getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await hq.getByRole('dialog').getByLabel('Name').fill(`Melaka ${number}`)
  await hq.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByRole('region', { name: 'Outlets' }).first()).toContainText(`Melaka ${number}`)

  await visit(hq, '/settings/users/add')
  await hq.getByLabel('Full name').fill(name)
  await hq.getByLabel('Preferred name').fill('Zara')
  await hq.getByLabel('E-mail').fill(`zara.${number}@carat.example`)
  await choose(hq, 'Staff type', 'Outlet staff')
  await hq.getByLabel('Outlet', { exact: true }).fill(`Melaka ${number}`)
  await hq.keyboard.press('Enter')
  await hq.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByRole('heading', { name })).toBeVisible()

  await hq.getByRole('button', { name: 'Create account' }).click()
  await expect(hq.getByLabel('User name')).toHaveValue(`zara.${number}`)
  await hq.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const search = hq.getByLabel('Search roles and privileges')
  await search.fill('the counter')
  await hq.getByRole('checkbox', { name: /^Customer Register/ }).check()
  await search.fill('')
  await hq.getByRole('checkbox', { name: /^Card Group/ }).check()
  await hq.getByRole('button', { name: 'Save rights' }).click()
  await expect(hq.getByText('The rights have been changed; effective with the next action')).toBeVisible()
  await hq.getByRole('button', { name: 'Send link to set a password' }).click()
  await hq.getByRole('dialog').getByRole('button', { name: 'Send link to set a password' }).click()
  await expect(hq.getByText(/^The link has been sent to/)).toBeVisible()

  await ownPage.goto(await sentLink(hq))
  await ownPage.getByLabel('New password', { exact: true }).fill(password)
  await ownPage.getByLabel('Confirm new password').fill(password)
  await ownPage.keyboard.press('Enter')
  await ownPage.getByRole('button', { name: 'Sign in' }).click()
  await ownPage.getByLabel('User name').fill(`zara.${number}`)
  await ownPage.getByLabel('Password', { exact: true }).fill(password)
  await ownPage.keyboard.press('Enter')
  await expect(ownPage.getByText('A one-time code was sent to')).toBeVisible()
  await ownPage.getByLabel('One-time code').fill(await latestCode(hq.request))
  await ownPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(ownPage.getByRole('heading', { name: 'Counter', exact: true })).toBeVisible()

  const menu = ownPage.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('menuitem', { name: 'Setup' }).click()
  await expect(menu.getByRole('menuitem', { name: 'Card Group' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Card Category' })).toHaveCount(0)
  await expect(menu.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: 'Card Group' }).click()
  await expectLoaded(ownPage)

  await hq.getByRole('checkbox', { name: /^Card Group/ }).uncheck()
  await hq.getByRole('button', { name: 'Save rights' }).click()
  await expect(hq.getByText('to grant, ')).toHaveCount(0)
  await ownPage.getByRole('button', { name: 'Add card group' }).click()
  await ownPage.getByRole('dialog').getByLabel('Name').fill('Not any more')
  await ownPage.getByRole('dialog').getByLabel('Description').fill('Refused')
  await ownPage.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  await expect(ownPage.getByText('You do not have access to this page')).toBeVisible()
  await expect(ownPage.getByText(/It requires the role Card Group/)).toBeVisible()
})
