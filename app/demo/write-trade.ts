import type { ClientBase } from 'pg'
import { type DemoCustomer, generateDemoCustomers } from './people.ts'
import { createSeededRandom } from './random.ts'
import { type CounterEvent, simulateCounterEvents } from './trade.ts'

const DEMO_CUSTOMERS = 2_000
const DEMO_SALES = 4_200
const SEED = 20_260_101

/** Writes customers, memberships and two years of sales through the regular functions. */
export async function seedSalesHistory(client: ClientBase) {
  const { rows } = await client.query<{ today: string; now: string }>(
    `select business_date_of(now())::text as today, to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  )
  const { today, now } = rows[0]!
  const luck = createSeededRandom(SEED)
  const persons = generateDemoCustomers(DEMO_CUSTOMERS, today, luck)
  const numbers = await writePeople(client, persons)
  const buyers = persons.map((person, index) => ({ ...person, membershipNo: numbers[index]! }))
  await play(client, simulateCounterEvents(buyers, today, now, DEMO_SALES, luck))
  await client.query(`select expire_lots('', $1, $2, now())`, [DEMO_CUSTOMERS, today])
}

async function writePeople(client: ClientBase, persons: DemoCustomer[]): Promise<string[]> {
  const { rows } = await client.query<{ membership_no: string }>(
    `with person as materialized (
       select nextval(pg_get_serial_sequence('customer', 'customer_id')) as customer_id, p.*,
         -- The time of a generated sale is within the opening hours and never in the future.
         least((join_date + make_interval(hours => 10 + (place % 11)::int, mins => (place * 7 % 60)::int)) at time zone business_zone(),
           now() - interval '5 minutes') as registered_at
       from rows from (jsonb_to_recordset($1) as ("fullName" text, "memberType" text, category text, salutation text, "idType" text, "idNo" text, "birthDate" date, gender text, race text,
         "contactNo" text, "contactNoTyped" text, email text, "verifiedEmail" text, language text, profession text, income text, known text, source text,
         status text, outlet text, "joinDate" date, address jsonb, consents jsonb)) with ordinality as p(full_name, member_type, category, salutation, id_type, id_no, birth_date, gender, race,
         contact_no, contact_no_typed, email, verified_email, language, profession, income, known, source, status, outlet, join_date, address, consents, place)
     ), customers as (
       insert into customer (customer_id, full_name, member_type, salutation, id_type, id_no, date_of_birth, gender, ethnicity, nationality, contact_no, contact_no_typed,
         email, verified_email_yn, verified_email_at, language, profession_level, monthly_income_range, where_you_know_us, registration_source, status, registered_outlet_code, created_at)
       overriding system value
       select customer_id, full_name, member_type, salutation, id_type, id_no, birth_date, gender, race, 'Malaysia', contact_no, contact_no_typed, email,
         case when email is null then 'N' else verified_email end, case when email is not null and verified_email = 'Y' then registered_at end,
         language, profession, income, known, source, status, outlet, registered_at from person order by place
     ), addresses as (
       insert into customer_address (customer_id, address_type, line1, postcode, city, state, is_primary_yn, created_at)
       select customer_id, 'Home', address->>'line1', address->>'postcode', address->>'city', address->>'state', 'Y', registered_at from person where jsonb_typeof(address) = 'object'
     ), consents as (
       insert into customer_consent (customer_id, channel, granted_yn, wording_version, wording_language, source, outlet_code, recorded_at)
       select customer_id, channel, 'Y', '1', case when source <> 'Import' then case language when 'Chinese' then 'zh' else 'en' end end, source, outlet, registered_at from person, jsonb_array_elements_text(consents) channel
     ), numbered as materialized (
       select *, next_membership_no() as membership_no from person order by place
     ), memberships as (
       insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, status, join_date, activated_at, cycle_start, cycle_end)
       select membership_no, customer_id, (select min(group_id) from card_group), category, member_type, status, join_date,
         case when category is not null then registered_at end,
         case when category is not null then cycle end, case when category is not null then (cycle + interval '1 year - 1 day')::date end
       from numbered, lateral (select (join_date + make_interval(years => extract(year from age(business_date_of(now()), join_date))::int))::date as cycle) this_year
     )
     select membership_no from numbered order by place`,
    [JSON.stringify(persons)],
  )
  return rows.map(({ membership_no }) => membership_no)
}

/** Enters the simulated events one after another. */
async function play(client: ClientBase, events: CounterEvent[]) {
  // From here on all changes are audited, because `bulk` no longer suppresses audit records.
  await client.query(`select set_config('carat.origin', (current_setting('carat.origin')::jsonb - 'bulk')::text, true)`)
  await client.query(`
    create function pg_temp.play(event jsonb) returns void language plpgsql as $$
    declare
      day date := (event->>'at')::date;
      seller bigint;
      wanted bigint;
    begin
      if event->>'kind' = 'sale' then
        select staff_id into seller from staff where sales_person_code = event->'sale'->>'SalesPersonCode';
        perform post_sale(event->'sale' || jsonb_build_object('Today', day, 'StaffId', seller));
      elsif event->>'kind' = 'cancel' then
        -- The random trade may return a sale twice, so the statement checks that something is left to return.
        if exists (select from transaction_summary sale join transaction_detail line using (transaction_id)
          where sale.invoice_no = event->'sale'->>'OriginalInvoiceNo' and sale.transaction_type = 'N' and line.cancelled_quantity < line.quantity
            and (jsonb_array_length(event->'sale'->'Lines') = 0 or line.sequence_no = (event->'sale'->'Lines'->0->>'OldSequenceNo')::int)) then
          perform cancel_sale(event->'sale' || jsonb_build_object('PerformedAt', event->>'at', 'Today', day, 'Source', 'POS'));
        end if;
      else
        wanted := points_available(event->>'member', day) * (event->>'share')::int / 100;
        -- The price of a gift is a multiple of 50, except when the member redeems all points.
        if event->>'share' <> '100' then wanted := wanted / 50 * 50; end if;
        if wanted >= 50 then
          perform debit_points(event->>'member', 'Redeem', wanted, day, jsonb_build_object('ObjectType', 'Gift', 'ObjectValue', 'G' || (event->>'number'),
            'SourceKey', 'demo:' || (event->>'number'), 'Remark', 'Gift redeemed at the counter'));
        end if;
      end if;
    end $$`)
  // The chunks are small enough for visible progress while the demo starts.
  for (let start = 0; start < events.length; start += 2_000) {
    await client.query(
      'select pg_temp.play(event) from jsonb_array_elements($1::jsonb) with ordinality as part (event, place) order by place',
      [JSON.stringify(events.slice(start, start + 2_000))],
    )
  }
}
