import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { Id, Measure, MoneyFromZero, PersonName, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { privilegedField } from '#kit/contract/privilege.ts'

// Fields that several reports share.

/** Fields about the customer of a row. */
export const customerColumns = {
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  MemberType: MemberType.nullable(),
  CardCategoryCode: z.string().nullable(),
  RegisteredOutletCode: z.string().nullable(),
}

/** Common filters of sales lists. */
export const saleFilters = {
  OutletCode: upperCaseFilter,
  SalesPersonCode: upperCaseFilter,
  /** Selects sales with a line of this product type or product group. */
  ProductType: upperCaseFilter,
  ProductGroup: upperCaseFilter,
  /** Lower and upper limit of the absolute net amount. */
  AmountFrom: MoneyFromZero,
  AmountTo: MoneyFromZero,
  /** Y: a cancellation counts on the day of its sale. */
  OriginalDateYN: YN,
}

export const ConsentChannel = z.enum(['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'])

/** Share of the whole result, in percent with one decimal. */
export const Percent = Measure

/** Share of amounts, which needs a privilege because one known amount would reveal the others. */
export const shareOfSales = () => privilegedField('View Sales Information', Percent)
