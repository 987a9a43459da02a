import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '#tests/components/open.tsx'
import { answer, replyOf } from '#tests/components/server.ts'
import { getSalesByCustomerGroup } from '../contract/sales-by.ts'

const card = (title: string) =>
  page.elementLocator(
    [...document.querySelectorAll('.carat-card')].find(
      (element) => element.querySelector('h2, h3')?.textContent === title,
    )!,
  )

test('dashboard: sales, registrations and sales by gender link to their lists with the selected dates', async () => {
  answer(getSalesByCustomerGroup, replyOf(getSalesByCustomerGroup))
  await openPage('/dashboard?DateFrom=2026-03-01&DateTo=2026-03-03')
  await expect.element(page.getByRole('heading', { name: 'Registrations' })).toBeVisible()
  const hrefOf = (title: string) => card(title).getByRole('link').first().element().getAttribute('href')
  expect(hrefOf('Registrations')).toMatch(/^\/memberships\?.*JoinDateFrom=2026-03-01/)
  expect(hrefOf('Sales')).toMatch(/customer-transactions\/listing\?.*DateFrom=2026-03-01/)
  const byGender = page.getByRole('region', { name: 'Total Sales by Gender' })
  await expect
    .element(byGender.getByRole('link', { name: 'Total Sales by Gender' }))
    .toHaveAttribute('href', expect.stringMatching(/customer-analysis-report.*AnalysisType=Gender/))
  await expect
    .element(byGender.getByRole('listitem').first().getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining('AnalysisValue='))
})
