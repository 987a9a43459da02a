import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, text } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

// Endpoints that translate text fields of records; without a translation pages show the record's own text.

export const Language = z.enum(['en', 'zh', 'fr', 'ja', 'ms'])
export type Language = z.infer<typeof Language>

/** Kinds of records that can be translated. */
export const TranslatableRecord = z.enum(['ListItem'])

export const translationRefusals = {
  notFound: refusal(404, 'setup.translation_not_found', 'Record not found'),
  recordNotFound: refusal(404, 'setup.translated_record_not_found', 'Record not found'),
}

export const FieldTranslation = z.strictObject({
  TranslationId: Id,
  ObjectType: TranslatableRecord,
  ObjectId: z.string(),
  FieldName: z.literal('Label'),
  LanguageCode: Language,
  Value: z.string(),
})
export type FieldTranslation = z.infer<typeof FieldTranslation>

const access = { role: 'Settings', privilege: 'Manage Settings' } as const
const ObjectId = z.string().regex(/^[1-9]\d{0,15}$/, 'Record not found')

export const addTranslation = change({
  path: '/field-translations/add',
  access,
  scope: namedRows(row('record', 'ObjectId', 'everyone')),
  about: ['translation', 'list item'],
  summary: 'Says what a field of a record reads in one language; a second time replaces the first',
  status: 201,
  body: z.strictObject({
    ObjectType: TranslatableRecord,
    ObjectId,
    FieldName: z.literal('Label').default('Label'),
    LanguageCode: Language,
    Value: text(100),
  }),
  reply: FieldTranslation,
})

export const listTranslations = read({
  path: '/field-translations/find-all',
  access: 'staff',
  scope: namedRows(row('record', 'ObjectId', 'everyone')),
  about: ['translation'],
  summary: 'Lists translations of a record’s fields, or of all records of a kind in one language',
  body: z.strictObject({
    ObjectType: TranslatableRecord,
    ObjectId: ObjectId.optional(),
    LanguageCode: Language.optional(),
  }),
  reply: pageReply(FieldTranslation),
})

export const deleteTranslation = change({
  path: '/field-translations/delete',
  access,
  scope: namedRows(row('translation', 'TranslationId', 'everyone')),
  about: ['translation', 'list item'],
  summary: 'Takes a translation back: the record’s own text is read again',
  body: z.strictObject({ TranslationId: Id }),
  reply: FieldTranslation,
})
