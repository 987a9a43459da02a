import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { openPage } from '#tests/components/open.tsx'
import { scan } from '#tests/components/scan.ts'
import { answer, replyOf } from '#tests/components/server.ts'

const CARD = 'JC000000010'
const scanner = () => page.getByRole('region', { name: 'Scanner' })
const focusMain = () => document.querySelector<HTMLElement>('main')!.focus()

beforeEach(() => {
  const [member] = replyOf(lookupMember).rows
  answer(lookupMember, ({ Typed }) => ({
    ...replyOf(lookupMember),
    ...(Typed === CARD
      ? { ExactYN: 'Y' as const, count: 1, rows: [{ ...member!, MembershipNo: CARD }] }
      : { ExactYN: 'N' as const, count: 0, rows: [] }),
  }))
})

test('scan: a scanned member card opens the member from any page, and the scanned characters trigger no shortcut', async () => {
  await openPage('/setup/card-group')
  focusMain()
  await scan(CARD)
  await expect.poll(() => location.pathname + location.search).toBe(`/counter?member=${CARD}`)
  await expect.element(page.getByRole('status').filter({ hasText: 'Scanned' })).toBeVisible()
})

test('scan: an unknown code leaves the page open, and the user can search for the code or register a customer', async () => {
  await openPage('/setup/card-group')
  focusMain()
  await scan('RNG-E18N')
  await expect.element(scanner()).toMatchTextContent('Unknown code')
  await expect.element(scanner()).toMatchTextContent('RNG-E18N')
  expect(location.pathname).toBe('/setup/card-group')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectAccessible()
  await scanner().getByRole('button', { name: 'Search' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Find a member, sale or page' })).toHaveValue('RNG-E18N')
  await userEvent.keyboard('{Escape}')

  focusMain()
  await scan('RNG-E18N')
  await scanner().getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => location.pathname).toBe('/registration/customers/add')
})

test('scan: the message about an unknown code disappears when the user opens another page', async () => {
  await openPage('/setup/card-group')
  focusMain()
  await scan('RNG-E18N')
  await expect.element(scanner()).toMatchTextContent('Unknown code')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect.poll(() => location.pathname).toBe('/dashboard')
  await expect.element(scanner()).not.toMatchTextContent('Unknown code')
})

test('scan: before a scan leaves a page with unsaved changes, the user is asked to confirm', async () => {
  await openPage('/registration/customers/add')
  const name = page.getByRole('textbox', { name: 'Full name' })
  await name.fill('LIM CHEE KEONG')
  focusMain()
  await scan(CARD)
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(name).toHaveValue('LIM CHEE KEONG')
})
