import pg from 'pg'
import { refusals } from '../../contract.ts'
import type { Fault } from '../customers/faults.ts'
import { readOwnValues } from '../customers/own-values.ts'
import { readPhones } from '../customers/phones.ts'
import { companySql, readCustomers } from '../customers/read-customers.ts'
import { type Company, writeCustomers } from '../customers/write-customers.ts'
import { faultAs, resultTable, unreadableResult } from '../staging/checks.ts'
import { rowIndex } from '../staging/stage.ts'
import type { Figures, Work } from '../work.ts'
import { markCustomers, markFaulty } from './mark-leads.ts'
import { markSamePeople } from './same-people.ts'

/** Anyone who is no customer yet, by identity number and by telephone, becomes a non-premium one, and a prospect of the lead source. */
export async function importLeads(work: Work): Promise<Figures> {
  const { client, columns, mapping, today, origin, importId } = work
  work.reportProgress({ step: 'Checking' })
  await client.query(rowIndex)
  const company: Company | undefined = (await client.query(companySql)).rows[0]
  if (!company) throw refusals.mapping({ reason: 'there is no card group yet' })
  const day = `${pg.escapeLiteral(today)}::date`
  const more = [
    `upper(${columns.text('LeadSourceCode')}) as lead_code`,
    `upper(${columns.text('ConsentYN')}) as consent`,
  ]
  await client.query(readCustomers(columns, mapping, day, { demanded: [nobody], more }))
  await readPhones(work)
  await readOwnValues(work)
  await client.query(readSources)
  await client.query(markFaulty)
  work.reportProgress({ step: 'Matching' })
  await client.query('analyze guest')
  const known = markCustomers(origin.outletCode)
  await client.query(known('g.reason is null'), [0, Number.MAX_SAFE_INTEGER])
  await markSamePeople(client)
  if (!work.dryRun)
    await writeCustomers(work, company, {
      columns: ['lead_source_id'],
      before: known('g.reason is null'),
      overtaken: known('g.reason is null and g.customer_id is null'),
      after: `
        with made as (
          insert into lead_prospect (lead_source_id, customer_id, import_id, created_by_id, created_at)
          select lead_source_id, customer_id, ${pg.escapeLiteral(importId)}::uuid, $3::bigint, $4::timestamptz
          from guest where row_no >= $1 and row_no < $2 and customer_id is not null order by row_no
          returning customer_id
        )
        update guest set membership_no = membership.membership_no
        from made join membership using (customer_id)
        where guest.row_no >= $1 and guest.row_no < $2 and guest.customer_id = made.customer_id`,
    })
  await client.query(resultOfLeads)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      (count(*) filter (where reason is null and contact_no is not null))::int as "CustomersWithPhone" from guest`)
  return rows[0]
}

// Without either of them nobody could tell whether somebody is a customer already.
const nobody: Fault = ['g.id_no is null and g."ContactNo" is null', 'no_contact', 'ContactNo', 'null']

/** The source that each row names, and where its customer is registered: at the outlet of the row, of the event, of who imports. */
const readSources = `
  alter table guest add column lead_source_id bigint;
  update guest set lead_source_id = source.lead_source_id, service_consent = guest.consent,
    outlet_code = coalesce(guest.outlet_code, source.outlet_code, nullif(current_setting('carat.importing_outlet', true), ''))
  from guest other left join lead_source source on source.code = other.lead_code and source.status = 'Active'
  where other.row_no = guest.row_no`

/** What became of each row, one by one: whom it created, or with whom it was matched. */
const resultOfLeads = `
  ${resultTable};
  ${unreadableResult};
  insert into row_result
  select row_no, row_no, case when reason is null then 'Created' when reason like 'lead_%' then 'Skipped' else 'Failed' end, reason,
    case when reason is not null then faults
      when membership_no is not null then jsonb_build_array(${faultAs('null::text', `'MembershipNo'`, 'membership_no')}) end
  from guest`
