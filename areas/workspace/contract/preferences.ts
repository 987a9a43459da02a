import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { YN } from '#kit/contract/fields.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Use a colour like #3e82f7')
  .transform((colour) => colour.toLowerCase())
  .pipe(z.string())

/** A user's appearance and behaviour settings (specification, "Header"; defaults of section 9). */
export const Preferences = z.strictObject({
  Mode: z.enum(['light', 'dark', 'system']),
  Navigation: z.enum(['side', 'top']),
  CollapsedYN: YN,
  Direction: z.enum(['ltr', 'rtl']),
  HeaderColor: Colour,
  AccentColor: Colour,
  Language: z.enum(['en', 'zh', 'fr', 'ja']),
  Density: z.enum(['comfortable', 'compact']),
  SingleKeysYN: YN,
  /** Page shown after sign-in; `auto` is the counter for outlet staff and the dashboard for all others. */
  StartPage: z.enum(['auto', 'counter', 'dashboard']),
})
export type Preferences = z.infer<typeof Preferences>

export const getPreferences = read({
  method: 'GET',
  path: '/workspace/preferences',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['preferences'],
  summary: 'Returns the caller’s appearance and shortcuts; null if none were chosen',
  body: z.strictObject({}),
  reply: z.strictObject({ Preferences: Preferences.nullable() }),
})

export const savePreferences = change({
  path: '/workspace/preferences',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['preferences'],
  summary: 'Keeps those of your own preferences that are sent; the others stay as they are',
  body: Preferences.partial(),
  reply: z.strictObject({ Preferences }),
})
