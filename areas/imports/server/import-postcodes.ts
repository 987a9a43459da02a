import { CompiledQuery, sql } from 'kysely'
import { inJobTransaction } from '#kit/server/job-context.ts'
import {
  createLengthCheck,
  createRequiredCheck,
  createResultTableSql,
  storeFaultsSql,
  storeFaultyResultsSql,
  storeUnreadableResultsSql,
} from './staging/checks.ts'
import { createRowIndexSql } from './staging/stage.ts'
import type { ImporterInput, ImportFigures } from './work.ts'

/** Imports Malaysian postcodes with their cities and states. */
export async function importPostcodes(work: ImporterInput): Promise<ImportFigures> {
  const { client, columns, staging } = work
  const postcode = columns.text('Postcode')
  const city = columns.text('City')
  work.reportProgress({ step: 'Checking' })
  await client.query(createRowIndexSql)
  await client.query(
    storeFaultsSql([
      ...['Postcode', 'City', 'State'].flatMap((field) => [
        createRequiredCheck(columns, field),
        createLengthCheck(columns, field),
      ]),
      { when: `${postcode} !~ '^[0-9]{5}$'`, reason: 'not_allowed', field: 'Postcode', value: `left(${postcode}, 60)` },
    ]),
  )
  await client.query(`
    drop table if exists row_result, staged_postcode;
    create unlogged table staged_postcode as
    select r.row_no, ${postcode} as postcode, ${city} as city, ${columns.text('State')} as state,
      row_number() over (partition by ${postcode}, ${city} order by r.row_no) = 1
        and not exists (select from postcode existing where existing.postcode = ${postcode} and existing.city = ${city}) as new
    from raw r where not exists (select from fault where fault.row_no = r.row_no);
    ${createResultTableSql};
    ${storeUnreadableResultsSql};
    ${storeFaultyResultsSql};
    insert into row_result
    select min(row_no), max(row_no), case when new then 'Created' else 'Skipped' end, case when not new then 'already_there' end, null
    from (select staged_postcode.*, row_no - row_number() over (partition by new order by row_no) as run from staged_postcode) ranges group by new, run`)
  if (!work.dryRun) {
    work.reportProgress({ step: 'Writing' })
    await client.query(`grant usage on schema ${staging} to carat_app; grant select on staged_postcode to carat_app`)
    await inJobTransaction(work, { bulk: work.importId }, async (db) => {
      await sql`select set_config('search_path', ${`${staging}, public`}, true)`.execute(db)
      await db.executeQuery(
        CompiledQuery.raw(
          'insert into postcode (postcode, city, state) select postcode, city, state from staged_postcode where new on conflict do nothing',
        ),
      )
    })
  }
  const { rows } = await client.query(
    `select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows", count(distinct state)::int as "States" from staged_postcode`,
  )
  return rows[0]
}
