import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, dialog, focusMain, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, replyOf, requestsTo } from '#tests/components/server.ts'
import { decideFinding, type Finding, getFinding, listFindings, runWatchNow } from '../contract.ts'

const { rows } = replyOf(listFindings)
const finding: Finding = {
  ...rows[0]!,
  ...{ FindingId: 1, Name: 'NUR AISYAH', Pattern: 'Own number', Status: 'Open', Acts: 3, StaffId: 5, CustomerId: null },
}

const [act] = replyOf(getFinding).Evidence
const evidence = [
  { ...act!, ActId: 1, Kind: 'Sale' as const, InvoiceNo: 'PJ1-T952' },
  { ...act!, ActId: 2, Kind: 'Adjustment' as const, InvoiceNo: null, MembershipNo: 'JC000000010' },
]

function answerFinding(fields: Partial<Finding> = {}) {
  answer(getFinding, replyOf(getFinding, { ...finding, ...fields, Evidence: evidence }))
  answer(listFindings, ({ Search: { Status } = {} }) => {
    const current = { ...finding, ...fields }
    const rows = Status === undefined || Status === current.Status ? [current] : []
    return { count: rows.length, rows }
  })
  answer(decideFinding, ({ Decision, Reason }) => {
    answerFinding({ Status: Decision, Reason })
    return { ...replyOf(decideFinding), ...finding, Status: Decision, Reason }
  })
}

test('loyalty watch page: a finding lists its acts with links, and the key H marks it as harmless if a reason is entered', async () => {
  answerFinding()
  await openPage('/settings/loyalty-watch')
  const review = page.getByRole('region', { name: 'Nur Aisyah' })
  await expect.element(review).toMatchTextContent('3 credits to the own number or household')
  const link = (name: string) => review.getByRole('link', { name })
  await expect.element(link('Sale PJ1-T952')).toHaveAttribute('href', '/transactions/N/PJ1-T952')
  await expect
    .element(link('Point adjustment'))
    .toHaveAttribute('href', expect.stringContaining('MembershipNo=JC000000010'))
  await expectAccessible()
  focusMain()
  await userEvent.keyboard('h')
  const confirmation = dialog()
  await expect.element(confirmation).toMatchTextContent('Is this finding about Nur Aisyah harmless?')
  await expect.element(button('Harmless', confirmation)).toBeDisabled()
  await expectAccessible()
  await confirmation.getByLabelText('Reason').fill('Receipts seen')
  await button('Harmless', confirmation).click()
  await expect.element(page.getByText('Marked as harmless')).toBeVisible()
  expect(requestsTo(decideFinding)).toMatchObject([{ FindingId: 1, Decision: 'Harmless', Reason: 'Receipts seen' }])
})

test('loyalty watch page: a finding can be decided again, and a check shows how many findings there are', async () => {
  answerFinding({ Status: 'Harmless', Reason: 'Receipts seen' })
  answer(runWatchNow, replyOf(runWatchNow))
  await openPage('/settings/loyalty-watch?show=all')
  await expect.element(row('Nur Aisyah')).toMatchTextContent('Harmless')
  await expectAccessible()
  await button('Check now').click()
  await expect.element(page.getByText(/findings? (is|are) new or (has|have) changed/)).toBeVisible()
  await openPage('/settings/loyalty-watch?id=1')
  await button('Watch further…').click()
  await dialog().getByLabelText('Reason').fill('Ask at the end of the month')
  await button('Watch further', dialog()).click()
  await expect.element(page.getByText('Watched further')).toBeVisible()
})
