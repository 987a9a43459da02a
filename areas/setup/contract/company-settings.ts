import { z } from 'zod'
import { longText } from '#kit/contract/fields.ts'
import { define } from './define-setting.ts'

// How the company shows itself to its customers: the picture at the top, and what it agrees with them in its own words.

/** What a logo may weigh, in kB. */
export const LOGO_KB = 48
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof logoTypes)[number]

const LEGAL_MAX = 20_000

/** By how they begin; no drawing that could bring a script along. */
const beginnings: Record<LogoType, RegExp> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/webp': /^UklGR.{6}V0VCUA/,
}

/** A picture as the text that pages may show it from. */
export function readLogo(value: string): { type: LogoType; base64: string } | undefined {
  const [, type, base64] = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? []
  const known = logoTypes.find((one) => one === type)
  return known && beginnings[known].test(base64!) ? { type: known, base64: base64! } : undefined
}

/** The company's own words in each language that it wrote; a line that begins with # is a heading. */
const legal = z.partialRecord(z.enum(['en', 'zh', 'fr', 'ja']), longText(LEGAL_MAX))

/** These are no part of what every call reads of the settings. */
export const companySettings = {
  'company.logo': define({
    group: 'company',
    schema: z
      .string()
      .max(Math.ceil((LOGO_KB * 1024 * 4) / 3) + 40, 'The image is larger than 48 kB')
      .refine((value) => readLogo(value) !== undefined, 'Choose a JPEG, PNG or WebP image')
      .nullable(),
    default: null,
    description: 'Picture at the top of the pages of staff and customers, before the name',
  }),
  'legal.terms': define({
    group: 'company',
    schema: legal,
    default: {},
    description: 'Terms of use in the company’s own words; without them a usual text is shown',
  }),
  'legal.privacy': define({
    group: 'company',
    schema: legal,
    default: {},
    description: 'Privacy notice in the company’s own words; without it a usual text is shown',
  }),
} as const
