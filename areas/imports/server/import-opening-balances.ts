import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { inJob } from '#kit/server/job-context.ts'
import {
  faultAs,
  faultyResult,
  importingOutlet,
  notTooLong,
  required,
  resultTable,
  timestampOf,
  unreadableResult,
  validate,
} from './staging/checks.ts'
import { rowIndex } from './staging/stage.ts'
import type { Figures, Work } from './work.ts'

/** So few that a till, which may ask for one of these members, does not notice. */
const CHUNK = 500

/** What members had in the company's earlier programme: each row becomes one lot of their points. */
export async function importOpeningBalances(work: Work): Promise<Figures> {
  const { client, columns, mapping, today } = work
  work.reportProgress({ step: 'Checking' })
  const text = columns.text
  const day = pg.escapeLiteral(today)
  const date = (field: string) => `(${timestampOf(text(field), mapping.dates)})::date`
  const value = (field: string) => `left(${text(field)}, 60)`
  const dateFault = (field: string) => ({
    ...{ field, reason: 'not_a_date', value: value(field) },
    when: `${text(field)} is not null and ${date(field)} is null`,
  })
  const whole = `${text('Points')} ~ '^[0-9]{1,30}$'`
  await client.query(rowIndex)
  await client.query(
    validate([
      required(columns, 'MembershipNo'),
      required(columns, 'Points'),
      ...['MembershipNo', 'Remark'].map((field) => notTooLong(columns, field)),
      { field: 'Points', reason: 'not_a_number', when: `not ${whole}`, value: value('Points') },
      {
        ...{ field: 'Points', reason: 'too_many_points', value: value('Points') },
        when: `case when ${whole} then ${text('Points')}::numeric > 1000000000 end`,
      },
      {
        ...{ field: 'Points', reason: 'out_of_range', value: value('Points') },
        when: `case when ${whole} then ${text('Points')}::numeric = 0 end`,
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
        when: `${text('MembershipNo')} is not null and not ${memberKnown(plainNumber(text('MembershipNo')))}`,
      },
      {
        ...{ field: 'MembershipNo', reason: 'other_outlet_customer', value: value('MembershipNo') },
        when: `exists (select from membership held join customer using (customer_id)
          where held.membership_no = surviving_membership(${plainNumber(text('MembershipNo'))}) and registered_outlet_code <> ${importingOutlet})`,
      },
    ]),
  )
  await client.query(`
    drop table if exists row_result, opening;
    create unlogged table opening as
    select row_no, membership_no, points, earned_on, said_expiry as expiry_date, remark,
      -- The same row a second time in one file is a second lot; a second run finds each again.
      'opening:' || md5(concat_ws('|', membership_no, points, earned_on, said_expiry, remark)) || ':'
        || row_number() over (partition by membership_no, points, earned_on, said_expiry, remark order by row_no) as source_key,
      false as there, null::jsonb as faults
    from (
      select r.row_no, ${plainNumber(text('MembershipNo'))} as membership_no, ${text('Points')}::bigint as points,
        ${date('EarnedAt')} as earned_on, ${date('ExpiryDate')} as said_expiry, ${text('Remark')} as remark
      from raw r where not exists (select from fault where fault.row_no = r.row_no)
    ) good;
    create unique index on opening (source_key);
    update opening set there = true where exists (select from point_history known where known.source_key = opening.source_key);
    -- Without a date of their own they end as if they had been earned on their day.
    update opening set expiry_date = adjustment_expiry(surviving_membership(membership_no), coalesce(earned_on, ${day}::date)) where expiry_date is null and not there;
    update opening set faults = jsonb_build_array(${faultAs(`'out_of_range'`, `'ExpiryDate'`, 'expiry_date::text')}) where expiry_date < ${day}::date and not there`)
  if (!work.dryRun) await write(work)
  await client.query(`
    ${resultTable};
    ${unreadableResult};
    ${faultyResult};
    insert into row_result
    select min(row_no), max(row_no), result, case result when 'Skipped' then 'already_there' when 'Failed' then faults #>> '{0,Reason}' end, faults
    from (
      select told.*, case result when 'Failed' then row_no else row_no - row_number() over (partition by result order by row_no) end as run
      from (select row_no, faults, case when there then 'Skipped' when faults is not null then 'Failed' else 'Created' end as result from opening) told
    ) runs group by result, faults, run`)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      (count(distinct membership_no) filter (where not there and faults is null))::int as "Members",
      coalesce(sum(points) filter (where not there and faults is null), 0)::text as "Points" from opening`)
  return rows[0]
}

const plainNumber = (text: string) => `regexp_replace(upper(${text}), '[^A-Z0-9]', '', 'g')`

const memberKnown = (number: string) =>
  `exists (select from membership held where held.membership_no = surviving_membership(${number}) and held.status not in ('Deleted', 'Merged'))`

/** Each chunk is one transaction. Members are locked in the order of their numbers, as everybody does who locks several. */
async function write(work: Work) {
  const { client, origin, staging, importId, today } = work
  work.reportProgress({ step: 'Writing' })
  await client.query(`grant usage on schema ${staging} to carat_app; grant select on opening to carat_app`)
  const { rows } = await client.query<{ keys: string[] }>(
    `select array_agg(source_key order by place) as keys from (
       select source_key, row_number() over (order by surviving_membership(membership_no), row_no) as place from opening where not there and faults is null
     ) mine group by (place - 1) / ${CHUNK} order by min(place)`,
  )
  let created = 0
  for (const { keys } of rows) {
    // A run whose own connection was taken away, and its lock with it, ends here.
    await client.query('select')
    await inJob(work, { bulk: importId }, async (db) => {
      await sql.raw(`set local search_path to ${staging}, public`).execute(db)
      await db.executeQuery(CompiledQuery.raw(lock, [keys]))
      await db.executeQuery(CompiledQuery.raw(credit, [keys, today, importId, origin.userId, origin.outletCode]))
    })
    created += keys.length
    work.reportProgress({ created })
  }
}

// Locked by a statement of its own: what somebody else has written of this file in the meantime is seen by the next one.
const lock = `
  select lock_balances(array(select surviving_membership(membership_no) from opening where source_key = any ($1)))`

const credit = `
  select from post_points((
    select jsonb_agg(ledger_entry(null, member, 'Opening Balance', points, jsonb_build_object('BusinessDate', $2::text, 'EarnedAt', coalesce(earned_on::timestamp at time zone business_zone(), now()),
      'AvailableFrom', $2::text, 'ExpiryDate', expiry_date, 'ObjectType', 'Migration', 'ObjectValue', $3::text, 'Remark', remark, 'SourceKey', source_key,
      'RequestId', $3::text, 'CreatedById', $4::bigint, 'OutletCode', $5::text, 'Today', $2::text)) order by member, row_no)
    from (select *, surviving_membership(membership_no) as member from opening where source_key = any ($1)) wanted
    where not exists (select from point_history known where known.source_key = wanted.source_key)))`
