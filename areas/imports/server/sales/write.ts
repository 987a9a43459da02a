import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { rateDimensions } from '#areas/points/contract.ts'
import { inJobTransaction } from '#kit/server/job-context.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { ColumnExpressions } from '../staging/columns.ts'
import type { ImporterInput } from '../work.ts'
import type { SalesImportSql } from './documents.ts'
import { PARALLEL_WRITERS_MAX } from './plan.ts'
import { importedInvoiceColumns, importedInvoiceFields } from './row-values.ts'
import type { InvoiceRows } from './rows.ts'
import { structureCodeOfMapping, structureIdSql } from './rules.ts'

// Each batch of sales is written in one transaction: invoices, lines and points.
// Points are earned, returned and moved by the same SQL functions as for a till's sale (docs/decisions/0003).

type Batch = { worker: number; batch: number; lines: number }

/** Writes the batches of each writer in order. After the first error all writers stop, and the error is thrown. */
export async function writeImportedSales(
  work: ImporterInput,
  statements: SalesImportSql,
  rows: InvoiceRows,
): Promise<void> {
  const { client, staging } = work
  work.reportProgress({ step: 'Writing' })
  await client.query(
    `grant usage on schema ${staging} to carat_app; grant select, insert, update on all tables in schema ${staging} to carat_app`,
  )
  const planned = await client.query<Batch>(
    'select worker, batch, sum(lines)::int as lines from todo group by 1, 2 order by 1, 2',
  )
  const insert = insertSql(work, statements, rows)
  let writtenLines = 0
  let failed = false
  const workers = Array.from({ length: PARALLEL_WRITERS_MAX }, async (_, worker) => {
    for (const batch of planned.rows) {
      if (batch.worker !== worker || failed) continue
      await writeBatch(work, insert, batch).catch((error) => {
        failed = true
        throw error
      })
      writtenLines += batch.lines
      work.reportProgress({ created: writtenLines })
    }
  })
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason
}

async function writeBatch(work: ImporterInput, insert: string, { worker, batch }: Batch) {
  const { staging, importId, today } = work
  const now = work.now.toISOString()
  await inJobTransaction(work, { bulk: importId }, async (db) => {
    const run = (text: string, ...more: string[]) => db.executeQuery(CompiledQuery.raw(text, [worker, batch, ...more]))
    await sql.raw(batchSettings(staging)).execute(db)
    await run(lockOriginals)
    await run(announceReturns, importId, today, now)
    await run(insert, importId)
    await run(movePoints, importId, today)
    await run(returnBonuses, importId, today)
    await run(followReturns, importId, today, now)
  })
}

const batchSettings = (staging: string) => `
  set local search_path to ${staging}, public; set local work_mem = '64MB'; set local enable_memoize = off; set local synchronous_commit = off;
  -- The statements of a killed process end soon, so that a new run does not wait for them.
  set local client_connection_check_interval = '2s'`

/** Locks the returned sales before the members, as tills do, so that tills and the import cannot deadlock. */
const lockOriginals = `
  select from transaction_summary where transaction_id in (
    select m.original_transaction_id from todo t join matched m on m.document_id = t.document_id
    where t.worker = $1 and t.batch = $2)
  order by transaction_id for update`

/** Writes the earned and returned points of a batch to the ledger, in the order of the events. */
const movePoints = `
  with returned as materialized (
    select * from return_lines((
      select jsonb_agg(jsonb_build_object('TransactionId', t.transaction_id, 'OriginalTransactionId', m.original_transaction_id,
        'OldSequenceNo', m.original_sequence_no, 'Quantity', m.quantity) order by t.document_id, m.row_no)
      from todo t join matched m on m.document_id = t.document_id where t.worker = $1 and t.batch = $2))
  ),
  movement as materialized (
    select t.*, part.*, row_number() over (order by t.document_id, part.sale nulls first) as place
    from (
      select transaction_id as of_transaction, null::bigint as sale, points, lot from earned
      union all select cancellation, sale, points, '{}' from returned where points > 0
    ) part join todo t on t.transaction_id = of_transaction
    where t.worker = $1 and t.batch = $2 and t.membership_no is not null
  ),
  moved as materialized (
    select movement.sale, movement.transaction_id, posted.points
    from post_points((
      select jsonb_agg(sale_source(head) || lot || jsonb_build_object('MembershipNo', movement.membership_no, 'TransactionType', 'Earn', 'Points', points,
        'ReturnOf', sale, 'BusinessDate', movement.business_date, 'EarnedAt', movement.performed_at, 'SourceKey', 'earn:' || movement.transaction_id,
        'RequestId', $3::text, 'Today', $4::text) order by place)
      from movement join transaction_summary head using (transaction_id))) posted
    join movement using (place)
  )
  update transaction_summary head set reversed_points = reversed_points + part.points
  from (
    select id, sum(points) as points from moved, unnest(array[sale, transaction_id]) id where sale is not null group by id
  ) part where head.transaction_id = part.id and part.points > 0`

/** Reverses campaign bonuses of sales from which a batch returns lines. */
const returnBonuses = `
  with reversed as materialized (
    select part.cancellation, part.sale, return_bonuses(part.sale, $4::date, sale_source(head) || jsonb_build_object('RequestId', $3::text)) as points
    from (
      select m.original_transaction_id as sale, max(t.transaction_id) as cancellation
      from todo t join matched m on m.document_id = t.document_id where t.worker = $1 and t.batch = $2
        and exists (select from sale_bonus bonus where bonus.transaction_id = m.original_transaction_id and bonus.points > 0)
      group by 1 order by 1
    ) part join transaction_summary head on head.transaction_id = part.cancellation
  )
  update transaction_summary head set reversed_points = reversed_points + part.points
  from (
    select id, sum(points) as points from reversed, unnest(array[sale, cancellation]) id group by id
  ) part where head.transaction_id = part.id and part.points > 0`

/** Selects the sales from which a batch returns lines, with the source of the return, as at a till (docs/decisions/0038). */
const returnedSalesSql = `
  select paid, last_one.transaction_id as cancellation, jsonb_build_object('InvoiceNo', last_one.invoice_no, 'OutletCode', last_one.outlet_code,
    'RequestId', $3::text, 'Today', $4::text, 'Now', $5::text) as source
  from (
    select m.original_transaction_id as sale, max(t.document_id) as document
    from todo t join matched m on m.document_id = t.document_id where t.worker = $1 and t.batch = $2 group by 1
  ) part
  join todo last_one on last_one.document_id = part.document
  join transaction_summary paid on paid.transaction_id = part.sale
  order by paid.transaction_id`

/** Locks the records that depend on sales from before the batch. Records that depend on a new sale do not exist. */
const announceReturns = `select sale_returning(paid, source) from (${returnedSalesSql}) returned`

/** Refunds the points that paid for a returned sale, and lets other areas reverse their records that depend on it. */
const followReturns = `
  select refund_of_return(returned.paid, $4::date, sale_source(head) || jsonb_build_object('Remark', (returned.paid).invoice_no, 'RequestId', $3::text)),
    sale_returned(returned.paid, returned.source)
  from (${returnedSalesSql}) returned join transaction_summary head on head.transaction_id = returned.cancellation`

/** The invoice fields to which a point rate can be limited. */
const ofSale = importedInvoiceFields.flatMap(({ field, column }) => (field in rateDimensions ? column : []))

/** The expressions for the values of a line that determine its points. */
export function earningLineValuesSql(columns: ColumnExpressions, { earnPoints }: Mapping) {
  const grouped = columns.has('ProductGroup')
  const productGroup = `upper(${columns.text('ProductGroup')})`
  return {
    brand: columns.text('Brand'),
    productGroup,
    productType: grouped ? `coalesce(${columns.text('ProductType')}, goods.product_type)` : columns.text('ProductType'),
    eligible: earnPoints ? (grouped ? `coalesce(goods.earn_points_yn, 'Y')` : `'Y'`) : `'N'`,
    /** The invoice fields to select in addition to the fields of the line. */
    ofSale: ofSale.map((column) => `, d.${column}`).join(''),
    sold: ['product_type', 'product_group', ...ofSale].map((name) => `${name} => ${name}`).join(', '),
    goods: grouped ? `left join product_group goods on goods.product_code = ${productGroup}` : '',
  }
}

/** Inserts invoices, lines and points of a batch in one statement. $1 is the writer, $2 the batch, $3 the import. */
function insertSql({ columns, mapping }: ImporterInput, { line }: SalesImportSql, rows: InvoiceRows) {
  const cell = (field: string) => columns.text(field)
  const {
    brand,
    productGroup,
    productType,
    eligible,
    goods,
    ofSale,
    sold: earningArguments,
  } = earningLineValuesSql(columns, mapping)
  const name = structureCodeOfMapping(mapping)
  const structure = name === null ? 'null::bigint' : `(${structureIdSql.replace('$1', () => pg.escapeLiteral(name))})`
  return `
    with named as materialized (select ${structure} as structure_id),
    doc as materialized (select * from todo where worker = $1 and batch = $2),
    line as materialized (
      select d.transaction_id, d.type, d.membership_no, d.business_date, d.performed_at, (${rows.sequence})::int as sequence_no,
        found_line.original_sequence_no, found_line.original_transaction_id,
        ${cell('ItemCode')} as item_code, ${cell('Description')} as description, ${brand} as brand,
        ${productType} as product_type,
        ${productGroup} as product_group, ${cell('StockGroup')} as stock_group,
        ${cell('SerialNo')} as serial_no, ${cell('CertificateNo')} as certificate_no, ${line.weight} as weight,
        ${signed(line.quantity)} as quantity, ${line.price} as unit_price, ${signed(line.net)} as net_amount,
        ${columns.has('Discount') ? signed(line.discount) : '0'} as discount, ${columns.has('Tax') ? signed(line.tax) : '0'} as tax,
        ${eligible} as eligible_yn${ofSale}
      from doc d join ${rows.from}
      -- The expression is evaluated for the lines of cancellations only.
      left join lateral (
        select original_sequence_no, original_transaction_id from matched where d.type = 'C' and matched.row_no = r.row_no offset 0
      ) found_line on true
      ${goods}
    ),
    earning as materialized (
      select * from points_earning((
        select array_agg(line_to_earn(transaction_id, sequence_no, membership_no, business_date, brand, net_amount, ${earningArguments},
          sold_at => performed_at, structure_id => (select structure_id from named)))
        from line where type = 'N' and membership_no is not null and eligible_yn = 'Y'))
      -- The condition is always true. It lowers the planner's row estimate, so that earnings are hashed and lines stay in order.
      where document > 0 and line > 0 and points >= 0
    ),
    total as materialized (
      select document, max(document_points) as points,
        earned_lot(max(available_from), max(expiry_date), max(structure_detail_id), max(card_level_id), max(level_multiplier)) as lot
      from earning group by document
    ),
    stored_earning as (
      insert into earned select document, points, lot from total where points > 0
    ),
    head as (
      insert into transaction_summary (transaction_id, sales_order, transaction_type, invoice_no, original_invoice_no, original_transaction_id, membership_no, customer_id,
        outlet_code, ${importedInvoiceColumns}, total_amount, discount, tax, net_amount, performed_at, business_date, source, earned_points, import_id, structure_id)
      overriding system value
      select d.transaction_id, d.sales_order, d.type, d.invoice_no, found_sale.invoice_no, found_sale.transaction_id, d.membership_no, d.customer_id,
        d.outlet_code, ${importedInvoiceColumns}, ${signed('(d.net + d.tax)')}, ${signed('d.discount')}, ${signed('d.tax')}, ${signed('d.net')},
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
    -- The join equals a left join, because every earning belongs to a line. A full join cannot become a nested loop.
    full join earning on earning.document = line.transaction_id and earning.line = line.sequence_no`
}

/** The amounts of cancellations are positive in the ledger and negative in the file. */
const signed = (amount: string) => `case d.type when 'C' then -(${amount}) else ${amount} end`
