import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { asked, filterText, Id, Instant, Version } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'

/** What staff may choose; Deleted is reached by the delete call only. */
export const SetupStatus = z.enum(['Active', 'Inactive'])
export const SetupRecordStatus = z.enum(['Active', 'Inactive', 'Deleted'])
export type SetupRecordStatus = z.infer<typeof SetupRecordStatus>

export const CardGroup = z.strictObject({
  GroupId: Id,
  Name: z.string(),
  Description: z.string(),
  Status: SetupRecordStatus,
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type CardGroup = z.infer<typeof CardGroup>

export const CardGroupFields = z.strictObject({
  Name: asked(20, 'Please input name.'),
  Description: asked(300, 'Please input description.'),
  Status: SetupStatus.default('Active'),
})

export const cardGroupRefusals = {
  notFound: refusal(404, 'memberships.card_group_not_found', 'Record not found'),
  nameTaken: refusal(409, 'memberships.card_group_name_taken', 'There is a card group with the name {Name} already'),
  inUse: refusal(
    409,
    'memberships.card_group_in_use',
    'The card group is used by {Categories} card categories and {Memberships} memberships',
  ),
  deleted: refusal(409, 'memberships.card_group_deleted', 'The card group is deleted'),
  notDeleted: refusal(409, 'memberships.card_group_not_deleted', 'Only a deleted card group can be restored'),
  undoOver: refusal(409, 'memberships.undo_over', 'A delete can be undone within 30 seconds only'),
}

const role = 'Card Group'

export const addCardGroup = change({
  path: '/member/card-groups/add',
  access: { role },
  scope: noRow('shared'),
  summary: 'Creates a card group',
  status: 201,
  body: CardGroupFields,
  reply: CardGroup,
})

export const listCardGroups = read({
  path: '/member/card-groups/find-all',
  access: 'staff',
  scope: noRow('shared'),
  summary: 'Card groups; deleted ones only when asked for',
  body: pageQuery(
    { Name: filterText, Description: filterText, Status: SetupRecordStatus },
    { rows: 10, sort: ['GroupId', 'Name', 'Status', 'CreatedAt'], direction: 'DESC', whole: true },
  ),
  reply: pageOf(CardGroup),
})

export const getCardGroup = read({
  path: '/member/card-groups/find-one',
  access: 'staff',
  scope: rows(row('card group', 'GroupId', 'everyone')),
  summary: 'One card group',
  body: z.strictObject({ GroupId: Id }),
  reply: CardGroup,
})

export const updateCardGroup = change({
  path: '/member/card-groups/update',
  access: { role },
  scope: rows(row('card group', 'GroupId', 'everyone')),
  summary: 'Changes the fields that are sent; a stale Version is refused with the present record',
  body: CardGroupFields.partial().extend({ GroupId: Id, Version, Status: SetupStatus.optional() }),
  reply: CardGroup,
})

export const deleteCardGroup = change({
  path: '/member/card-groups/delete',
  access: { role },
  scope: rows(row('card group', 'GroupId', 'everyone')),
  summary: 'Marks a card group as Deleted, unless it is in use',
  body: z.strictObject({ GroupId: Id }),
  reply: CardGroup,
})

export const restoreCardGroup = change({
  path: '/member/card-groups/restore',
  access: { role },
  scope: rows(row('card group', 'GroupId', 'everyone')),
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ GroupId: Id }),
  reply: CardGroup,
})
