import type { Mapping } from '../../contract/mapping.ts'
import { judge, notTooLong, number, required, timestampOf } from '../staging/checks.ts'
import type { Columns } from '../staging/columns.ts'

// FROM ROWS TO INVOICES. The rows stay where they are; an invoice knows its first and last row.

/** What a row says of its invoice: all rows of an invoice should agree on it. */
const documentFields = [
  'PerformedAt',
  'CustomerRef',
  'MembershipNo',
  'OutletCode',
  'SalesPersonCode',
  'SalesOrder',
] as const

export type SalesSql = {
  judge: string
  documents: (faults: boolean) => string
  invoice: string
  type: string
  line: Line
}

type Line = Record<'quantity' | 'price' | 'net' | 'exact' | 'discount' | 'tax' | 'weight', string>

export function salesSql(columns: Columns, mapping: Mapping): SalesSql {
  const invoice = columns.text('InvoiceNo')
  const type = typeOf(columns, mapping)
  const line = lineOf(columns)
  return {
    invoice,
    type,
    line,
    judge: judge(checksOf(columns, mapping)),
    documents: (faults) => documentsOf(columns, mapping, { invoice, type, line }, faults),
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

/** The file's amounts are signed; a cancellation in our books is positive, so that net sales are N minus C. */
function lineOf(columns: Columns): Line {
  // Every row that gets here was judged: a cell is a number, blanks around it do no harm.
  const numeric = (field: string, missing = '0') => {
    if (!columns.has(field)) return `${missing}::numeric`
    const cell = columns.cell(field)
    return columns.everywhere(field) ? `${cell}::numeric` : `coalesce(${columns.text(field)}::numeric, ${missing})`
  }
  const quantity = numeric('Quantity')
  const price = numeric('UnitPrice')
  const product = `${quantity} * ${price}${columns.has('Discount') ? ` - ${numeric('Discount')}` : ''}`
  const exact = columns.has('NetAmount') ? `coalesce(${columns.text('NetAmount')}::numeric, ${product})` : product
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

function checksOf(columns: Columns, { cancellations }: Mapping) {
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
    'SalesPersonCode',
  ]
  const amounts = ['NetAmount', 'Discount', 'Tax'].filter((field) => columns.has(field))
  const type = columns.text('TransactionType')
  return [
    required(columns, 'InvoiceNo'),
    required(columns, 'PerformedAt'),
    required(columns, 'Quantity'),
    required(columns, 'UnitPrice'),
    required(columns, 'Brand'),
    required(columns, 'OutletCode'),
    ...number(columns, 'Quantity', 14, 3),
    ...number(columns, 'UnitPrice', 14, 4),
    ...amounts.flatMap((field) => number(columns, field, 14, 2)),
    ...(columns.has('Weight') ? number(columns, 'Weight', 12, 3) : []),
    // Either factor may be within its limit and the product not.
    {
      when: productTooLarge(columns),
      screen:
        columns.cell('Quantity') &&
        columns.cell('UnitPrice') &&
        `octet_length(${columns.cell('Quantity')}) + octet_length(${columns.cell('UnitPrice')}) > 12`,
      reason: 'out_of_range',
      field: 'UnitPrice',
      value: `left(${columns.text('UnitPrice')}, 60)`,
    },
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

function productTooLarge(columns: Columns) {
  const [quantity, price] = [columns.text('Quantity'), columns.text('UnitPrice')]
  return `case when pg_input_is_valid(${quantity}, 'numeric(14,3)') and pg_input_is_valid(${price}, 'numeric(14,4)')
    then abs(${quantity}::numeric * ${price}::numeric) >= 1000000000000 else false end`
}

function documentsOf(
  columns: Columns,
  mapping: Mapping,
  { invoice, type, line }: Pick<SalesSql, 'invoice' | 'type' | 'line'>,
  faults: boolean,
) {
  const zone = mapping.dates.zone ? literal(mapping.dates.zone) : 'business_zone()'
  const given = ['InvoiceNo', 'TransactionType', ...documentFields].flatMap((field) => columns.cell(field) ?? [])
  if (mapping.cancellations && 'column' in mapping.cancellations)
    given.push(columns.column(mapping.cancellations.column).cell)
  const keys = [...new Set(given)].map((cell) => cell.slice(2)).join(', ')
  const reference =
    mapping.customerReference === 'decimal'
      ? `regexp_replace(${columns.text('CustomerRef')}, '\\.0+$', '')`
      : columns.text('CustomerRef')
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
        ${columns.text('SalesPersonCode')} as sales_person_code, ${columns.text('SalesOrder')} as sales_order
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
        min(customer_ref) as customer_ref, count(distinct coalesce(customer_ref, '')) as customers,
        min(member_given) as member_given, count(distinct coalesce(member_given, '')) as members,
        min(outlet_code) as outlet_code, count(distinct coalesce(outlet_code, '')) as outlets,
        (array_agg(sales_person_code order by first_row))[1] as sales_person_code, (array_agg(sales_order order by first_row))[1] as sales_order
      from dated group by invoice_no, type
    )
    select row_number() over (order by performed_at, first_row)::int as document_id, whole.*,
      null::bigint as customer_id, null::text as membership_no, null::bigint as who, 'New' as state,
      case when bad_date is not null then 'not_a_date' when customers > 1 or members > 1 then 'two_customers' when outlets > 1 then 'two_outlets'
        when not exists (select from building where building.code = outlet_code and status <> 'Deleted') then 'not_an_outlet' end as reason,
      case when bad_date is not null then 'PerformedAt' when customers > 1 or members > 1 then 'CustomerRef' else 'OutletCode' end as field,
      case when bad_date is not null then left(bad_date, 60) when customers > 1 or members > 1 then customer_ref else outlet_code end as value
    from whole;
    create unique index on document (document_id);
    analyze document`
}

export const withoutFaults = 'not exists (select from fault where fault.row_no = r.row_no)'
