import { z } from 'zod'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, text } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

export * from './contract/preferences.ts'

/** Number of recent records that are stored per user, for the command palette and the dashboard. */
export const RECENT_RECORDS_MAX = 10

const Path = text(200).pipe(z.string().regex(/^\/[^?#]*$/, 'Send a path without a query'))

export const addRecentRecord = change({
  path: '/workspace/recent-records/add',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['recent record'],
  summary: 'Remembers that you opened a record; the ten latest are stored',
  body: z.strictObject({
    Path,
    /** Route pattern of the page, for example `/setup/card-category/:CardCategoryId`. */
    Screen: Path,
    Name: text(200).optional(),
  }),
  reply: z.strictObject({}),
})

export const RecentRecord = z.strictObject({
  Path: z.string(),
  Screen: z.string(),
  Name: z.string().nullable(),
  /** Masked identity number of a customer, to distinguish customers with the same name. */
  About: MaskedIdNo.nullable(),
  OpenedAt: Instant,
})
export type RecentRecord = z.infer<typeof RecentRecord>

export const listRecentRecords = read({
  path: '/workspace/recent-records/find-all',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['recent record'],
  summary: 'Lists the records that the caller opened last, newest first',
  body: z.strictObject({}),
  reply: pageReply(RecentRecord),
})

/** Number of pending items that a menu entry shows as a badge. */
export const MenuBadge = z.strictObject({ Path: z.string(), Count: z.int().min(1) })
export type MenuBadge = z.infer<typeof MenuBadge>

export const getMenuBadges = read({
  method: 'GET',
  path: '/workspace/badges',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['approval', 'amendment', 'level history', 'referral', 'sale to check'],
  summary: 'Returns the badge counts of the caller’s menu entries; entries without a count are omitted',
  body: z.strictObject({}),
  reply: z.strictObject({ rows: z.array(MenuBadge) }),
})
