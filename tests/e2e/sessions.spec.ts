import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { type TOTP, URI } from 'otpauth'
import { latestCode, PASSWORD, post } from './api.ts'
import { type Colleague, latestLink, newColleague, signInColleague as signIn } from './colleagues.ts'
import { expectLoaded, expectAccessible as expectNoFault, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

// Each journey has its own user account, because journeys change passwords and end sessions.

// The timeout is longer, because a journey uses two browsers, messages and several sign-ins.
const newPassword = 'seven teapots on a raft'

/** A new signed-in browser that sends `device` as its user agent. */
async function browserOf(browser: Browser, { username, password }: Colleague, device: string): Promise<Page> {
  const context = await browser.newContext({ userAgent: device })
  await signIn(context.request, username, password)
  await context.addInitScript(() => localStorage.setItem('auth_token', 'cookie'))
  return context.newPage()
}

async function typePassword(page: Page, password: string) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function typeCode(page: Page) {
  const code = page.getByLabel('One-time code')
  await expect(code).toBeVisible()
  await code.fill(await latestCode(page.request))
  await page.keyboard.press('Enter')
}

/** Moves the mouse away before the comparison, because hovered elements are drawn differently. */
async function expectAccessible(page: Page) {
  await page.mouse.move(0, 0)
  await expectNoFault(page)
}

const openMenu = (page: Page) => page.getByRole('button', { name: /^Profile of/ }).click()
const reported = /^You were signed out because .+ ended this session at \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M/

test('sessions: a user whom head office signed out sees by whom and when, and keeps the input after signing in', async ({
  browser,
  staffPage,
  strangerPage,
}) => {
  const hq = await staffPage('hq')
  const mei = await newColleague(hq.request, strangerPage.request)
  const typing = await browserOf(browser, mei, 'ShopTablet/1')
  const reading = await browserOf(browser, mei, 'BackOffice/1')
  await typing.goto('/registration/customers/add')
  const name = typing.getByRole('textbox', { name: 'Full name' })
  await name.fill('AMINAH BINTI YUSOF')
  await reading.goto('/registration/customers')
  await expectLoaded(reading)

  await hq.goto(`/settings/sessions?Name=${mei.username}`)
  for (const device of ['ShopTablet/1', 'BackOffice/1']) {
    const row = hq.getByRole('row').filter({ hasText: device })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await hq.getByRole('menuitem', { name: 'End session' }).click()
    const question = hq.getByRole('dialog', { name: /^End the session of/ })
    await expect(question).toContainText(device)
    await question.getByRole('button', { name: 'End session' }).click()
    await expect(row).toHaveCount(0)
  }

  await typing.getByRole('textbox', { name: 'Phone' }).fill('0123456789')
  await typing.getByRole('button', { name: /^Register|^Save/ }).click()
  await typing.getByRole('textbox', { name: 'Phone' }).blur()
  const dialog = typing.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByText(reported)).toBeVisible()
  await expect(dialog.getByText('NUR AISYAH BINTI RAHMAN')).toBeVisible()
  await expectAccessible(typing)
  await typePassword(typing, mei.password)
  await typeCode(typing)
  await expect(dialog).toBeHidden()
  await expect(name).toHaveValue('AMINAH BINTI YUSOF')

  await reading.reload()
  await expect(reading).toHaveURL(/\/auth\/login/)
  await expect(reading.getByRole('alert')).toHaveText(reported)
  await expectAccessible(reading)
  await reading.getByLabel('User name').fill(mei.username)
  await typePassword(reading, mei.password)
  await typeCode(reading)
  await expect(reading).toHaveURL(/\/registration\/customers$/)
  await typing.context().close()
  await reading.context().close()
})

test('sessions: a changed password signs out all other browsers of the user', { tag: '@all' }, async ({
  browser,
  staffPage,
  strangerPage,
}) => {
  const mei = await newColleague((await staffPage('hq')).request, strangerPage.request)
  const page = await browserOf(browser, mei, 'ShopTablet/2')
  const otherBrowser = await browserOf(browser, mei, 'BackOffice/2')
  await page.goto('/account/sessions')
  await expect(page.getByRole('row').filter({ hasText: 'BackOffice/2' })).toBeVisible()

  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const current = dialog.getByLabel('Current password')
  await expect(current).toBeFocused()
  await dialog.getByRole('button', { name: 'Save password' }).click()
  for (const sentence of [
    'Please enter your current password',
    'Please enter your new password',
    'Please confirm your new password',
  ])
    await expect(dialog.getByText(sentence, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await current.fill('not the password')
  await dialog.getByLabel('New password', { exact: true }).fill(newPassword)
  await dialog.getByLabel('Confirm new password').fill('seven teapots on a boat')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Password do not match the new password')).toBeVisible()
  await dialog.getByLabel('Confirm new password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The current password is not correct')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(mei.password)
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your password has been changed; 2 other sessions were ended')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'BackOffice/2' })).toHaveCount(0)
  await otherBrowser.goto('/account/security')
  await expect(otherBrowser.getByRole('alert')).toContainText('the password of this account was changed at')
  await page.reload()
  await expectLoaded(page)
  await expect(page.getByRole('heading', { name: 'My sessions' })).toBeVisible()
  await page.context().close()
  await otherBrowser.context().close()
})

test('sessions: a forgotten password is reset by a link that works once', async ({ staffPage, strangerPage: page }) => {
  const mei = await newColleague((await staffPage('hq')).request, page.request)
  await post(page.request, '/auth/sign-out', {})
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?step=forgot$/)
  await expectAccessible(page)
  await expectNoSideScroll(page)
  const before = await latestLink(page.request)
  await page.getByLabel('User name').fill(mei.username)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('If this account exists, a link has been sent.')

  await expect.poll(() => latestLink(page.request)).not.toBe(before)
  const link = new URL(await latestLink(page.request))
  await page.goto(link.pathname + link.search + link.hash)
  await expect(page.getByText('has 12 to 128 characters')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideScroll(page)
  const first = page.getByLabel('New password', { exact: true })
  await first.fill('password1234')
  await page.getByLabel('Confirm new password').fill('password1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This password is too common and easy to guess')).toBeVisible()
  await first.fill(newPassword)
  await page.getByLabel('Confirm new password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Your password has been set. Sign in with it.')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('User name').fill(mei.username)
  await typePassword(page, newPassword)
  await typeCode(page)
  await expect(page).toHaveURL(/\/counter$/)

  await page.goto(link.pathname + link.search + link.hash)
  await first.fill('eight teapots on a raft')
  await page.getByLabel('Confirm new password').fill('eight teapots on a raft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^This link has expired or has already been used/)
})

test('sessions: codes of an authenticator app replace codes by message, and recovery codes replace a lost phone', async ({
  staffPage,
  strangerPage: page,
}) => {
  const mei = await newColleague((await staffPage('hq')).request, page.request)
  await page.goto('/auth/login')
  await page.evaluate(() => localStorage.setItem('auth_token', 'cookie'))
  await page.goto('/account/security')
  await expectLoaded(page)
  const setUp = page.waitForResponse(/authenticator\/start$/)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(mei.password)
  await page.keyboard.press('Enter')
  const { Uri } = (await (await setUp).json()) as { Uri: string }
  const phone = URI.parse(Uri) as TOTP
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Then enter the code shown').fill(phone.generate())
  await page.keyboard.press('Enter')
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page)
  const [spare] = await codes.allInnerTexts()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible()

  for (const [label, code] of [
    // The set-up used the code of this half minute, so this test uses the next code, which is accepted already.
    ['Authenticator code', phone.generate({ timestamp: Date.now() + 30_000 })],
    ['Recovery code', spare!],
  ] as const) {
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByLabel('User name').fill(mei.username)
    await typePassword(page, mei.password)
    await expect(page.getByText('Enter the code shown by your authenticator app.')).toBeVisible()
    if (label === 'Recovery code') await page.getByRole('button', { name: 'Use a recovery code' }).click()
    else await expectAccessible(page)
    await page.getByLabel(label).fill(code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/counter$/)
  }
})

test('sessions: scripts of a page can read neither a secret nor the session cookie', async ({ strangerPage: page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('User name').fill('outlet.manager')
  await typePassword(page, PASSWORD)
  await typeCode(page)
  await expect(page).toHaveURL(/\/counter$/)

  const readable = await page.evaluate(() =>
    JSON.stringify({ local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie }),
  )
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'sid' || name === '__Host-sid')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(readable).not.toContain(cookie!.value)
  expect(readable).not.toContain(PASSWORD)
  // The storage contains no value that is as long and random as a token, whatever its key.
  expect(readable.match(/[\w-]{40,}/g) ?? []).toEqual([])
  expect(JSON.parse(readable).cookie).toBe('')
  expect(JSON.parse(readable).local.auth_token).toBe('cookie')
})

test('sessions: pages of another origin cannot use the session', async ({
  browser,
  staffPage,
  strangerPage,
  baseURL,
}) => {
  const mei = await newColleague((await staffPage('hq')).request, strangerPage.request)
  const page = await browserOf(browser, mei, 'ShopTablet/3')
  // Another port of the same host is same-site for cookies, so only the server's own checks protect the session.
  const evil = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<title>evil</title>'))
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`)
  const responses: string[] = []
  page.on('response', (response) => responses.push(`${response.request().method()} ${response.status()}`))
  const calls = ['/auth/sign-out', '/auth/sessions/end-others', '/workspace/preferences']

  await page.evaluate(
    async ([base, paths]) => {
      for (const path of paths as string[]) {
        const url = `${base}/api/1.0${path}`
        const send = (init: RequestInit) =>
          fetch(url, { method: 'POST', credentials: 'include', body: '{"Mode":"dark"}', ...init }).catch(() => {})
        await send({ mode: 'no-cors', headers: { 'content-type': 'text/plain' } })
        await send({ mode: 'no-cors', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
        await send({ headers: { 'content-type': 'application/json', 'x-carat-client': 'web' } })
        navigator.sendBeacon(url, new Blob(['{"Mode":"dark"}'], { type: 'text/plain' }))
      }
    },
    [baseURL!, calls] as const,
  )
  for (const path of calls) {
    await page.evaluate(
      ([url]) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = url
        form.enctype = 'text/plain'
        const field = document.createElement('input')
        field.name = '{"Mode":"dark","x":"'
        field.value = '"}'
        form.append(field)
        document.body.append(form)
        form.submit()
      },
      [`${baseURL}/api/1.0${path}`] as const,
    )
    await page.waitForURL(`${baseURL}/api/1.0${path}`)
    await page.goBack()
  }

  expect(responses.filter((line) => line.startsWith('POST 2'))).toEqual([])
  expect(responses.filter((line) => line === 'POST 403').length).toBeGreaterThan(0)
  const { count } = await post<{ count: number }>(page.request, '/auth/sessions/find-own', {})
  expect(count).toBe(2)
  const preferences = await page.request.get('/api/1.0/workspace/preferences')
  expect(await preferences.json()).toMatchObject({ Preferences: { Mode: 'system' } })
  evil.close()
  await page.context().close()
})

test('sessions: after the session has ended, the browser’s Back button shows no data of the user', {
  tag: '@all',
}, async ({ staffPage, strangerPage: page }) => {
  await newColleague((await staffPage('hq')).request, page.request)
  await page.goto('/auth/login')
  await page.evaluate(() => localStorage.setItem('auth_token', 'cookie'))
  await page.goto('/registration/customers')
  await expectLoaded(page)
  await page.goto('/account/security')
  await expect(page.getByRole('heading', { name: 'Login activities' })).toBeVisible()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your work' })).toBeVisible()
  for (let step = 0; step < 3; step++) {
    await page.goBack()
    await expect(page.getByLabel('User name')).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})
