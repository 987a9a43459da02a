import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { asked, code, filterText, Id, Instant, optional, text, Version } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { SetupRecordStatus, SetupStatus } from './card-groups.ts'

export const CardCategory = z.strictObject({
  CardCategoryId: Id,
  Code: z.string(),
  Name: z.string(),
  Description: z.string().nullable(),
  CardGroupId: Id,
  CardGroupName: z.string(),
  LevelSequence: z.int(),
  Color: z.string(),
  Status: SetupRecordStatus,
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type CardCategory = z.infer<typeof CardCategory>

/** `#rrggbb`, stored in small letters. */
export const Color = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'Please choose a colour like #c9a227'))

/** The code names the category in sales, points and reports, and the group its members, so both stay as they were made. */
export const CardCategoryChanges = z.strictObject({
  Name: asked(50, 'Please input name.'),
  Description: optional(text(300)),
  LevelSequence: z.int('Please only use number').min(1).max(99),
  Color,
  Status: SetupStatus.default('Active'),
})
export const CardCategoryFields = CardCategoryChanges.extend({ Code: code(20), CardGroupId: Id })

export const cardCategoryRefusals = {
  notFound: refusal(404, 'memberships.card_category_not_found', 'Record not found'),
  codeTaken: refusal(
    409,
    'memberships.card_category_code_taken',
    'There is a card category with the code {Code} already',
  ),
  sequenceTaken: refusal(
    409,
    'memberships.card_category_sequence_taken',
    'Another card category of this group has the level sequence {LevelSequence} already',
  ),
  groupUnknown: refusal(
    409,
    'memberships.card_category_group_unknown',
    'The card group does not exist or is not active',
  ),
  inUse: refusal(
    409,
    'memberships.card_category_in_use',
    'The card category is used by {Members} members and {Levels} card levels',
  ),
  deleted: refusal(409, 'memberships.card_category_deleted', 'The card category is deleted'),
  notDeleted: refusal(409, 'memberships.card_category_not_deleted', 'Only a deleted card category can be restored'),
}

const role = 'Card Category'

export const addCardCategory = change({
  path: '/member/card-categories/add',
  access: { role },
  scope: rows(row('card group', 'CardGroupId', 'everyone')),
  summary: 'Creates a card category in a card group',
  status: 201,
  body: CardCategoryFields,
  reply: CardCategory,
})

export const listCardCategories = read({
  path: '/member/card-categories/find-all',
  access: 'staff',
  scope: noRow('shared'),
  summary: 'Card categories; deleted ones only when asked for',
  body: pageQuery(
    { Code: filterText, Name: filterText, CardGroupId: Id, Status: SetupRecordStatus },
    { rows: 10, sort: ['LevelSequence', 'Code', 'Name', 'CardCategoryId', 'Status'], whole: true },
  ),
  reply: pageOf(CardCategory),
})

export const getCardCategory = read({
  path: '/member/card-categories/find-one',
  access: 'staff',
  scope: rows(row('card category', 'CardCategoryId', 'everyone')),
  summary: 'One card category, by its number or its code',
  body: z
    .strictObject({ CardCategoryId: Id.optional(), Code: filterText.optional() })
    .refine((body) => body.CardCategoryId !== undefined || body.Code, {
      path: ['CardCategoryId'],
      message: 'Required',
    }),
  reply: CardCategory,
})

export const updateCardCategory = change({
  path: '/member/card-categories/update',
  access: { role },
  scope: rows(row('card category', 'CardCategoryId', 'everyone')),
  summary: 'Changes the fields that are sent; a stale Version is refused with the present record',
  body: CardCategoryChanges.partial().extend({ CardCategoryId: Id, Version, Status: SetupStatus.optional() }),
  reply: CardCategory,
})

export const deleteCardCategory = change({
  path: '/member/card-categories/delete',
  access: { role },
  scope: rows(row('card category', 'CardCategoryId', 'everyone')),
  summary: 'Marks a card category as Deleted, unless it is in use',
  body: z.strictObject({ CardCategoryId: Id }),
  reply: CardCategory,
})

export const restoreCardCategory = change({
  path: '/member/card-categories/restore',
  access: { role },
  scope: rows(row('card category', 'CardCategoryId', 'everyone')),
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ CardCategoryId: Id }),
  reply: CardCategory,
})
