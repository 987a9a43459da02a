import type { Rows } from './rows.ts'

// The new invoices in their order, with their numbers in the books, cut into portions that a till does not notice.

// Each customer's sales go through one hand, in order; what different hands do is independent of each other.
const HANDS = 2
/** The hand of sales of nobody in particular, which hang together with nothing: its portions know no order. */
export const WALK_IN = 2 * HANDS
/** Whether a hand's customers bring something back. */
export const takesBack = (hand: number) => hand >= HANDS && hand !== WALK_IN

// Where rows are completed later, their pages have room for it, which spares writing their indexes again.
export const planTables = `
  drop table if exists person, todo, matched, found_sale, earned, sale_event;
  create table person (customer_ref text primary key, person_id int, first_at timestamptz, outlet_code text, customer_id bigint, membership_no text);
  create table todo (document_id int primary key, transaction_id bigint, invoice_no text, type text, first_row bigint, last_row bigint, lines bigint,
    exact numeric, net numeric, tax numeric, discount numeric, performed_at timestamptz, business_date date, customer_id bigint, membership_no text,
    outlet_code text, sales_person_code text, sales_order text, hand int, batch int);
  create index on todo (hand, batch);
  create table matched (row_no bigint primary key, document_id int, original_document_id int, original_transaction_id bigint,
    original_sequence_no bigint, quantity numeric) with (fillfactor = 50);
  create index on matched (document_id);
  create table found_sale (document_id int primary key, transaction_id bigint, invoice_no text);
  create table earned (transaction_id bigint primary key, membership_no text, points bigint, available_from date, expiry_date date, rules jsonb);
  create table sale_event (transaction_id bigint, document_id int, membership_no text, original_transaction_id bigint, points bigint,
    sequence_no int, one_by_one boolean, hand int, batch int) with (fillfactor = 50);
  create index on sale_event (hand, batch)`

const planned = (hand: string, which: string, portionLines: number) => `
  insert into todo
  with new as (
    -- Numbered hand by hand: what is written together is together in the index, whose pages then fill up.
    select mine.*, nextval('transaction_summary_transaction_id_seq') as number,
      (performed_at at time zone (select business_zone()))::date as business_date
    from (
      select document.*, ${hand} as hand, coalesce(document.customer_id, person.customer_id) as buyer, coalesce(document.membership_no, person.membership_no) as member
      from document left join person on document.member_given is null and person.customer_ref = document.customer_ref
      where state = 'New' and ${which} order by hand, document_id
    ) mine
  )
  select new.document_id, number, invoice_no, type, first_row, last_row, lines, exact, net, tax, discount, performed_at, business_date,
    buyer, member, outlet_code, sales_person_code, sales_order,
    hand, (sum(lines) over (partition by hand order by new.document_id) / ${portionLines})::int
  from new`

const handOf = `(abs(hashint8(who)) % ${HANDS})::int`
const returning = `(select who from document where state = 'New' and type = 'C' and who is not null)`

export const planWalkIns = (portionLines: number) =>
  planned(String(WALK_IN), 'document.customer_ref is null and member_given is null', portionLines)

/** Customers who bring nothing back: they need not wait until it is known what was. */
export const planSteady = (portionLines: number) => planned(handOf, `who not in ${returning}`, portionLines)

export const planReturning = (rows: Rows, portionLines: number) => `
  ${planned(`${HANDS} + ${handOf}`, `who in ${returning}`, portionLines)};
  analyze todo;

  -- Found sales of this file have their numbers now. A line's place in its invoice is the file's.
  update matched m set original_transaction_id = d.transaction_id, original_sequence_no = ${rows.sequenceOf('m.original_sequence_no')}
  from todo d where d.document_id = m.original_document_id and m.original_transaction_id is null;

  -- The cancellation as a whole names a sale only where all its found lines come from one.
  insert into found_sale
  select one.document_id, one.transaction_id, coalesce(mine.invoice_no, sale.invoice_no)
  from (
    select document_id, min(original_transaction_id) as transaction_id, min(original_document_id) as original_document_id from matched
    group by document_id having min(original_transaction_id) = max(original_transaction_id)
  ) one
  left join todo mine on mine.document_id = one.original_document_id
  left join transaction_summary sale on mine.document_id is null and sale.transaction_id = one.transaction_id`

/** The planned portions but for those of the hands `$1`. */
export const portionsOf =
  'select hand, batch, sum(lines)::int as lines from todo where hand <> all ($1) group by 1, 2 order by 1, 2'
