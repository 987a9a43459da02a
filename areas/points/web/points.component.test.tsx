import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseOption, dialog, typeText } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, holdReplies, replyOf, requestsTo } from '#tests/components/server.ts'
import { addAdjustment, previewAdjustment } from '../contract/adjustments.ts'
import { pointRuleRefusals } from '../contract/rules.ts'
import { addPointStructure, getPointStructure } from '../contract/structures.ts'

const MEMBER = 'JC000000010'

test('adjustment page: before the request, the effect and the limit are shown for the scanned member and the amount', async () => {
  const { rows } = replyOf(lookupMember)
  answer(lookupMember, {
    ...replyOf(lookupMember, { ExactYN: 'Y', count: 1 }),
    rows: [{ ...rows[0]!, FullName: 'TAN WEI LING', MembershipNo: MEMBER }],
  })
  answer(previewAdjustment, ({ PointAmount }) =>
    replyOf(previewAdjustment, {
      ...{ MembershipNo: MEMBER, Before: 100, After: 100 + PointAmount, Missing: 0 },
      ...{ Limit: 10_000, NeedsApprovalYN: 'Y' },
    }),
  )
  answer(addAdjustment, replyOf(addAdjustment, { ApprovalId: 7, Status: 'Pending approval' }))
  await openPage('/points-management/points-adjustment')
  await button('Add adjustment').first().click()
  const form = dialog('Add adjustment')
  await expect.element(form.getByRole('combobox', { name: 'Member' })).toHaveFocus()
  await typeText(MEMBER)
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText(MEMBER)).toBeVisible()
  await form.getByRole('spinbutton', { name: 'Points' }).fill('25000')
  await expect.element(form.getByText('Above your limit of 10,000 points')).toBeVisible()
  await expect.element(form.getByRole('region', { name: 'Effect on the balance' })).toMatchTextContent('25,100')
  await chooseOption(form.getByLabelText('Reason'), 'Label 1')
  await form.getByLabelText('Remark').fill('Waited for a repair')
  await expectAccessible()
  await button('Save', form).click()
  await expect.element(page.getByText('It takes effect once another user approves it.')).toBeVisible()
  expect(requestsTo(addAdjustment)).toMatchObject([
    { MembershipNo: MEMBER, TransactionType: 'Adjust In', PointAmount: 25_000, ReasonCode: 'Value 1' },
  ])
})

test('adjustment page: a member who is found late does not take the focus from the next field', async () => {
  const { rows } = replyOf(lookupMember)
  const release = holdReplies(lookupMember, {
    ...replyOf(lookupMember, { ExactYN: 'Y', count: 1 }),
    rows: [{ ...rows[0]!, MembershipNo: MEMBER }],
  })
  await openPage('/points-management/points-adjustment')
  await button('Add adjustment').first().click()
  const form = dialog('Add adjustment')
  await typeText(MEMBER)
  await userEvent.keyboard('{Enter}')
  const points = form.getByRole('spinbutton', { name: 'Points' })
  await points.fill('25')
  release()
  await expect.element(form.getByText(MEMBER)).toBeVisible()
  await expect.element(points).toHaveFocus()
})

test('point structure page: the error on saving names the overlapping structure and offers to end it', async () => {
  answer(addPointStructure, ({ EndOtherYN }) =>
    EndOtherYN === 'Y'
      ? replyOf(addPointStructure, { StructureId: 1 })
      : pointRuleRefusals.structureBeside({ Code: 'JEWEL', From: '2026-03-02', EndDate: '2026-03-01' }),
  )
  answer(getPointStructure, replyOf(getPointStructure, { StructureId: 1, Name: 'Second', Status: 'Active' }))
  await openPage('/points-management/point-structure/add')
  await page.getByLabelText('Code', { exact: true }).fill('JEWEL2')
  await page.getByLabelText('Name', { exact: true }).fill('Second')
  await button('Save').click()
  const refused = page.getByRole('alert').filter({ hasText: 'JEWEL' })
  await expect.element(refused).toMatchTextContent('applies to the same members')
  await expectAccessible()
  await button(/^End JEWEL on .* and save$/, refused).click()
  await expect.element(page.getByText('A new point structure Details has been created').first()).toBeVisible()
  expect(requestsTo(addPointStructure).map(({ EndOtherYN }) => EndOtherYN)).toEqual(['N', 'Y'])
})

test('counter: a member’s points show those reserved at a till, and until when', async () => {
  const card = { MembershipNo: MEMBER, FullName: 'TAN WEI LING', Status: 'Active', CustomerStatus: 'Active' } as const
  answer(
    memberCard,
    replyOf(memberCard, {
      ...{ ...card, MergedIntoMembershipNo: null, Warnings: [], NextActions: [], Available: 1_200 },
      ...{ PointBalance: 1_500, Reserved: 300, ReservedUntil: '2026-11-24', Pending: 0, Arrears: 0 },
    }),
  )
  await openPage(`/counter?member=${MEMBER}`)
  await expect.element(page.getByText('Reserved at a till')).toBeVisible()
  await expect.element(page.getByText('until 24 Nov')).toBeVisible()
  await expectAccessible()
})
