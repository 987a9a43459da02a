import { importedSaleFields } from '#areas/sales/contract/sale-fields.ts'
import type { Mapping } from '../../contract/mapping.ts'
import { faultJsonSql, importingOutletSql, parseTimestampSql } from '../staging/checks.ts'
import type { ColumnExpressions } from '../staging/columns.ts'
import { createSalesRowChecks } from './row-checks.ts'
import {
  buildSaleLineSql,
  customerReferenceSql,
  importedInvoiceFields,
  invoiceFieldTextSql,
  invoiceTypeSql,
  latestAllowedSaleTime,
  normaliseMembershipNoSql,
  outletExistsSql,
  type SaleLineSql,
  timeZoneSql,
} from './row-values.ts'

// The rows of a sales file are grouped into invoices. The rows stay in `raw`; an invoice stores its first and last row.

export type SalesImportSql = {
  validate: string
  documents: (faults: boolean) => string
  invoice: string
  type: string
  line: SaleLineSql
}

export function buildSalesImportSql(columns: ColumnExpressions, mapping: Mapping, now: Date): SalesImportSql {
  const invoice = columns.text('InvoiceNo')
  const type = invoiceTypeSql(columns, mapping)
  const line = buildSaleLineSql(columns)
  return {
    invoice,
    type,
    line,
    validate: createSalesRowChecks(columns, mapping, now),
    documents: (faults) => documentsOf(columns, mapping, { invoice, type, line }, { faults, now }),
  }
}

/** The fields of an invoice, on which all rows of the invoice should agree. */
const documentFields = [
  'PerformedAt',
  'CustomerRef',
  'MembershipNo',
  'OutletCode',
  ...importedSaleFields,
  'SalesOrder',
] as const

/** The rules for accounts of outlets: no sale of another outlet, and no customer registered at another outlet. */
const otherOutlet = (code: string) => `${code} <> ${importingOutletSql}`
const otherMember = (number: string) =>
  `exists (select from membership join customer using (customer_id) where membership_no = ${number} and registered_outlet_code <> ${importingOutletSql})`
const otherCustomer = (reference: string) =>
  `exists (select from customer where external_ref = ${reference} and registered_outlet_code <> ${importingOutletSql})`

function documentsOf(
  columns: ColumnExpressions,
  mapping: Mapping,
  { invoice, type, line }: Pick<SalesImportSql, 'invoice' | 'type' | 'line'>,
  { faults, now }: { faults: boolean; now: Date },
) {
  const zone = timeZoneSql(mapping)
  const stated = ['InvoiceNo', 'TransactionType', ...documentFields].flatMap((field) => columns.cell(field) ?? [])
  if (mapping.cancellations && 'column' in mapping.cancellations)
    stated.push(columns.column(mapping.cancellations.column).cell)
  const keys = [...new Set(stated)].map((cell) => cell.slice(2)).join(', ')
  const reference = customerReferenceSql(columns, mapping)
  return `
    drop table if exists part, document;
    -- A part is a group of rows with the same invoice fields. Most invoices are one part.
    create unlogged table part as
    select ${keys}, count(*) as lines, min(r.row_no) as first_row, max(r.row_no) as last_row,
      sum(exact) as exact, sum(round(exact, 2)) as net,
      ${columns.has('Tax') ? `sum(tax)` : '0::numeric'} as tax, ${columns.has('Discount') ? `sum(discount)` : '0::numeric'} as discount
    from (
      -- The offset 0 keeps the planner from computing the product of quantity and price twice.
      select r.row_no, ${keys}, ${line.exact} as exact, ${line.tax} as tax, ${line.discount} as discount
      from raw r ${faults ? `where ${invoiceHasNoFaultSql}` : ''} offset 0
    ) r group by ${keys};

    create unlogged table document as
    with stated as (
      select ${invoice} as invoice_no, ${type} as type, lines, first_row, last_row, exact, net, tax, discount, ${reference} as customer_ref,
        ${columns.text('PerformedAt')} as written, upper(${columns.text('MembershipNo')}) as member_given, upper(${columns.text('OutletCode')}) as outlet_code,
        ${importedInvoiceFields.map(({ field, column }) => `${invoiceFieldTextSql(columns, field)} as ${column}`).join(', ')}, ${columns.text('SalesOrder')} as sales_order
      from part r
    ),
    -- MATERIALIZED, so that a timestamp that the next CTE uses three times is parsed only once.
    dated as materialized (
      select stated.*, ${parseTimestampSql('stated.written', mapping.dates)} at time zone ${zone} as moment from stated
    ),
    whole as (
      select invoice_no, type, sum(lines)::bigint as lines, min(first_row) as first_row, max(last_row) as last_row,
        sum(exact) as exact, sum(net) as net, sum(tax) as tax, sum(discount) as discount,
        -- If the rows of an invoice have several times, the first one in the file is used.
        (array_agg(moment order by first_row))[1] as performed_at, count(distinct moment) as times,
        (array_agg(written order by first_row) filter (where moment is null))[1] as bad_date,
        (array_agg(written order by first_row) filter (where moment > ${latestAllowedSaleTime(now)}))[1] as late_date,
        min(customer_ref) as customer_ref, count(distinct coalesce(customer_ref, '')) as customers,
        min(member_given) as member_given, count(distinct coalesce(member_given, '')) as members,
        min(outlet_code) as outlet_code, count(distinct coalesce(outlet_code, '')) as outlets,
        ${importedInvoiceFields.map(({ column }) => `(array_agg(${column} order by first_row))[1] as ${column}`).join(', ')}, (array_agg(sales_order order by first_row))[1] as sales_order
      from dated group by invoice_no, type
    )
    select row_number() over (order by performed_at, first_row)::int as document_id, whole.*,
      null::bigint as customer_id, null::text as membership_no, null::bigint as person_key, 'New' as state,
      nullif(${[
        ['bad_date is not null', 'not_a_date', 'PerformedAt', 'left(bad_date, 60)'],
        ['late_date is not null', 'in_future', 'PerformedAt', 'left(late_date, 60)'],
        ['customers > 1 or members > 1', 'two_customers', 'CustomerRef', 'customer_ref'],
        ['outlets > 1', 'two_outlets', 'OutletCode', 'outlet_code'],
        [`outlets = 1 and not ${outletExistsSql('outlet_code')}`, 'not_an_outlet', 'OutletCode', 'outlet_code'],
        [otherOutlet('outlet_code'), 'other_outlet', 'OutletCode', 'outlet_code'],
        [
          otherMember(normaliseMembershipNoSql('member_given')),
          'other_outlet_customer',
          'MembershipNo',
          'member_given',
        ],
        [otherCustomer('customer_ref'), 'other_outlet_customer', 'CustomerRef', 'customer_ref'],
      ]
        .map(
          ([when, reason, field, value]) =>
            `case when ${when} then jsonb_build_array(${faultJsonSql(`'${reason}'`, `'${field}'`, value!)}) else '[]' end`,
        )
        .join(' || ')}, '[]'::jsonb) as faults
    from whole;
    create unique index on document (document_id);
    analyze document`
}

export const invoiceHasNoFaultSql = 'not exists (select from fault where fault.row_no = r.row_no)'
