import { fieldProperties } from '#kit/web/form/schema.ts'
import { formatMoney, listSeparator } from '#kit/web/format.ts'
import { languages, type TranslateFunction } from '#kit/web/i18n.ts'
import { getFieldLabels } from '#kit/web/labels.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { settingsCatalogue } from '../../contract/catalogue.ts'
import type { Setting } from '../../contract/settings.ts'

/** Converts `membership.prefix` to `membership_prefix`, because the text look-up reads a dot as a path separator. */
const keyOf = (name: string) => name.replaceAll('.', '_')

export const settingDisplayName = (t: TranslateFunction, { Name }: Pick<Setting, 'Name'>) =>
  t(`setup:setting.${keyOf(Name)}.name` as TextKey)
export const settingDescriptionKey = ({ Name }: Pick<Setting, 'Name'>) =>
  `setup:setting.${keyOf(Name)}.about` as TextKey
export const settingDescriptionText = (t: TranslateFunction, setting: Pick<Setting, 'Name'>) =>
  t(settingDescriptionKey(setting))

/** Returns true if the setting differs from its default. */
export const isSettingChanged = ({ Value, Default }: Pick<Setting, 'Value' | 'Default'>) =>
  JSON.stringify(Value) !== JSON.stringify(Default)

/** Formats the value of a setting with its unit for display. */
export function formatSettingValue(
  t: TranslateFunction,
  { Name, Unit }: Pick<Setting, 'Name' | 'Unit'>,
  value: unknown,
): string {
  if (value === null || value === undefined || value === '') return t('setup:nothing')
  if (Name === 'company.logo') return t('setup:logo.chosen')
  if (Name === 'legal.terms' || Name === 'legal.privacy') {
    const languagesWithText = languages.filter(({ code }) => (value as Record<string, string>)[code])
    if (languagesWithText.length === 0) return t('setup:legalText.standard')
    return t('setup:legalText.own', { languages: languagesWithText.map(({ name }) => name).join(listSeparator()) })
  }
  if (Name === 'languages' && Array.isArray(value))
    return value
      .map((code) => languages.find((language) => language.code === code)?.name ?? String(code))
      .join(listSeparator())
  // Values of enumerations and Y/N flags have translated labels.
  if (typeof value === 'string' && fieldProperties(settingsCatalogue[Name].schema).options)
    return getFieldLabels(t, 'setup').value('Value', value)
  if (Unit === 'currency') return formatMoney(String(value), { currency: true })
  return Unit && typeof value === 'number' ? t(`setup:unit.${Unit}`, { count: value }) : String(value)
}
