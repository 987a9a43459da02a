import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { create } from 'qrcode'
import { post, recordSale, registerMember, sell, uniqueDigits } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { codeSentTo, createPasscodeLink, openPhone } from './customers-pages.ts'
import { scan } from './scanner.ts'
import { expect, test } from './staff.ts'

// Tests the member's pages on a phone: the card that the counter scans, and the other pages.

/** Compares the drawn QR code with the code for this text, module by module. */
async function expectQrOf(page: Page, text: string) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const dark: string[] = []
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) dark.push(`M${column} ${row}h1v1h-1z`)
  await expect(page.getByRole('img', { name: /^QR code of / }).locator('path')).toHaveAttribute('d', dark.join(''))
}

/** A phone on which a member has opened the link of a passcode. */
async function memberPhone(browser: Browser, staff: Page, baseURL: string, CustomerId: number, more: object = {}) {
  const { Link } = await createPasscodeLink(staff.request, { Purpose: 'Update', CustomerId })
  const phone = await openPhone(browser, { baseURL, locale: 'en-GB', ...more })
  await phone.page.goto(Link)
  await phone.page.waitForURL(/\/edit$/)
  return phone
}

test('member card: a customer registers by QR code, and the counter scans the new card', async ({
  browser,
  staffPage,
  server,
}) => {
  const outlet = await staffPage('outlet')
  await outlet.goto('/registration/self-service')
  const passcodeResponse = outlet.waitForResponse('**/passcodes/add')
  await outlet.getByRole('button', { name: 'Generate' }).click()
  await expect(outlet.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  const { Link } = (await (await passcodeResponse).json()) as { Link: string }

  const email = `nur.${uniqueDigits()}@mail.example`
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto(Link)
  await page.getByLabel('Full name').fill('NUR IZZATI BINTI RAHIM')
  await page.getByLabel('Mobile phone').fill(`012-${uniqueDigits().slice(-7)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(code).toBeVisible()
  await expect.poll(() => codeSentTo(outlet.request, email)).toBeTruthy()
  await code.fill((await codeSentTo(outlet.request, email))!)
  await page.getByRole('checkbox', { name: 'Membership service' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the club')
  await expect(page.getByText('Thank you, Nur Izzati binti Rahim.')).toBeVisible()
  const codes = page.getByRole('region', { name: 'Membership code' })
  const MembershipNo = (await codes.innerText())
    .match(/JC [\d ]+/)![0]
    .replaceAll(' ', '')
    .trim()
  await expectQrOf(page, MembershipNo)
  await page.reload()
  await expectQrOf(page, MembershipNo)

  await page.getByRole('link', { name: 'See my card' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My card')
  await expect(page.getByRole('region', { name: 'Membership', exact: true })).toContainText('Nur Izzati binti Rahim')
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await expectQrOf(page, MembershipNo)

  await outlet.goto('/counter')
  await expect(outlet.locator('#counter-box')).toBeFocused()
  await scan(outlet, MembershipNo)
  await expect(outlet).toHaveURL(new RegExp(MembershipNo))
  await expect(outlet.getByRole('main')).toContainText('Nur Izzati binti Rahim')
  await context.close()
})

test('member card: a member requests name changes; head office accepts one and declines the next', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, FullName, MembershipNo } = await registerMember(outlet.request, hq.request)
  const ask = async (name: string) => {
    const { page, context } = await memberPhone(browser, hq, server.address, CustomerId)
    await page.getByLabel('Full name').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(
      page.getByText('Changes to your name or identity apply after our staff have reviewed them.'),
    ).toBeVisible()
    await context.close()
  }
  const review = async (decline: boolean) => {
    await hq.goto('/member/profile-amendment-review')
    const { rows } = await post<{ rows: { HistoryId: number; CustomerId: number; ReviewedDate: string | null }[] }>(
      hq.request,
      '/customer/customers/updated-histories/find-all',
      { Search: { CustomerId } },
    )
    const { HistoryId } = rows.find(({ ReviewedDate }) => ReviewedDate === null)!
    await hq.goto(`/member/profile-amendment-review?id=${HistoryId}`)
    const whole = hq.getByRole('region', { name: /Siti Nurhaliza/ })
    await expect(whole.getByText('The profile changes only after your review.')).toBeVisible()
    if (decline) await whole.getByRole('checkbox', { name: 'Decline: Full name' }).check()
    const act = decline ? 'Restore and mark as reviewed' : 'Mark as reviewed'
    await whole.getByRole('button', { name: act }).click()
    await hq.getByRole('dialog').getByRole('button', { name: act }).click()
    await expect(hq.getByText('Review Profile Updated History success')).toBeVisible()
  }
  const name = async () =>
    (await post<{ FullName: string }>(hq.request, '/customer/customers/find-one', { CustomerId })).FullName

  await ask('SITI NURHALIZA BINTI AHMAD')
  expect(await name()).toBe(FullName)
  await review(false)
  expect(await name()).toBe('SITI NURHALIZA BINTI AHMAD')
  await ask('SOMEBODY ELSE')
  await review(true)
  expect(await name()).toBe('SITI NURHALIZA BINTI AHMAD')

  const { page, context } = await memberPhone(browser, hq, server.address, CustomerId)
  await page.goto('/self-service/card')
  await expect(page.getByRole('region', { name: 'Membership', exact: true })).toContainText(
    'Siti Nurhaliza binti Ahmad',
  )
  await expectQrOf(page, MembershipNo)
  // The name is stored in capitals and displayed to its owner in normal case.
  await page.goto('/self-service/card/me')
  await page.getByRole('link', { name: 'Siti Nurhaliza binti Ahmad' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Siti Nurhaliza binti Ahmad')
  await context.close()
})

/** A reward that is issued and claimed within 30 days. */
const addFreeGift = (hq: APIRequestContext) =>
  post<{ RewardId: number; Name: string }>(hq, '/reward/rewards/add', {
    Code: `PHONE${uniqueDigits()}`,
    Name: `Polishing cloth ${uniqueDigits()}`,
    Type: 'Free Gift',
    Status: 'Active',
    ValidityDays: 30,
  })

test('member card: shows points with expiry, rewards with codes, purchases and consents', async ({
  browser,
  staffPage,
  server,
}) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, MembershipNo } = await registerMember(outlet.request, hq.request)
  await sell(outlet.request, MembershipNo)
  const { RewardId, Name } = await addFreeGift(hq.request)
  await post(hq.request, '/reward/customer-rewards/issue', { RewardId, MembershipNos: [MembershipNo] })
  const { page, context } = await memberPhone(browser, hq, server.address, CustomerId, {
    // The window is high enough that the bottom navigation covers nothing.
    viewport: { width: 320, height: 2400 },
  })
  await page.goto('about:blank')
  const requestedAddresses: string[] = []
  // Excludes the company's font, which is loaded after the page can be read.
  page.on('request', (request) => !/typeface|\.woff2$/.test(request.url()) && requestedAddresses.push(request.url()))
  await page.goto('/self-service/card')
  await expect(page.getByRole('img', { name: /^QR code of / })).toBeVisible()
  expect(requestedAddresses.length, requestedAddresses.join('\n')).toBeLessThanOrEqual(12)

  const openSection = async (name: string, title: string) => {
    await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Loading…')).toHaveCount(0)
    expect(await findAxeViolations(page, 'body')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${title} at 320 px`).toBeLessThanOrEqual(
      320,
    )
  }
  await openSection('Points', 'My points')
  await expect(page.getByRole('heading', { name: 'When they expire' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Purchase' }).first()).toBeVisible()
  await openSection('Rewards', 'My rewards')
  const reward = page.locator('details', { hasText: Name })
  if (!(await reward.getAttribute('open')) && (await reward.getAttribute('open')) !== '')
    await reward.locator('summary').click()
  await expect(reward.getByRole('img')).toBeVisible()
  await openSection('Purchases', 'My purchases')
  await expect(page.getByRole('listitem').filter({ hasText: 'MYR' }).first()).toBeVisible()
  await openSection('Profile', 'My profile')

  // The network fails during the request: the reply arrives later, once, and ticked boxes are retained.
  const mail = page.getByRole('checkbox', { name: 'Offers by SMS' })
  const before = await mail.isChecked()
  await mail.click()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save what I agree to' }).click()
  await expect(page.getByText(/^No connection\. What you typed is kept and will be sent/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Your choice is on file.')).toBeVisible()
  await page.reload()
  await expect(mail).toBeChecked({ checked: !before })
  await page.getByText('When you agreed, and to which wording').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Offers by SMS' })).toContainText(/wording \S/)
  await context.close()
})

test('member card: an outlet scans and claims the rewards of its own member and of a member of another outlet', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const own = await registerMember(outlet.request, hq.request)
  const { RegisteredOutletCode } = await post<{ RegisteredOutletCode: string }>(
    hq.request,
    '/customer/customers/find-one',
    { CustomerId: own.CustomerId },
  )
  const { rows: buildings } = await post<{ rows: { Code: string }[] }>(hq.request, '/buildings/find-all', {
    Search: { Status: 'Active' },
  })
  const other = buildings.find(({ Code }) => Code !== 'HQ' && Code !== RegisteredOutletCode)!
  const foreign = await registerMember(hq.request, hq.request, { RegisteredOutletCode: other.Code })
  const { RewardId, Name } = await addFreeGift(hq.request)
  for (const { CustomerId, MembershipNo } of [own, foreign]) {
    await post(hq.request, '/reward/customer-rewards/issue', { RewardId, MembershipNos: [MembershipNo] })
    const { page, context } = await memberPhone(browser, hq, server.address, CustomerId)
    await page.goto('/self-service/card/rewards')
    const reward = page.locator('details', { hasText: Name })
    const code = reward.getByText(/^RW\d{11}$/)
    await expect(reward.getByRole('img', { name: `QR code of the reward ${Name}` })).toBeVisible()
    const ReferenceCode = (await code.textContent())!
    await expectQrOf(page, ReferenceCode)

    // Scans a reward on any staff page, and then the card on the same phone.
    await outlet.goto('/counter')
    await expect(outlet.locator('#counter-box')).toBeFocused()
    await scan(outlet, ReferenceCode)
    await expect(outlet.locator('#reward-member')).toBeFocused()
    await scan(outlet, MembershipNo)
    await outlet.getByRole('button', { name: /^Claim for/ }).click()
    await expect(outlet.getByRole('button', { name: 'Next customer' })).toBeFocused()

    await page.reload()
    await expect(page.getByText('You have no rewards yet.')).toBeVisible()
    await page.getByText('Earlier rewards').click()
    await expect(page.getByRole('listitem').filter({ hasText: ReferenceCode })).toContainText('Used')
    await context.close()
  }
})

test('member card: a long history is loaded page by page to the end', { tag: '@all' }, async ({
  browser,
  staffPage,
  server,
}) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, MembershipNo } = await registerMember(outlet.request, hq.request)
  const Details = [{ Brand: 'Carat', ProductGroup: 'PENDANT', Description: 'Charm', UnitPrice: '50' }]
  for (let sale = 0; sale < 41; sale++)
    await recordSale(hq.request, { InvoiceNo: `LONG-${uniqueDigits()}`, MembershipNo, OutletCode: 'KL1', Details })
  const { page, context } = await memberPhone(browser, hq, server.address, CustomerId)
  await page.goto('/self-service/card/points')
  const rows = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(rows).toHaveCount(20)
  await more.click()
  await expect(rows).toHaveCount(40)
  await more.click()
  await expect(rows).toHaveCount(41)
  await expect(more).toHaveCount(0)
  await context.close()
})

test('member card: opens offline as an app, and signing out deletes its data', async ({
  browser,
  staffPage,
  server,
}) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, MembershipNo } = await registerMember(outlet.request, hq.request)
  const { page, context } = await memberPhone(browser, hq, server.address, CustomerId)
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto('/self-service/card')
  await expectQrOf(page, MembershipNo)

  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
    const description = (await (await fetch(href)).json()) as { start_url: string; icons: { src: string }[] }
    const icons = await Promise.all(description.icons.map(({ src }) => fetch(new URL(src, href))))
    return { start: new URL(description.start_url, href).pathname, icons: icons.map(({ status }) => status) }
  })
  expect(manifest).toEqual({ start: '/self-service/card', icons: [200, 200, 200] })
  // The service worker runs and has cached all files of the card.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const cachedRequests = await (await caches.open('carat.card')).keys()
        return !!(await navigator.serviceWorker.ready).active && cachedRequests.some(({ url }) => url.endsWith('/card'))
      }),
    )
    .toBe(true)
  expect(refused, 'the policy lets all of it run').toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^No connection\. This is your card as of /)).toBeVisible()
  await expectQrOf(page, MembershipNo)
  expect(await findAxeViolations(page, 'body')).toEqual([])
  // No stored file contains data of the member.
  const texts = await page.evaluate(async () => {
    const cache = await caches.open('carat.card')
    const cachedResponses = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
    return Promise.all(cachedResponses.map((file) => file!.text()))
  })
  expect(texts.length).toBeGreaterThan(4)
  expect(texts.filter((text) => text.includes(MembershipNo))).toEqual([])

  await context.setOffline(false)
  await page.goto('/self-service/card/me')
  await page.getByRole('button', { name: 'Finish and sign out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(MembershipNo)
  await context.setOffline(true)
  await page.goto('/self-service/card')
  await expect(page.getByText(/^We could not be reached/)).toBeVisible()
  await expect(page.getByText(MembershipNo)).toHaveCount(0)
  await context.close()
})
