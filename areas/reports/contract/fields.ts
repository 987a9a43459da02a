import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { Id, Measure, MoneyFromZero, PersonName, upperFilter, YN } from '#kit/contract/fields.ts'
import { needs } from '#kit/contract/privilege.ts'

// What several reports show alike.

/** Who a row is about. */
export const customerColumns = {
  MembershipNo: z.string().nullable(),
  CustomerId: Id.nullable(),
  CustomerName: PersonName.nullable(),
  MemberType: MemberType.nullable(),
  CardCategoryCode: z.string().nullable(),
  RegisteredOutletCode: z.string().nullable(),
}

/** What lists of sales are asked by. */
export const saleFilters = {
  OutletCode: upperFilter,
  SalesPersonCode: upperFilter,
  /** With a line of this type or group. */
  ProductType: upperFilter,
  ProductGroup: upperFilter,
  /** The net amount, whatever it moved. */
  AmountFrom: MoneyFromZero,
  AmountTo: MoneyFromZero,
  /** Y: a cancellation counts on the day of its sale. */
  OriginalDateYN: YN,
}

export const ConsentChannel = z.enum(['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'])

/** A share of the whole result in percent, with one decimal. */
export const Percent = Measure

/** A share of amounts: with one amount that somebody knows, it tells all others. */
export const shareOfSales = () => needs('View Sales Information', Percent)
