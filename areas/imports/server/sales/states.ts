import { faultAs } from '../staging/checks.ts'

// WHICH INVOICES ARE NEW. Everything here reads the tables and writes staging only, so that a dry run can do it too.

/** An invoice with a faulty row fails as a whole: half of it could never be completed later. */
export const spreadFaults = (invoice: string, type: string) => `
  update document set faults = coalesce(faults, '[]') || ${faultAs(`'rest_of_invoice'`, `'InvoiceNo'`, 'bad.row_no::text')}
  from (
    select ${invoice} as invoice_no, ${type} as type, min(r.row_no) as row_no
    from fault join raw r using (row_no) group by 1, 2
  ) bad
  where document.invoice_no = bad.invoice_no and document.type = bad.type;
  update document set state = 'Failed' where faults is not null`

/** An invoice that fails for one more reason. */
const alsoFails = (reason: string, field: string, value: string) =>
  `state = 'Failed', faults = coalesce(faults, '[]') || ${faultAs(`'${reason}'`, `'${field}'`, value)}`

/**
 * The same invoice with the same lines and amount is there already; with others somebody must look at it. `$1` is this
 * import, whose own invoices are no surprise after a chunk had to be repeated.
 */
export const findExisting = `
  update document set
    state = case when known.import_id = $1 then 'Done' when known.same then 'There' else 'Failed' end,
    faults = case when known.import_id = $1 or known.same then null else jsonb_build_array(${faultAs(`'exists_differently'`, `'InvoiceNo'`, 'null::text')}) end
  from (
    select d.document_id, sale.import_id, d.lines = (select count(*) from transaction_detail detail where detail.transaction_id = sale.transaction_id)
      and sale.net_amount = case d.type when 'C' then -d.net else d.net end as same
    from document d join transaction_summary sale on sale.invoice_no = d.invoice_no and sale.transaction_type = d.type
    where d.state = 'New'
  ) known
  where document.document_id = known.document_id`

/** Looks the persons of the file up in the database: at first, and again when those that nobody knew have been made. */
export const lookUpPersons = `
  update person set customer_id = coalesce(survivor.customer_id, named.customer_id), membership_no = survivor.membership_no
  from (
    select external_ref, case status when 'Merged' then surviving_customer(customer_id) else customer_id end as customer_id
    from customer where external_ref in (select customer_ref from person) and status <> 'Deleted'
  ) named
  left join lateral (
    select membership_no from membership where membership.customer_id = named.customer_id and status <> 'Deleted'
    order by status = 'Active' desc, member_type = 'Premium Member' desc, join_date, membership_no limit 1
  ) member on true
  left join membership survivor on survivor.membership_no = surviving_membership(member.membership_no) and survivor.status not in ('Merged', 'Deleted')
  where named.external_ref = person.customer_ref`

/** Who each invoice belongs to: by membership number if the file has it, else by the customer's reference. */
export const findMembers = `
  insert into person select customer_ref, row_number() over (), min(performed_at), min(outlet_code)
  from document where state = 'New' and member_given is null and customer_ref is not null group by customer_ref;
  analyze person;
  ${lookUpPersons};

  update document set customer_id = survivor.customer_id, membership_no = survivor.membership_no, who = survivor.customer_id
  from (
    select member_given, surviving_membership(regexp_replace(member_given, '[^A-Z0-9]', '', 'g')) as membership_no
    from (select distinct member_given from document where state in ('New', 'Failed') and member_given is not null) asked
  ) given join membership survivor using (membership_no)
  where document.state in ('New', 'Failed') and document.member_given = given.member_given and survivor.status not in ('Merged', 'Deleted');

  -- Who stands for one person throughout the file: in the database by number, else by place among the new ones.
  update document set who = coalesce(person.customer_id, -person.person_id)
  from person where document.state = 'New' and document.member_given is null and document.customer_ref = person.customer_ref;
  analyze document (state, type, who)`

/** Invoices of a membership number that nobody has. */
export const refuseUnknownNumbers = `
  update document set ${alsoFails('not_a_member', 'MembershipNo', 'left(member_given, 60)')}
  where state in ('New', 'Failed') and customer_id is null and member_given is not null`

/** Invoices of a customer whom nobody knows; with `createsMembers` only of one who was deleted and is not made again. */
export const refuseUnknownCustomers = (createsMembers: boolean) => `
  with unknown as (
    delete from person where customer_id is null
      ${createsMembers ? 'and exists (select from customer where customer.external_ref = person.customer_ref)' : ''}
    returning customer_ref
  )
  update document set ${alsoFails('not_a_member', 'CustomerRef', 'left(document.customer_ref, 60)')}
  from unknown where document.state = 'New' and document.member_given is null and document.customer_ref = unknown.customer_ref;
  -- One that fails anyway is told it too; its customer stands among no persons.
  update document set ${alsoFails('not_a_member', 'CustomerRef', 'left(customer_ref, 60)')}
  where state = 'Failed' and member_given is null and customer_ref is not null and not faults @> '[{"Reason": "not_a_member"}]'
    and ${createsMembers ? '' : 'not '}exists (select from customer where external_ref = document.customer_ref and status ${createsMembers ? "= 'Deleted'" : "<> 'Deleted'"})`

/** What a customer may get for one invoice. */
export const ENTRY_MOST = 1_000_000_000

/** Invoices that would earn more than one entry may hold, as \`earned_ahead\` says. */
export const refuseTooManyPoints = `
  update document set ${alsoFails('too_many_points', 'InvoiceNo', 'ahead.points::text')}
  from (select document_id, greatest(max(whole), floor(sum(exact))) as points from earned_ahead group by document_id) ahead
  where document.document_id = ahead.document_id and state = 'New' and ahead.points > ${ENTRY_MOST}`
