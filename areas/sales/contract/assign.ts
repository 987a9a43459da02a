import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { longText, membershipNumber, Points, upperCaseText } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'
import { PostedSale } from './enter.ts'
import { INVOICE_NO_LENGTH_MAX } from './sales-to-check.ts'
import { SummaryWithDetails } from './transaction.ts'

// Requests that assign a walk-in sale to a member, and that make it a walk-in sale again.

const saleKey = upperCaseText(INVOICE_NO_LENGTH_MAX)

export const assignSale = change({
  path: '/customer/transaction-summaries/normal/assign',
  access: { role: 'Customer Transaction' },
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet'), row('membership', 'MembershipNo', 'looked up')),
  summary: 'Assigns a walk-in sale to the member who bought; it earns by the rules of its business date',
  idempotent: true,
  body: z.strictObject({ InvoiceNo: saleKey, MembershipNo: membershipNumber }),
  reply: PostedSale,
})

export const unassignSale = change({
  path: '/customer/transaction-summaries/normal/unassign',
  access: { role: 'Customer Transaction' },
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet')),
  about: ['sale', 'membership'],
  summary: 'Unassigns a sale from its member (head office only), while none of its points were used',
  idempotent: true,
  body: z.strictObject({ InvoiceNo: saleKey, Remark: longText(500) }),
  reply: SummaryWithDetails.extend({ PointsBack: Points }),
})
