import type { ColumnExpressions } from '../staging/columns.ts'
import type { SalesImportSql } from './documents.ts'
import type { InvoiceRows } from './rows.ts'

// Cancellations are matched with sales, because a cancellation in a file names no sale.
// Each cancelled line matches the latest earlier sale of the same customer and item that has enough quantity left.
// Sales that are already in the ledger are candidates too, so that an interrupted run continues where it stopped.

export function matchCancellationsSql(columns: ColumnExpressions, { line }: SalesImportSql, rows: InvoiceRows) {
  const item = columns.text('ItemCode')
  return {
    cancelled: `
      drop table if exists cancelled, candidate;
      create table cancelled as
      select r.row_no, d.document_id, d.performed_at, d.person_key, ${item} as item_code, -(${line.quantity}) as quantity
      from document d join ${rows.from}
      where d.state = 'New' and d.type = 'C' and d.person_key is not null and ${item} is not null and ${line.quantity} < 0`,
    candidates: `
      create table candidate as
      select d.performed_at, d.document_id, null::bigint as transaction_id, r.row_no as sequence_no, d.person_key, ${item} as item_code, ${line.quantity} as remaining
      from (select * from document where state = 'New' and type = 'N' and person_key in (select person_key from cancelled)) d join ${rows.from}
      -- The case expression probes a small table per line; for a join the planner would hash all lines.
      where case when (d.person_key, ${item}) in (select person_key, item_code from cancelled) then ${line.quantity} > 0 else false end;
      -- Existing customers have a positive person_key, which is their customer id. New customers have no earlier sales.
      insert into candidate
      select sale.performed_at, 0, sale.transaction_id, detail.sequence_no, returned.person_key, returned.item_code, detail.quantity - detail.cancelled_quantity
      from (select distinct person_key, item_code from cancelled where person_key > 0) returned
      join transaction_summary sale on sale.customer_id = returned.person_key and sale.transaction_type = 'N'
      join transaction_detail detail on detail.transaction_id = sale.transaction_id and detail.item_code = returned.item_code
        and detail.quantity > detail.cancelled_quantity;
      create index on candidate (person_key, item_code, performed_at desc, document_id desc, sequence_no desc);
      analyze candidate`,
    // The lines are matched in order, because each line uses up quantity that later lines must not use again.
    match: `
      do $$
      declare
        line record;
        found_sale record;
      begin
        for line in select * from cancelled order by document_id, row_no loop
          select candidate.ctid as row_id, * into found_sale from candidate
          where person_key = line.person_key and item_code = line.item_code and remaining >= line.quantity
            and (performed_at, document_id) < (line.performed_at, line.document_id)
          order by performed_at desc, document_id desc, sequence_no desc limit 1;
          if found then
            update candidate set remaining = remaining - line.quantity where ctid = found_sale.row_id;
            insert into matched values (line.row_no, line.document_id, found_sale.document_id, found_sale.transaction_id, found_sale.sequence_no, line.quantity);
          end if;
        end loop;
      end $$`,
  }
}
