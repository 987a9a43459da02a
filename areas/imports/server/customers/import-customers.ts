import { sql } from 'kysely'
import { phoneOf } from '#areas/customers/server/index.ts'
import { limits } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Figures, Work } from '../work.ts'
import { judgeCustomers, readCustomers, verdictOfCustomers } from './read-customers.ts'

const PORTION = 10_000
const PHONES = 20_000

/** One customer with a membership per row. Rows whose reference is known already are left alone. */
export async function importCustomers(work: Work): Promise<Figures> {
  const { client, columns, mapping, timeZone, today } = work
  work.tell({ step: 'Checking' })
  await client.query(readCustomers(columns, mapping.dates.format))
  await normalisePhones(work)
  const category = await client.query("select code, card_group_id from card_category where status = 'Active' order by card_group_id, level_sequence limit 1")
  await client.query(judgeCustomers(columns), [today])
  await client.query(verdictOfCustomers)
  if (!work.dryRun) await write(work, category.rows[0], timeZone)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      (count(*) filter (where member_type = 'Premium Member' and reason is null))::int as "PremiumMembers",
      (count(*) filter (where contact_no is not null and reason is null))::int as "CustomersWithPhone" from guest`)
  return rows[0]
}

/** Telephone numbers have rules that no pattern knows, so they are read by the library that the counter uses. */
async function normalisePhones({ client, columns }: Work) {
  if (!columns.has('ContactNo')) return
  await client.query('create unlogged table phone (typed text primary key, number text)')
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ typed: string }>(
      'select distinct contact_no_typed as typed from guest where contact_no_typed > $1 order by 1 limit $2',
      [last, PHONES],
    )
    if (rows.length === 0) break
    const typed = rows.map((row) => row.typed)
    last = typed.at(-1)!
    await client.query('insert into phone select * from unnest($1::text[], $2::text[])', [typed, typed.map((text) => phoneOf(text) ?? null)])
  }
  await client.query('update guest set contact_no = phone.number from phone where phone.typed = guest.contact_no_typed')
}

type Category = { code: string; card_group_id: number } | undefined

async function write(work: Work, category: Category, timeZone: string) {
  const { client, database, origin, staging, importId, tell } = work
  tell({ step: 'Writing' })
  await client.query(`grant usage on schema ${staging} to carat_app; grant select on guest to carat_app`)
  const { rows } = await client.query('select coalesce(max(row_no), 0)::int as last from guest')
  const last = rows[0].last as number
  let created = 0
  for (let from = 1; from <= last; from += PORTION) {
    created += await inTransaction(database, { origin, timeZone, limits: limits.job, bulk: importId }, async (db) => {
      await sql`select set_config('search_path', ${`${staging}, public`}, true)`.execute(db)
      const portion = sql`guest.row_no >= ${from} and guest.row_no < ${from + PORTION} and guest.reason is null`
      const { numAffectedRows } = await sql`
        insert into customer (full_name, member_type, salutation, id_type, id_no, id_not_given_yn, date_of_birth, gender, ethnicity, nationality, contact_no, contact_no_typed,
          email, language, registered_outlet_code, registration_source, remarks, external_ref, created_by_id)
        select full_name, member_type, salutation, case when id_no is not null then coalesce(id_type, 'Other') end, id_no, case when id_no is null then 'Y' else 'N' end,
          date_of_birth, gender, ethnicity, nationality, contact_no, contact_no_typed, email, language, outlet_code, 'Import', remarks, customer_ref, ${origin.userId}
        from guest where ${portion} order by row_no
        on conflict do nothing`.execute(db)
      await sql`
        insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date, activated_at, cycle_start, cycle_end, created_by_id)
        select coalesce(guest.membership_no, next_membership_no()), customer.customer_id,
          coalesce(chosen.card_group_id, ${category?.card_group_id ?? null}), case guest.member_type when 'Premium Member' then coalesce(chosen.code, ${category?.code ?? null}) end,
          guest.member_type, joined, case guest.member_type when 'Premium Member' then joined::timestamp at time zone business_zone() end,
          case guest.member_type when 'Premium Member' then joined end,
          case guest.member_type when 'Premium Member' then (joined + make_interval(months => coalesce(level.cycle_months, 12)) - interval '1 day')::date end, ${origin.userId}
        from guest join customer on customer.external_ref = guest.customer_ref cross join lateral (select coalesce(guest.join_date, business_date_of(now())) as joined) since
        left join card_category chosen on chosen.code = guest.card_category_code and chosen.status = 'Active'
        left join lateral (
          select cycle_months from card_level join card_category using (card_category_id)
          where card_category.code = coalesce(chosen.code, ${category?.code ?? null}) and card_category.status <> 'Deleted' and card_level.status = 'Active'
          order by effective_from desc limit 1
        ) level on true
        where ${portion} and not exists (select from membership where membership.customer_id = customer.customer_id) order by row_no`.execute(db)
      await sql`
        insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, outlet_code, recorded_by_id, recorded_at)
        select customer.customer_id, said.channel, said.granted, coalesce((select value #>> '{}' from setting where name = 'consent.wordingVersion'), '1'), 'Import',
          guest.outlet_code, ${origin.userId}, now()
        from guest join customer on customer.external_ref = guest.customer_ref,
          lateral (values ('Service', guest.service_consent), ('Email', guest.email_consent), ('SMS', guest.sms_consent)) said (channel, granted)
        where ${portion} and said.granted is not null and not exists (select from customer_consent known where known.customer_id = customer.customer_id)`.execute(db)
      await sql`
        insert into customer_address (customer_id, address_type, line1, line2, postcode, city, state, is_primary_yn, created_by_id)
        select customer.customer_id, 'Home', guest.line1, guest.line2, guest.postcode, guest.city, guest.state, 'Y', ${origin.userId}
        from guest join customer on customer.external_ref = guest.customer_ref
        where ${portion} and guest.line1 is not null and not exists (select from customer_address known where known.customer_id = customer.customer_id)`.execute(db)
      return Number(numAffectedRows ?? 0)
    })
    tell({ created })
  }
  // Numbers that came with the file are taken; the row of new ones goes on behind them.
  await client.query(`
    select setval('membership_no_seq', greatest((select last_value from membership_no_seq), taken.highest))
    from (select max(substr(membership_no, length(membership_no_prefix()) + 1, 8)::bigint) as highest from guest
      where reason is null and membership_no ~ ('^' || membership_no_prefix() || '[0-9]{9}$')) taken
    where taken.highest is not null`)
}
