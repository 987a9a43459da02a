import { z } from 'zod'

export const settingGroups = [
  'company',
  'members',
  'points',
  'referrals',
  'tasks',
  'messages',
  'selfService',
  'reports',
  'access',
  'watch',
  'files',
] as const
export type SettingGroup = (typeof settingGroups)[number]

export const settingUnits = [
  'currency',
  'days',
  'months',
  'years',
  'hours',
  'minutes',
  'seconds',
  'points',
  'characters',
  'MB',
] as const
type SettingUnit = (typeof settingUnits)[number]

type Definition<Schema extends z.ZodType> = {
  group: SettingGroup
  schema: Schema
  default: z.output<Schema>
  /** Description in English; the settings page shows the text `setup:setting.<name>.about` instead. */
  description: string
  unit?: SettingUnit
  /** Name of the lookup list with the values that the setting can have. */
  list?: string
}
export const defineSetting = <Schema extends z.ZodType>(definition: Definition<Schema>) => definition

export const wholeNumberSchema = (min: number, max: number) =>
  z.int('Enter a whole number').min(min, `Must be at least ${min}`).max(max, `Must be at most ${max}`)
