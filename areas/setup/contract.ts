import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Instant } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { logoMediaTypes } from './contract/company-settings.ts'

/** Names of the lookup lists (specification 3, "Common lookup lists", and lists of product groups and sales). */
export const lookupListNames = [
  'Brand',
  'Salutation',
  'IDType',
  'Gender',
  'Race',
  'Language',
  'SpokenLanguage',
  'ProfessionLevel',
  'MonthlyIncomeRange',
  'WhereYouKnowUs',
  'Currency',
  'Country',
  'MalaysianState',
  'ProductType',
  'MaritalStatus',
  'AddressType',
  'ConsentChannel',
  'AdjustmentReason',
  'VoucherType',
  'CampaignType',
] as const
export const ListName = z.enum(lookupListNames)
export type ListName = z.infer<typeof ListName>

export const ListItem = z.strictObject({
  ListName,
  Value: z.string(),
  /** Text that users see: the translation into the requested language, or else the label, or else the value. */
  Label: z.string(),
  SequenceNo: z.int(),
})
export type ListItem = z.infer<typeof ListItem>

/** The specification spells some list names with a space ("Malaysian State"); both spellings are accepted. */
const listName = z.preprocess((value) => (typeof value === 'string' ? value.replaceAll(' ', '') : value), ListName)

export const getListItems = read({
  method: 'GET',
  path: '/lists/items',
  access: 'staff',
  scope: unnamedRows('shared'),
  about: ['list item'],
  summary: 'Lists the active values of one lookup list, in their order',
  body: z.strictObject({ ListName: listName, LanguageCode: z.enum(['en', 'zh', 'fr', 'ja', 'ms']).default('en') }),
  reply: pageReply(ListItem),
})

export const getStockGroups = read({
  method: 'GET',
  path: '/settings/stock-groups',
  access: 'staff',
  scope: unnamedRows('shared'),
  summary: 'Lists the ERP stock groups on whose goods a reward may be used',
  body: z.strictObject({}),
  reply: pageReply(z.strictObject({ Code: z.string(), Name: z.string() })),
})

export const currentSystemTime = read({
  path: '/settings/get-current-system-time',
  access: 'staff',
  scope: unnamedRows('shared'),
  summary: 'Returns the server’s clock and the business zone',
  body: z.strictObject({}),
  reply: z.strictObject({ dateTime: Instant, businessDate: z.string(), timeZone: z.string() }),
})

/** Names of the external identity providers. */
export const ProviderName = z.enum(['sso', 'google', 'facebook'])
export type ProviderName = z.infer<typeof ProviderName>

export const appConfig = read({
  method: 'GET',
  path: '/app/config',
  access: 'public',
  scope: unnamedRows('public'),
  summary: 'Returns the settings that pages need before the sign-in',
  body: z.strictObject({}),
  reply: z.strictObject({
    Title: z.string(),
    Company: z.string(),
    /** Path of the company's logo, below the base path; null if the company has no logo. */
    Logo: z.string().nullable(),
    Demo: z.boolean(),
    BusinessTimeZone: z.string(),
    Currency: z.string(),
    Languages: z.array(z.enum(['en', 'zh', 'fr', 'ja'])).readonly(),
    /** Identity providers with a button on the sign-in page. */
    SignInProviders: z.array(ProviderName).readonly(),
    /** Minimum length of a new password. */
    PasswordLength: z.int(),
  }),
})

/** Returns the company's logo to pages without a session. */
export const companyLogo = read({
  method: 'GET',
  path: '/company/logo',
  access: 'public',
  scope: unnamedRows('public'),
  summary: 'Returns the company’s logo',
  /** Number that changes with each new logo, so that browsers do not show a cached logo. */
  body: z.strictObject({ v: z.coerce.number().int().optional() }),
  reply: z.strictObject({ type: z.enum(logoMediaTypes), base64: z.string() }),
  file: { gives: [...logoMediaTypes] },
})

export const LegalText = z.enum(['terms', 'privacy'])

/** Returns the company's own terms and privacy notice. */
export const legalText = read({
  method: 'GET',
  path: '/app/legal',
  access: 'public',
  scope: unnamedRows('public'),
  summary: 'Terms or privacy notice in the company’s own words; null where it wrote none',
  body: z.strictObject({ Which: LegalText, LanguageCode: z.enum(['en', 'zh', 'fr', 'ja']).default('en') }),
  reply: z.strictObject({ Text: z.string().nullable(), LanguageCode: z.enum(['en', 'zh', 'fr', 'ja']).nullable() }),
})

export const logoRefusals = { noLogo: refusal(404, 'setup.no_logo', 'The company has no logo') }
