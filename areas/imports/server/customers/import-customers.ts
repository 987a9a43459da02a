import pg from 'pg'
import { importRefusals } from '../../contract.ts'
import { createRowIndexSql } from '../staging/stage.ts'
import type { ImporterInput, ImportFigures } from '../work.ts'
import { stageCustomValues } from './custom-values.ts'
import { readPhones } from './phones.ts'
import { cardDefaultsSql, readCustomersSql } from './read-customers.ts'
import { markInvalidCustomersSql, storeCustomerResultsSql } from './validate-customers.ts'
import { type CompanyDefaults, writeCustomers } from './write-customers.ts'

/** Creates one customer with a membership per row. A row whose customer reference exists is skipped. */
export async function importCustomers(work: ImporterInput): Promise<ImportFigures> {
  const { client, columns, mapping, today } = work
  work.reportProgress({ step: 'Checking' })
  await client.query(createRowIndexSql)
  const company: CompanyDefaults | undefined = (await client.query(cardDefaultsSql)).rows[0]
  if (!company) throw importRefusals.mapping({ reason: 'there is no card group yet' })
  await client.query(readCustomersSql(columns, mapping, `${pg.escapeLiteral(today)}::date`))
  await readPhones(work)
  await stageCustomValues(work)
  await client.query(markInvalidCustomersSql, [company.code])
  if (!work.dryRun) await writeCustomers(work, company)
  // The results are built after writing, because rows are skipped or failed if their customer was registered meanwhile.
  await client.query(storeCustomerResultsSql)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      (count(*) filter (where member_type = 'Premium Member' and reason is null))::int as "PremiumMembers",
      (count(*) filter (where contact_no is not null and reason is null))::int as "CustomersWithPhone" from staged_customer`)
  return rows[0]
}
