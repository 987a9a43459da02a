import { z } from 'zod'
import { longText } from '#kit/contract/fields.ts'
import { defineSetting } from './define-setting.ts'

// Settings of the company's appearance to customers: logo, terms and privacy notice.

/** Maximum size of a logo in kB. */
export const LOGO_SIZE_MAX_KB = 48
export const logoMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoMediaType = (typeof logoMediaTypes)[number]

const LEGAL_MAX = 20_000

/** First base64 characters of each accepted image type; SVG is excluded, because it may contain scripts. */
const signatures: Record<LogoMediaType, RegExp> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/webp': /^UklGR.{6}V0VCUA/,
}

/** Parses a data URL of an image; returns undefined if the image type is not accepted. */
export function decodeLogo(value: string): { type: LogoMediaType; base64: string } | undefined {
  const [, type, base64] = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? []
  const logoType = logoMediaTypes.find((candidate) => candidate === type)
  return logoType && signatures[logoType].test(base64!) ? { type: logoType, base64: base64! } : undefined
}

/** A text of the company in several languages; a line that starts with # is a heading. */
const textByLanguage = z.partialRecord(z.enum(['en', 'zh', 'fr', 'ja']), longText(LEGAL_MAX))

/** Large settings, which readSettings() leaves out, because most calls do not need them. */
export const companySettings = {
  'company.logo': defineSetting({
    group: 'company',
    schema: z
      .string()
      .max(Math.ceil((LOGO_SIZE_MAX_KB * 1024 * 4) / 3) + 40, 'The image is larger than 48 kB')
      .refine((value) => decodeLogo(value) !== undefined, 'Choose a JPEG, PNG or WebP image')
      .nullable(),
    default: null,
    description: 'Shown before the name at the top of the pages of staff and customers',
  }),
  'legal.terms': defineSetting({
    group: 'company',
    schema: textByLanguage,
    default: {},
    description: 'Shown on the page linked in the footer. Without it a standard text is shown',
  }),
  'legal.privacy': defineSetting({
    group: 'company',
    schema: textByLanguage,
    default: {},
    description: 'Shown on the page linked in the footer. Without it a standard text is shown',
  }),
} as const
