import pg from 'pg'
import type { Mapping } from '../../contract/mapping.ts'
import type { Columns } from '../staging/columns.ts'
import type { SalesSql } from './documents.ts'
import type { Rows } from './rows.ts'
import { structureIdSql, structureOf } from './rules.ts'

// ONE PORTION OF INVOICES INTO THE BOOKS: heads, lines and what they earn, in one statement. $1 is the hand, $2 the
// portion, $3 the import. Lines earn by points_earning, as at the till.

type Writing = { columns: Columns; mapping: Mapping; statements: SalesSql; rows: Rows; takesBack: boolean }

/** What decides how a line earns, read from its row. */
export function earnableSql(columns: Columns, { earnPoints }: Mapping) {
  const grouped = columns.has('ProductGroup')
  const productGroup = `upper(${columns.text('ProductGroup')})`
  return {
    brand: columns.text('Brand'),
    productGroup,
    productType: grouped ? `coalesce(${columns.text('ProductType')}, goods.product_type)` : columns.text('ProductType'),
    eligible: earnPoints ? (grouped ? `coalesce(goods.earn_points_yn, 'Y')` : `'Y'`) : `'N'`,
    goods: grouped ? `left join product_group goods on goods.product_code = ${productGroup}` : '',
  }
}

/** Of customers who bring nothing back (`takesBack` false) no line is looked up among the matched ones. */
export function writeSales({ columns, mapping, statements, rows, takesBack }: Writing) {
  const { line } = statements
  const given = (field: string) => columns.text(field)
  const { brand, productGroup, productType, eligible, goods } = earnableSql(columns, mapping)
  const name = structureOf(mapping)
  const structure = name === null ? 'null::bigint' : `(${structureIdSql.replace('$1', pg.escapeLiteral(name))})`
  return `
    with named as materialized (select ${structure} as structure_id),
    doc as materialized (select * from todo where hand = $1 and batch = $2),
    line as materialized (
      select d.transaction_id, d.type, d.membership_no, d.business_date, d.performed_at, (${rows.sequence})::int as sequence_no,
        found_line.original_sequence_no, found_line.original_transaction_id,
        ${given('ItemCode')} as item_code, ${given('Description')} as description, ${brand} as brand,
        ${productType} as product_type,
        ${productGroup} as product_group, ${given('StockGroup')} as stock_group,
        ${given('SerialNo')} as serial_no, ${given('CertificateNo')} as certificate_no, ${line.weight} as weight,
        ${signed(line.quantity)} as quantity, ${line.price} as unit_price, ${signed(line.net)} as net_amount,
        ${columns.has('Discount') ? signed(line.discount) : '0'} as discount, ${columns.has('Tax') ? signed(line.tax) : '0'} as tax,
        ${eligible} as eligible_yn
      from doc d join ${rows.from}
      ${takesBack ? foundLine : noLine}
      ${goods}
    ),
    earning as materialized (
      select * from points_earning((
        select array_agg(row(transaction_id, sequence_no, membership_no, business_date, brand, product_type, product_group, net_amount, performed_at, (select structure_id from named))::earning_line)
        from line where type = 'N' and membership_no is not null and eligible_yn = 'Y'))
      -- Always true; it makes the planner think of few rows and put them, not the lines, into the hash, so that lines stay in order.
      where document > 0 and line > 0 and points >= 0
    ),
    total as materialized (
      select document, max(document_points) as points, max(available_from) as available_from, max(expiry_date) as expiry_date,
        jsonb_build_object('StructureDetailId', max(structure_detail_id), 'CardLevelId', max(card_level_id), 'LevelMultiplier', max(level_multiplier)::text) as rules
      from earning group by document
    ),
    kept as (
      insert into earned select total.document, doc.membership_no, total.points, total.available_from, total.expiry_date, total.rules
      from total join doc on doc.transaction_id = total.document where total.points > 0
    ),
    head as (
      insert into transaction_summary (transaction_id, sales_order, transaction_type, invoice_no, original_invoice_no, original_transaction_id, membership_no, customer_id,
        outlet_code, sales_person_code, total_amount, discount, tax, net_amount, performed_at, business_date, source, earned_points, import_id, structure_id)
      overriding system value
      select d.transaction_id, d.sales_order, d.type, d.invoice_no, found_sale.invoice_no, found_sale.transaction_id, d.membership_no, d.customer_id,
        d.outlet_code, d.sales_person_code, ${signed('(d.net + d.tax)')}, ${signed('d.discount')}, ${signed('d.tax')}, ${signed('d.net')},
        d.performed_at, d.business_date, 'Import', coalesce(total.points, 0), $3::uuid, (select structure_id from named)
      from doc d left join total on total.document = d.transaction_id left join found_sale on found_sale.document_id = d.document_id
      order by d.transaction_id
    )
    insert into transaction_detail (transaction_id, sequence_no, old_sequence_no, original_transaction_id, item_code, description, brand, product_type, product_group, stock_group,
      quantity, weight, unit_price, discount, tax, net_amount, serial_no, certificate_no, eligible_yn, points_earned, points_exact, rate_detail_id, structure_detail_id, card_level_id)
    select line.transaction_id, line.sequence_no, line.original_sequence_no, line.original_transaction_id, line.item_code, line.description, line.brand, line.product_type,
      line.product_group, line.stock_group, line.quantity, line.weight, line.unit_price, line.discount, line.tax, line.net_amount, line.serial_no, line.certificate_no,
      line.eligible_yn, coalesce(earning.points, 0), earning.exact, earning.rate_detail_id, earning.structure_detail_id, earning.card_level_id
    from line
    -- Every part belongs to a line, so this is a left join; written as a full one it can't become a nested loop over all of both.
    full join earning on earning.document = line.transaction_id and earning.line = line.sequence_no`
}

// Asked for the lines of cancellations only.
const foundLine = `left join lateral (
        select original_sequence_no, original_transaction_id from matched where d.type = 'C' and matched.row_no = r.row_no offset 0
      ) found_line on true`
const noLine =
  'cross join (select null::int as original_sequence_no, null::bigint as original_transaction_id) found_line'

/** A cancellation is positive in the books, negative in the file. */
const signed = (amount: string) => `case d.type when 'C' then -(${amount}) else ${amount} end`
