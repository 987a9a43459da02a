import type { APIRequestContext } from '@playwright/test'
import { post, registerMember, uniqueDigits } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { codeSentTo, createPasscodeLink, openPhone } from './customers-pages.ts'
import { expectAccessible, openPage } from './expectations.ts'
import { test } from './inbox.ts'
import { expect } from './staff.ts'

// Sign-in of members without a passcode, verification of e-mail addresses, and wallet passes.

/** A member with an unverified e-mail address. */
async function memberWithEmail(outlet: APIRequestContext, hq: APIRequestContext) {
  const member = await registerMember(outlet, hq)
  const Email = `siti.${uniqueDigits()}@mail.example`
  const { CustomerId } = member
  const { Version } = await post<{ Version: number }>(hq, '/customer/customers/find-one', { CustomerId })
  await post(hq, '/customer/customers/update', { CustomerId, Version, Email })
  return { ...member, Email }
}

/** Waits for a code that differs from the previous one, because mails arrive shortly after their request. */
async function nextCode(staff: APIRequestContext, address: string, before?: string): Promise<string> {
  await expect.poll(async () => (await codeSentTo(staff, address)) ?? before).not.toBe(before)
  return (await codeSentTo(staff, address))!
}

const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')

test('customer sign-in: staff verify an e-mail address with the customer at the counter', async ({ staffPage }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, FullName, Email } = await memberWithEmail(outlet.request, hq.request)
  await openPage(hq, `/customers/${CustomerId}`)
  await hq.getByRole('button', { name: new RegExp(`^Actions for ${FullName}`, 'i') }).click()
  await hq.getByRole('menuitem', { name: 'Verify e-mail address' }).click()
  await expect(hq.getByRole('dialog')).toContainText(Email)
  await hq.getByRole('dialog').getByRole('button', { name: 'Send code' }).click()
  const dialog = hq.getByRole('dialog', { name: `Code sent to ${Email}` })
  const proof = await nextCode(outlet.request, Email)
  await dialog.getByLabel('Verification code').fill(other(proof))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Invalid verification code')
  await expectAccessible(hq)
  await dialog.getByLabel('Verification code').fill(proof)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByText('Validate customer email successfully')).toBeVisible()
  await openPage(hq, `/customers/${CustomerId}?tab=profile`)
  await expect(hq.getByRole('main')).toContainText('verified')
})

test('customer sign-in: a member signs in with a code and adds the member card to a wallet', async ({
  browser,
  staffPage,
  server,
}) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, MembershipNo, Email } = await memberWithEmail(outlet.request, hq.request)
  const { ChallengeId } = await post<{ ChallengeId: string }>(
    hq.request,
    '/customer/customers/email-verification/send',
    { CustomerId },
  )
  const proof = await nextCode(outlet.request, Email)
  await post(hq.request, '/customer/customers/email-verification/validate', { CustomerId, ChallengeId, Code: proof })
  // An address gets one code a minute; staff reset this interval.
  await post(hq.request, '/customer/sign-in/reset', { CustomerId, LinkYN: 'N' })

  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto('/self-service/sign-in')
  await page.getByLabel('Membership number or e-mail address').fill(MembershipNo)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('If we know you')
  expect(await findAxeViolations(page, 'body')).toEqual([])
  const code = await nextCode(outlet.request, Email, proof)
  const field = page.getByRole('textbox', { name: 'Code', exact: true })
  await field.fill(other(code))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await field.fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My card')

  const google = page.getByRole('link', { name: 'Save to Google Wallet' })
  await expect(google).toHaveAttribute('href', /^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/)
  const [, claims] = (await google.getAttribute('href'))!.split('.').slice(-3)
  expect(Buffer.from(claims!, 'base64url').toString()).toContain(MembershipNo)
  expect(await findAxeViolations(page, 'body')).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to Apple Wallet' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pkpass$/)
  await context.close()
})

test('customer sign-in: a member verifies and changes the e-mail address, and is notified each time', {
  tag: '@all',
}, async ({ browser, staffPage, server }) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, Email } = await memberWithEmail(outlet.request, hq.request)
  const { Link } = await createPasscodeLink(hq.request, { Purpose: 'Update', CustomerId })
  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'en-GB' })
  await page.goto(Link)
  const card = page.getByRole('region', { name: 'E-mail address' })
  await card.getByRole('button', { name: 'Verify this address' }).click()
  await card.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(outlet.request, Email))
  await card.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(card.getByRole('status')).toHaveText('Validated successfully')
  await expect(card).toContainText('Verified')

  const next = `new.${uniqueDigits()}@mail.example`
  await card.getByRole('button', { name: 'Change the e-mail address' }).click()
  await card.getByLabel('New e-mail address').fill(next)
  await card.getByRole('button', { name: 'Send the code' }).click()
  await card.getByRole('textbox', { name: 'Code', exact: true }).fill(await nextCode(outlet.request, next))
  await card.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(card.getByRole('status')).toHaveText('Change email successfully')
  await expect(card).toContainText(next)
  expect(await findAxeViolations(page, 'body')).toEqual([])
  await context.close()
})
