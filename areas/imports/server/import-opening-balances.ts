import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { inJobTransaction } from '#kit/server/job-context.ts'
import {
  createLengthCheck,
  createRequiredCheck,
  createResultTableSql,
  faultJsonSql,
  importingOutletSql,
  parseTimestampSql,
  storeFaultsSql,
  storeFaultyResultsSql,
  storeUnreadableResultsSql,
} from './staging/checks.ts'
import { createRowIndexSql } from './staging/stage.ts'
import type { ImporterInput, ImportFigures } from './work.ts'

/** The number of balances per transaction, which is small so that a till with one of these members is not delayed. */
const CHUNK = 500

/** Imports point balances of an earlier programme: each row becomes one lot. */
export async function importOpeningBalances(work: ImporterInput): Promise<ImportFigures> {
  const { client, columns, mapping, today } = work
  work.reportProgress({ step: 'Checking' })
  const text = columns.text
  const day = pg.escapeLiteral(today)
  const date = (field: string) => `(${parseTimestampSql(text(field), mapping.dates)})::date`
  const value = (field: string) => `left(${text(field)}, 60)`
  const dateFault = (field: string) => ({
    ...{ field, reason: 'not_a_date', value: value(field) },
    when: `${text(field)} is not null and ${date(field)} is null`,
  })
  const isWholeNumber = `${text('Points')} ~ '^[0-9]{1,30}$'`
  await client.query(createRowIndexSql)
  await client.query(
    storeFaultsSql([
      createRequiredCheck(columns, 'MembershipNo'),
      createRequiredCheck(columns, 'Points'),
      ...['MembershipNo', 'Remark'].map((field) => createLengthCheck(columns, field)),
      { field: 'Points', reason: 'not_a_number', when: `not ${isWholeNumber}`, value: value('Points') },
      {
        ...{ field: 'Points', reason: 'too_many_points', value: value('Points') },
        when: `case when ${isWholeNumber} then ${text('Points')}::numeric > 1000000000 end`,
      },
      {
        ...{ field: 'Points', reason: 'out_of_range', value: value('Points') },
        when: `case when ${isWholeNumber} then ${text('Points')}::numeric = 0 end`,
      },
      dateFault('ExpiryDate'),
      dateFault('EarnedAt'),
      { field: 'EarnedAt', reason: 'in_future', when: `${date('EarnedAt')} > ${day}`, value: value('EarnedAt') },
      {
        field: 'ExpiryDate',
        reason: 'out_of_range',
        when: `${date('ExpiryDate')} < ${day}`,
        value: value('ExpiryDate'),
      },
      {
        ...{ field: 'MembershipNo', reason: 'not_a_member', value: value('MembershipNo') },
        when: `${text('MembershipNo')} is not null and not ${memberExists(plainNumber(text('MembershipNo')))}`,
      },
      {
        ...{ field: 'MembershipNo', reason: 'other_outlet_customer', value: value('MembershipNo') },
        when: `exists (select from membership m join customer using (customer_id)
          where m.membership_no = surviving_membership(${plainNumber(text('MembershipNo'))}) and registered_outlet_code <> ${importingOutletSql})`,
      },
    ]),
  )
  await client.query(`
    drop table if exists row_result, opening;
    create unlogged table opening as
    select row_no, membership_no, points, earned_on, stated_expiry as expiry_date, remark,
      -- Identical rows of a file are separate lots, and their numbers let a second run recognise each of them.
      'opening:' || md5(concat_ws('|', membership_no, points, earned_on, stated_expiry, remark)) || ':'
        || row_number() over (partition by membership_no, points, earned_on, stated_expiry, remark order by row_no) as source_key,
      false as already_exists, null::jsonb as faults
    from (
      select r.row_no, ${plainNumber(text('MembershipNo'))} as membership_no, ${text('Points')}::bigint as points,
        ${date('EarnedAt')} as earned_on, ${date('ExpiryDate')} as stated_expiry, ${text('Remark')} as remark
      from raw r where not exists (select from fault where fault.row_no = r.row_no)
    ) valid;
    create unique index on opening (source_key);
    update opening set already_exists = true where exists (select from point_history entry where entry.source_key = opening.source_key);
    -- Points without an expiry date in the file expire as if the member had earned them on the date of the row.
    update opening set expiry_date = adjustment_expiry(surviving_membership(membership_no), coalesce(earned_on, ${day}::date)) where expiry_date is null and not already_exists;
    update opening set faults = jsonb_build_array(${faultJsonSql(`'out_of_range'`, `'ExpiryDate'`, 'expiry_date::text')}) where expiry_date < ${day}::date and not already_exists`)
  if (!work.dryRun) await write(work)
  await client.query(`
    ${createResultTableSql};
    ${storeUnreadableResultsSql};
    ${storeFaultyResultsSql};
    insert into row_result
    select min(row_no), max(row_no), result, case result when 'Skipped' then 'already_there' when 'Failed' then faults #>> '{0,Reason}' end, faults
    from (
      select outcome.*, case result when 'Failed' then row_no else row_no - row_number() over (partition by result order by row_no) end as run
      from (select row_no, faults, case when already_exists then 'Skipped' when faults is not null then 'Failed' else 'Created' end as result from opening) outcome
    ) ranges group by result, faults, run`)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      (count(distinct membership_no) filter (where not already_exists and faults is null))::int as "Members",
      coalesce(sum(points) filter (where not already_exists and faults is null), 0)::text as "Points" from opening`)
  return rows[0]
}

const plainNumber = (text: string) => `regexp_replace(upper(${text}), '[^A-Z0-9]', '', 'g')`

const memberExists = (number: string) =>
  `exists (select from membership m where m.membership_no = surviving_membership(${number}) and m.status not in ('Deleted', 'Merged'))`

/** Writes one transaction per chunk. Members are locked in the order of their numbers, so that no deadlock can occur. */
async function write(work: ImporterInput) {
  const { client, origin, staging, importId, today } = work
  work.reportProgress({ step: 'Writing' })
  await client.query(`grant usage on schema ${staging} to carat_app; grant select on opening to carat_app`)
  const { rows } = await client.query<{ keys: string[] }>(
    `select array_agg(source_key order by position) as keys from (
       select source_key, row_number() over (order by surviving_membership(membership_no), row_no) as position from opening where not already_exists and faults is null
     ) valid group by (position - 1) / ${CHUNK} order by min(position)`,
  )
  let created = 0
  for (const { keys } of rows) {
    // The statement fails if the connection of the run was terminated and its lock released.
    await client.query('select')
    await inJobTransaction(work, { bulk: importId }, async (db) => {
      await sql.raw(`set local search_path to ${staging}, public`).execute(db)
      await db.executeQuery(CompiledQuery.raw(lock, [keys]))
      await db.executeQuery(CompiledQuery.raw(credit, [keys, today, importId, origin.userId, origin.outletCode]))
    })
    created += keys.length
    work.reportProgress({ created })
  }
}

// The lock is a statement of its own, so that the next statement sees all rows that were committed before it.
const lock = `
  select lock_balances(array(select surviving_membership(membership_no) from opening where source_key = any ($1)))`

const credit = `
  select from post_points((
    select jsonb_agg(ledger_entry(null, member, 'Opening Balance', points, jsonb_build_object('BusinessDate', $2::text, 'EarnedAt', coalesce(earned_on::timestamp at time zone business_zone(), now()),
      'AvailableFrom', $2::text, 'ExpiryDate', expiry_date, 'ObjectType', 'Migration', 'ObjectValue', $3::text, 'Remark', remark, 'SourceKey', source_key,
      'RequestId', $3::text, 'CreatedById', $4::bigint, 'OutletCode', $5::text, 'Today', $2::text)) order by member, row_no)
    from (select *, surviving_membership(membership_no) as member from opening where source_key = any ($1)) balance
    where not exists (select from point_history entry where entry.source_key = balance.source_key)))`
