import { expect as expectThat, type Page } from '@playwright/test'
import { latestCode, post, unique } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const password = 'seventeen pearls on a string'

/** The link in the newest message that has one. */
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

test('head office opens an outlet, brings somebody in, and takes a role away again', async ({
  staffPage,
  strangerPage: own,
}) => {
  const hq = await staffPage('hq')
  const number = unique()
  const code = `Q${number.slice(-6)}`
  const name = `ZARA BINTI ${number}`

  await hq.goto('/settings/outlets')
  await hq.getByRole('button', { name: 'Add outlet' }).click()
  await hq.getByRole('dialog').getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await hq.getByRole('dialog').getByLabel('Name').fill(`Melaka ${number}`)
  await hq.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByRole('region', { name: 'Outlets' }).first()).toContainText(`Melaka ${number}`)

  await hq.goto('/settings/users/add')
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
  await expect(hq.getByText('Not set yet')).toBeVisible()
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

  await own.goto(await sentLink(hq))
  await own.getByLabel('New password', { exact: true }).fill(password)
  await own.getByLabel('Confirm new password').fill(password)
  await own.keyboard.press('Enter')
  await own.getByRole('button', { name: 'Sign in' }).click()
  await own.getByLabel('User name').fill(`zara.${number}`)
  await own.getByLabel('Password', { exact: true }).fill(password)
  await own.keyboard.press('Enter')
  await expect(own.getByText('A one-time code was sent to')).toBeVisible()
  await own.getByLabel('One-time code').fill(await latestCode(hq.request))
  await own.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(own.getByRole('heading', { name: 'Counter', exact: true })).toBeVisible()

  // Exactly what the two roles open, and nothing of head office's.
  const menu = own.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('menuitem', { name: 'Setup' }).click()
  await expect(menu.getByRole('menuitem', { name: 'Card Group' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Card Category' })).toHaveCount(0)
  await expect(menu.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: 'Points Management' }).click()
  await expect(menu.getByRole('menuitem', { name: 'Expiring points call list' })).toBeVisible()
  for (const name of ['Point Structure', 'Point Adjustment', 'Point Expiry', 'Customer Transactions', 'Nightly jobs'])
    await expect(menu.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
  // One group stands open at a time.
  await menu.getByRole('menuitem', { name: 'Setup' }).click()
  await menu.getByRole('menuitem', { name: 'Card Group' }).click()
  await expectLoaded(own)

  await hq.getByRole('checkbox', { name: /^Card Group/ }).uncheck()
  await hq.getByRole('button', { name: 'Save rights' }).click()
  await expect(hq.getByText('to grant, ')).toHaveCount(0)
  await own.getByRole('button', { name: 'Add card group' }).click()
  await own.getByRole('dialog').getByLabel('Name').fill('Not any more')
  await own.getByRole('dialog').getByLabel('Description').fill('Refused')
  await own.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  await expect(own.getByText('You do not have access to this page')).toBeVisible()
  await expect(own.getByText(/It requires the role Card Group/)).toBeVisible()
})

test('a setting is changed, counts at once, tells who did it, and goes back to its default', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change Company name' }).click()
  await page.getByRole('dialog').getByLabel('Value').fill('Carat & Daughters')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved; effective immediately').first()).toBeVisible()
  await page.reload()
  await expect(page.locator('footer')).toContainText('Carat & Daughters')

  await page.getByRole('button', { name: 'History: Company name' }).click()
  await expect(page.getByRole('dialog').getByText('Carat & Daughters').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset to default: Company name' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByRole('button', { name: 'Reset to default: Company name' })).toHaveCount(0)
  await page.reload()
  await expect(page.locator('footer')).toContainText('Carat Jewellers')
})

test('a value of a list gets a translation, which selects show in that language', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const value = `Peranakan ${unique()}`
  await page.goto('/settings/lists?list=Race')
  await page.getByRole('button', { name: 'Add value' }).click()
  await page.getByRole('dialog').getByLabel('Value').fill(value)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Translate ${value}` }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '中文' }).fill('土生华人')
  await page.getByRole('button', { name: 'Save in 中文' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('土生华人')).toBeVisible()

  const list = await page.request.get('/api/1.0/lists/items?ListName=Race&LanguageCode=zh', {
    headers: { 'x-carat-client': 'web' },
  })
  const { rows } = (await list.json()) as { rows: { Value: string; Label: string }[] }
  expect(rows.find((row) => row.Value === value)?.Label).toBe('土生华人')
})

test('a program’s secret is shown once, and works at the door, as does a one-time code, once', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const id = `till.${unique()}`
  await page.goto('/settings/system-accounts')
  await page.getByRole('button', { name: 'Add system account' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Client ID').fill(id)
  await form.getByLabel('Purpose').fill('Till of the test')
  await form.getByLabel('Permissions').click()
  await page.locator('.ant-select-dropdown:visible').getByText('Look up members').click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  const secret = await page.getByRole('dialog').locator('code').textContent()
  await page.getByRole('button', { name: 'I have saved it' }).click()

  await expect(page.getByText(secret!)).toHaveCount(0)
  const { scopes } = await post<{ scopes: string[] }>(page.request, '/auth/system/sign-in', {
    ClientId: id,
    ClientSecret: secret!,
  })
  expect(scopes).toEqual(['members:read'])

  await page
    .getByRole('row', { name: id })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'One-time code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue code' }).click()
  const code = await page.getByRole('dialog').locator('code').textContent()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(code!)).toHaveCount(0)
  const enter = { ClientId: id, Code: code! }
  expect((await post<{ scopes: string[] }>(page.request, '/auth/system/sign-in/code', enter)).scopes).toEqual(scopes)
  const again = await page.request.post('/api/1.0/auth/system/sign-in/code', { data: enter })
  expect(again.status()).toBe(401)
})
