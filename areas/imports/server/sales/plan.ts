import { importedInvoiceColumns, importedInvoiceFields } from './row-values.ts'
import type { InvoiceRows } from './rows.ts'

// Orders the new invoices, assigns their ids and divides them into batches that are small enough not to delay tills.

/** The number of parallel writers on a small machine. One writer writes all sales of a customer, in order. */
export const PARALLEL_WRITERS_MAX = 2

// The fillfactor leaves room in pages whose rows are completed later, so that their indexes need no change.
export const createPlanTablesSql = `
  drop table if exists person, todo, matched, found_sale, earned;
  create table person (customer_ref text primary key, person_id int, first_at timestamptz, outlet_code text, customer_id bigint, membership_no text);
  create table todo (document_id int primary key, transaction_id bigint, invoice_no text, type text, first_row bigint, last_row bigint, lines bigint,
    exact numeric, net numeric, tax numeric, discount numeric, performed_at timestamptz, business_date date, customer_id bigint, membership_no text,
    outlet_code text, ${importedInvoiceFields.map(({ column }) => `${column} text`).join(', ')}, sales_order text, worker int, batch int);
  create index on todo (worker, batch);
  create table matched (row_no bigint primary key, document_id int, original_document_id int, original_transaction_id bigint,
    original_sequence_no bigint, quantity numeric) with (fillfactor = 50);
  create index on matched (document_id);
  create table found_sale (document_id int primary key, transaction_id bigint, invoice_no text);
  create table earned (transaction_id bigint primary key, points bigint, lot jsonb)`

export const planSalesBatchesSql = (rows: InvoiceRows, batchLines: number) => `
  insert into todo
  with new as (
    -- The ids of invoices are drawn writer by writer, so that rows of one batch are adjacent in the index.
    select planned.*, nextval('transaction_summary_transaction_id_seq') as number
    from (
      select document.*, abs(hashint8(coalesce(person_key, document_id)) % ${PARALLEL_WRITERS_MAX}) as worker,
        coalesce(document.customer_id, person.customer_id) as buyer, coalesce(document.membership_no, person.membership_no) as member
      from document left join person on document.member_given is null and person.customer_ref = document.customer_ref
      where state = 'New' order by worker, document_id
    ) planned
  )
  select document_id, number, invoice_no, type, first_row, last_row, lines, exact, net, tax, discount, performed_at, business_date_of(performed_at),
    buyer, member, outlet_code, ${importedInvoiceColumns}, sales_order, worker, (sum(lines) over (partition by worker order by document_id) / ${batchLines})::int
  from new;
  analyze todo;

  -- At this step the matched sales of the file have ids. The sequence number of a line is its position in the file.
  update matched m set original_transaction_id = d.transaction_id, original_sequence_no = ${rows.sequenceOf('m.original_sequence_no')}
  from todo d where d.document_id = m.original_document_id and m.original_transaction_id is null;

  -- A cancellation refers to a sale as a whole only if all its matched lines come from one.
  insert into found_sale
  select single.document_id, single.transaction_id, coalesce(planned.invoice_no, sale.invoice_no)
  from (
    select document_id, min(original_transaction_id) as transaction_id, min(original_document_id) as original_document_id from matched
    group by document_id having min(original_transaction_id) = max(original_transaction_id)
  ) single
  left join todo planned on planned.document_id = single.original_document_id
  left join transaction_summary sale on planned.document_id is null and sale.transaction_id = single.transaction_id`
