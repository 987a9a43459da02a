import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { button } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, requestsTo } from '#tests/components/server.ts'
import { listCampaignCalendar } from '../../contract/calendar.ts'

test('campaign calendar: shows reach, cost and lift of each campaign, even on a phone, and moves by months', async () => {
  answerList(listCampaignCalendar, 1, () => ({
    CampaignCode: 'RAYA',
    CampaignName: 'Raya',
    StartDate: '2026-11-10',
    EndDate: '2026-12-10',
    Status: 'Active' as const,
    Targeted: 12,
    Reach: 8,
    SpentPoints: 120,
    MessageCost: '0.96',
    Lift: { Difference: 25, From: -30.5, Until: 58 },
  }))
  await openPage('/campaign/campaigns/listing?show=calendar&month=2026-11', { width: 390 })
  const entry = page.getByRole('listitem').filter({ hasText: 'Raya' })
  await expect.element(entry).toMatchTextContent(/Reach8.*CostMYR 0\.96120 points.*Lift\+25\.00 pp−30\.50 to \+58\.00/)
  await expect.element(entry.getByRole('link', { name: 'Raya' })).toBeVisible()
  await expectNoSideScroll()
  await expectAccessible()
  answer(listCampaignCalendar, { count: 0, rows: [] })
  await button('A month later').click()
  await expect.element(page.getByText('No campaign runs in these weeks')).toBeVisible()
  expect(requestsTo(listCampaignCalendar).map((request) => (request as { Search: object }).Search)).toEqual([
    { RunsFrom: '2026-10-26', RunsUntil: '2027-01-31' },
    { RunsFrom: '2026-11-30', RunsUntil: '2027-03-07' },
  ])
})
