import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getUser } from '#areas/access/contract/accounts.ts'
import { unlockAccount } from '#areas/access/contract/passwords.ts'
import {
  addSystemAccount,
  issueSystemCode,
  listSystemAccounts,
  updateSystemAccount,
} from '#areas/access/contract/system-accounts.ts'
import { systemAccountScopes } from '#areas/access/roles.ts'
import { button, chooseAction, chooseOption, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { getStaff } from '../contract/people.ts'
import { getBuildings } from '../contract.ts'

test('system account page: the secret and the one-time code are each shown once', async () => {
  const [account] = replyOf(listSystemAccounts).rows
  answer(addSystemAccount, { Account: account!, ClientSecret: 'SECRET-1' })
  answer(issueSystemCode, replyOf(issueSystemCode, { Code: 'CODE-1' }))
  await openPage('/settings/system-accounts')
  await button('Add system account').click()
  await dialog().getByLabelText('Client ID').fill('till.1')
  await dialog().getByLabelText('Purpose').fill('Till of the test')
  await chooseOption(dialog().getByLabelText('Permissions'), 'Look up members')
  await userEvent.keyboard('{Escape}')
  await button('Save', dialog()).click()
  await expect.element(page.getByText('SECRET-1')).toBeVisible()
  expect(requestsTo(addSystemAccount)).toMatchObject([{ Username: 'till.1', Scopes: ['members:read'] }])
  await button('I have saved it').click()
  await expect.element(page.getByText('SECRET-1')).not.toBeInTheDocument()

  answerList(listSystemAccounts, 1, () => ({ Username: 'till.1', Status: 'Active' as const }))
  await openPage('/settings/system-accounts')
  await chooseAction(/^Actions for/, 'One-time code')
  await button('Issue code', dialog()).click()
  await expect.element(page.getByText('CODE-1')).toBeVisible()
  await dialog().getByRole('button', { name: 'Close' }).first().click()
  await expect.element(page.getByText('CODE-1')).not.toBeInTheDocument()
})

test('staff page: an account can be unlocked after too many wrong passwords', async () => {
  answer(getStaff, replyOf(getStaff, { StaffId: 5 }))
  const { Account } = replyOf(getUser)
  answer(getUser, { Account: { ...Account!, Username: 'hq.analyst', Status: 'Active', Roles: [], Privileges: [] } })
  answer(unlockAccount, replyOf(unlockAccount, { Username: 'hq.analyst', Forgotten: 3 }))
  await openPage('/settings/users/5')
  await button('Unlock').click()
  await expect.element(page.getByText('hq.analyst can sign in again immediately')).toBeVisible()
  expect(requestsTo(unlockAccount)).toHaveLength(1)
})

test('system accounts page: headings stay above their columns, even beside a long list of permissions', async () => {
  answerList(listSystemAccounts, 1, () => ({
    Username: 'pos',
    DisplayName: 'pos',
    Status: 'Active' as const,
    Scopes: [...systemAccountScopes],
    OutletCodes: ['BSC', 'KLCC', 'MV', 'PAV'],
    EndsOn: null,
  }))
  await openPage('/settings/system-accounts', { width: 1440 })
  await expect.element(page.getByRole('cell', { name: 'pos' }).first()).toBeVisible()
  const lefts = (cells: string) =>
    [...document.querySelectorAll(cells)].map((cell) => Math.round(cell.getBoundingClientRect().left))
  await expect.poll(() => lefts('main thead th')).toEqual(lefts('main tbody tr.ant-table-row > *'))
})

const till = () => ({
  Username: 'till.1',
  DisplayName: 'Tills of the two malls',
  Status: 'Active' as const,
  Scopes: ['sales:write'],
  OutletCodes: ['KLCC'],
  Networks: [],
  EndsOn: null,
  PreviousValidUntil: null,
  UsedNetworks: [
    { Network: '198.51.100.0/24', FirstSeenAt: '2026-11-20T02:05:00.000Z', LastSeenAt: '2026-11-21T02:05:00.000Z' },
    { Network: '2001:db8:1::/48', FirstSeenAt: '2026-01-10T02:05:00.000Z', LastSeenAt: '2026-11-19T02:05:00.000Z' },
  ],
})

/** Chooses the first entry of the open menu, which is Edit in every language. */
async function chooseFirstAction() {
  const find = () => document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden) [role="menuitem"]')
  await expect.poll(find).not.toBeNull()
  await userEvent.click(find()!)
}

test.each(['en', 'zh', 'fr', 'ja'] as const)(
  'system accounts page in %s: an account is bound to several outlets',
  async (language) => {
    const [building] = replyOf(getBuildings).rows
    const outlets = [
      { ...building!, Code: 'KLCC', Name: 'Suria KLCC' },
      { ...building!, Code: 'PAV', Name: 'Pavilion' },
    ]
    answer(getBuildings, { ...replyOf(getBuildings), rows: outlets })
    answerList(listSystemAccounts, 1, till)
    answer(updateSystemAccount, replyOf(updateSystemAccount))
    await openPage('/settings/system-accounts', { preferences: { Language: language } })
    await userEvent.click(page.getByRole('row').nth(1).getByRole('button').last())
    await chooseFirstAction()
    const labels = { en: 'Outlets', zh: '门店', fr: 'Boutiques', ja: '店舗' }
    await chooseOption(dialog().getByLabelText(new RegExp(`^${labels[language]}`)), 'Pavilion')
    await userEvent.keyboard('{Escape}')
    await dialog().getByRole('button').last().click()
    await expect.poll(() => requestsTo(updateSystemAccount)).toMatchObject([{ OutletCodes: ['KLCC', 'PAV'] }])
  },
)

test('system accounts page: shows the last network, and all networks of an account with their times', async () => {
  answerList(listSystemAccounts, 1, till)
  await openPage('/settings/system-accounts')
  await expect.element(page.getByText('from 198.51.100.0/24')).toBeVisible()
  await chooseAction(/^Actions for/, 'Networks used')
  const listedNetworks = () =>
    [...document.querySelectorAll('[role="dialog"] li')].map(({ textContent }) => textContent)
  await expect
    .poll(listedNetworks)
    .toEqual([
      expect.stringMatching(/198\.51\.100\.0\/24.*First used 20\/11\/2026.*last used 21\/11\/2026/),
      expect.stringMatching(/2001:db8:1::\/48.*First used 10\/01\/2026.*last used 19\/11\/2026/),
    ])
})
