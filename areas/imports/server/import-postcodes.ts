import { CompiledQuery, sql } from 'kysely'
import { inJob } from '#kit/server/job-context.ts'
import { faultyResult, notTooLong, required, resultTable, unreadableResult, validate } from './staging/checks.ts'
import { rowIndex } from './staging/stage.ts'
import type { Figures, Work } from './work.ts'

/** Malaysian postcodes with their cities and states. */
export async function importPostcodes(work: Work): Promise<Figures> {
  const { client, columns, staging } = work
  const postcode = columns.text('Postcode')
  const city = columns.text('City')
  work.reportProgress({ step: 'Checking' })
  await client.query(rowIndex)
  await client.query(
    validate([
      ...['Postcode', 'City', 'State'].flatMap((field) => [required(columns, field), notTooLong(columns, field)]),
      { when: `${postcode} !~ '^[0-9]{5}$'`, reason: 'not_allowed', field: 'Postcode', value: `left(${postcode}, 60)` },
    ]),
  )
  await client.query(`
    drop table if exists row_result, place;
    create unlogged table place as
    select r.row_no, ${postcode} as postcode, ${city} as city, ${columns.text('State')} as state,
      row_number() over (partition by ${postcode}, ${city} order by r.row_no) = 1
        and not exists (select from postcode known where known.postcode = ${postcode} and known.city = ${city}) as new
    from raw r where not exists (select from fault where fault.row_no = r.row_no);
    ${resultTable};
    ${unreadableResult};
    ${faultyResult};
    insert into row_result
    select min(row_no), max(row_no), case when new then 'Created' else 'Skipped' end, case when not new then 'already_there' end, null
    from (select place.*, row_no - row_number() over (partition by new order by row_no) as run from place) runs group by new, run`)
  if (!work.dryRun) {
    work.reportProgress({ step: 'Writing' })
    await client.query(`grant usage on schema ${staging} to carat_app; grant select on place to carat_app`)
    await inJob(work, { bulk: work.importId }, async (db) => {
      await sql`select set_config('search_path', ${`${staging}, public`}, true)`.execute(db)
      await db.executeQuery(
        CompiledQuery.raw(
          'insert into postcode (postcode, city, state) select postcode, city, state from place where new on conflict do nothing',
        ),
      )
    })
  }
  const { rows } = await client.query(
    `select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows", count(distinct state)::int as "States" from place`,
  )
  return rows[0]
}
