import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { privilegedField } from '#kit/contract/privilege.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** Sales of one group of customers, with the share of all sales. */
export const SalesPart = z.strictObject({
  /** The gender, race or age group; null if unknown, for example for walk-in sales. */
  Value: z.string().nullable(),
  Sales: salesTotalField(),
  /** Share of all sales in percent, with one decimal. */
  Share: privilegedField('View Sales Information', z.string()),
})
export type SalesPart = z.infer<typeof SalesPart>

export const SalesBy = z.strictObject({
  Gender: z.array(SalesPart),
  Race: z.array(SalesPart),
  Age: z.array(SalesPart),
})
export type SalesBy = z.infer<typeof SalesBy>

export const getSalesByCustomerGroup = read({
  path: '/dashboard/sales-by/find-one',
  access: 'staff',
  scope: unnamedRows('own outlet'),
  about: ['sale', 'customer'],
  summary:
    'Sales less returns between two dates by gender, race and age group of who bought; empty without View Sales Information',
  body: z.strictObject({
    /**
     * If omitted or HQ, head office gets all outlets, and other users get their own outlet.
     * Users outside head office get 403 for another outlet.
     */
    OutletCode: upperCaseFilter.nullish(),
    DateFrom: DateOnly,
    DateTo: DateOnly,
  }),
  reply: SalesBy,
})
