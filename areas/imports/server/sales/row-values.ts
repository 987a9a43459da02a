import { declared, fieldsOfFiles } from '#areas/sales/contract/sale-fields.ts'
import { toColumn } from '#kit/server/names.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { Columns } from '../staging/columns.ts'

// WHAT A ROW SAYS of its sale, in SQL: how the file's columns are read.

/** The plain fields of a sale that files bring, and the columns of them. */
export const heads = fieldsOfFiles.map((field) => ({ field, column: toColumn(field) }))
export const headColumns = heads.map(({ column }) => column).join(', ')

/** What has values of its own is written as they are, however a file writes it. */
export const headText = (columns: Columns, field: (typeof fieldsOfFiles)[number]) =>
  declared[field].values ? `upper(${columns.text(field)})` : columns.text(field)

export function typeOf(columns: Columns, { cancellations }: Mapping) {
  const invoice = columns.text('InvoiceNo')
  if (cancellations && 'invoicePrefix' in cancellations)
    return `case when starts_with(upper(${invoice}), ${literal(cancellations.invoicePrefix.toUpperCase())}) then 'C' else 'N' end`
  if (cancellations) {
    const values = cancellations.values.map((value) => literal(value.trim().toUpperCase())).join(', ')
    return `case when upper(${columns.column(cancellations.column).text}) in (${values}) then 'C' else 'N' end`
  }
  return columns.has('TransactionType') ? `upper(${columns.text('TransactionType')})` : `'N'`
}

export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

export type Line = Record<'quantity' | 'price' | 'net' | 'exact' | 'discount' | 'tax' | 'weight', string>

/** The file's amounts are signed; a cancellation in our ledger is positive, so that net sales are N minus C. */
export function lineOf(columns: Columns): Line {
  // Every row that gets here was validated: a cell is a number, blanks around it do no harm.
  const numeric = (field: string, missing = '0') => {
    if (!columns.has(field)) return `${missing}::numeric`
    const cell = columns.cell(field)
    return columns.everywhere(field) ? `${cell}::numeric` : `coalesce(${columns.text(field)}::numeric, ${missing})`
  }
  const quantity = numeric('Quantity')
  const discount = columns.has('Discount') ? numeric('Discount') : ''
  const stated = columns.has('NetAmount') && `${columns.text('NetAmount')}::numeric`
  // Where the file has no price it follows from what was paid.
  const paid = `coalesce(round((${stated}${discount && ` + ${discount}`}) / nullif(${quantity}, 0), 4), 0)`
  const price = columns.has('UnitPrice')
    ? stated && !columns.everywhere('UnitPrice')
      ? `coalesce(${columns.text('UnitPrice')}::numeric, ${paid})`
      : numeric('UnitPrice')
    : paid
  const product = `${quantity} * ${price}${discount && ` - ${discount}`}`
  const exact = stated ? `coalesce(${stated}, ${product})` : product
  return {
    quantity,
    price,
    exact,
    net: `round(${exact}, 2)`,
    discount: numeric('Discount'),
    tax: numeric('Tax'),
    weight: numeric('Weight', 'null'),
  }
}

/** A sale may lie so far ahead of the server's clock, which another program's clock may be. */
const GRACE_MS = 5 * 60_000
export const notLater = (now: Date) => `'${new Date(now.getTime() + GRACE_MS).toISOString()}'::timestamptz`

export const zoneOf = ({ dates: { zone } }: Mapping) => (zone ? literal(zone) : 'business_zone()')

export const plainNumber = (number: string) => `regexp_replace(upper(${number}), '[^A-Z0-9]', '', 'g')`

export const outletKnown = (code: string) =>
  `exists (select from building where building.code = upper(${code}) and status <> 'Deleted')`

export const referenceOf = (columns: Columns, { customerReference }: Mapping) =>
  customerReference === 'decimal'
    ? `regexp_replace(${columns.text('CustomerRef')}, '\\.0+$', '')`
    : columns.text('CustomerRef')
