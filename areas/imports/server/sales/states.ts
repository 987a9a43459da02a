import { faultJsonSql } from '../staging/checks.ts'

// Determines which invoices of the file are new. Writes only to staging, so that a dry run can do the same.

/** An invoice with a faulty row fails as a whole, because the missing lines could not be added later. */
export const spreadFaultsSql = (invoice: string, type: string) => `
  update document set faults = coalesce(faults, '[]') || ${faultJsonSql(`'rest_of_invoice'`, `'InvoiceNo'`, 'faulty.row_no::text')}
  from (
    select ${invoice} as invoice_no, ${type} as type, min(r.row_no) as row_no
    from fault join raw r using (row_no) group by 1, 2
  ) faulty
  where document.invoice_no = faulty.invoice_no and document.type = faulty.type;
  update document set state = 'Failed' where faults is not null`

/** The SQL that marks an invoice as failed and adds the reason. */
const alsoFails = (reason: string, field: string, value: string) =>
  `state = 'Failed', faults = coalesce(faults, '[]') || ${faultJsonSql(`'${reason}'`, `'${field}'`, value)}`

/**
 * Skips an invoice that exists with the same lines and amount; fails an invoice that exists and differs.
 * `$1` is the running import, whose own invoices already exist when a batch is repeated.
 */
export const findExistingInvoicesSql = `
  update document set
    state = case when existing.import_id = $1 then 'Done' when existing.is_same then 'There' else 'Failed' end,
    faults = case when existing.import_id = $1 or existing.is_same then null else jsonb_build_array(${faultJsonSql(`'exists_differently'`, `'InvoiceNo'`, 'null::text')}) end
  from (
    select d.document_id, sale.import_id, d.lines = (select count(*) from transaction_detail detail where detail.transaction_id = sale.transaction_id)
      and sale.net_amount = case d.type when 'C' then -d.net else d.net end as is_same
    from document d join transaction_summary sale on sale.invoice_no = d.invoice_no and sale.transaction_type = d.type
    where d.state = 'New'
  ) existing
  where document.document_id = existing.document_id`

/** Looks up the file's customers in the database. The statement runs again after missing customers were created. */
export const findPersonsSql = `
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

/** Finds the member of each invoice: by membership number if the file has one, otherwise by customer reference. */
export const findMembersOfInvoicesSql = `
  insert into person select customer_ref, row_number() over (), min(performed_at), min(outlet_code)
  from document where state = 'New' and member_given is null and customer_ref is not null group by customer_ref;
  analyze person;
  ${findPersonsSql};

  update document set customer_id = survivor.customer_id, membership_no = survivor.membership_no, person_key = survivor.customer_id
  from (
    select member_given, surviving_membership(regexp_replace(member_given, '[^A-Z0-9]', '', 'g')) as membership_no
    from (select distinct member_given from document where state in ('New', 'Failed') and member_given is not null) stated
  ) resolved join membership survivor using (membership_no)
  where document.state in ('New', 'Failed') and document.member_given = resolved.member_given and survivor.status not in ('Merged', 'Deleted');

  -- The person_key identifies a person in the whole file: the customer id, or a negative number for a new customer.
  update document set person_key = coalesce(person.customer_id, -person.person_id)
  from person where document.state = 'New' and document.member_given is null and document.customer_ref = person.customer_ref;
  analyze document (state, type, person_key)`

/** Fails invoices whose membership number does not exist. */
export const refuseUnknownMembershipNumbersSql = `
  update document set ${alsoFails('not_a_member', 'MembershipNo', 'left(member_given, 60)')}
  where state in ('New', 'Failed') and customer_id is null and member_given is not null`

/** Fails invoices of unknown customers. With `createsMembers`, it fails only invoices of deleted customers. */
export const refuseUnknownCustomersSql = (createsMembers: boolean) => `
  with unknown as (
    delete from person where customer_id is null
      ${createsMembers ? 'and exists (select from customer where customer.external_ref = person.customer_ref)' : ''}
    returning customer_ref
  )
  update document set ${alsoFails('not_a_member', 'CustomerRef', 'left(document.customer_ref, 60)')}
  from unknown where document.state = 'New' and document.member_given is null and document.customer_ref = unknown.customer_ref;
  -- An invoice that already failed gets this reason too, because its customer is not in the table person.
  update document set ${alsoFails('not_a_member', 'CustomerRef', 'left(customer_ref, 60)')}
  where state = 'Failed' and member_given is null and customer_ref is not null and not faults @> '[{"Reason": "not_a_member"}]'
    and ${createsMembers ? '' : 'not '}exists (select from customer where external_ref = document.customer_ref and status ${createsMembers ? "= 'Deleted'" : "<> 'Deleted'"})`

/** The maximum number of points in one ledger entry. */
export const LEDGER_ENTRY_POINTS_MAX = 1_000_000_000

/** Fails invoices that would earn more points, by `previewed_earning`, than one ledger entry may have. */
export const refuseTooManyPointsSql = `
  update document set ${alsoFails('too_many_points', 'InvoiceNo', 'preview.points::text')}
  from (select document_id, greatest(max(whole), floor(sum(exact))) as points from previewed_earning group by document_id) preview
  where document.document_id = preview.document_id and state = 'New' and preview.points > ${LEDGER_ENTRY_POINTS_MAX}`
