import type { Page } from '@playwright/test'
import { post, registerMember } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

const statusOf = async (page: Page, CustomerId: number) =>
  (await post<{ Status: string }>(page.request, '/customer/customers/find-one', { CustomerId })).Status

test('members nobody has heard of for years are archived together, and the slip is undone', async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await hq.goto('/member/archive')
  await expectLoaded(hq)
  await expect(hq.getByText('Members without a purchase or contact for 36 months or longer.')).toBeVisible()
  const { rows } = await post<{ rows: { CustomerId: number; FullName: string; MembershipNo: string }[] }>(
    hq.request,
    '/member/archive/inactive/find-all',
    { Rows: 20 },
  )
  const [first, second] = rows
  for (const { MembershipNo } of [first!, second!])
    await hq.getByRole('row').filter({ hasText: MembershipNo }).getByRole('checkbox').check()
  await hq.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Archive' }).click()
  const question = hq.getByRole('dialog', { name: /Archive.*2/ })
  await expect(question).toContainText(first!.FullName, { ignoreCase: true })
  await expectAccessible(hq)
  await question.getByLabel('Remark').fill('Yearly clean-up')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(question.getByRole('status')).toContainText('2')
  expect(await statusOf(hq, first!.CustomerId)).toBe('Archived')
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(question.getByRole('row').filter({ hasText: first!.FullName })).toContainText('undone', {
    ignoreCase: true,
  })
  await question.getByRole('button', { name: 'Close' }).last().click()
  expect(await statusOf(hq, first!.CustomerId)).toBe('Active')

  await expectLoaded(hq)
  const row = hq.getByRole('row').filter({ hasText: first!.MembershipNo })
  await row.getByRole('button', { name: /Actions for/ }).click()
  await hq.locator('.ant-dropdown-menu-item').filter({ hasText: 'Archive' }).click()
  await hq.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(hq.getByText(`${first!.FullName} has been archived`)).toBeVisible()

  await hq.goto(`/counter?member=${first!.MembershipNo}`)
  await expect(hq.getByText('The member is archived; a purchase unarchives the member')).toBeVisible()
  await expectAccessible(hq)

  await hq.goto('/member/archive?show=archived')
  await expectLoaded(hq)
  await expectAccessible(hq)
  const archived = hq.getByRole('row').filter({ hasText: first!.MembershipNo })
  await archived.getByRole('button', { name: /Actions for/ }).click()
  await hq.locator('.ant-dropdown-menu-item').filter({ hasText: 'Unarchive' }).click()
  await expect(hq.getByText(`${first!.FullName} has been unarchived`)).toBeVisible()
  await expect(archived).toHaveCount(0)
})

test('a doubtful row is mended where it stands, and several customers get a tag and an outlet at once', {
  tag: '@all',
}, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  const { CustomerId, FullName } = await registerMember(hq.request, hq.request, { premium: false })
  const { Version } = await post<{ Version: number }>(hq.request, '/customer/customers/find-one', { CustomerId })
  await post(hq.request, '/customer/customers/update', { CustomerId, Version, DateOfBirth: null })

  await hq.goto('/member/update-member-listing?show=all&Issue=DateOfBirth')
  await expectLoaded(hq)
  const row = hq.getByRole('row').filter({ hasText: FullName })
  await row.getByRole('button', { name: `No date of birth: fix for ${FullName}` }).click()
  const field = row.getByRole('textbox', { name: `Date of birth of ${FullName}` })
  await expect(field).toBeFocused()
  await expectAccessible(hq)
  await field.fill('03/02/1990')
  await field.press('Enter')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(hq.getByText(`${FullName}: Customer details have been updated successfully.`)).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(
    (await post<{ DateOfBirth: string }>(hq.request, '/customer/customers/find-one', { CustomerId })).DateOfBirth,
  ).toBe('1990-02-03')

  const tag = `Visit ${CustomerId}`
  await hq.goto('/member/update-member-listing?show=all&Issue=DateOfBirth')
  await expectLoaded(hq)
  for (const place of [1, 2]) await hq.getByRole('row').nth(place).getByRole('checkbox').check()
  const bar = hq.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Add tag' }).click()
  const dialog = hq.getByRole('dialog')
  await dialog.getByLabel('Tag').fill(tag)
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await expect(dialog.getByRole('status')).toContainText('2')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await hq.goto(`/member/update-member-listing?show=all&Tag=${encodeURIComponent(tag)}`)
  await expectLoaded(hq)
  await expect(hq.getByText(tag, { exact: true })).toHaveCount(3)

  for (const place of [1, 2]) await hq.getByRole('row').nth(place).getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Set outlet' }).click()
  await dialog.getByLabel('Registered outlet').click()
  await hq.locator('.ant-select-item-option').filter({ hasText: 'KK1' }).click()
  await expectAccessible(hq)
  await dialog.getByRole('button', { name: 'Set outlet' }).click()
  await expect(dialog.getByRole('status')).toContainText('2')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('status')).toContainText('undone', { ignoreCase: true })
})

test('who a customer is was changed at the counter; a second person puts one part back by key and goes on', {
  tag: '@all',
}, async ({ staffPage }) => {
  const outlet = await staffPage('outlet')
  const hq = await staffPage('hq')
  const changed = async (changes: object) => {
    const member = await registerMember(outlet.request, hq.request)
    const { CustomerId } = member
    const { Version } = await post<{ Version: number }>(outlet.request, '/customer/customers/find-one', { CustomerId })
    await post(outlet.request, '/customer/customers/update', { CustomerId, Version, ...changes })
    return member
  }
  const member = await changed({ FullName: 'SITI NURHALIZA BINTI OMAR', DateOfBirth: '1991-02-03' })
  const other = await changed({ Gender: 'Male' })

  await hq.goto('/member/profile-amendment-review')
  await expectLoaded(hq)
  await hq.getByRole('link', { name: 'Siti Nurhaliza Omar' }).first().click()
  const review = hq.getByRole('region', { name: /Siti Nurhaliza binti Omar/ })
  await expect(review.getByRole('table')).toContainText(member.FullName)
  await expect(review.getByRole('table')).toContainText('03/02/1991')
  await expectAccessible(hq)
  await review.getByRole('checkbox', { name: 'Restore: Date of birth' }).check()
  await review.getByRole('button', { name: 'Restore and mark as reviewed' }).click()
  // It can not be taken back, so a question names person and change.
  const question = hq.getByRole('dialog', { name: /Siti Nurhaliza binti Omar/ })
  await expect(question).toContainText('Date of birth')
  await question.getByRole('button', { name: 'Restore and mark as reviewed' }).click()
  await expect(hq.getByText('Review Profile Updated History success')).toBeVisible()
  expect(await post(hq.request, '/customer/customers/find-one', { CustomerId: member.CustomerId })).toMatchObject({
    FullName: 'SITI NURHALIZA BINTI OMAR',
    DateOfBirth: '1990-02-03',
  })
  // The same person stays on the screen until somebody goes on.
  await expect(review.getByRole('table')).toContainText(member.FullName)

  await hq
    .getByRole('link', { name: new RegExp(other.FullName, 'i') })
    .first()
    .click()
  const next = hq.getByRole('region', { name: new RegExp(other.FullName, 'i') })
  await expect(next.getByRole('table')).toContainText('Female')
  await hq.keyboard.press('r')
  await hq.keyboard.press('a')
  await hq.keyboard.press('Enter')
  await hq.getByRole('dialog').getByRole('button', { name: 'Restore and mark as reviewed' }).click()
  await expect(next).toContainText('Reviewed, former values restored')
  await expect
    .poll(
      async () =>
        (await post<{ Gender: string }>(hq.request, '/customer/customers/find-one', { CustomerId: other.CustomerId }))
          .Gender,
    )
    .toBe('Female')
})

test('head office unlocks an account whose owner was wrong too often', { tag: '@all' }, async ({
  staffPage,
  playwright,
  baseURL,
}) => {
  const hq = await staffPage('hq')
  const { rows } = await post<{ rows: { StaffId: number; Username: string }[] }>(hq.request, '/users/find-all', {
    Rows: 100,
  })
  const analyst = rows.find(({ Username }) => Username === 'hq.analyst')!
  const stranger = await playwright.request.newContext({ baseURL: baseURL! })
  for (let wrong = 0; wrong < 3; wrong++)
    await stranger.post('/api/1.0/auth/sign-in', {
      headers: { 'x-carat-client': 'web' },
      data: { Username: 'hq.analyst', Password: 'not the right one' },
    })
  await stranger.dispose()
  await hq.goto(`/settings/users/${analyst.StaffId}`)
  await expectLoaded(hq)
  await hq.getByRole('button', { name: 'Unlock' }).click()
  await expect(hq.getByText('hq.analyst can sign in again immediately')).toBeVisible()
})
