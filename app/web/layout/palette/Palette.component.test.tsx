import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { listRecentRecords } from '#areas/workspace/contract.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { focusMain } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, holdReplies, replyOf } from '#tests/components/server.ts'

const search = () => page.getByRole('combobox', { name: 'Find a member, sale or page' })

test('search: the keyboard alone finds a member, recent records, a page and an action', async () => {
  const { rows } = replyOf(lookupMember)
  const none = { ...replyOf(lookupMember), count: 0, rows: [] }
  const oneMember = {
    ...replyOf(lookupMember, { ExactYN: 'Y', count: 1 }),
    rows: [{ ...rows[0]!, FullName: 'TAN WEI LING', MembershipNo: 'JC000000010', IdNo: '900101-**-**01' }],
  }
  answer(lookupMember, ({ Typed }) => (Typed === '0123456789' ? oneMember : none))
  const customer = { Path: '/customers/2', Screen: '/customers/:CustomerId', Name: 'LIM CHEE KEONG', About: null }
  answer(listRecentRecords, { count: 1, rows: [{ ...customer, OpenedAt: '2026-03-01T04:30:00Z' }] })
  await openPage('/help', { as: 'outlet' })
  focusMain()
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('0123456789')
  const option = page.getByRole('option', { name: /Tan Wei Ling/ })
  await expect.element(option).toMatchTextContent('**')
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe('/counter?member=JC000000010')

  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('group', { name: 'Recently viewed' })).toMatchTextContent('LIM CHEE KEONG')
  await expectAccessible()
  await userEvent.keyboard('transactions{Enter}')
  await expect.poll(() => location.pathname).toMatch(/customer-transactions\/listing/)

  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('add customer{Enter}')
  await expect.poll(() => location.pathname).toBe('/registration/customers/add')
})

test('search: Enter opens a member that matches the typed text, never a result for earlier text', async () => {
  const { rows } = replyOf(lookupMember)
  const oneMember = {
    ...replyOf(lookupMember),
    rows: [{ ...rows[0]!, FullName: 'LIM AH KOW', MembershipNo: 'JC000000020' }],
  }
  answer(lookupMember, oneMember)
  await openPage('/help', { as: 'outlet' })
  focusMain()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('lim')
  await expect.element(page.getByRole('option', { name: /Lim Ah Kow/ })).toBeVisible()
  const release = holdReplies(lookupMember, { ...oneMember, count: 0, rows: [] })
  await userEvent.keyboard('xyz{Enter}')
  expect(location.pathname).toBe('/help')
  release()
  await expect.poll(() => location.pathname + location.search).toBe('/counter?q=limxyz')
})
