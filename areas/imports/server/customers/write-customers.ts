import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#kit/server/ctx.ts'
import { transactionTimeouts } from '#kit/server/database.ts'
import { toColumnName } from '#kit/server/names.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { ImporterInput } from '../work.ts'
import { importedFieldsWithoutExtraSteps } from './read-customers.ts'
import {
  advanceMembershipNumbersSql,
  refuseAssignedMembershipNumbersSql,
  refuseRegisteredMeanwhileSql,
} from './validate-customers.ts'

/** The number of rows per transaction. A counter with an identity number of the same chunk waits for its commit. */
const CHUNK_MAX = 2_500

/** The default card group and its lowest tier, for rows without a category. */
export type CompanyDefaults = { group_id: number; code: string | null }

/** Extra steps of a kind of import that extends customer rows, in the chunk's transaction for the rows `$1` to `$2`. */
export type CustomerImportExtension = {
  /** The columns of the staged rows that are also columns of the customer. */
  columns: string[]
  /** The SQL that marks rows a second time, before they are written. */
  before: string
  /** The SQL that marks rows whose customer was registered elsewhere after the validation. */
  overtaken: string
  /** The SQL that runs after the customers are inserted; `$3` is the importing user, `$4` the time. */
  after: string
}

type Chunk = [from: number, to: number]

/** Writes the valid rows. Each chunk is one transaction, so an interrupted run leaves only complete customers. */
export async function writeCustomers(
  work: ImporterInput,
  company: CompanyDefaults,
  extension?: CustomerImportExtension,
) {
  const { client, database, origin, timeZone, staging, importId } = work
  work.reportProgress({ step: 'Writing' })
  await client.query(
    `grant usage on schema ${staging} to carat_app; grant select, update on staged_customer to carat_app`,
  )
  await client.query(`${advanceMembershipNumbersSql}; ${refuseAssignedMembershipNumbersSql}`)
  const { rows } = await client.query(
    'select coalesce(min(row_no), 1)::int as first, coalesce(max(row_no), 0)::int as last from staged_customer where reason is null',
  )
  const { first, last } = rows[0] as { first: number; last: number }
  const size = Math.min(work.chunkLines, CHUNK_MAX)
  let created = 0
  for (let from = first; from <= last; from += size) {
    // The statement fails if the connection of the run was terminated and its lock released.
    await client.query('select')
    created += await inTransaction(
      database,
      { origin, timeZone, limits: transactionTimeouts.job, bulk: importId },
      async (db) => {
        await sql
          .raw(`set local search_path to ${staging}, public; set local client_connection_check_interval = '2s'`)
          .execute(db)
        return writeChunk(db, work, { company, extension, chunk: [from, from + size] })
      },
    )
    work.reportProgress({ created })
  }
}

type ChunkOptions = { company: CompanyDefaults; extension: CustomerImportExtension | undefined; chunk: Chunk }

async function writeChunk(
  db: Db,
  { origin, today, now }: ImporterInput,
  { company, extension, chunk }: ChunkOptions,
): Promise<number> {
  const run = async (text: string, ...values: unknown[]) =>
    Number((await db.executeQuery(CompiledQuery.raw(text, [...chunk, ...values]))).numAffectedRows ?? 0)
  if (extension) await run(extension.before)
  const created = await run(insertCustomers(extension?.columns), origin.userId)
  await run(extension?.overtaken ?? refuseRegisteredMeanwhileSql)
  if (created === 0) return 0
  await run(insertMemberships, origin.userId, today, company.group_id, company.code)
  await run(insertConsents, origin.userId)
  await run(insertAddresses, origin.userId)
  if (extension) await run(extension.after, origin.userId, now)
  return created
}

const isWritten =
  'staged_customer.row_no >= $1 and staged_customer.row_no < $2 and staged_customer.customer_id is not null'

const plainColumns = importedFieldsWithoutExtraSteps.map(toColumnName).join(', ')

// The ids are drawn before the insert, so that each row finds its customer even without a customer reference.
const insertCustomers = (more: string[] = []) => `
  with numbered as (
    select staged_customer.*, nextval(pg_get_serial_sequence('customer', 'customer_id')) as number
    from (select * from staged_customer where row_no >= $1 and row_no < $2 and reason is null order by row_no) staged_customer
  ),
  added as (
    insert into customer (customer_id, member_type, id_type, id_no, id_not_given_yn, contact_no, contact_no_typed, alternate_contact_no, email, ${plainColumns},
      registered_outlet_code, registration_source, external_ref, custom_values, created_by_id, updated_by_id${more.map((column) => `, ${column}`).join('')})
    overriding system value
    select number, member_type, id_type, id_no, case when id_no is null then 'Y' else 'N' end, contact_no, "ContactNo", alternate_contact_no, email, ${plainColumns},
      outlet_code, 'Import', "CustomerRef", custom_values, $3::bigint, $3::bigint${more.map((column) => `, ${column}`).join('')}
    from numbered order by row_no
    on conflict do nothing
    returning customer_id
  )
  update staged_customer set customer_id = added.customer_id from numbered join added on added.customer_id = numbered.number
  where staged_customer.row_no = numbered.row_no`

// A premium member of many years starts in the current cycle; otherwise all members would be due for review at once.
const insertMemberships = `
  insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date, activated_at, cycle_start, cycle_end, created_by_id, updated_by_id)
  select coalesce(membership_no, next_membership_no()), customer_id, card_group_id, code, member_type, joined, case when code is not null then joined::timestamp at time zone business_zone() end,
    (joined + make_interval(months => cycles * months))::date, (joined + make_interval(months => (cycles + 1) * months) - interval '1 day')::date, $3::bigint, $3::bigint
  from (
    select staged_customer.row_no, staged_customer.customer_id, staged_customer.membership_no, staged_customer.member_type, premium.code, coalesce(chosen.card_group_id, $5::bigint) as card_group_id, joined, months,
      (extract(year from age($4::date, joined)) * 12 + extract(month from age($4::date, joined)))::int / months as cycles
    from staged_customer
    cross join lateral (select coalesce(staged_customer.join_date, $4::date) as joined) since
    cross join lateral (select case staged_customer.member_type when 'Premium Member' then coalesce(staged_customer.category_given, $6::text) end as code) premium
    left join card_category chosen on chosen.code = premium.code and chosen.status = 'Active'
    left join lateral (
      select coalesce(max(cycle_months), 12) as months from (
        select cycle_months from card_level level
        where level.card_category_id = chosen.card_category_id and level.status = 'Active'
          and level.effective_from <= $4::date and (level.effective_to is null or level.effective_to >= $4::date)
        order by effective_from desc limit 1
      ) level
    ) level on premium.code is not null
    where ${isWritten} order by staged_customer.row_no
  ) member`

// Only the consents that the file states are recorded.
const insertConsents = `
  insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, outlet_code, recorded_by_id, recorded_at)
  select staged_customer.customer_id, consent.channel, consent.granted, (select version from consent_wording_version order by version_id desc limit 1), 'Import',
    staged_customer.outlet_code, $3::bigint, now()
  from staged_customer, lateral (values ('Service', staged_customer.service_consent), ('Email', staged_customer.email_consent), ('SMS', staged_customer.sms_consent)) consent (channel, granted)
  where ${isWritten} and consent.granted is not null order by staged_customer.row_no`

const insertAddresses = `
  insert into customer_address (customer_id, address_type, line1, line2, postcode, city, state, is_primary_yn, created_by_id, updated_by_id)
  select customer_id, 'Home', "Line1", "Line2", "Postcode", "City", state, 'Y', $3::bigint, $3::bigint
  from staged_customer where ${isWritten} and "Line1" is not null order by row_no`
