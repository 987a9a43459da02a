import { z } from 'zod'
import { Language } from '#areas/setup/contract/translations.ts'
import { read } from '#kit/contract/endpoint.ts'
import { code, figure, filterText, Id, text, upperText, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { record } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow } from '#kit/contract/scope.ts'

export const ObjectType = z.enum(['Customer', 'Task', 'Rewards'])
export type ObjectType = z.infer<typeof ObjectType>

export const FieldType = z.enum([
  'Text',
  'Selection',
  'Multiple Selection',
  'Multiline Text',
  'Email',
  'Number',
  'Date',
  'Datetime',
])
export type FieldType = z.infer<typeof FieldType>

/** Whose values come from a list. */
export const hasList = (type: unknown) => type === 'Selection' || type === 'Multiple Selection'

const CODE_MAX = 20
export const LIST_ID_MAX = 30
const NAME_MAX = 50
export const ITEMS_MAX = 200

/** Capitals as they are typed: unlike other codes this one is not raised, so that a program learns what it wrote. */
const NewCode = z
  .string()
  .regex(/^[A-Z0-9_]*$/, 'Please use capital letter without space')
  .pipe(code(CODE_MAX))
  .meta({ maxLength: CODE_MAX, uppercase: true, code: true })

/** One entry of a list. The value is what records hold; it reads as its label where the language has one. */
export const CustomFieldItem = z.strictObject({
  Value: z.string(),
  Labels: z.partialRecord(Language, z.string()),
  SequenceNo: z.int(),
  Status: z.enum(['Active', 'Inactive']),
})
export type CustomFieldItem = z.infer<typeof CustomFieldItem>

const NewItem = z.strictObject({
  Value: text(100),
  Labels: z.partialRecord(Language, text(100)).default({}),
  SequenceNo: figure(0, 99_999),
  Status: z.enum(['Active', 'Inactive']).default('Active'),
})

const fields = {
  CustomFieldName: text(NAME_MAX),
  FieldType,
  IsMandatoryYN: YN,
  SequenceNo: figure(0, 99_999),
  /** Of the two types that have a list; left out it is named after the field. Fields with the same one share their list. */
  FieldListId: upperText(LIST_ID_MAX).nullable().optional(),
  AutoSyncYN: YN,
  /** The whole list in its order; left out it stays. */
  ListItems: z.array(NewItem).max(ITEMS_MAX).optional(),
}

/** A field that the company adds to customers, tasks or rewards. */
export const customFields = record({
  area: 'custom-fields',
  name: ['custom field', 'custom fields'],
  path: '/setup/custom-fields',
  role: 'Custom Field',
  key: { CustomFieldId: Id },
  row: {
    ObjectType,
    CustomFieldCode: z.string(),
    CustomFieldName: z.string(),
    FieldType,
    IsMandatoryYN: YN,
    SequenceNo: z.int(),
    FieldListId: z.string().nullable(),
    AutoSyncYN: YN,
    ListItems: z.array(CustomFieldItem),
    CreatedById: Id.nullable(),
  },
  fields,
  added: {
    // What values are kept under stays as it was given.
    ObjectType: ObjectType.default('Customer'),
    CustomFieldCode: NewCode,
    IsMandatoryYN: YN.default('Y'),
    AutoSyncYN: YN.default('Y'),
  },
  unique: { CustomFieldCode: 'code' },
  list: pageQuery(
    { ObjectType, CustomFieldCode: filterText, CustomFieldName: filterText, FieldType, Status: filterText },
    {
      rows: 20,
      sort: ['ObjectType', 'SequenceNo', 'CustomFieldCode', 'CustomFieldName', 'FieldType', 'Status', 'CreatedAt'],
    },
  ),
})

export const customFieldRefusals = {
  ...customFields.refusals,
  codeOfDeleted: refusal(
    409,
    'custom-fields.code_of_deleted',
    'Records still hold values of a deleted field with the code {CustomFieldCode}. Use another code',
  ),
  hasValues: refusal(
    409,
    'custom-fields.has_values',
    'Field type and list cannot change: {Records} records hold a value of the field',
  ),
  noItems: refusal(409, 'custom-fields.no_items', 'Add at least one active list item'),
  itemTwice: refusal(409, 'custom-fields.item_twice', 'The list has {Value} twice'),
  itemInUse: refusal(
    409,
    'custom-fields.item_in_use',
    'Records hold {Value}. Set it to Inactive instead of removing it',
  ),
  noList: refusal(409, 'custom-fields.no_list', 'Only Selection and Multiple Selection have a list'),
  unknownField: refusal(400, 'custom-fields.unknown_field', 'There is no custom field {Code}'),
  /** A view, a link or a condition may still ask for it. */
  inactiveField: refusal(
    409,
    'custom-fields.inactive_field',
    'The custom field {Name} is not active any more. Leave it out',
  ),
}

export const { Row: CustomField, list: listCustomFields } = customFields
export type CustomField = z.infer<typeof CustomField>

/** A field as forms and views ask it. */
export const FormField = z.strictObject({
  CustomFieldCode: z.string(),
  CustomFieldName: z.string(),
  FieldType,
  IsMandatoryYN: YN,
  SequenceNo: z.int(),
  /** Retired ones too: records that hold one keep it. */
  ListItems: z.array(CustomFieldItem),
})
export type FormField = z.infer<typeof FormField>

const about = ['custom field'] as const

export const formFields = read({
  path: '/setup/custom-fields/form',
  access: 'staff',
  scope: noRow('shared'),
  about,
  summary: 'The active custom fields of customers, tasks or rewards in the order of their forms',
  body: z.strictObject({ ObjectType }),
  reply: pageOf(FormField),
})

/** How a field is called; `ActiveYN` N: no form asks for it, and what was written of it remains. */
export const FieldName = z.strictObject({ CustomFieldCode: z.string(), CustomFieldName: z.string(), ActiveYN: YN })

export const fieldNames = read({
  path: '/setup/custom-fields/names',
  access: 'staff',
  scope: noRow('shared'),
  about,
  summary: 'How the custom fields of customers, tasks or rewards are called, inactive and deleted ones too',
  body: z.strictObject({ ObjectType }),
  reply: pageOf(FieldName),
})

export const listItems = read({
  path: '/setup/custom-fields/list-items/find-all',
  access: 'staff',
  scope: noRow('shared'),
  about,
  summary: 'The entries of one list in their order, retired ones too',
  aliases: { FieldListId: 'Search.FieldListId' },
  body: z.strictObject({ Search: z.strictObject({ FieldListId: upperText(LIST_ID_MAX) }) }),
  reply: pageOf(CustomFieldItem),
})
