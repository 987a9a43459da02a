import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, text, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// A tag is a word that staff put on a customer. The same word on two customers is two tags.

export const TagStatus = z.enum(['Active', 'Inactive', 'Deleted'])

export const tagRefusals = {
  notFound: refusal(404, 'data-quality.tag_not_found', 'Record not found'),
  customerNotFound: refusal(404, 'data-quality.customer_not_found', 'Record not found'),
  tagged: refusal(409, 'data-quality.tagged', 'The customer already has the tag {Name}'),
  tooManyTags: refusal(409, 'data-quality.too_many_tags', 'A customer can have {Limit} tags at most'),
  alreadyDeleted: refusal(409, 'data-quality.tag_already_deleted', 'The tag has already been deleted'),
  notDeleted: refusal(409, 'data-quality.tag_not_deleted', 'Only a deleted tag can be restored'),
  undoOver: refusal(409, 'data-quality.undo_over', 'A delete can be undone within 30 seconds only'),
}

/** Maximum number of tags of one customer. */
export const TAGS_PER_CUSTOMER_MAX = 20

export const Tag = z.strictObject({
  TagId: Id,
  CustomerId: Id,
  Name: z.string(),
  Status: TagStatus,
  CreatedAt: Instant,
  Version,
})
export type Tag = z.infer<typeof Tag>

const role = ['Customer', 'Update Member Listing'] as const

export const addTag = change({
  path: '/customer/tags/add',
  access: { role },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['tag', 'customer'],
  summary: 'Puts a tag on one or several customers; on failure on none of them',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    CustomerId: z.union([Id, z.array(Id).min(1).max(100)]),
    Name: text(50),
    Status: z.enum(['Active', 'Inactive']).default('Active'),
  }),
  reply: pageReply(Tag),
})

export const listTags = read({
  path: '/customer/tags/find-all',
  access: { role },
  scope: unnamedRows('own outlet', row('customer', 'Search.CustomerId', 'looked up')),
  about: ['tag'],
  summary: 'Lists tags of customers of the caller’s outlet (HQ: all)',
  body: pageQuery({ CustomerId: Id, Name: filterText, Status: TagStatus }, { rows: 20, sort: ['TagId', 'Name'] }),
  reply: pageReply(Tag),
})

export const getTag = read({
  path: '/customer/tags/find-one',
  access: { role },
  scope: namedRows(row('tag', 'TagId', 'looked up')),
  summary: 'Returns one tag',
  body: z.strictObject({ TagId: Id }),
  reply: Tag,
})

export const deleteTag = change({
  path: '/customer/tags/delete',
  access: { role },
  scope: namedRows(row('tag', 'TagId', 'looked up')),
  summary: 'Removes a tag from a customer; can be undone for 30 seconds',
  body: z.strictObject({ TagId: Id }),
  reply: Tag,
})

export const restoreTag = change({
  path: '/customer/tags/restore',
  access: { role },
  scope: namedRows(row('tag', 'TagId', 'looked up')),
  summary: 'Undoes the delete of a tag within 30 seconds',
  body: z.strictObject({ TagId: Id }),
  reply: Tag,
})
