import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getTemplate, listTemplates } from '#areas/messages/contract.ts'
import { addSegmentToCampaign, listSegmentCustomers, listSegments } from '#areas/segments/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { button, chooseOption, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { getCampaign, updateCampaign } from '../../contract/campaigns.ts'
import { endLiveList, listLiveLists } from '../../contract/live-lists.ts'
import { addCampaignSend, getCampaignOutcome, listCampaignSends, previewCampaignSend } from '../../contract/sends.ts'

const draft = replyOf(getCampaign, {
  CampaignCode: 'RAYA',
  CampaignName: 'Raya',
  Status: 'Draft',
  StartDate: '2026-06-01',
  EndDate: '2026-06-30',
  AwardPointYN: 'N',
  Multiplier: null,
  AwardPoint: null,
  BudgetPoints: null,
  HasTargetsYN: 'N',
  Targets: 0,
  SentYN: 'N',
  TemplateId: null,
  TemplateName: null,
  ControlPercent: 10,
  Objects: [],
  Version: 3,
})
const withList = { ...draft, HasTargetsYN: 'Y', Targets: 12 } as const
const ready = { ...withList, TemplateId: 7, TemplateName: 'Raya wishes' } as const
const address = '/campaign/campaigns/listing/RAYA'
const step = (name: string) => page.getByRole('link', { name: new RegExp(name) })

test.each([
  ['without a list at the audience', draft, '2 Audience'],
  ['with a list at the message', withList, '3 Message'],
  ['with a message at the review', ready, '4 Review and send'],
])('campaign page: a draft opens at its next step: %s', async (_, campaign, name) => {
  answer(getCampaign, campaign)
  await openPage(address)
  await expect.element(step(name)).toHaveAttribute('aria-current', 'step')
  await expect.element(step('Results')).not.toBeInTheDocument()
  await expectAccessible()
})

test('campaign page: the audience step offers segments first, and the target list can follow a segment', async () => {
  answer(getCampaign, draft)
  answer(listLiveLists, { count: 0, rows: [] })
  answerList(listSegments, 1, () => ({ SegmentId: 4, Name: 'Birthdays in the next month', Description: null }))
  answerList(listSegmentCustomers, 12)
  answer(addSegmentToCampaign, () => {
    answer(getCampaign, withList)
    answerList(listLiveLists, 1, () => ({ Name: 'Birthdays in the next month', Targets: 12 }))
    return { Added: 12, Already: 0, Excluded: 0, Unknown: [] }
  })
  answer(endLiveList, () => {
    answer(listLiveLists, { count: 0, rows: [] })
    return replyOf(endLiveList)
  })
  await openPage(address)
  await chooseOption(page.getByRole('combobox', { name: 'Segment' }), 'Birthdays in the next month')
  await expect.element(page.getByText('12 customers today')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Keep the list up to date with the segment' }).click()
  await button('Add').click()
  await expect.element(page.getByText('12 customers added')).toBeVisible()
  const follows = page.getByText('Live: follows these segments')
  await expect.element(follows).toBeVisible()
  await expectAccessible()
  expect(requestsTo(addSegmentToCampaign)).toMatchObject([{ CampaignCode: 'RAYA', SegmentId: 4, ListAs: 'Live' }])
  await button('Stop following').click()
  await dialog().getByRole('button', { name: 'Stop following' }).click()
  await expect.element(follows).not.toBeInTheDocument()
})

test('campaign page: choosing a message saves it and opens the review', async () => {
  answer(getCampaign, withList)
  answerList(listTemplates, 1, () => ({
    TemplateId: 7,
    Name: 'Raya wishes',
    ContactType: 'Email' as const,
    Event: null,
  }))
  answer(
    getTemplate,
    replyOf(getTemplate, { TemplateId: 7, Texts: [{ Language: 'en', Subject: 'Raya', Body: '<p>Raya</p>' }] }),
  )
  answer(updateCampaign, () => {
    answer(getCampaign, ready)
    return ready
  })
  await openPage(`${address}?tab=message`)
  await expect.element(button('Continue without a message')).toBeVisible()
  await chooseOption(page.getByRole('combobox', { name: 'Contact template' }), 'Raya wishes')
  await expect.element(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  expect(requestsTo(updateCampaign)).toMatchObject([{ CampaignCode: 'RAYA', TemplateId: 7, Version: 3 }])
  await button('Continue: Review and send').click()
  await expect.element(step('4 Review and send')).toHaveAttribute('aria-current', 'step')
})

const reach = replyOf(previewCampaignSend, {
  Listed: 12,
  Contacted: 0,
  Control: 1,
  Recipients: 8,
  Suppressed: [
    { Reason: 'No consent', Customers: 2 },
    { Reason: 'No address', Customers: 1 },
  ],
  MessageCost: '0.96',
})

test('campaign page: the review shows suppressed customers by reason, then activates and sends the reviewed version', async () => {
  answer(getCampaign, ready)
  answer(listCampaignSends, { count: 0, rows: [] })
  answer(previewCampaignSend, reach)
  answer(addCampaignSend, () => {
    answer(getCampaign, { ...ready, Status: 'Active', SentYN: 'Y', Version: 4 })
    return replyOf(addCampaignSend)
  })
  await openPage(address)
  const card = page.getByRole('region', { name: 'Reach' })
  await expect
    .element(card)
    .toMatchTextContent(/On the list12.*No consent−2.*No address−1.*Control group−1.*Will receive it8/)
  await expect.element(page.getByText('MYR 0.96')).toBeVisible()
  await expectAccessible()
  await button('Activate and send to 8 customers').click()
  await expect.element(dialog()).toMatchTextContent(/Send “Raya wishes” to 8 customers\?/)
  await button('Send', dialog()).click()
  await expect.element(step('Results')).toHaveAttribute('aria-current', 'step')
  expect(requestsTo(addCampaignSend)).toMatchObject([
    { CampaignCode: 'RAYA', TemplateId: 7, SendTo: 'Not contacted', ActivateYN: 'Y', ReviewedVersion: 3 },
  ])
})

test('campaign page: a campaign without recipients cannot be sent from the review', async () => {
  answer(getCampaign, ready)
  answer(listCampaignSends, { count: 0, rows: [] })
  answer(previewCampaignSend, { ...reach, Recipients: 0, Suppressed: [{ Reason: 'No consent', Customers: 11 }] })
  await openPage(address)
  await expect.element(button('Activate and send to 0 customers')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Activate without sending')).toBeEnabled()
})

test('campaign page: results show lift, interval, sales and cost on a phone without horizontal scrolling', async () => {
  answer(getCampaign, { ...ready, Status: 'Active', SentYN: 'Y' })
  answer(listCampaignSends, { count: 0, rows: [] })
  answer(
    getCampaignOutcome,
    replyOf(getCampaignOutcome, {
      Targeted: 12,
      HeldBack: 3,
      Contacted: { Customers: 8, Converted: 4, Rate: 50, Sales: '4000.00' },
      Control: { Customers: 4, Converted: 1, Rate: 25, Sales: '500.00' },
      SpentPoints: 120,
      MessageCost: '0.96',
      Lift: { Difference: 25, From: -30.5, Until: 58 },
      Days: [{ Date: '2026-06-01', Contacted: 4, Control: 1 }],
    }),
  )
  await openPage(address, { width: 390 })
  const figures = page.getByText('95% interval −30.50 to +58.00')
  await expect.element(figures).toBeVisible()
  await expect.element(page.getByText('+25.00 pp')).toBeVisible()
  await expect.element(page.getByText('MYR 4,000.00')).toBeVisible()
  await expect.element(page.getByText('MYR 0.96')).toBeVisible()
  await expectNoSideScroll()
  await expectAccessible()
})

test('campaign page: if the sends fail to load, an error is shown instead of an empty list', async () => {
  answer(getCampaign, { ...ready, Status: 'Active', SentYN: 'Y' })
  answer(listCampaignSends, new Refusal(404, 'kit.unsaid', 'An error occured'))
  await openPage(`${address}?tab=results`)
  const failed = page.getByRole('alert').filter({ hasText: 'An error occured' })
  await expect.element(failed).toBeVisible()
  const none = page.getByText('Nothing was sent yet.')
  await expect.element(none).not.toBeInTheDocument()
  answer(listCampaignSends, { count: 0, rows: [] })
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect.element(none).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})

test('campaign page: staff who may only manage target lists see only the steps Offer and Audience', async () => {
  answer(getCampaign, withList)
  await openPage(address, { as: 'outlet', roles: ['Campaign Target List'] })
  await expect.element(step('2 Audience')).toHaveAttribute('aria-current', 'step')
  await expect.element(step('3 Message')).not.toBeInTheDocument()
  await expect.element(page.getByText('Segment', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
})
