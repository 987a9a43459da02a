import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { Id, PersonName } from '#kit/contract/fields.ts'

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

/** A share of the whole result in percent, with one decimal. */
export const Percent = z.string().regex(/^-?\d+(\.\d+)?$/)
