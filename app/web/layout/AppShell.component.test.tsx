import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessRefusals, profile, signIn, verifySignIn } from '#areas/access/contract.ts'
import { getCustomer, revealIdentity } from '#areas/customers/contract/customers.ts'
import { uploadMedia } from '#areas/media/contract.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { getMenuBadges, savePreferences } from '#areas/workspace/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { focus, openPage } from '#tests/components/open.tsx'
import { answer, holdReplies, replyOf, requestsTo, setReachable } from '#tests/components/server.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name })
const menu = () => page.getByRole('navigation', { name: 'Main menu' })
const focusMain = () => document.querySelector<HTMLElement>('main')!.focus()

test('appearance: a choice of layout, direction or language applies at once and is saved', async () => {
  answer(savePreferences, (changes) => ({ Preferences: { ...replyOf(savePreferences).Preferences, ...changes } }))
  await openPage('/help')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Theme and language' }).click()
  const drawer = dialog('Theme and language')
  await expectAccessible()
  await drawer.getByText('Top', { exact: true }).click()
  await drawer.getByText('Right to left').click()
  await drawer.getByText('Français').click()
  await expect.poll(() => document.documentElement.lang).toBe('fr')
  expect(document.documentElement.dir).toBe('rtl')
  await expect.element(page.getByRole('navigation', { name: 'Menu principal' })).toHaveClass('shell-top')
  await expect
    .poll(() => Object.assign({}, ...requestsTo(savePreferences)))
    .toEqual({ Navigation: 'top', Direction: 'rtl', Language: 'fr' })
})

test('shortcuts: the help sheet lists the shortcuts of the page, and single-key shortcuts can be switched off', async () => {
  await openPage('/setup/card-group')
  focusMain()
  await userEvent.keyboard('?')
  const sheet = dialog('Keyboard shortcuts')
  await expect.element(sheet).toMatchTextContent('Add Card Group')
  await expect.element(sheet).toMatchTextContent('Find a member, sale or page')
  await expectAccessible()
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  focusMain()
  await userEvent.keyboard('?')
  await userEvent.keyboard('n')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Find a member, sale or page' })).toHaveFocus()
  await expect.element(dialog('Add Card Group')).not.toBeInTheDocument()
})

test('New menu: lists the permitted actions, and is hidden if the user may start no action', async () => {
  await openPage('/help', { as: 'outlet' })
  await button('New').click()
  await expect.element(page.getByRole('menuitem', { name: 'Register customer' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Record a sale' }).click()
  await expect.poll(() => location.pathname).toBe('/transactions/add')

  await openPage('/help', { roles: ['Dashboard', 'Customer Analysis Report'], privileges: [] })
  await expect.element(button('New')).not.toBeInTheDocument()
})

test('menu: one group is open at a time, and stays open while the user is on a page outside of that group', async () => {
  await openPage('/setup/card-group')
  const group = (name: string) => menu().getByRole('menuitem', { name, exact: true })
  await expect.element(group('Setup')).toHaveAttribute('aria-expanded', 'true')
  await group('Points Management').click()
  await expect.element(group('Points Management')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(group('Setup')).toHaveAttribute('aria-expanded', 'false')
  await group('Counter').click()
  await expect.poll(() => location.pathname).toBe('/counter')
  await expect.element(group('Points Management')).toHaveAttribute('aria-expanded', 'true')
})

test('menu: counts that load later do not move the menu entries', async () => {
  const release = holdReplies(getMenuBadges, { rows: [{ Path: '/settings/approvals', Count: 12 }] })
  await openPage('/help', { preferences: { Navigation: 'top' } })
  const nextEntry = menu().getByRole('menuitem', { name: 'Registration' })
  await document.fonts.ready
  const before = (await nextEntry.findElement()).getBoundingClientRect()
  release()
  await expect.element(page.getByRole('menuitem', { name: 'Approvals 12' })).toBeVisible()
  expect(nextEntry.element().getBoundingClientRect()).toEqual(before)
})

test('menu: on a phone the menu is a dialog, closed by Escape', async () => {
  await openPage('/help', { width: 390 })
  await button('Open the main menu').click()
  await expect.element(dialog().getByRole('menuitem', { name: 'Dashboard' })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('unknown URL: redirects to the dashboard, which shows the unknown path', async () => {
  await openPage('/no/such/page')
  await expect.poll(() => location.pathname).toBe('/dashboard')
  const note = page.getByRole('status').filter({ hasText: 'There is no page at /no/such/page' })
  await expect.element(note).toBeVisible()
  await note.getByRole('button', { name: 'Close' }).click()
  await expect.element(note).not.toBeInTheDocument()
})

test('missing record: the page of a record that does not exist links to the list', async () => {
  answer(getCustomer, new Refusal(404, 'kit.not_found', 'Record not found'))
  await openPage('/customers/99999999')
  await expect.element(page.getByRole('alert').filter({ hasText: 'Record not found' })).toBeVisible()
  await expectAccessible()
  await button('Go to Customers').click()
  await expect.poll(() => location.pathname).toBe('/registration/customers')
})

test('page: a user without the required role sees only which role is required', async () => {
  await openPage('/settings/users', { as: 'outlet', roles: ['Customer'] })
  await expect
    .poll(() =>
      page
        .getByRole('heading')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['You do not have access to this page'])
  await expect.element(page.getByText('It requires the role User Roles')).toBeVisible()
  expect(document.title).toMatch(/^You do not have access/)
  await expectAccessible()
  await button('Go to Dashboard').click()
  await expect.poll(() => location.pathname).toBe('/dashboard')
})

test('page: a user without roles sees a message instead of an empty menu', async () => {
  await openPage('/help', { roles: [] }).catch(() => {})
  await expect.element(page.getByText('You have no access yet')).toBeVisible()
  await expectAccessible()
})

test('skip link: moves the focus past header and menu', async () => {
  await openPage('/help')
  document.body.focus()
  await focus(page.getByRole('link', { name: 'Skip to content' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(document.querySelector<HTMLElement>('#main')!).toHaveFocus()
})

test('connection lost: data stays visible, and Save is disabled with a reason until the server answers again', async () => {
  answer(getCustomer, replyOf(getCustomer, { CustomerId: 1, FullName: 'NUR AISYAH', Status: 'Active' }))
  await openPage('/customers/1?edit=profile')
  const save = dialog().getByRole('button', { name: 'Save' })
  await expect.element(save).toBeVisible()
  setReachable(false)
  await expect.element(page.getByText('No connection.')).toBeVisible()
  await expect.element(page.getByText('Nur Aisyah').first()).toBeVisible()
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveAccessibleDescription('You are offline; nothing can be saved right now')
  setReachable(true)
  await expect.element(page.getByText('No connection.')).not.toBeInTheDocument()
  await expect.element(save).not.toHaveAttribute('aria-disabled', 'true')
})

test('session expired: the user signs in again over the page, the request is repeated and the input stays', async () => {
  answer(cardGroups.add, accessRefusals.required())
  await openPage('/setup/card-group')
  await button('Add Card Group').click()
  const form = dialog('Add Card Group')
  await form.getByLabelText('Name', { exact: true }).fill('Club 01')
  await form.getByLabelText('Description').fill('For everybody')
  await form.getByRole('button', { name: 'Save' }).click()
  const signInDialog = dialog('Sign in again')
  await expect.element(signInDialog).toBeVisible()
  answer(signIn, replyOf(signIn, { Method: 'Email' }))
  answer(verifySignIn, replyOf(verifySignIn, { user_info: replyOf(profile).user_info }))
  answer(cardGroups.add, replyOf(cardGroups.add))
  await signInDialog.getByLabelText('Password', { exact: true }).fill('correct horse battery staple')
  await userEvent.keyboard('{Enter}')
  await signInDialog.getByLabelText('One-time code').fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(signInDialog).not.toBeInTheDocument()
  await expect.element(form).not.toBeInTheDocument()
  expect(requestsTo(cardGroups.add)).toHaveLength(2)
  expect(requestsTo(cardGroups.add)[1]).toMatchObject({ Name: 'Club 01', Description: 'For everybody' })
})

test('notifications: the bell lists earlier errors with their request IDs', async () => {
  answer(getCustomer, replyOf(getCustomer, { CustomerId: 1, FullName: 'NUR AISYAH', Status: 'Active' }))
  answer(revealIdentity, new Refusal(409, 'kit.busy', 'Busy'))
  await openPage('/customers/1')
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click()
  const question = dialog(/^Show /)
  await question.getByRole('textbox').fill('Requested by the customer at the counter')
  await question.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'The record is in use' }).first()).toBeVisible()
  await button('Notifications, 1 new error').click()
  const history = dialog('Notifications')
  await expectAccessible()
  await expect.element(history).toMatchTextContent('request-1')
  await expect.element(history.getByRole('button', { name: 'Copy Request ID' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Notifications')).toBeVisible()
})

test.for(['light', 'dark'] as const)('application shell: header and menu are accessible in %s mode', async (Mode) => {
  await openPage('/setup/card-group', { preferences: { Mode } })
  await expect.element(menu().getByRole('link', { name: 'Card Group' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible('body')
})

test('menu: a menu longer than the window shows the entry of the current page', async () => {
  await openPage('/settings/integrations')
  await expect.element(menu().getByRole('link', { name: 'Integrations' })).toBeInViewport({ ratio: 0.9 })
})

test('help: the help of a page explains its purpose and links to the guide', async () => {
  await openPage('/setup/card-group')
  await button(/^Help: /).click()
  await expectAccessible()
  await page.getByRole('link', { name: 'Open the guide' }).click()
  await expect.poll(() => location.pathname + location.hash).toMatch(/^\/help#/)
})

test('guide on a phone: sections are folded, except the section that the opened link leads to', async () => {
  await openPage('/help#/setup/card-group', { width: 390 })
  const description = (path: string) => page.getByRole('main').getByRole('link', { name: path, exact: true })
  await expect.element(description('Card Group')).toBeVisible()
  await expect.element(description('Dashboard')).not.toBeInTheDocument()
  await page.getByRole('main').getByRole('button', { name: 'Every day' }).click()
  await expect.element(description('Dashboard')).toBeVisible()
  await expectAccessible()
})

test('photo: a file of another type is rejected before the upload', async () => {
  await openPage('/help')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'My photo' }).click()
  const input = () => document.querySelector<HTMLInputElement>('[role="dialog"] input[type=file]')
  await expect.poll(input).not.toBeNull()
  await userEvent.upload(input()!, new File(['<script>alert(1)</script>'], 'me.html', { type: 'text/html' }))
  await expect
    .element(dialog('My photo').getByRole('alert'))
    .toMatchTextContent('me.html is not one of JPEG, PNG, WebP')
  await expectAccessible()
  expect(requestsTo(uploadMedia)).toEqual([])
})
