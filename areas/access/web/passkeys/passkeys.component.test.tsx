import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  getAuthenticatorAppStatus,
  listOwnPasskeys,
  profile,
  removePasskey,
  renamePasskey,
  startAddingPasskey,
} from '../../contract.ts'

const withPassword = () =>
  answer(getAuthenticatorAppStatus, { ...replyOf(getAuthenticatorAppStatus), HasPasswordYN: 'Y' })

test('passkey gate: an approver who needs a passkey sees only the form that adds it', async () => {
  const { user_info, session } = replyOf(profile)
  answer(profile, { user_info, session: { ...session, needs_passkey: true } })
  withPassword()
  await openPage('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'Add a passkey first' })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Current password')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter your password')
  expect(requestsTo(startAddingPasskey)).toEqual([])
})

test('security page: a passkey is renamed without and removed with the password', async () => {
  withPassword()
  answerList(listOwnPasskeys, 1, () => ({ PasskeyId: 7, Name: 'Phone', LastUsedAt: null }))
  answer(renamePasskey, replyOf(renamePasskey))
  answer(removePasskey, { PasskeyId: 7 })
  await openPage('/account/security')
  await button(/^Actions for Phone/).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog().getByLabelText('Name of the passkey').fill('Old phone')
  await button('Save', dialog()).click()
  await expect.poll(() => requestsTo(renamePasskey)).toMatchObject([{ PasskeyId: 7, Name: 'Old phone' }])
  await button(/^Actions for Phone/).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog().getByLabelText('Current password').fill('a pearl for the counter')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => requestsTo(removePasskey))
    .toEqual([{ PasskeyId: 7, CurrentPassword: 'a pearl for the counter' }])
})
