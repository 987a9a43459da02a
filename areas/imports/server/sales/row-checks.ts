import { chosenFields, declared, fieldsOfFiles, type SaleFieldName } from '#areas/sales/contract/sale-fields.ts'
import type { Mapping } from '../../contract/mapping.ts'
import {
  type Check,
  notAmbiguous,
  notShortened,
  notTooLong,
  number,
  onlySuspects,
  required,
  timestampOf,
  validate,
} from '../staging/checks.ts'
import type { Columns } from '../staging/columns.ts'
import { literal, notLater, outletKnown, plainNumber, referenceOf, zoneOf } from './row-values.ts'

// WHAT IS WRONG WITH A ROW of a file of sales. What its invoice as a whole gets wrong is found where invoices are made.

/** Validates the rows, each for itself. */
export const validateRows = (columns: Columns, mapping: Mapping, now: Date) =>
  `${strangersOf(columns, mapping)}; ${validate(checksOf(columns, mapping, now))}`

/** Names of brands and groups that do not exist, each asked for once. Those that the mapping makes count as there. */
function strangersOf(columns: Columns, { ensureRules }: Mapping) {
  const of = (field: string, known: string, made: readonly string[]) => {
    const name = columns.text(field)
    const from = columns.cell(field) ? ' from raw r' : ''
    const others =
      made.length === 0 ? '' : ` and upper(name) not in (${made.map((one) => literal(one.toUpperCase())).join(', ')})`
    return `insert into stranger select '${field}', name from (select distinct ${name} as name${from}) named where name is not null and not ${known}(name)${others}`
  }
  return [
    'drop table if exists stranger',
    'create table stranger (field text, name text)',
    of('Brand', 'brand_known', ensureRules?.Brands ?? []),
    ...(columns.has('ProductGroup')
      ? [of('ProductGroup', 'product_group_known', ensureRules?.ProductGroups.map(({ Code }) => Code) ?? [])]
      : []),
  ].join('; ')
}

const unknownGoods = (columns: Columns, field: string): Check => ({
  when: `${columns.text(field)} in (select name from stranger where field = '${field}')`,
  reason: field === 'Brand' ? 'not_a_brand' : 'not_a_product_group',
  field,
  value: `left(${columns.text(field)}, 60)`,
})

/** What a row says of its invoice is validated with the invoice; of a row that is faulty anyway as well. */
function invoiceChecks(columns: Columns, mapping: Mapping, now: Date): Check[] {
  const shown = (field: string) => `left(${columns.text(field)}, 60)`
  const written = columns.text('PerformedAt')
  const moment = timestampOf(written, mapping.dates)
  const one = (field: string, reason: string, when: string): Check => ({
    ...{ field, reason, when },
    ...{ screen: onlySuspects, value: shown(field) },
  })
  return [
    one('PerformedAt', 'not_a_date', `${written} is not null and (${moment}) is null`),
    one('PerformedAt', 'in_future', `(${moment}) at time zone ${zoneOf(mapping)} > ${notLater(now)}`),
    one(
      'OutletCode',
      'not_an_outlet',
      `${columns.text('OutletCode')} is not null and not ${outletKnown(columns.text('OutletCode'))}`,
    ),
    ...(columns.has('MembershipNo')
      ? [
          one(
            'MembershipNo',
            'not_a_member',
            `not exists (select from membership where membership_no = ${plainNumber(columns.text('MembershipNo'))} and status <> 'Deleted') and ${columns.text('MembershipNo')} is not null`,
          ),
        ]
      : []),
    ...(mapping.createMembers === null && columns.has('CustomerRef')
      ? [
          one(
            'CustomerRef',
            'not_a_member',
            `${columns.has('MembershipNo') ? `${columns.text('MembershipNo')} is null and ` : ''}${referenceOf(columns, mapping)} is not null and not exists (select from customer where external_ref = ${referenceOf(columns, mapping)} and status <> 'Deleted')`,
          ),
        ]
      : []),
  ]
}

/** Net amount = quantity × unit price − discount, within a cent. */
function amountsDiffer(columns: Columns): Check[] {
  if (!columns.has('NetAmount')) return []
  const number = (text: string) => `case when pg_input_is_valid(${text}, 'numeric(20,6)') then ${text}::numeric end`
  const value = (field: string) => number(columns.text(field))
  const discount = number(`coalesce(${columns.text('Discount')}, '0')`)
  const quantity = `(${value('Quantity')})`
  const net = `(${value('NetAmount')})`
  // Without a price it is worked out, which nothing can be of a quantity of none.
  const product = `case when ${columns.text('UnitPrice')} is not null then ${quantity} * (${value('UnitPrice')}) - (${discount})
    when ${quantity} = 0 then 0 - (${discount}) end`
  return [
    {
      when: `abs(${net} - (${product})) > 0.01`,
      reason: 'amounts_differ',
      field: 'NetAmount',
      value: `left(${columns.text('NetAmount')}, 30) || ' ≠ ' || trim_scale(round(${product}, 2))`,
    },
  ]
}

function checksOf(columns: Columns, mapping: Mapping, now: Date) {
  const { cancellations } = mapping
  const texts = [
    'InvoiceNo',
    'CustomerRef',
    'ItemCode',
    'Description',
    'Brand',
    'ProductType',
    'ProductGroup',
    'StockGroup',
    'SerialNo',
    'CertificateNo',
    'SalesOrder',
    ...fieldsOfFiles,
  ]
  const codes = ['InvoiceNo', 'CustomerRef', 'ItemCode', 'SerialNo', 'CertificateNo', 'SalesOrder']
  const amounts = ['NetAmount', 'Discount', 'Tax'].filter((field) => columns.has(field))
  const type = columns.text('TransactionType')
  return [
    required(columns, 'InvoiceNo'),
    required(columns, 'PerformedAt'),
    required(columns, 'Quantity'),
    ...(columns.has('NetAmount') ? [priceOrAmount(columns)] : [required(columns, 'UnitPrice')]),
    required(columns, 'Brand'),
    required(columns, 'OutletCode'),
    ...['Quantity', 'UnitPrice', ...amounts]
      .filter((field) => columns.has(field))
      .flatMap((field) => notAmbiguous(columns, field, mapping)),
    ...number(columns, 'Quantity', 14, 3),
    ...(columns.has('UnitPrice') ? number(columns, 'UnitPrice', 14, 4) : []),
    ...amounts.flatMap((field) => number(columns, field, 14, 2)),
    ...(columns.has('Weight') ? number(columns, 'Weight', 12, 3) : []),
    ...(columns.has('UnitPrice') ? [productTooLarge(columns)] : []),
    ...amountsDiffer(columns),
    unknownGoods(columns, 'Brand'),
    ...(columns.has('ProductGroup') ? [unknownGoods(columns, 'ProductGroup')] : []),
    ...invoiceChecks(columns, mapping, now),
    ...chosenFields.filter((field) => columns.has(field)).map((field) => notAmong(columns, field)),
    ...texts.filter((field) => columns.has(field)).map((field) => notTooLong(columns, field)),
    ...codes.filter((field) => columns.has(field)).map((field) => notShortened(columns, field)),
    ...(columns.has('TransactionType') && !cancellations
      ? [
          {
            when: `coalesce(upper(${type}), '') not in ('N', 'C')`,
            reason: 'not_allowed',
            field: 'TransactionType',
            value: `left(${type}, 60)`,
          },
        ]
      : []),
  ]
}

/** A field that has values of its own holds one of them, in capitals or not. */
const notAmong = (columns: Columns, field: SaleFieldName): Check => ({
  when: `upper(${columns.text(field)}) not in (${declared[field].values!.map(literal).join(', ')})`,
  reason: 'not_allowed',
  field,
  value: `left(${columns.text(field)}, 60)`,
})

/** Either factor may be within its limit and the product not. */
function productTooLarge(columns: Columns): Check {
  const [quantity, price] = [columns.text('Quantity'), columns.text('UnitPrice')]
  const [quantityCell, priceCell] = [columns.cell('Quantity'), columns.cell('UnitPrice')]
  return {
    when: `case when pg_input_is_valid(${quantity}, 'numeric(14,3)') and pg_input_is_valid(${price}, 'numeric(14,4)')
      then abs(${quantity}::numeric * ${price}::numeric) >= 1000000000000 else false end`,
    screen: quantityCell && priceCell && `octet_length(${quantityCell}) + octet_length(${priceCell}) > 12`,
    reason: 'out_of_range',
    field: 'UnitPrice',
    value: `left(${price}, 60)`,
  }
}

/** A row without a price needs the amount from which it follows. */
const priceOrAmount = (columns: Columns): Check => ({
  ...required(columns, 'NetAmount'),
  when: `${columns.text('UnitPrice')} is null and ${columns.text('NetAmount')} is null`,
})
