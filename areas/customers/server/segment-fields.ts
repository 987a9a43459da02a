import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { ConsentChannel } from '../contract/consents.ts'

/** The SQL for a column of the primary address. */
const address = (column: string) => () =>
  sql`select customer_id, ${sql.ref(column)} as value from customer_address where is_primary_yn = 'Y' and status = 'Active'`

/** True in SQL for an age between two bounds in years. The default upper bound exceeds every possible age. */
const bornBetween = (today: string, most = '999', least = '0') => sql`(
  c.date_of_birth > (${today}::date - make_interval(years => least(${most}::bigint, 999)::int + 1))::date
  and c.date_of_birth <= (${today}::date - make_interval(years => least(${least}::bigint, 999)::int))::date)`

/** The segment conditions on customers. Identity numbers are excluded, because narrowing a segment could reveal them. */
export const customerSegmentFields: NonNullable<ServerArea['segmentFields']> = [
  { Name: 'Gender', Kind: 'choice', choices: { list: 'Gender' }, column: sql`c.gender` },
  { Name: 'Ethnicity', Kind: 'choice', choices: { list: 'Race' }, column: sql`c.ethnicity` },
  { Name: 'Nationality', Kind: 'choice', choices: { list: 'Country' }, column: sql`c.nationality` },
  { Name: 'Language', Kind: 'choice', choices: { list: 'Language' }, column: sql`c.language` },
  { Name: 'MaritalStatus', Kind: 'choice', choices: { list: 'MaritalStatus' }, column: sql`c.marital_status` },
  {
    Name: 'Age',
    Kind: 'number',
    column: (today) => sql`extract(year from age(${today}::date, c.date_of_birth))::int`,
    within: (today, least, most) => bornBetween(today, most, least),
  },
  { Name: 'DateOfBirth', Kind: 'day', column: sql`c.date_of_birth` },
  { Name: 'WeddingAnniversary', Kind: 'day', column: sql`c.wedding_anniversary` },
  { Name: 'State', Kind: 'choice', choices: { list: 'MalaysianState' }, rows: address('state') },
  { Name: 'City', Kind: 'text', rows: address('city') },
  { Name: 'RegisteredOutletCode', Kind: 'choice', choices: 'outlet', column: sql`c.registered_outlet_code` },
  {
    Name: 'PreferredStaffId',
    Kind: 'choice',
    choices: {
      select: sql`select staff_id::text as value, full_name as label from staff where status = 'Active' order by full_name, staff_id`,
    },
    column: sql`c.preferred_staff_id`,
  },
  {
    Name: 'MemberType',
    Kind: 'choice',
    choices: { words: ['Premium Member', 'Non-Premium Member'] },
    column: sql`c.member_type`,
  },
  {
    Name: 'Status',
    Kind: 'choice',
    choices: { words: ['Active', 'Inactive', 'Suspended'] },
    column: sql`c.status`,
  },
  {
    Name: 'RegistrationSource',
    Kind: 'choice',
    choices: { words: ['Self Registration Portal', 'CRM', 'Import'] },
    column: sql`c.registration_source`,
  },
  { Name: 'RegisteredOn', Kind: 'date', column: sql`business_date_of(c.created_at)` },
  {
    Name: 'Consent',
    Kind: 'set',
    choices: { words: ConsentChannel.options },
    rows: () => sql`
      select customer_id, channel as value from (
        select distinct on (channel, customer_id) channel, customer_id, granted_yn from customer_consent
        order by channel, customer_id, recorded_at desc, consent_id desc) latest
      where granted_yn = 'Y'`,
  },
  {
    Name: 'Tag',
    Kind: 'set',
    choices: {
      select: sql`select upper(name) as value, min(name) as label from customer_tag where status = 'Active' group by 1 order by 2 limit 500`,
    },
    rows: () => sql`select customer_id, upper(name) as value from customer_tag where status = 'Active'`,
  },
]
