import { chosenFields, declared, fieldsOfFiles, type SaleFieldName } from '#areas/sales/contract/sale-fields.ts'
import { toColumn } from '#kit/server/names.ts'
import type { Mapping } from '../../contract/mapping.ts'
import {
  type Check,
  faultAs,
  importingOutlet,
  notTooLong,
  number,
  onlySuspects,
  required,
  timestampOf,
  validate,
} from '../staging/checks.ts'
import type { Columns } from '../staging/columns.ts'

// FROM ROWS TO INVOICES. The rows stay where they are; an invoice knows its first and last row.

/** What a row says of its invoice: all rows of an invoice should agree on it. */
const documentFields = [
  'PerformedAt',
  'CustomerRef',
  'MembershipNo',
  'OutletCode',
  ...fieldsOfFiles,
  'SalesOrder',
] as const

/** The plain fields of a sale that files bring, and the columns of them. */
export const heads = fieldsOfFiles.map((field) => ({ field, column: toColumn(field) }))
export const headColumns = heads.map(({ column }) => column).join(', ')

/** What has values of its own is written as they are, however a file writes it. */
const headText = (columns: Columns, field: (typeof fieldsOfFiles)[number]) =>
  declared[field].values ? `upper(${columns.text(field)})` : columns.text(field)

export type SalesSql = {
  validate: string
  documents: (faults: boolean) => string
  invoice: string
  type: string
  line: Line
}

type Line = Record<'quantity' | 'price' | 'net' | 'exact' | 'discount' | 'tax' | 'weight', string>

export function salesSql(columns: Columns, mapping: Mapping, now: Date): SalesSql {
  const invoice = columns.text('InvoiceNo')
  const type = typeOf(columns, mapping)
  const line = lineOf(columns)
  return {
    invoice,
    type,
    line,
    validate: `${strangersOf(columns, mapping)}; ${validate(checksOf(columns, mapping, now))}`,
    documents: (faults) => documentsOf(columns, mapping, { invoice, type, line }, { faults, now }),
  }
}

function typeOf(columns: Columns, { cancellations }: Mapping) {
  const invoice = columns.text('InvoiceNo')
  if (cancellations && 'invoicePrefix' in cancellations)
    return `case when starts_with(upper(${invoice}), ${literal(cancellations.invoicePrefix.toUpperCase())}) then 'C' else 'N' end`
  if (cancellations) {
    const values = cancellations.values.map((value) => literal(value.trim().toUpperCase())).join(', ')
    return `case when upper(${columns.column(cancellations.column).text}) in (${values}) then 'C' else 'N' end`
  }
  return columns.has('TransactionType') ? `upper(${columns.text('TransactionType')})` : `'N'`
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The file's amounts are signed; a cancellation in our ledger is positive, so that net sales are N minus C. */
function lineOf(columns: Columns): Line {
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
const notLater = (now: Date) => `'${new Date(now.getTime() + GRACE_MS).toISOString()}'::timestamptz`

const zoneOf = ({ dates: { zone } }: Mapping) => (zone ? literal(zone) : 'business_zone()')

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

/** What a row says of its invoice is validated with the invoice; of a row that is faulty anyway it is told as well. */
function invoiceChecks(columns: Columns, mapping: Mapping, now: Date): Check[] {
  const told = (field: string) => `left(${columns.text(field)}, 60)`
  const written = columns.text('PerformedAt')
  const moment = timestampOf(written, mapping.dates.format)
  const one = (field: string, reason: string, when: string): Check => ({
    ...{ field, reason, when },
    ...{ screen: onlySuspects, value: told(field) },
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
            `not exists (select from membership where membership_no = regexp_replace(upper(${columns.text('MembershipNo')}), '[^A-Z0-9]', '', 'g') and status <> 'Deleted') and ${columns.text('MembershipNo')} is not null`,
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

/** Of an outlet's account: a sale of another one, and a customer who is registered there. */
const otherOutlet = (code: string) => `${code} <> ${importingOutlet}`
const otherMember = (number: string) =>
  `exists (select from membership join customer using (customer_id) where membership_no = ${number} and registered_outlet_code <> ${importingOutlet})`
const otherCustomer = (reference: string) =>
  `exists (select from customer where external_ref = ${reference} and registered_outlet_code <> ${importingOutlet})`
const plainNumber = (number: string) => `regexp_replace(upper(${number}), '[^A-Z0-9]', '', 'g')`

const outletKnown = (code: string) =>
  `exists (select from building where building.code = upper(${code}) and status <> 'Deleted')`

const referenceOf = (columns: Columns, { customerReference }: Mapping) =>
  customerReference === 'decimal'
    ? `regexp_replace(${columns.text('CustomerRef')}, '\\.0+$', '')`
    : columns.text('CustomerRef')

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
  const amounts = ['NetAmount', 'Discount', 'Tax'].filter((field) => columns.has(field))
  const type = columns.text('TransactionType')
  return [
    required(columns, 'InvoiceNo'),
    required(columns, 'PerformedAt'),
    required(columns, 'Quantity'),
    ...(columns.has('NetAmount') ? [priceOrAmount(columns)] : [required(columns, 'UnitPrice')]),
    required(columns, 'Brand'),
    required(columns, 'OutletCode'),
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

function documentsOf(
  columns: Columns,
  mapping: Mapping,
  { invoice, type, line }: Pick<SalesSql, 'invoice' | 'type' | 'line'>,
  { faults, now }: { faults: boolean; now: Date },
) {
  const zone = zoneOf(mapping)
  const stated = ['InvoiceNo', 'TransactionType', ...documentFields].flatMap((field) => columns.cell(field) ?? [])
  if (mapping.cancellations && 'column' in mapping.cancellations)
    stated.push(columns.column(mapping.cancellations.column).cell)
  const keys = [...new Set(stated)].map((cell) => cell.slice(2)).join(', ')
  const reference = referenceOf(columns, mapping)
  return `
    drop table if exists part, document;
    -- Rows that agree in all that they say of their invoice; most invoices are one part.
    create unlogged table part as
    select ${keys}, count(*) as lines, min(r.row_no) as first_row, max(r.row_no) as last_row,
      sum(exact) as exact, sum(round(exact, 2)) as net,
      ${columns.has('Tax') ? `sum(tax)` : '0::numeric'} as tax, ${columns.has('Discount') ? `sum(discount)` : '0::numeric'} as discount
    from (
      -- offset 0: a product that is used twice would be worked out twice.
      select r.row_no, ${keys}, ${line.exact} as exact, ${line.tax} as tax, ${line.discount} as discount
      from raw r ${faults ? `where ${withoutFaults}` : ''} offset 0
    ) r group by ${keys};

    create unlogged table document as
    with told as (
      select ${invoice} as invoice_no, ${type} as type, lines, first_row, last_row, exact, net, tax, discount, ${reference} as customer_ref,
        ${columns.text('PerformedAt')} as written, upper(${columns.text('MembershipNo')}) as member_given, upper(${columns.text('OutletCode')}) as outlet_code,
        ${heads.map(({ field, column }) => `${headText(columns, field)} as ${column}`).join(', ')}, ${columns.text('SalesOrder')} as sales_order
      from part r
    ),
    -- Materialized, because a time that is used thrice would be read thrice.
    dated as materialized (
      select told.*, ${timestampOf('told.written', mapping.dates.format)} at time zone ${zone} as moment from told
    ),
    whole as (
      select invoice_no, type, sum(lines)::bigint as lines, min(first_row) as first_row, max(last_row) as last_row,
        sum(exact) as exact, sum(net) as net, sum(tax) as tax, sum(discount) as discount,
        -- Where an invoice carries several times, the first one in the file counts.
        (array_agg(moment order by first_row))[1] as performed_at, count(distinct moment) as times,
        (array_agg(written order by first_row) filter (where moment is null))[1] as bad_date,
        (array_agg(written order by first_row) filter (where moment > ${notLater(now)}))[1] as late_date,
        min(customer_ref) as customer_ref, count(distinct coalesce(customer_ref, '')) as customers,
        min(member_given) as member_given, count(distinct coalesce(member_given, '')) as members,
        min(outlet_code) as outlet_code, count(distinct coalesce(outlet_code, '')) as outlets,
        ${heads.map(({ column }) => `(array_agg(${column} order by first_row))[1] as ${column}`).join(', ')}, (array_agg(sales_order order by first_row))[1] as sales_order
      from dated group by invoice_no, type
    )
    select row_number() over (order by performed_at, first_row)::int as document_id, whole.*,
      null::bigint as customer_id, null::text as membership_no, null::bigint as who, 'New' as state,
      nullif(${[
        ['bad_date is not null', 'not_a_date', 'PerformedAt', 'left(bad_date, 60)'],
        ['late_date is not null', 'in_future', 'PerformedAt', 'left(late_date, 60)'],
        ['customers > 1 or members > 1', 'two_customers', 'CustomerRef', 'customer_ref'],
        ['outlets > 1', 'two_outlets', 'OutletCode', 'outlet_code'],
        [`outlets = 1 and not ${outletKnown('outlet_code')}`, 'not_an_outlet', 'OutletCode', 'outlet_code'],
        [otherOutlet('outlet_code'), 'other_outlet', 'OutletCode', 'outlet_code'],
        [otherMember(plainNumber('member_given')), 'other_outlet_customer', 'MembershipNo', 'member_given'],
        [otherCustomer('customer_ref'), 'other_outlet_customer', 'CustomerRef', 'customer_ref'],
      ]
        .map(
          ([when, reason, field, value]) =>
            `case when ${when} then jsonb_build_array(${faultAs(`'${reason}'`, `'${field}'`, value!)}) else '[]' end`,
        )
        .join(' || ')}, '[]'::jsonb) as faults
    from whole;
    create unique index on document (document_id);
    analyze document`
}

export const withoutFaults = 'not exists (select from fault where fault.row_no = r.row_no)'
