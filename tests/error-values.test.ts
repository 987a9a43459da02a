import { afterAll, expect, test } from 'vitest'
import { CallError } from '#kit/web/call.ts'
import { setFormatLanguage } from '#kit/web/format.ts'
import { errorText, type Language } from '#kit/web/i18n.ts'
import { isTranslatedParam } from '#kit/web/refusal-words.ts'
import { addTexts, switchLanguage } from '#kit/web/text-store.ts'
import { textsOf } from '../scripts/texts-in-parts.ts'
import { namespaces, refusals } from './texts.ts'

// Values in an error text are in the reader's language: no English status, column name or unformatted number.

function readIn(language: Language) {
  for (const name of namespaces) addTexts(language, { [name]: textsOf(name, language, refusals) })
  switchLanguage(language)
  setFormatLanguage(language)
}

// Resets the language, because other test files of this worker share these modules.
afterAll(() => readIn('en'))

const messageOf = (code: string, params: Record<string, string | number>) =>
  errorText(new CallError(409, { code, message: 'in English', params })).description

test.each([
  ['en', 'customers.not_editable', { Status: 'Suspended' }, 'The customer cannot be changed. Status: Suspended'],
  [
    'fr',
    'customers.not_editable',
    { Status: 'Suspended' },
    'Le client ne peut pas être modifié. Statut\u00a0: Suspendu',
  ],
  ['ja', 'memberships.upgrade_incomplete', { Fields: 'DateOfBirth, Gender' }, '先に入力してください：生年月日、性別'],
  ['zh', 'merges.approval_pending', { MembershipNo: 'M1', Kind: 'Large import' }, 'M1 的申请待审批：大量导入'],
  ['fr', 'points.not_enough', { Available: 1355 }, 'Pas assez de points\u00a0: 1\u202f355 disponibles'],
  ['fr', 'sales.total_mismatch', { Lines: '3500.00', Total: '12.50' }, /3\u202f500,00.*12,50/],
  ['en', 'expiry.nothing_expires', { Period: '2026-05' }, 'No points of this member expire in May 2026'],
  ['zh', 'points.only_its_end', { Date: '2026-01-31' }, /31\/01\/2026/],
  ['ja', 'sales.same_line_twice', { Line: 2 }, '2 行目が重複しています'],
  ['fr', 'customers.not_in_amendment', { FieldName: 'IdNo' }, /N° d’identité/],
] as const)('in %s, error %s with %j reads %s', async (language, code, params, sentence) => {
  readIn(language)
  expect(messageOf(code, params)).toMatch(sentence)
})

/** Values that are the same in every language: names, codes, numbers, dates and user input. */
const asTheyAre = [
  ...['Name', 'FullName', 'Names', 'name', 'CardGroupName', 'DecidedBy', 'ReviewedBy', 'Username', 'Brand', 'State'],
  ...['FromCategory', 'ToCategory', 'Now', 'CardCategory', 'CardCategoryCode', 'CustomerId', 'Value', 'ObjectValue'],
  ...['InvoiceNo', 'MembershipNo', 'VoucherNo', 'ReferenceCode', 'SalesOrder', 'Code', 'OutletCode', 'BuildingCode'],
  ...[
    'DepartmentCode',
    'ProductCode',
    'ProductGroup',
    'ProductType',
    'ReasonCode',
    'SalesPersonCode',
    'Path',
    'column',
  ],
  ...[
    'Points',
    'Available',
    'Arrears',
    'Owed',
    'Most',
    'Limit',
    'Count',
    'Days',
    'Months',
    'Least',
    'Left',
    'Line',
    'Rest',
  ],
  ...['Outstanding', 'QtyOnHand', 'Reserved', 'Tasks', 'Activities', 'ActivityCode', 'GroupCode', 'SSOBuildingId'],
  ...['CustomFieldCode', 'Records', 'Rewards', 'Campaigns'],
  ...['Question', 'Answer', 'OptionKey', 'QuestionId', 'OpenFrom'],
  ...['CampaignCode', 'CampaignType', 'SpentPoints', 'Contacted'],
  ...['Prospects', 'Customers'],
  ...['Lines', 'Total', 'NetAmount', 'Expected', 'Length', 'Rows', 'Rates', 'Levels', 'LevelSequence', 'Categories'],
  ...['Members', 'Memberships', 'Spent', 'Required', 'megabytes', 'megapixels', 'seconds', 'times', 'time', 'Minutes'],
  ...['Date', 'From', 'EndDate', 'ExpiryDate', 'CycleEnd', 'Month', 'Period'],
  // Roles, privileges and scopes keep their English names in every language.
  ...['role', 'right', 'Scope', 'Role'],
  // Attributes of SCIM, for the operator of an identity provider.
  ...['Attribute', 'Attributes'],
  // File names inside an archive, and their encoding.
  ...['encoding', 'sheet'],
  // The limits and positions of webhooks, and the host of a URL.
  ...['Max', 'Position', 'Host'],
  // Errors of a file's content or mapping, for its author.
  'reason',
  'Years',
  'Hours',
  ...['Email', 'ContactNo'],
]

test('every value in an error text is a name, a number, or a word that has a text in every language', () => {
  const raw = refusals.flatMap(({ code, text }) =>
    [...text.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name!)
      .filter((name) => !isTranslatedParam(name) && !asTheyAre.includes(name))
      .map((name) => `${code}: ${name}`),
  )
  expect(raw).toEqual([])
})
