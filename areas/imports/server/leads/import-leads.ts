import pg from 'pg'
import { importRefusals } from '../../contract.ts'
import { stageCustomValues } from '../customers/custom-values.ts'
import type { RowFaultCheck } from '../customers/faults.ts'
import { readPhones } from '../customers/phones.ts'
import { cardDefaultsSql, readCustomersSql } from '../customers/read-customers.ts'
import { type CompanyDefaults, writeCustomers } from '../customers/write-customers.ts'
import { createResultTableSql, faultJsonSql, storeUnreadableResultsSql } from '../staging/checks.ts'
import { createRowIndexSql } from '../staging/stage.ts'
import type { ImporterInput, ImportFigures } from '../work.ts'
import { markExistingCustomersSql, markFaultyLeadsSql } from './mark-leads.ts'
import { markRepeatedLeads } from './repeated-people.ts'

/** Creates a non-premium customer and a prospect for each row whose identity number and telephone are new. */
export async function importLeads(work: ImporterInput): Promise<ImportFigures> {
  const { client, columns, mapping, today, origin, importId } = work
  work.reportProgress({ step: 'Checking' })
  await client.query(createRowIndexSql)
  const company: CompanyDefaults | undefined = (await client.query(cardDefaultsSql)).rows[0]
  if (!company) throw importRefusals.mapping({ reason: 'there is no card group yet' })
  const day = `${pg.escapeLiteral(today)}::date`
  const more = [
    `upper(${columns.text('LeadSourceCode')}) as lead_code`,
    `upper(${columns.text('ConsentYN')}) as consent`,
  ]
  await client.query(readCustomersSql(columns, mapping, day, { requiredFaults: [noContact], more }))
  await readPhones(work)
  await stageCustomValues(work)
  await client.query(readSources)
  await client.query(markFaultyLeadsSql)
  work.reportProgress({ step: 'Matching' })
  await client.query('analyze staged_customer')
  const matchCustomers = markExistingCustomersSql(origin.outletCode)
  await client.query(matchCustomers('g.reason is null'), [0, Number.MAX_SAFE_INTEGER])
  await markRepeatedLeads(client)
  if (!work.dryRun)
    await writeCustomers(work, company, {
      columns: ['lead_source_id'],
      before: matchCustomers('g.reason is null'),
      overtaken: matchCustomers('g.reason is null and g.customer_id is null'),
      after: `
        with added as (
          insert into lead_prospect (lead_source_id, customer_id, import_id, created_by_id, created_at)
          select lead_source_id, customer_id, ${pg.escapeLiteral(importId)}::uuid, $3::bigint, $4::timestamptz
          from staged_customer where row_no >= $1 and row_no < $2 and customer_id is not null order by row_no
          returning customer_id
        )
        update staged_customer set membership_no = membership.membership_no
        from added join membership using (customer_id)
        where staged_customer.row_no >= $1 and staged_customer.row_no < $2 and staged_customer.customer_id = added.customer_id`,
    })
  await client.query(resultOfLeads)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      (count(*) filter (where reason is null and contact_no is not null))::int as "CustomersWithPhone" from staged_customer`)
  return rows[0]
}

// Without one of these two values, an import cannot decide whether the person is already a customer.
const noContact: RowFaultCheck = ['g.id_no is null and g."ContactNo" is null', 'no_contact', 'ContactNo', 'null']

/** The SQL that finds the lead source of each row, and the outlet: that of the row, the event or the importing account. */
const readSources = `
  alter table staged_customer add column lead_source_id bigint;
  update staged_customer set lead_source_id = source.lead_source_id, service_consent = staged_customer.consent,
    outlet_code = coalesce(staged_customer.outlet_code, source.outlet_code, nullif(current_setting('carat.importing_outlet', true), ''))
  from staged_customer source_row left join lead_source source on source.code = source_row.lead_code and source.status = 'Active'
  where source_row.row_no = staged_customer.row_no`

/** The SQL for the result of each row: the customer that the row created or matched. */
const resultOfLeads = `
  ${createResultTableSql};
  ${storeUnreadableResultsSql};
  insert into row_result
  select row_no, row_no, case when reason is null then 'Created' when reason like 'lead_%' then 'Skipped' else 'Failed' end, reason,
    case when reason is not null then faults
      when membership_no is not null then jsonb_build_array(${faultJsonSql('null::text', `'MembershipNo'`, 'membership_no')}) end
  from staged_customer`
