import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, Json, PersonName, text } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { SettingName } from './catalogue.ts'
import { settingGroups, settingUnits } from './define-setting.ts'

// Declares the endpoints that read and change settings; catalogue.ts declares the settings.

export const settingRefusals = {
  notFound: refusal(404, 'setup.setting_not_found', 'Record not found'),
  changedMeanwhile: refusal(
    409,
    'setup.settings_changed',
    'Another user has changed one of these settings in the meantime. Open them again',
  ),
  noSuchCardGroup: refusal(409, 'setup.no_such_card_group', 'There is no active card group with the name {Name}'),
}

/** Version of a setting; 0 if the setting was never changed. */
const SettingVersion = z.int().min(0)

export const Setting = z.strictObject({
  Name: SettingName,
  Value: Json,
  Default: Json,
  Description: z.string(),
  Group: z.enum(settingGroups),
  Unit: z.enum(settingUnits).nullable(),
  List: z.string().nullable(),
  UpdatedAt: Instant.nullable(),
  UpdatedBy: PersonName.nullable(),
  Version: SettingVersion,
})
export type Setting = z.infer<typeof Setting>

export const listSettings = read({
  path: '/settings/find-all',
  access: 'staff',
  scope: unnamedRows('shared'),
  about: ['setting'],
  summary: 'Settings by name, with their present values',
  body: pageQuery({ Name: text(100) }, { rows: 200, sort: ['Name'] }),
  reply: pageReply(Setting),
})

const access = { role: 'Settings', privilege: 'Manage Settings' } as const

export const updateSetting = change({
  path: '/settings/update',
  access,
  scope: unnamedRows('shared'),
  about: ['setting'],
  summary: 'Changes a setting; the next call on every server reads it',
  body: z.strictObject({ Name: SettingName, Version: SettingVersion, Value: Json }),
  reply: Setting,
})

export const updateSettings = change({
  path: '/settings/update-all',
  access,
  scope: unnamedRows('shared'),
  about: ['setting'],
  summary: 'Changes several settings at once, or none of them if one is refused',
  body: z.strictObject({
    /** New values by setting name; a value equal to the current value changes nothing. */
    Values: z.partialRecord(SettingName, Json),
    /** Version of each setting at the time when the caller read it. */
    Versions: z.partialRecord(SettingName, SettingVersion),
  }),
  reply: z.strictObject({ Settings: z.array(Setting) }),
})

export const resetSetting = change({
  path: '/settings/reset',
  access,
  scope: unnamedRows('shared'),
  about: ['setting'],
  summary: 'Gives a setting its default back',
  body: z.strictObject({ Name: SettingName, Version: SettingVersion }),
  reply: Setting,
})

export const SettingChange = z.strictObject({
  ChangedAt: Instant,
  ChangedBy: z.string().nullable(),
  /** Value before the change; null if the default applied. */
  Previous: Json,
  Value: Json,
})
export type SettingChange = z.infer<typeof SettingChange>

export const listSettingChanges = read({
  path: '/settings/history',
  access: { role: 'Settings' },
  scope: unnamedRows('shared'),
  about: ['setting'],
  summary: 'Lists the changes of a setting, newest first',
  body: z.strictObject({ Name: SettingName, Rows: z.int().min(1).max(200).default(50) }),
  reply: pageReply(SettingChange),
})
