import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { button } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { getForecast, getRetentionFit, listForecasts, refitRetention } from '../contract.ts'

const { Fit } = replyOf(getRetentionFit)
const Parameters = { r: 0.5, alpha: 100, a: 1, b: 2, p: 3, q: 4, gamma: 500 }
const fit = { ...Fit!, Status: 'Fitted' as const, Parameters }

test('retention page: the list first shows customers at risk, with their usual time between purchases', async () => {
  answer(getRetentionFit, { Fit: fit })
  answerList(listForecasts, 1, () => ({ CustomerId: 1, Chance: 'At risk' as const, UsualDays: 60, SilentDays: 200 }))
  await openPage('/customers/retention')
  expect(requestsTo(listForecasts).at(-1)).toMatchObject({ Search: { Chance: 'At risk' } })
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/At risk.*Every \d+ (days|weeks|months)/)
})

test('customer page: the forecast shows the usual time between purchases, the time since the last one and the probability', async () => {
  answer(getCustomer, replyOf(getCustomer, { CustomerId: 1, FullName: 'TAN WEI LING', Status: 'Active' }))
  const { Forecast } = replyOf(getForecast)
  answer(getForecast, {
    Forecast: {
      ...Forecast!,
      PurchaseDays: 4,
      UsualDays: 60,
      SilentDays: 200,
      Chance: 'At risk',
      ProbabilityActive: 40,
    },
  })
  await openPage('/customers/1')
  await expect.element(page.getByRole('heading', { name: 'Retention' })).toBeVisible()
  await expect
    .element(page.getByText(/^Usually back every \d+ (days|weeks|months); now \d+ (days|weeks|months)/))
    .toBeVisible()
  await expect.element(page.getByText('40% likely still a customer')).toBeVisible()
})

test('retention page: expected and actual purchases are shown as a chart and as a table', async () => {
  answer(getRetentionFit, { Fit: fit })
  await openPage('/customers/retention?show=model')
  await expect
    .element(page.getByRole('heading', { name: 'Expected and actual purchases by number of earlier visits' }))
    .toBeVisible()
  await expect.poll(() => document.querySelector('canvas')).not.toBeNull()
  await page.getByText('View as table', { exact: true }).click()
  await expect.poll(() => document.querySelector('canvas')).toBeNull()
  for (const name of ['Repeat visits before', 'Customers', 'Expected each', 'Came each'])
    await expect.element(page.getByRole('columnheader', { name })).toBeVisible()
})

test('retention page: if an update found no new purchases, a message says that the previous forecast is still valid', async () => {
  answer(getRetentionFit, { Fit: fit })
  answer(refitRetention, () => {
    answer(getRetentionFit, { Fit: { ...fit, CheckedAt: '2026-03-02T04:30:00Z' } })
    return { RequestedYN: 'Y' as const }
  })
  await openPage('/customers/retention?show=model')
  await button('Fit now').click()
  await expect
    .element(page.getByText('Nothing has been bought or returned since the last fit: it still holds').first())
    .toBeVisible()
})
