import type { Page } from '@playwright/test'
import { daysAgo } from './days.ts'
import { expectLoaded, visit } from './expectations.ts'
import { expect, test } from './staff.ts'

// Each number on the dashboard opens a list with that many rows.

const figureIn = (text: string) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', ''))
const rowsFound = async (page: Page) =>
  figureIn((await page.locator('.carat-list-foot [role=status]').innerText()).split(/of/).at(-1)!)

const yearAgo = daysAgo(360)
const today = daysAgo(0)

/** A period of about a year, so that every figure of the demo has rows. */
async function openDashboard(page: Page) {
  await visit(page, `/dashboard?DateFrom=${yearAgo}&DateTo=${today}`)
  await expectLoaded(page)
}

test('dashboard: each of the four figures opens a list of as many members', async ({ staffPage }) => {
  const page = await staffPage('hq')
  for (const name of ['Total Active Member', 'Total New Member', 'Total Self-Registered', 'Total Manual Registered']) {
    await openDashboard(page)
    const card = page.getByRole('link').filter({ hasText: name })
    const figure = figureIn(await card.locator('.dashboard-card-figure').innerText())
    expect(figure).toBeGreaterThan(0)
    await card.click()
    await expectLoaded(page)
    await expect.poll(() => rowsFound(page), { message: name }).toBe(figure)
  }
})
