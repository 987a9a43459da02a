import type { Page } from '@playwright/test'
import { registerMember, uniqueDigits } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { codeSentTo, createPasscodeLink, openPhone } from './customers-pages.ts'
import { expect, test } from './staff.ts'

// Customers register and edit their profile on their own phones.

const MAY = 'Membership service'

async function fillPerson(page: Page, { name, email }: { name: string; email: string }) {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Mobile phone').fill(`012-${uniqueDigits().slice(-7)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function proveAddress(page: Page, staff: Page, email: string) {
  const field = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(field).toBeVisible()
  await expect.poll(() => codeSentTo(staff.request, email)).toBeTruthy()
  await field.fill((await codeSentTo(staff.request, email))!)
}

test('self-service: a customer scans a QR code, proves the e-mail address by a code and becomes a member', async ({
  browser,
  staffPage,
  server,
}) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const { Link } = await createPasscodeLink(hq.request)
  const email = `mei.${uniqueDigits()}@mail.example`
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })

  await page.goto(Link)
  await expect(page).toHaveURL(/\/self-service\/customer\/add$/)
  // The token of the link is stored nowhere on this phone.
  expect(
    await page.evaluate(() => JSON.stringify([location.href, { ...sessionStorage }, { ...localStorage }])),
  ).not.toContain(Link.split('#')[1]!)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About you')
  expect(await findAxeViolations(page, 'body')).toEqual([])

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('2 fields need your attention')).toBeVisible()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await fillPerson(page, { name: 'Tan Mei Ling', email })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your e-mail')
  await expect(page.getByText(/send again in \d+ s/)).toBeVisible()
  for (const consent of await page.getByRole('checkbox').all()) await expect(consent).not.toBeChecked()
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('000000')
  await page.getByRole('checkbox', { name: MAY }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await proveAddress(page, outlet, email)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A little more about you')
  await page.getByRole('checkbox', { name: 'Add my postal address' }).check()
  await page.getByLabel('Type of address').selectOption({ index: 1 })
  await page.getByLabel('Street and number').fill('12 Jalan Ampang')
  await page.getByLabel('Postcode').fill('50450')
  await expect(page.getByLabel('City')).toHaveValue('Kuala Lumpur')
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await page.getByRole('button', { name: 'Join' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the club')
  await expect(page.getByRole('img', { name: /^QR code of / })).toBeVisible()
  expect(await findAxeViolations(page, 'body')).toEqual([])
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])

  await page.getByRole('button', { name: 'Finish and sign out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await page.goto('/self-service/customer/add')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm who you are')
  await context.close()
})

test('self-service: a registration survives a network failure and a reload, and is sent once', async ({
  browser,
  staffPage,
  server,
}) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const { Link } = await createPasscodeLink(hq.request)
  const email = `cut.${uniqueDigits()}@mail.example`
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto(Link)
  await fillPerson(page, { name: 'Lim Chee Keong', email })
  await proveAddress(page, outlet, email)
  await page.getByRole('checkbox', { name: MAY }).check()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    page.getByText('No connection. What you typed is kept and will be sent once you are back online.'),
  ).toBeVisible()
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A little more about you')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A little more about you')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('Verified')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: MAY })).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()

  // The server gets the request but the reply is lost; the customer closes the page and opens it again.
  let tries = 0
  await page.route('**/customer/customers/self-service', async (route) => {
    tries += 1
    if (tries > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionfailed')
  })
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText(/^No connection\. What you typed is kept and will/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Welcome to the club|You are registered/)
  const response = await hq.request.post('/api/1.0/customer/customers/find-all', {
    headers: { 'x-carat-client': 'web' },
    data: { Search: { Email: email } },
  })
  expect((await response.json()).count).toBe(1)
  await context.close()
})

test('self-service: a passcode can be typed, pasted and grouped, and an invalid one gets the specified message', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const hq = await staffPage('hq')
  const { Passcode } = await createPasscodeLink(hq.request)
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto('/self-service')
  expect(await findAxeViolations(page, 'body')).toEqual([])
  const field = page.getByLabel('Passcode')
  const enter = page.getByRole('button', { name: 'Continue' })

  await enter.click()
  await expect(page.getByText('Enter all 10 letters and digits')).toBeVisible()
  await field.fill('aaaaa aaaaa')
  await expect(field).toHaveValue('AAAAA-AAAAA')
  await enter.click()
  await expect(page.getByRole('alert')).toContainText('Invalid code')
  await expect(page.getByRole('alert')).toContainText('Please refer to the sales person')
  expect(await findAxeViolations(page, 'body')).toEqual([])

  await field.fill(` ${Passcode.toLowerCase().replace('-', ' ')} `)
  await enter.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About you')

  await page.goto('/self-service')
  await field.fill(Passcode)
  await enter.click()
  await expect(page.getByRole('alert')).toContainText('Invalid code')
  await expect(page.getByRole('alert')).toContainText('This passcode has been used')
  await context.close()
})

test('self-service: a member edits the profile with a passcode; some fields wait for review, the others change at once', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId } = await registerMember(outlet.request, hq.request)
  const { Link } = await createPasscodeLink(hq.request, { Purpose: 'Update', CustomerId })
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto(Link)
  await expect(page).toHaveURL(new RegExp(`/self-service/customer/${CustomerId}/edit$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your profile')
  expect(await findAxeViolations(page, 'body')).toEqual([])

  await page.getByLabel('Full name').fill('SITI NURHALIZA BINTI TARUDIN')
  await page.getByLabel('Preferred name').fill('Siti')
  await page.reload()
  await expect(page.getByLabel('Preferred name')).toHaveValue('Siti')

  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByLabel('Type of address').selectOption({ index: 1 })
  await page.getByLabel('Street and number').fill('7 Lebuh Campbell')
  await page.getByLabel('Postcode').fill('10100')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('7 Lebuh Campbell')).toBeVisible()

  await page.goto(`/self-service/customer/${CustomerId + 1}/edit`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page at this address')

  await page.goto(`/self-service/customer/${CustomerId}/edit`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Customer details have been updated successfully.')).toBeVisible()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await page.goto(`/self-service/customer/${CustomerId}/edit`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm who you are')
  await context.close()
})
