import type { APIRequestContext, Page } from '@playwright/test'
import { post } from './api.ts'

/** Returns customer names in stored form, which is in capitals. */
export async function storedNames(hq: APIRequestContext): Promise<string[]> {
  const { rows } = await post<{ rows: { FullName: string }[] }>(hq, '/customer/customers/find-all', { Rows: 1000 })
  return rows.map(({ FullName }) => FullName).filter((name) => /^[A-Z]{3,} [A-Z]{3,}/.test(name))
}

/** Returns cut-off columns and names in capitals from the lists of a page at desktop width. */
export async function findListFaults(page: Page, stored: readonly string[]): Promise<string[]> {
  const rows = page.locator('.carat-list-rows')
  const cut = await rows
    .locator('.ant-table-body')
    .evaluateAll((bodies) => bodies.filter((body) => body.scrollWidth > body.clientWidth + 1).length)
  // Excludes change records, which show values as entered.
  const cellText = (await rows.locator('tbody td:not(:has(li, del, ins, dd))').allTextContents()).join()
  const named = (await rows.locator('tbody th').allTextContents()).join()
  return [
    ...(cut > 0 ? [`columns of ${cut} lists are cut off`] : []),
    ...stored
      .filter((name) => cellText.includes(name) || named.includes(name))
      .map((name) => `stored capitals: ${name}`),
  ]
}
