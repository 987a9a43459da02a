import { z } from 'zod'
import { ContactType, Purpose } from '#areas/messages/contract.ts'
import { DateOnly, filterText, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** How messages are grouped into rows; Reason includes only failed, bounced and opted-out messages. */
export const MessagesBy = z.enum(['Template', 'Day', 'Outlet', 'Reason'])

const row = {
  Key: z.string(),
  /** Value that the messages of the group share; null if they have none. */
  Value: z.string().nullable(),
  Messages: z.int(),
  /** Number of messages that are not sent yet. */
  Queued: z.int(),
  /** Number of messages that the provider has accepted without reporting a later status. */
  Sent: z.int(),
  Delivered: z.int(),
  Failed: z.int(),
  Bounced: z.int(),
  OptedOut: z.int(),
  /** Percentage of messages with a final status that were delivered. */
  DeliveredShare: Percent.nullable(),
  /** Number of different customers who were contacted. */
  Customers: z.int(),
}

const { Key: _, Value: __, ...figures } = row

export const messageDeliveryReport = declareReport('messageDelivery', {
  summary: 'Messages created between two days by template, day, outlet or reason, with their delivery results',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    MessagesBy,
    ContactType,
    Purpose,
    TemplateName: filterText,
    OutletCode: upperCaseFilter,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: figures,
  sort: listSortableColumns(row, 'Messages'),
  rows: 100,
  grouped: true,
  about: ['contact log'],
})
