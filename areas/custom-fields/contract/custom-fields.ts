import { z } from 'zod'
import { Language } from '#areas/setup/contract/translations.ts'
import { read } from '#kit/contract/endpoint.ts'
import { codeText, filterText, Id, integerInRange, text, upperCaseText, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { defineSetupRecord } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

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

/** True for field types whose values come from a list. */
export const isListFieldType = (type: unknown) => type === 'Selection' || type === 'Multiple Selection'

const CODE_MAX = 20
export const FIELD_LIST_ID_LENGTH_MAX = 30
const NAME_MAX = 50
export const FIELD_LIST_ITEMS_MAX = 200

/** Code of a new field. Lower case is rejected instead of converted, unlike in other codes. */
const NewCode = z
  .string()
  .regex(/^[A-Z0-9_]*$/, 'Please use capital letter without space')
  .pipe(codeText(CODE_MAX))
  .meta({ maxLength: CODE_MAX, uppercase: true, code: true })

/** An entry of a list. Records store the value; pages show the label in the user's language if the entry has one. */
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
  SequenceNo: integerInRange(0, 99_999),
  Status: z.enum(['Active', 'Inactive']).default('Active'),
})

const fields = {
  CustomFieldName: text(NAME_MAX),
  FieldType,
  IsMandatoryYN: YN,
  SequenceNo: integerInRange(0, 99_999),
  /**
   * The id of the field's list, only for the two types with a list; by default derived from the field.
   * Custom fields with the same list id share the list.
   */
  FieldListId: upperCaseText(FIELD_LIST_ID_LENGTH_MAX).nullable().optional(),
  AutoSyncYN: YN,
  /** The complete list of entries. If the array is omitted, the list stays unchanged. */
  ListItems: z.array(NewItem).max(FIELD_LIST_ITEMS_MAX).optional(),
}

/** A field that the company adds to customers, tasks or rewards. */
export const customFieldRecord = defineSetupRecord({
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
    // Object type and code of a custom field never change, because stored values refer to them.
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
  ...customFieldRecord.refusals,
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
  /** Saved views, links and segment conditions may still refer to an inactive field. */
  inactiveField: refusal(
    409,
    'custom-fields.inactive_field',
    'The custom field {Name} is no longer active. Leave it out',
  ),
}

export const { Row: CustomField, list: listCustomFields } = customFieldRecord
export type CustomField = z.infer<typeof CustomField>

/** The properties of a custom field that forms and views need. */
export const FormField = z.strictObject({
  CustomFieldCode: z.string(),
  CustomFieldName: z.string(),
  FieldType,
  IsMandatoryYN: YN,
  SequenceNo: z.int(),
  /** The entries of the list, including retired entries, whose values records may still have. */
  ListItems: z.array(CustomFieldItem),
})
export type FormField = z.infer<typeof FormField>

const about = ['custom field'] as const

export const formFields = read({
  path: '/setup/custom-fields/form',
  access: 'staff',
  scope: unnamedRows('shared'),
  about,
  summary: 'Lists the active custom fields of customers, tasks or rewards in the order of their forms',
  body: z.strictObject({ ObjectType }),
  reply: pageReply(FormField),
})

/** The name of a custom field. `ActiveYN` is N for an inactive or deleted field, which forms hide. */
export const FieldName = z.strictObject({ CustomFieldCode: z.string(), CustomFieldName: z.string(), ActiveYN: YN })

export const fieldNames = read({
  path: '/setup/custom-fields/names',
  access: 'staff',
  scope: unnamedRows('shared'),
  about,
  summary: 'Lists the names of custom fields of customers, tasks or rewards, including inactive and deleted ones',
  body: z.strictObject({ ObjectType }),
  reply: pageReply(FieldName),
})

export const listItems = read({
  path: '/setup/custom-fields/list-items/find-all',
  access: 'staff',
  scope: unnamedRows('shared'),
  about,
  summary: 'Lists the entries of one list in order, including retired ones',
  aliases: { FieldListId: 'Search.FieldListId' },
  body: z.strictObject({ Search: z.strictObject({ FieldListId: upperCaseText(FIELD_LIST_ID_LENGTH_MAX) }) }),
  reply: pageReply(CustomFieldItem),
})
