import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Instant } from '#kit/contract/fields.ts'
import { pageOf } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow } from '#kit/contract/scope.ts'
import { logoTypes } from './contract/company-settings.ts'

/** The lookup lists (specification 3, "Common lookup lists", and the lists that product groups and sales are made of). */
export const listNames = [
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
export const ListName = z.enum(listNames)
export type ListName = z.infer<typeof ListName>

export const ListItem = z.strictObject({
  ListName,
  Value: z.string(),
  /** What people read: the translation into the language asked for, else the label, else the value. */
  Label: z.string(),
  SequenceNo: z.int(),
})
export type ListItem = z.infer<typeof ListItem>

/** The specification writes some lists with a blank ("Malaysian State"); both spellings are one list. */
const listName = z.preprocess((value) => (typeof value === 'string' ? value.replaceAll(' ', '') : value), ListName)

export const getListItems = read({
  method: 'GET',
  path: '/lists/items',
  access: 'staff',
  scope: noRow('shared'),
  about: ['list item'],
  summary: 'The active values of one lookup list, in their order',
  body: z.strictObject({ ListName: listName, LanguageCode: z.enum(['en', 'zh', 'fr', 'ja', 'ms']).default('en') }),
  reply: pageOf(ListItem),
})

export const getStockGroups = read({
  method: 'GET',
  path: '/settings/stock-groups',
  access: 'staff',
  scope: noRow('shared'),
  summary: 'The ERP stock groups on whose goods a reward may be used',
  body: z.strictObject({}),
  reply: pageOf(z.strictObject({ Code: z.string(), Name: z.string() })),
})

export const currentSystemTime = read({
  path: '/settings/get-current-system-time',
  access: 'staff',
  scope: noRow('shared'),
  summary: 'The server’s clock and the business zone',
  body: z.strictObject({}),
  reply: z.strictObject({ dateTime: Instant, businessDate: z.string(), timeZone: z.string() }),
})

/** The servers besides this one that may say who somebody is. */
export const ProviderName = z.enum(['sso', 'google', 'facebook'])
export type ProviderName = z.infer<typeof ProviderName>

export const appConfig = read({
  method: 'GET',
  path: '/app/config',
  access: 'public',
  scope: noRow('nobody'),
  summary: 'What the browser must know before anybody signed in',
  body: z.strictObject({}),
  reply: z.strictObject({
    Title: z.string(),
    Company: z.string(),
    /** Where the company's picture lies, below the base path; null: it has none. */
    Logo: z.string().nullable(),
    Demo: z.boolean(),
    BusinessTimeZone: z.string(),
    Currency: z.string(),
    Languages: z.array(z.enum(['en', 'zh', 'fr', 'ja'])).readonly(),
    /** The buttons of the login page beside the password. */
    SignInProviders: z.array(ProviderName).readonly(),
    /** How long a new password has to be at least. */
    PasswordLength: z.int(),
  }),
})

/** The company's picture, for pages that anybody may open. */
export const companyLogo = read({
  method: 'GET',
  path: '/company/logo',
  access: 'public',
  scope: noRow('nobody'),
  summary: 'The company’s logo',
  /** Which of them: so that a browser keeps no old one. */
  body: z.strictObject({ v: z.coerce.number().int().optional() }),
  reply: z.strictObject({ type: z.enum(logoTypes), base64: z.string() }),
  file: { gives: [...logoTypes] },
})

export const LegalText = z.enum(['terms', 'privacy'])

/** Terms and privacy notice in the company's own words. */
export const legalText = read({
  method: 'GET',
  path: '/app/legal',
  access: 'public',
  scope: noRow('nobody'),
  summary: 'Terms or privacy notice in the company’s own words; null where it wrote none',
  body: z.strictObject({ Which: LegalText, LanguageCode: z.enum(['en', 'zh', 'fr', 'ja']).default('en') }),
  reply: z.strictObject({ Text: z.string().nullable(), LanguageCode: z.enum(['en', 'zh', 'fr', 'ja']).nullable() }),
})

export const refusals = { noLogo: refusal(404, 'setup.no_logo', 'The company has no logo') }
