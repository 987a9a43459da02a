import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { codeText, filterText, Id, integerInRange, optionalField, requiredText, text } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord, SetupRecordStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

/** Colour in the format `#rrggbb`, stored in lower case. */
export const CardColor = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'Choose a colour like #c9a227'))

const standard = defineSetupRecord({
  area: 'memberships',
  name: ['card category', 'card categories'],
  path: '/member/card-categories',
  role: 'Card Category',
  key: { CardCategoryId: Id },
  row: {
    Code: z.string(),
    Name: z.string(),
    Description: z.string().nullable(),
    CardGroupId: Id,
    CardGroupName: z.string(),
    LevelSequence: z.int(),
    Color: z.string(),
  },
  fields: {
    Name: requiredText(50, 'Please input name.'),
    Description: optionalField(text(300)),
    LevelSequence: integerInRange(1, 99),
    Color: CardColor,
  },
  // Code and group of a category cannot change, because sales and reports refer to the code, and members to the group.
  added: { Code: codeText(20), CardGroupId: Id },
  addScope: namedRows(row('card group', 'CardGroupId', 'everyone')),
  unique: { Code: 'code' },
  used: '{Members} members and {Levels} card levels',
  list: pageQuery(
    { Code: filterText, Name: filterText, CardGroupId: Id, Status: SetupRecordStatus },
    { rows: 10, sort: ['LevelSequence', 'Code', 'Name', 'CardCategoryId', 'Status'], whole: true },
  ),
})

export const cardCategoryRecord = {
  ...standard,
  get: read({
    path: '/member/card-categories/find-one',
    access: 'staff',
    scope: namedRows(row('card category', 'CardCategoryId', 'everyone')),
    summary: 'Returns one card category by its id or its code',
    body: z
      .strictObject({ CardCategoryId: Id.optional(), Code: filterText.optional() })
      .refine((body) => body.CardCategoryId !== undefined || body.Code, {
        path: ['CardCategoryId'],
        message: 'Required',
      }),
    reply: standard.Row,
  }),
}

export const cardCategoryRefusals = {
  ...standard.refusals,
  sequenceTaken: refusal(
    409,
    'memberships.card_category_sequence_taken',
    'Another card category of this group already has the level sequence {LevelSequence}',
  ),
  groupUnknown: refusal(
    409,
    'memberships.card_category_group_unknown',
    'The card group does not exist or is not active',
  ),
}

export const {
  Row: CardCategory,
  list: listCardCategories,
  get: getCardCategory,
  add: addCardCategory,
  update: updateCardCategory,
  remove: deleteCardCategory,
  restore: restoreCardCategory,
} = cardCategoryRecord
export type CardCategory = z.infer<typeof CardCategory>
