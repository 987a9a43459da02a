import { importedSaleFields, saleFieldDeclarations } from '#areas/sales/contract/sale-fields.ts'
import { toColumnName } from '#kit/server/names.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { ColumnExpressions } from '../staging/columns.ts'

// Builds the SQL expression that computes each value of a sale from the columns of the file.

/** The plain fields of an invoice that files can contain, with their columns. */
export const importedInvoiceFields = importedSaleFields.map((field) => ({ field, column: toColumnName(field) }))
export const importedInvoiceColumns = importedInvoiceFields.map(({ column }) => column).join(', ')

/** The fields with fixed values, which are stored in upper case. */
export const invoiceFieldTextSql = (columns: ColumnExpressions, field: (typeof importedSaleFields)[number]) =>
  saleFieldDeclarations[field].values ? `upper(${columns.text(field)})` : columns.text(field)

export function invoiceTypeSql(columns: ColumnExpressions, { cancellations }: Mapping) {
  const invoice = columns.text('InvoiceNo')
  if (cancellations && 'invoicePrefix' in cancellations)
    return `case when starts_with(upper(${invoice}), ${sqlLiteral(cancellations.invoicePrefix.toUpperCase())}) then 'C' else 'N' end`
  if (cancellations) {
    const values = cancellations.values.map((value) => sqlLiteral(value.trim().toUpperCase())).join(', ')
    return `case when upper(${columns.column(cancellations.column).text}) in (${values}) then 'C' else 'N' end`
  }
  return columns.has('TransactionType') ? `upper(${columns.text('TransactionType')})` : `'N'`
}

export const sqlLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`

export type SaleLineSql = Record<'quantity' | 'price' | 'net' | 'exact' | 'discount' | 'tax' | 'weight', string>

/** Amounts in a file are signed. The ledger stores amounts of cancellations as positive numbers (net sales are N minus C). */
export function buildSaleLineSql(columns: ColumnExpressions): SaleLineSql {
  // At this step each cell of the column is a valid number, possibly with surrounding spaces.
  const numeric = (field: string, missing = '0') => {
    if (!columns.has(field)) return `${missing}::numeric`
    const cell = columns.cell(field)
    return columns.everywhere(field) ? `${cell}::numeric` : `coalesce(${columns.text(field)}::numeric, ${missing})`
  }
  const quantity = numeric('Quantity')
  const discount = columns.has('Discount') ? numeric('Discount') : ''
  const stated = columns.has('NetAmount') && `${columns.text('NetAmount')}::numeric`
  // If the file has no price, the unit price is computed from the net amount.
  const computedPrice = `coalesce(round((${stated}${discount && ` + ${discount}`}) / nullif(${quantity}, 0), 4), 0)`
  const price = columns.has('UnitPrice')
    ? stated && !columns.everywhere('UnitPrice')
      ? `coalesce(${columns.text('UnitPrice')}::numeric, ${computedPrice})`
      : numeric('UnitPrice')
    : computedPrice
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

/** A sale may be this far in the future, because clocks of other programs are not exact. */
const GRACE_MS = 5 * 60_000
export const latestAllowedSaleTime = (now: Date) => `'${new Date(now.getTime() + GRACE_MS).toISOString()}'::timestamptz`

export const timeZoneSql = ({ dates: { zone } }: Mapping) => (zone ? sqlLiteral(zone) : 'business_zone()')

export const normaliseMembershipNoSql = (number: string) => `regexp_replace(upper(${number}), '[^A-Z0-9]', '', 'g')`

export const outletExistsSql = (code: string) =>
  `exists (select from building where building.code = upper(${code}) and status <> 'Deleted')`

export const customerReferenceSql = (columns: ColumnExpressions, { customerReference }: Mapping) =>
  customerReference === 'decimal'
    ? `regexp_replace(${columns.text('CustomerRef')}, '\\.0+$', '')`
    : columns.text('CustomerRef')
