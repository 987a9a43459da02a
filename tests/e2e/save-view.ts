import { expect, type Page } from '@playwright/test'
import { expectLoaded } from './expectations.ts'

/** Keeps what is shown under a name and opens it by its own address, which says nothing but the view. */
export async function saveView(page: Page, name: string) {
  await page.getByRole('button', { name: /^View: / }).click()
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByLabel('Name of the view').fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\?view=\d+$/)
  await page.reload()
  await expectLoaded(page)
}
