import {
  importedSaleFields,
  type SaleFieldName,
  saleChoiceFields,
  saleFieldDeclarations,
} from '#areas/sales/contract/sale-fields.ts'
import type { Mapping } from '../../contract/mapping.ts'
import {
  createLengthCheck,
  createNumberCheck,
  createRequiredCheck,
  createScientificNotationCheck,
  createUnambiguousNumberCheck,
  parseTimestampSql,
  type StagingCheck,
  secondaryCheckScreenSql,
  storeFaultsSql,
} from '../staging/checks.ts'
import type { ColumnExpressions } from '../staging/columns.ts'
import {
  customerReferenceSql,
  latestAllowedSaleTime,
  normaliseMembershipNoSql,
  outletExistsSql,
  sqlLiteral,
  timeZoneSql,
} from './row-values.ts'

// The faults of a row in a sales file. The faults of an invoice as a whole are found in documents.ts.

/** Validates each row of a sales file by itself. */
export const createSalesRowChecks = (columns: ColumnExpressions, mapping: Mapping, now: Date) =>
  `${unknownNamesSql(columns, mapping)}; ${storeFaultsSql(checksOf(columns, mapping, now))}`

/** Selects names of brands and groups that do not exist, without those that the mapping creates. */
function unknownNamesSql(columns: ColumnExpressions, { ensureRules }: Mapping) {
  const insertUnknown = (field: string, existsFunction: string, created: readonly string[]) => {
    const text = columns.text(field)
    const from = columns.cell(field) ? ' from raw r' : ''
    const exceptCreated =
      created.length === 0
        ? ''
        : ` and upper(name) not in (${created.map((name) => sqlLiteral(name.toUpperCase())).join(', ')})`
    return `insert into unknown_name select '${field}', name from (select distinct ${text} as name${from}) named where name is not null and not ${existsFunction}(name)${exceptCreated}`
  }
  return [
    'drop table if exists unknown_name',
    'create table unknown_name (field text, name text)',
    insertUnknown('Brand', 'brand_known', ensureRules?.Brands ?? []),
    ...(columns.has('ProductGroup')
      ? [insertUnknown('ProductGroup', 'product_group_known', ensureRules?.ProductGroups.map(({ Code }) => Code) ?? [])]
      : []),
  ].join('; ')
}

const unknownGoods = (columns: ColumnExpressions, field: string): StagingCheck => ({
  when: `${columns.text(field)} in (select name from unknown_name where field = '${field}')`,
  reason: field === 'Brand' ? 'not_a_brand' : 'not_a_product_group',
  field,
  value: `left(${columns.text(field)}, 60)`,
})

/** Validates the invoice fields of rows that already have another fault. Other rows are validated per invoice. */
function invoiceChecks(columns: ColumnExpressions, mapping: Mapping, now: Date): StagingCheck[] {
  const reportedValue = (field: string) => `left(${columns.text(field)}, 60)`
  const performedAt = columns.text('PerformedAt')
  const moment = parseTimestampSql(performedAt, mapping.dates)
  const invoiceFault = (field: string, reason: string, when: string): StagingCheck => ({
    ...{ field, reason, when },
    ...{ screen: secondaryCheckScreenSql, value: reportedValue(field) },
  })
  return [
    invoiceFault('PerformedAt', 'not_a_date', `${performedAt} is not null and (${moment}) is null`),
    invoiceFault(
      'PerformedAt',
      'in_future',
      `(${moment}) at time zone ${timeZoneSql(mapping)} > ${latestAllowedSaleTime(now)}`,
    ),
    invoiceFault(
      'OutletCode',
      'not_an_outlet',
      `${columns.text('OutletCode')} is not null and not ${outletExistsSql(columns.text('OutletCode'))}`,
    ),
    ...(columns.has('MembershipNo')
      ? [
          invoiceFault(
            'MembershipNo',
            'not_a_member',
            `not exists (select from membership where membership_no = ${normaliseMembershipNoSql(columns.text('MembershipNo'))} and status <> 'Deleted') and ${columns.text('MembershipNo')} is not null`,
          ),
        ]
      : []),
    ...(mapping.createMembers === null && columns.has('CustomerRef')
      ? [
          invoiceFault(
            'CustomerRef',
            'not_a_member',
            `${columns.has('MembershipNo') ? `${columns.text('MembershipNo')} is null and ` : ''}${customerReferenceSql(columns, mapping)} is not null and not exists (select from customer where external_ref = ${customerReferenceSql(columns, mapping)} and status <> 'Deleted')`,
          ),
        ]
      : []),
  ]
}

/** The net amount must equal quantity × unit price − discount, within a cent. */
function amountsDiffer(columns: ColumnExpressions): StagingCheck[] {
  if (!columns.has('NetAmount')) return []
  const number = (text: string) => `case when pg_input_is_valid(${text}, 'numeric(20,6)') then ${text}::numeric end`
  const value = (field: string) => number(columns.text(field))
  const discount = number(`coalesce(${columns.text('Discount')}, '0')`)
  const quantity = `(${value('Quantity')})`
  const net = `(${value('NetAmount')})`
  // A missing price is computed from the net amount, which is impossible for the quantity 0.
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

function checksOf(columns: ColumnExpressions, mapping: Mapping, now: Date) {
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
    ...importedSaleFields,
  ]
  const codes = ['InvoiceNo', 'CustomerRef', 'ItemCode', 'SerialNo', 'CertificateNo', 'SalesOrder']
  const amounts = ['NetAmount', 'Discount', 'Tax'].filter((field) => columns.has(field))
  const type = columns.text('TransactionType')
  return [
    createRequiredCheck(columns, 'InvoiceNo'),
    createRequiredCheck(columns, 'PerformedAt'),
    createRequiredCheck(columns, 'Quantity'),
    ...(columns.has('NetAmount') ? [priceOrAmount(columns)] : [createRequiredCheck(columns, 'UnitPrice')]),
    createRequiredCheck(columns, 'Brand'),
    createRequiredCheck(columns, 'OutletCode'),
    ...['Quantity', 'UnitPrice', ...amounts]
      .filter((field) => columns.has(field))
      .flatMap((field) => createUnambiguousNumberCheck(columns, field, mapping)),
    ...createNumberCheck(columns, 'Quantity', 14, 3),
    ...(columns.has('UnitPrice') ? createNumberCheck(columns, 'UnitPrice', 14, 4) : []),
    ...amounts.flatMap((field) => createNumberCheck(columns, field, 14, 2)),
    ...(columns.has('Weight') ? createNumberCheck(columns, 'Weight', 12, 3) : []),
    ...(columns.has('UnitPrice') ? [productTooLarge(columns)] : []),
    ...amountsDiffer(columns),
    unknownGoods(columns, 'Brand'),
    ...(columns.has('ProductGroup') ? [unknownGoods(columns, 'ProductGroup')] : []),
    ...invoiceChecks(columns, mapping, now),
    ...saleChoiceFields.filter((field) => columns.has(field)).map((field) => notAmong(columns, field)),
    ...texts.filter((field) => columns.has(field)).map((field) => createLengthCheck(columns, field)),
    ...codes.filter((field) => columns.has(field)).map((field) => createScientificNotationCheck(columns, field)),
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

/** A field with fixed values accepts one of them, in any case. */
const notAmong = (columns: ColumnExpressions, field: SaleFieldName): StagingCheck => ({
  when: `upper(${columns.text(field)}) not in (${saleFieldDeclarations[field].values!.map(sqlLiteral).join(', ')})`,
  reason: 'not_allowed',
  field,
  value: `left(${columns.text(field)}, 60)`,
})

/** The product is checked too, because it may exceed the limit although both factors are within their limits. */
function productTooLarge(columns: ColumnExpressions): StagingCheck {
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

/** A row of a sales file needs a unit price, or a net amount from which the price is computed. */
const priceOrAmount = (columns: ColumnExpressions): StagingCheck => ({
  ...createRequiredCheck(columns, 'NetAmount'),
  when: `${columns.text('UnitPrice')} is null and ${columns.text('NetAmount')} is null`,
})
