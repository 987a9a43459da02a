import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, optionalField, text, Version } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { ListName } from '../contract.ts'
import { Language } from './translations.ts'

// Endpoints that maintain the lookup lists at /settings/lists.
// A record stores the value of a list item, which never changes; users see the item's label and translations.

export const listRefusals = {
  notFound: refusal(404, 'setup.list_item_not_found', 'Record not found'),
  taken: refusal(409, 'setup.list_item_taken', 'The list already has the value {Value}'),
  otherItems: refusal(409, 'setup.list_changed', 'Another user has changed the list in the meantime'),
}

export const ListEntry = z.strictObject({
  ListItemId: Id,
  ListName,
  Value: z.string(),
  /** Label of the item; null if the item has none, so that its value is displayed. */
  Label: z.string().nullable(),
  SequenceNo: z.int(),
  Status: z.enum(['Active', 'Inactive']),
  Translations: z.array(z.strictObject({ LanguageCode: Language, Value: z.string() })),
  Version,
})
export type ListEntry = z.infer<typeof ListEntry>

const access = { role: 'Settings', privilege: 'Manage Settings' } as const

export const listLookupEntries = read({
  path: '/lists/items/find-all',
  access: { role: 'Settings' },
  scope: unnamedRows('shared'),
  about: ['list item'],
  summary: 'Lists every value of one lookup list, including inactive ones, with its translations',
  body: z.strictObject({ ListName }),
  reply: pageReply(ListEntry),
})

export const addListItem = change({
  path: '/lists/items/add',
  access,
  scope: unnamedRows('shared'),
  about: ['list item'],
  summary: 'Adds a value at the end of a lookup list',
  status: 201,
  body: z.strictObject({ ListName, Value: text(100), Label: optionalField(text(100)) }),
  reply: ListEntry,
})

export const updateListItem = change({
  path: '/lists/items/update',
  access,
  scope: namedRows(row('list item', 'ListItemId', 'everyone')),
  summary: 'Renames what people read, or takes a value out of the selects; records keep it',
  body: z.strictObject({
    ListItemId: Id,
    Version,
    Label: optionalField(text(100)),
    Status: z.enum(['Active', 'Inactive']).optional(),
  }),
  reply: ListEntry,
})

export const reorderList = change({
  path: '/lists/items/reorder',
  access,
  scope: namedRows(row('list item', 'ListItemIds', 'everyone')),
  summary: 'Puts all values of a list into a new order',
  body: z.strictObject({ ListName, ListItemIds: z.array(Id).min(1).max(1000) }),
  reply: pageReply(ListEntry),
})
