import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { Id, Measure, MoneyFromZero, PersonName, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { privilegedField } from '#kit/contract/privilege.ts'

// Fields that several reports share.

/** Columns about the customer of a row, which several reports share. */
export const customerReportColumns = {
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  MemberType: MemberType.nullable(),
  CardCategoryCode: z.string().nullable(),
  RegisteredOutletCode: z.string().nullable(),
}

/** Filters that all lists of sales share. */
export const saleReportFilters = {
  OutletCode: upperCaseFilter,
  SalesPersonCode: upperCaseFilter,
  /** Product type of at least one line of the sale. */
  ProductType: upperCaseFilter,
  ProductGroup: upperCaseFilter,
  /** Lower limit of the absolute net amount; AmountTo is the upper limit. */
  AmountFrom: MoneyFromZero,
  AmountTo: MoneyFromZero,
  /** Y: a cancellation counts on the day of its sale. */
  OriginalDateYN: YN,
}

export const ConsentChannel = z.enum(['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'])

/** Share of a row in the whole result, in percent with one decimal. */
export const Percent = Measure

/** Share of amounts in percent; needs a privilege, because one known amount would reveal all other amounts. */
export const shareOfSalesField = () => privilegedField('View Sales Information', Percent)
