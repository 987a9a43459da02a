import { z } from 'zod'
import { text } from '#kit/contract/fields.ts'
import { accessSettings } from './access-settings.ts'
import { companySettings } from './company-settings.ts'
import { defineSetting } from './define-setting.ts'
import { fileSettings } from './file-settings.ts'
import { memberSettings } from './member-settings.ts'
import { messageSettings } from './message-settings.ts'
import { offlineSettings } from './offline-settings.ts'
import { reportSettings } from './report-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import { selfServiceSettings } from './self-service-settings.ts'
import { taskSettings } from './task-settings.ts'
import { watchSettings } from './watch-settings.ts'

// CATALOGUE OF SETTINGS: declares every setting with its schema and default.
// An area adds a setting only if the code of the area reads the setting by `settings(ctx)`.

const uiLanguages = ['en', 'zh', 'fr', 'ja'] as const

export const settingsCatalogue = {
  'company.name': defineSetting({
    group: 'company',
    schema: text(100),
    default: 'Carat Jewellers',
    description: 'Shown at the foot of every page',
  }),
  'crm.title': defineSetting({
    group: 'company',
    schema: text(30),
    default: 'Carat',
    description: 'Name of the application as shown to staff, at the top and in the browser tab',
  }),
  currency: defineSetting({
    group: 'company',
    schema: z.string().regex(/^[A-Z]{3}$/, 'Use three capital letters, like MYR'),
    default: 'MYR',
    description: 'Currency shown with amounts; amounts are not converted',
    list: 'Currency',
  }),
  languages: defineSetting({
    group: 'company',
    schema: z
      .array(z.enum(uiLanguages))
      .min(1, 'Choose at least one language')
      .max(uiLanguages.length)
      .refine((selected) => new Set(selected).size === selected.length, 'Each language once'),
    default: [...uiLanguages],
    description: 'Languages that staff can choose for the application',
  }),
  ...memberSettings,
  ...offlineSettings,
  ...messageSettings,
  ...accessSettings,
  ...companySettings,
  ...reportSettings,
  ...selfServiceSettings,
  ...retentionSettings,
  ...watchSettings,
  ...taskSettings,
  ...fileSettings,
} as const

export type SettingName = keyof typeof settingsCatalogue
type Values = { [Name in SettingName]: z.output<(typeof settingsCatalogue)[Name]['schema']> }
export const settingNames = Object.keys(settingsCatalogue) as SettingName[]
/** Names of large settings (images and long texts), which are read one at a time. */
export type LargeSettingName = keyof typeof companySettings
export const isLargeSetting = (name: SettingName): name is LargeSettingName => name in companySettings
export type SettingValues = Omit<Values, LargeSettingName>
export type LargeSettingValues = Pick<Values, LargeSettingName>
export const SettingName = z.enum(settingNames)
