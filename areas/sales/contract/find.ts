import { z } from 'zod'
import { RecordRequest } from '#areas/approvals/contract.ts'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  filterText,
  Id,
  longText,
  MoneyFromZero,
  membershipFilter,
  optionalField,
  text,
  upperCaseFilter,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { INVOICE_NO_LENGTH_MAX } from './sales-to-check.ts'
import {
  Detail,
  SaleSource,
  SPECIFIED_SORT_OPTION,
  Summary,
  SummaryWithDetails,
  TransactionType,
  transactionAccess,
  transactionKindNames,
} from './transaction.ts'

export const listTransactions = read({
  path: '/customer/transaction-summaries/find-all',
  access: transactionAccess,
  scope: unnamedRows('own outlet'),
  about: ['sale', 'cancellation'],
  summary: 'Lists sales and cancellations',
  body: pageQuery(
    {
      InvoiceNo: upperCaseFilter,
      SalesOrder: filterText,
      MembershipNo: membershipFilter,
      CustomerId: Id,
      TransactionType,
      OutletCode: upperCaseFilter,
      SalesPersonCode: filterText,
      Source: SaleSource,
      DateFrom: DateOnly,
      DateTo: DateOnly,
      /** Y: only sales without a member. */
      WalkInYN: YN,
      /** Y: only sales that were returned, partly or completely. */
      CancelledYN: YN,
      /** Product group of at least one line of the sale or cancellation. */
      ProductGroup: filterText,
      /** Lower limit of the net amount; AmountTo is the upper limit. */
      AmountFrom: MoneyFromZero,
      AmountTo: MoneyFromZero,
    },
    // Staff at the counter need the newest sales first; the order that section 9 specifies is one of the sort options.
    { rows: 10, sort: ['PerformedAt', 'InvoiceNo', 'TotalAmount', SPECIFIED_SORT_OPTION], direction: 'DESC' },
  ),
  reply: pageReply(Summary),
})

/** Sale with its lines and, if the sale needed approval, with the approval request. */
export const SaleInFull = SummaryWithDetails.extend({ Approval: RecordRequest.nullable() })
export type SaleWithApproval = z.infer<typeof SaleInFull>

const findOne = (kind: 'normal' | 'cancel') =>
  read({
    path: `/customer/transaction-summaries/${kind}/find-one`,
    access: transactionAccess,
    scope: namedRows(row(transactionKindNames[kind], 'InvoiceNo', 'own outlet')),
    summary: `Returns one ${kind === 'normal' ? 'sale' : 'cancellation'} by its invoice number, with its lines`,
    body: z.strictObject({ InvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX) }),
    reply: SaleInFull,
  })
export const getSale = findOne('normal')
export const getCancellation = findOne('cancel')

const update = (kind: 'normal' | 'cancel') =>
  change({
    path: `/customer/transaction-summaries/${kind}/update`,
    access: { role: 'Customer Transaction' },
    scope: namedRows(row(transactionKindNames[kind], 'InvoiceNo', 'own outlet')),
    summary: 'Updates the remarks; amounts and lines of a posted sale never change',
    ignored: ignoreFields(
      'A posted sale is cancelled and entered again',
      'SalesOrder',
      'TransactionType',
      'TotalAmount',
      'PerformedAt',
    ),
    body: z.strictObject({ InvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX), Remarks: optionalField(longText(500)) }),
    reply: SummaryWithDetails,
  })
export const updateSale = update('normal')
export const updateCancel = update('cancel')

export const listTransactionDetails = read({
  path: '/customer/transaction-details/find-all',
  access: transactionAccess,
  scope: unnamedRows('own outlet'),
  about: ['sale detail', 'sale'],
  summary: 'Lists lines of sales and cancellations',
  body: pageQuery(
    {
      TransactionId: Id,
      InvoiceNo: upperCaseFilter,
      ItemCode: filterText,
      Brand: filterText,
      MembershipNo: membershipFilter,
    },
    { rows: 100, sort: ['SequenceNo', 'NetAmount'] },
  ),
  reply: pageReply(Detail),
})

const findDetail = (kind: 'normal' | 'cancel') =>
  read({
    path: `/customer/transaction-details/${kind}/find-one`,
    access: transactionAccess,
    scope: namedRows(row(transactionKindNames[kind], 'InvoiceNo', 'own outlet')),
    summary: 'Returns one line by invoice number and sequence number',
    body: z.strictObject({ InvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX), SequenceNo: z.int().min(1) }),
    reply: Detail,
  })
export const getSaleDetail = findDetail('normal')
export const getCancellationDetail = findDetail('cancel')

export const updateTransactionDetail = change({
  path: '/customer/transaction-details/update',
  access: { role: 'Customer Transaction' },
  scope: namedRows(row('sale', 'InvoiceNo', 'own outlet')),
  summary: 'Updates the fields that identify a piece: description, serial and certificate number',
  ignored: {
    ...ignoreFields('It belongs to the sale', 'SalesOrder'),
    ...ignoreFields('Only a line of a cancellation has one', 'OldSequenceNo'),
  },
  body: z.strictObject({
    InvoiceNo: upperCaseText(INVOICE_NO_LENGTH_MAX),
    SequenceNo: z.int().min(1),
    Description: optionalField(text(200)),
    SerialNo: optionalField(text(60)),
    CertificateNo: optionalField(text(60)),
  }),
  reply: Detail,
})
