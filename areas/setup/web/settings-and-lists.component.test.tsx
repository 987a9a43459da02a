import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseOption, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { addListItem, listLookupEntries } from '../contract/lists.ts'
import { listSettingChanges, listSettings, resetSetting, updateSetting, updateSettings } from '../contract/settings.ts'
import { addTranslation, listTranslations } from '../contract/translations.ts'

test('settings page: a setting can be changed and reset to its default, and its history can be viewed', async () => {
  const setting = {
    ...replyOf(listSettings).rows[0]!,
    ...{ Name: 'company.name' as const, Default: 'Carat Jewellers', Value: 'Carat Jewellers', Version: 1 },
    ...{ Group: 'company' as const, Unit: null, List: null, UpdatedAt: null, UpdatedBy: null },
  }
  const answerSetting = (Value: string) => answer(listSettings, { count: 1, rows: [{ ...setting, Value }] })
  answerSetting('Carat Jewellers')
  answer(updateSetting, () => {
    answerSetting('Carat & Daughters')
    return { ...setting, Value: 'Carat & Daughters' }
  })
  answer(resetSetting, () => {
    answerSetting('Carat Jewellers')
    return setting
  })
  const change = replyOf(listSettingChanges).rows[0]!
  answer(listSettingChanges, { count: 1, rows: [{ ...change, Previous: null, Value: 'Carat & Daughters' }] })
  await openPage('/settings')
  await button('Change Company name').click()
  await dialog().getByLabelText('Value').fill('Carat & Daughters')
  await button('Save', dialog()).click()
  await expect.element(page.getByText('Saved; effective immediately').first()).toBeVisible()
  expect(requestsTo(updateSetting)).toMatchObject([{ Name: 'company.name', Value: 'Carat & Daughters' }])
  await button('History: Company name').click()
  await expect.element(dialog().getByText('Carat & Daughters').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Reset to default: Company name').click()
  await button('Reset to default', dialog()).click()
  await expect.element(button('Reset to default: Company name')).not.toBeInTheDocument()
  expect(requestsTo(resetSetting)).toMatchObject([{ Name: 'company.name' }])
})

test('settings page: shows one section, while search and the filter for changed settings cover all sections', async () => {
  const setting = { ...replyOf(listSettings).rows[0]!, Unit: null, List: null, UpdatedAt: null, UpdatedBy: null }
  answer(listSettings, {
    count: 3,
    rows: [
      { ...setting, Name: 'company.name', Group: 'company', Default: 'Carat Jewellers', Value: 'Carat Jewellers' },
      { ...setting, Name: 'membership.prefix', Group: 'members', Default: 'JC', Value: 'PG' },
      { ...setting, Name: 'points.costPerPoint', Group: 'points', Unit: 'currency', Default: '0.05', Value: '0.05' },
    ],
  })
  const heading = (name: string) => page.getByRole('heading', { name, level: 3 })
  await openPage('/settings')
  await expect.element(heading('Company name')).toBeVisible()
  await expect.element(heading('Cost per point')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Points, rewards and sales' }).click()
  await expect.element(heading('Cost per point')).toBeVisible()
  await expect.element(page.getByText('MYR 0.05', { exact: true })).toBeVisible()
  await expect.element(heading('Company name')).not.toBeInTheDocument()
  await expectAccessible()

  await page.getByRole('textbox', { name: 'Find a setting' }).fill('jewellers')
  await expect.element(heading('Company name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('')
  await page.getByRole('checkbox', { name: 'Changed from default' }).click()
  await expect.element(heading('Prefix of membership numbers')).toBeVisible()
  await expect.element(heading('Company name')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('no such setting')
  await expect.element(page.getByText('No setting matches')).toBeVisible()
})

test('settings page: several settings of a section are saved together, each with its version', async () => {
  const setting = { ...replyOf(listSettings).rows[0]!, Unit: null, List: null, UpdatedAt: null, UpdatedBy: null }
  const company = { ...setting, Group: 'company' as const }
  answer(listSettings, {
    count: 2,
    rows: [
      { ...company, Name: 'company.name', Default: 'Carat Jewellers', Value: 'Carat Jewellers', Version: 3 },
      { ...company, Name: 'crm.title', Default: 'Carat', Value: 'Carat', Version: 0 },
    ],
  })
  answer(updateSettings, (input) => ({
    Settings: Object.keys(input.Values).map(() => ({ ...company, Name: 'crm.title' as const })),
  }))
  await openPage('/settings')
  await button('Edit this section').click()
  await dialog().getByLabelText('Company name').fill('Carat & Daughters')
  await expectAccessible()
  await button('Save', dialog()).click()
  await expect.element(page.getByText('2 settings saved; effective immediately').first()).toBeVisible()
  expect(requestsTo(updateSettings)).toEqual([
    {
      Values: { 'company.name': 'Carat & Daughters', 'crm.title': 'Carat' },
      Versions: { 'company.name': 3, 'crm.title': 0 },
    },
  ])
})

test('settings page: on a phone the section is chosen above the list', async () => {
  answer(listSettings, { count: 0, rows: [] })
  await openPage('/settings', { width: 390 })
  await chooseOption(page.getByRole('combobox', { name: 'Sections' }), 'Messages')
  await expect.element(page.getByRole('heading', { name: 'Messages', level: 2 })).toBeVisible()
  expect(location.search).toBe('?show=messages')
})

test('lookup lists page: a value can be added and translated', async () => {
  const entry = { ListItemId: 1, Value: 'Peranakan', Label: null, Status: 'Active' as const, Version: 1 }
  const answerEntry = (Translations: { LanguageCode: 'zh'; Value: string }[]) =>
    answerList(listLookupEntries, 1, () => ({ ...entry, Translations }))
  answerEntry([])
  answer(listTranslations, { count: 0, rows: [] })
  answer(addTranslation, () => {
    answerEntry([{ LanguageCode: 'zh', Value: '土生华人' }])
    return replyOf(addTranslation)
  })
  await openPage('/settings/lists?list=Race')
  await button('Add value').click()
  await dialog().getByLabelText('Value').fill('Peranakan')
  await button('Save', dialog()).click()
  await expect.poll(() => requestsTo(addListItem)).toMatchObject([{ ListName: 'Race', Value: 'Peranakan' }])
  await button('Translate Peranakan').click()
  await dialog().getByRole('textbox', { name: '中文' }).fill('土生华人')
  await button('Save in 中文').click()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByText('土生华人')).toBeVisible()
})
