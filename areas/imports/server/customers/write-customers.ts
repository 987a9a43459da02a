import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#kit/server/ctx.ts'
import { limits } from '#kit/server/database.ts'
import { toColumn } from '#kit/server/names.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Work } from '../work.ts'
import { plainFields } from './read-customers.ts'
import { moveNumbers, refuseDrawnNumbers, refuseOvertaken } from './validate-customers.ts'

/** Who registers the same identity number at a counter waits until the chunk is written. */
const CHUNK_MAX = 2_500

/** The programme and its lowest tier, for rows that name none. */
export type Company = { group_id: number; code: string | null }

/** What rows of another list are beside, with the rows `$1` to `$2` of a chunk and in its transaction. */
export type Beside = {
  /** Columns of the staged rows that are columns of the customer too. */
  columns: string[]
  /** Looks at the rows once more, right before they are written. */
  before: string
  /** Tells those apart for whom somebody else was quicker. */
  overtaken: string
  /** After the customers; `$3` is who imports, `$4` when. */
  after: string
}

type Chunk = [from: number, to: number]

/** Writes the good rows. A chunk and all that belongs to it is one transaction, so what a killed run leaves is whole. */
export async function writeCustomers(work: Work, company: Company, beside?: Beside) {
  const { client, database, origin, timeZone, staging, importId } = work
  work.reportProgress({ step: 'Writing' })
  await client.query(`grant usage on schema ${staging} to carat_app; grant select, update on guest to carat_app`)
  await client.query(`${moveNumbers}; ${refuseDrawnNumbers}`)
  const { rows } = await client.query(
    'select coalesce(min(row_no), 1)::int as first, coalesce(max(row_no), 0)::int as last from guest where reason is null',
  )
  const { first, last } = rows[0] as { first: number; last: number }
  const size = Math.min(work.chunkLines, CHUNK_MAX)
  let created = 0
  for (let from = first; from <= last; from += size) {
    // A run whose own connection was taken away, and its lock with it, ends here.
    await client.query('select')
    created += await inTransaction(database, { origin, timeZone, limits: limits.job, bulk: importId }, async (db) => {
      await sql
        .raw(`set local search_path to ${staging}, public; set local client_connection_check_interval = '2s'`)
        .execute(db)
      return writeChunk(db, work, { company, beside, chunk: [from, from + size] })
    })
    work.reportProgress({ created })
  }
}

type Part = { company: Company; beside: Beside | undefined; chunk: Chunk }

async function writeChunk(db: Db, { origin, today, now }: Work, { company, beside, chunk }: Part): Promise<number> {
  const run = async (text: string, ...values: unknown[]) =>
    Number((await db.executeQuery(CompiledQuery.raw(text, [...chunk, ...values]))).numAffectedRows ?? 0)
  if (beside) await run(beside.before)
  const created = await run(insertCustomers(beside?.columns), origin.userId)
  await run(beside?.overtaken ?? refuseOvertaken)
  if (created === 0) return 0
  await run(insertMemberships, origin.userId, today, company.group_id, company.code)
  await run(insertConsents, origin.userId)
  await run(insertAddresses, origin.userId)
  if (beside) await run(beside.after, origin.userId, now)
  return created
}

const isWritten = 'guest.row_no >= $1 and guest.row_no < $2 and guest.customer_id is not null'

const plainColumns = plainFields.map(toColumn).join(', ')

// Numbered beforehand: what a row has become is found again by its number, also where the file gives no reference.
const insertCustomers = (more: string[] = []) => `
  with mine as (
    select guest.*, nextval(pg_get_serial_sequence('customer', 'customer_id')) as number
    from (select * from guest where row_no >= $1 and row_no < $2 and reason is null order by row_no) guest
  ),
  added as (
    insert into customer (customer_id, member_type, id_type, id_no, id_not_given_yn, contact_no, contact_no_typed, alternate_contact_no, email, ${plainColumns},
      registered_outlet_code, registration_source, external_ref, custom_values, created_by_id, updated_by_id${more.map((column) => `, ${column}`).join('')})
    overriding system value
    select number, member_type, id_type, id_no, case when id_no is null then 'Y' else 'N' end, contact_no, "ContactNo", alternate_contact_no, email, ${plainColumns},
      outlet_code, 'Import', "CustomerRef", custom_values, $3::bigint, $3::bigint${more.map((column) => `, ${column}`).join('')}
    from mine order by row_no
    on conflict do nothing
    returning customer_id
  )
  update guest set customer_id = added.customer_id from mine join added on added.customer_id = mine.number
  where guest.row_no = mine.row_no`

// A premium member of long ago stands in the cycle that runs today; else a whole company would be due for review at once.
const insertMemberships = `
  insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date, activated_at, cycle_start, cycle_end, created_by_id, updated_by_id)
  select coalesce(membership_no, next_membership_no()), customer_id, card_group_id, code, member_type, joined, case when code is not null then joined::timestamp at time zone business_zone() end,
    (joined + make_interval(months => cycles * months))::date, (joined + make_interval(months => (cycles + 1) * months) - interval '1 day')::date, $3::bigint, $3::bigint
  from (
    select guest.row_no, guest.customer_id, guest.membership_no, guest.member_type, premium.code, coalesce(chosen.card_group_id, $5::bigint) as card_group_id, joined, months,
      (extract(year from age($4::date, joined)) * 12 + extract(month from age($4::date, joined)))::int / months as cycles
    from guest
    cross join lateral (select coalesce(guest.join_date, $4::date) as joined) since
    cross join lateral (select case guest.member_type when 'Premium Member' then coalesce(guest.category_given, $6::text) end as code) premium
    left join card_category chosen on chosen.code = premium.code and chosen.status = 'Active'
    left join lateral (
      select coalesce(max(cycle_months), 12) as months from (
        select cycle_months from card_level level
        where level.card_category_id = chosen.card_category_id and level.status = 'Active'
          and level.effective_from <= $4::date and (level.effective_to is null or level.effective_to >= $4::date)
        order by effective_from desc limit 1
      ) level
    ) level on premium.code is not null
    where ${isWritten} order by guest.row_no
  ) written`

// What the file does not say is not recorded: a consent that nobody gave is none.
const insertConsents = `
  insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, outlet_code, recorded_by_id, recorded_at)
  select guest.customer_id, said.channel, said.granted, (select version from consent_wording_version order by version_id desc limit 1), 'Import',
    guest.outlet_code, $3::bigint, now()
  from guest, lateral (values ('Service', guest.service_consent), ('Email', guest.email_consent), ('SMS', guest.sms_consent)) said (channel, granted)
  where ${isWritten} and said.granted is not null order by guest.row_no`

const insertAddresses = `
  insert into customer_address (customer_id, address_type, line1, line2, postcode, city, state, is_primary_yn, created_by_id, updated_by_id)
  select customer_id, 'Home', "Line1", "Line2", "Postcode", "City", state, 'Y', $3::bigint, $3::bigint
  from guest where ${isWritten} and "Line1" is not null order by row_no`
