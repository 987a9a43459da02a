import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { legalText } from '#areas/setup/contract.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer } from '#tests/components/server.ts'

test('terms and privacy: show the standard texts in the chosen language, also on a phone', async () => {
  answer(legalText, { Text: null, LanguageCode: null })
  await openPage('/privacy', { width: 390 })
  await expect.element(page.getByRole('heading', { name: 'For how long' })).toBeVisible()
  await expectAccessible('body')
  await expectNoSideScroll()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'ja')
  await expect.element(page.getByRole('heading', { name: '保存期間' })).toBeVisible()
  await page.getByRole('link', { name: '利用規約' }).click()
  await expect.element(page.getByRole('heading', { name: 'お客様へ' })).toBeVisible()
  await expectAccessible('body')
})
