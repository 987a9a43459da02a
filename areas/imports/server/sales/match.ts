import type { Columns } from '../staging/columns.ts'
import type { SalesSql } from './documents.ts'
import type { Rows } from './rows.ts'

// WHAT A CANCELLATION TAKES BACK. A file's cancellation names no sale; each of its lines is the latest earlier sale of the
// same customer and item that has enough quantity left. Lines that the ledger holds already count as well as those of this
// file, so that a run that was interrupted goes on where it stopped.

export function matchSql(columns: Columns, { line }: SalesSql, rows: Rows) {
  const item = columns.text('ItemCode')
  return {
    cancelled: `
      drop table if exists cancelled, candidate;
      create table cancelled as
      select r.row_no, d.document_id, d.performed_at, d.who, ${item} as item_code, -(${line.quantity}) as quantity
      from document d join ${rows.from}
      where d.state = 'New' and d.type = 'C' and d.who is not null and ${item} is not null and ${line.quantity} < 0`,
    candidates: `
      create table candidate as
      select d.performed_at, d.document_id, null::bigint as transaction_id, r.row_no as sequence_no, d.who, ${item} as item_code, ${line.quantity} as remaining
      from (select * from document where state = 'New' and type = 'N' and who in (select who from cancelled)) d join ${rows.from}
      -- As a case this stays a look into a small table for each line; as a join the planner would put all lines into one.
      where case when (d.who, ${item}) in (select who, item_code from cancelled) then ${line.quantity} > 0 else false end;
      -- Customers whom the database knows are numbered by them; others have no sales there.
      insert into candidate
      select sale.performed_at, 0, sale.transaction_id, detail.sequence_no, wanted.who, wanted.item_code, detail.quantity - detail.cancelled_quantity
      from (select distinct who, item_code from cancelled where who > 0) wanted
      join transaction_summary sale on sale.customer_id = wanted.who and sale.transaction_type = 'N'
      join transaction_detail detail on detail.transaction_id = sale.transaction_id and detail.item_code = wanted.item_code
        and detail.quantity > detail.cancelled_quantity;
      create index on candidate (who, item_code, performed_at desc, document_id desc, sequence_no desc);
      analyze candidate`,
    // One after the other, because each takes what the next one must not take again.
    match: `
      do $$
      declare
        line record;
        found_sale record;
      begin
        for line in select * from cancelled order by document_id, row_no loop
          select candidate.ctid as place, * into found_sale from candidate
          where who = line.who and item_code = line.item_code and remaining >= line.quantity
            and (performed_at, document_id) < (line.performed_at, line.document_id)
          order by performed_at desc, document_id desc, sequence_no desc limit 1;
          if found then
            update candidate set remaining = remaining - line.quantity where ctid = found_sale.place;
            insert into matched values (line.row_no, line.document_id, found_sale.document_id, found_sale.transaction_id, found_sale.sequence_no, line.quantity);
          end if;
        end loop;
      end $$`,
  }
}
