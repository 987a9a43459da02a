import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { findDuplicates } from '#areas/customers/contract/duplicates.ts'
import { addTag } from '#areas/customers/contract/tags.ts'
import { listSettings } from '#areas/setup/contract/settings.ts'
import { getBuildings } from '#areas/staff/contract.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseAction, chooseOption, dialog, focusMain, row, typeText } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { archiveMember, listArchivedMembers, listInactiveMembers, reactivateMember } from '../contract/archive.ts'
import { listCustomersWithIssues } from '../contract/quality.ts'

const selection = () => page.getByRole('region', { name: 'Selection' })
const names = ['TAN WEI LING', 'LIM CHEE KEONG']

const selectBoth = async () => {
  for (const name of names) await row(name).getByRole('checkbox').click()
}

test('archive page: several inactive members are archived with a remark and restored by Undo', async () => {
  const setting = replyOf(listSettings).rows[0]!
  answer(listSettings, { count: 1, rows: [{ ...setting, Name: 'archive.months', Value: 36 }] })
  answerList(listInactiveMembers, 2, (position) => ({
    ...{ CustomerId: position + 1, FullName: names[position]!, Status: 'Active' as const, Version: 7 },
    ...{ PointBalance: 0, PointsOwed: 0 },
  }))
  answer(archiveMember, ({ CustomerId }) => replyOf(archiveMember, { CustomerId, FullName: names[CustomerId - 1]! }))
  await openPage('/member/archive')
  await expect.element(page.getByText('Members without a purchase or contact for 36 months or longer.')).toBeVisible()
  await selectBoth()
  await button('Archive', selection()).click()
  const question = dialog(/Archive.*2/)
  await expect.element(question).toMatchTextContent('Tan Wei Ling')
  await question.getByLabelText('Remark').fill('Yearly clean-up')
  await button('Archive', question).click()
  await expect.element(question.getByRole('status').filter({ hasText: 'done' })).toMatchTextContent('2 done')
  expect(requestsTo(archiveMember)[0]).toEqual({
    ...{ CustomerId: 1, Version: 7, WithPointsYN: 'N', Remark: 'Yearly clean-up' },
  })
  await button('Undo', question).click()
  await expect.element(question.getByRole('status').filter({ hasText: 'undone' })).toMatchTextContent('2 undone')
  expect(requestsTo(reactivateMember).map(({ CustomerId }) => CustomerId)).toEqual([1, 2])
  await question.getByRole('button', { name: 'Close' }).last().click()

  await chooseAction(names[0]!, 'Archive')
  await button('Archive', dialog()).click()
  await expect.element(page.getByText('TAN WEI LING has been archived')).toBeVisible()
})

test('archive page: an archived member can be reactivated from the list', async () => {
  answerList(listArchivedMembers, 1, () => ({ FullName: names[0]!, Status: 'Archived' as const }))
  answer(reactivateMember, replyOf(reactivateMember, { FullName: names[0]! }))
  await openPage('/member/archive?show=archived')
  await chooseAction('Tan Wei Ling', 'Unarchive')
  await expect.element(page.getByText('Tan Wei Ling has been unarchived')).toBeVisible()
})

beforeEach(() => {
  const customers = names.map((FullName, position) => ({
    ...replyOf(listCustomersWithIssues).rows[0]!,
    ...{ CustomerId: position + 1, FullName, Issues: ['DateOfBirth' as const], DateOfBirth: null },
    ...{ RegisteredOutletCode: 'KLCC', Version: 3, Tags: [] },
  }))
  answer(listCustomersWithIssues, ({ Search }) => {
    const rows = customers.filter(({ CustomerId }) => [CustomerId, undefined].includes(Search?.CustomerId))
    return { count: rows.length, rows }
  })
  answer(updateCustomer, ({ CustomerId }) =>
    replyOf(updateCustomer, { ...replyOf(getCustomer), CustomerId, FullName: names[CustomerId - 1]!, Version: 4 }),
  )
})

test('incomplete data page: the key E focuses the first issue, and after the correction J opens the next customer', async () => {
  await openPage('/member/update-member-listing?Issue=DateOfBirth')
  const review = page.getByRole('region', { name: 'Tan Wei Ling' })
  await expect.element(review).toMatchTextContent('No date of birth')
  await expectAccessible()
  focusMain()
  await userEvent.keyboard('e')
  await expect.element(review.getByRole('textbox', { name: /^Date of birth of/ })).toHaveFocus()
  await typeText('03/02/1990')
  await userEvent.keyboard('{Enter}')
  const save = review.getByRole('button', { name: /^Save: Date of birth/ })
  for (let stop = 0; stop < 4 && document.activeElement !== save.element(); stop++) await userEvent.keyboard('{Tab}')
  await expect.element(save).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const entry = page.getByRole('listitem').filter({ hasText: 'Corrected: No date of birth' })
  await expect.element(entry).toBeVisible()
  expect(requestsTo(updateCustomer)).toEqual([{ CustomerId: 1, Version: 3, DateOfBirth: '1990-02-03' }])
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('region', { name: 'Lim Chee Keong' })).toMatchTextContent('No date of birth')
})

test('incomplete data page: staff correct an issue in the row of the list', async () => {
  await openPage('/member/update-member-listing?show=all&Issue=DateOfBirth')
  await button('No date of birth: fix for TAN WEI LING').click()
  const field = page.getByRole('textbox', { name: 'Date of birth of TAN WEI LING' })
  await expect.element(field).toHaveFocus()
  await expectAccessible()
  await field.fill('03/02/1990')
  await userEvent.keyboard('{Enter}')
  await row('Tan Wei Ling').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('TAN WEI LING: Customer details have been updated successfully.')).toBeVisible()
  expect(requestsTo(updateCustomer)).toEqual([{ CustomerId: 1, Version: 3, DateOfBirth: '1990-02-03' }])
})

test('incomplete data page: bulk actions add a tag and set the outlet of several customers, and Undo reverts the outlet', async () => {
  const outlet = { ...replyOf(getBuildings).rows[0]!, Code: 'KK1', Name: 'Kota Kinabalu' }
  answer(getBuildings, { count: 1, rows: [outlet] })
  await openPage('/member/update-member-listing?show=all')
  await selectBoth()
  await button('Add tag', selection()).click()
  await dialog().getByLabelText('Tag').fill('Visit')
  await button('Add tag', dialog()).click()
  await expect.element(dialog().getByRole('status').filter({ hasText: 'done' })).toMatchTextContent('2 done')
  expect(requestsTo(addTag)).toEqual([1, 2].map((CustomerId) => ({ CustomerId, Name: 'Visit', Status: 'Active' })))
  await dialog().getByRole('button', { name: 'Close' }).last().click()

  await selectBoth()
  await button('Set outlet', selection()).click()
  await chooseOption(dialog().getByLabelText('Registered outlet'), 'Kota Kinabalu')
  await expectAccessible()
  await button('Set outlet', dialog()).click()
  await expect.element(dialog().getByRole('status').filter({ hasText: 'done' })).toMatchTextContent('2 done')
  await button('Undo', dialog()).click()
  await expect.element(dialog().getByRole('status').filter({ hasText: 'undone' })).toMatchTextContent('2 undone')
  expect(requestsTo(updateCustomer).at(-1)).toEqual({ CustomerId: 2, Version: 4, RegisteredOutletCode: 'KLCC' })
})

test('incomplete data page: possible duplicates are listed with the fields that match', async () => {
  answerList(listCustomersWithIssues, 1, () => ({ FullName: names[0]!, Issues: ['Duplicate' as const] }))
  answerList(findDuplicates, 1)
  await openPage('/member/update-member-listing?Issue=Duplicate')
  await expect.element(page.getByRole('columnheader', { name: /^Same|^Similar/ })).toBeVisible()
  await expectAccessible()
})
