import { z } from 'zod'
import { ContactType, Purpose } from '#areas/messages/contract.ts'
import { DateOnly, filterText, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** What messages are grouped by; Reason says why those that did not arrive did not. */
export const MessagesBy = z.enum(['Template', 'Day', 'Outlet', 'Reason'])

const row = {
  Key: z.string(),
  /** Null: none. */
  Value: z.string().nullable(),
  Messages: z.int(),
  /** Not given out yet. */
  Queued: z.int(),
  /** Given to the provider, who has not said more. */
  Sent: z.int(),
  Delivered: z.int(),
  Failed: z.int(),
  Bounced: z.int(),
  OptedOut: z.int(),
  /** Delivered, of those of which it is known. */
  DeliveredShare: Percent.nullable(),
  /** How many different customers they went to. */
  Customers: z.int(),
}

const { Key: _, Value: __, ...figures } = row

export const messageDelivery = report('messageDelivery', {
  summary: 'Messages that were written between two days, by template, day, outlet or reason, and how many arrived',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    MessagesBy,
    ContactType,
    Purpose,
    TemplateName: filterText,
    OutletCode: upperFilter,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: figures,
  sort: sortable(row, 'Messages'),
  rows: 100,
  grouped: true,
  about: ['contact log'],
})
