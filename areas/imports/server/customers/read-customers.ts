import { notTooLong, required, timestampOf } from '../staging/checks.ts'
import type { Columns } from '../staging/columns.ts'
import { customerFields } from '../../contract/mapping.ts'

/** The rows as customers: cleaned as the counter cleans them, each list value in the list's own spelling. */
export function readCustomers(columns: Columns, dateFormat: string): string {
  const text = (field: string) => columns.text(field)
  const date = (field: string) => (columns.has(field) ? `(${timestampOf(text(field), dateFormat)})::date` : 'null::date')
  const listed = (field: string, list: string) =>
    columns.has(field) ? `coalesce((select value from list_item where list_name = '${list}' and status = 'Active' and lower(value) = lower(${text(field)}) limit 1), ${text(field)})` : 'null::text'
  const yn = (field: string) => `upper(left(${text(field)}, 1))`
  return `
    drop table if exists guest, phone, verdict;
    create unlogged table guest as
    select r.row_no, ${text('CustomerRef')} as customer_ref, upper(normalize(${text('FullName')}, NFC)) as full_name,
      ${listed('Salutation', 'Salutation')} as salutation, ${listed('IdType', 'IDType')} as id_type, nullif(regexp_replace(upper(${text('IdNo')}), '[[:space:]./-]', '', 'g'), '') as id_no,
      ${date('DateOfBirth')} as date_of_birth, ${listed('Gender', 'Gender')} as gender, ${listed('Ethnicity', 'Race')} as ethnicity, ${listed('Nationality', 'Country')} as nationality,
      ${text('ContactNo')} as contact_no_typed, null::text as contact_no, lower(${text('Email')}) as email, ${listed('Language', 'Language')} as language,
      upper(${text('OutletCode')}) as outlet_code, coalesce(${listed('MemberType', 'none')}, 'Non-Premium Member') as member_type, upper(${text('CardCategoryCode')}) as card_category_code,
      ${date('JoinDate')} as join_date,
      regexp_replace(upper(${text('MembershipNo')}), '[^A-Z0-9]', '', 'g') as membership_no,
      ${yn('ServiceConsentYN')} as service_consent, ${yn('EmailConsentYN')} as email_consent, ${yn('SMSConsentYN')} as sms_consent,
      ${text('Line1')} as line1, ${text('Line2')} as line2, ${text('Postcode')} as postcode, ${text('City')} as city, ${listed('State', 'MalaysianState')} as state,
      ${text('Remarks')} as remarks, null::text as reason, null::text as field, null::text as value
    from raw r;
    update guest set member_type = case upper(member_type) when 'PREMIUM MEMBER' then 'Premium Member' when 'NON-PREMIUM MEMBER' then 'Non-Premium Member' else member_type end
    where member_type not in ('Premium Member', 'Non-Premium Member');
    create index on guest (customer_ref);
    create index on guest (id_no) where id_no is not null;
    analyze guest`
}

const notListed = (column: string, list: string) =>
  `${column} is not null and exists (select from list_item where list_name = '${list}') and not exists (select from list_item where list_name = '${list}' and status = 'Active' and value = ${column})`

type Judgement = [when: string, reason: string, field: string, value: string]

/** Marks each row that can't be taken, with its first fault. `$1` is today. */
export function judgeCustomers(columns: Columns): string {
  const mapped = Object.keys(customerFields).filter((field) => columns.has(field))
  const checks: Judgement[] = [
    ...['CustomerRef', 'FullName'].map((field): Judgement => [required(columns, field).when, 'missing', field, 'null']),
    ['outlet_code is null', 'missing', 'OutletCode', 'null'],
    ...mapped.map((field): Judgement => [notTooLong(columns, field).when, 'too_long', field, notTooLong(columns, field).value]),
    [`full_name ~ '[[:cntrl:]]'`, 'unreadable', 'FullName', 'left(full_name, 60)'],
    [`not exists (select from building where code = outlet_code and status = 'Active')`, 'not_an_outlet', 'OutletCode', 'outlet_code'],
    [`contact_no_typed is not null and contact_no is null`, 'not_allowed', 'ContactNo', 'contact_no_typed'],
    [`email is not null and email !~ '^[^[:space:]@<>()\\[\\],;:"\\\\]{1,64}@[a-z0-9][a-z0-9.-]*\\.[a-z]{2,24}$'`, 'not_allowed', 'Email', 'left(email, 60)'],
    [`id_no is not null and id_no !~ '^[A-Z0-9]{1,30}$'`, 'not_allowed', 'IdNo', `'…' || right(id_no, 4)`],
    [`membership_no is not null and membership_no !~ '^[A-Z0-9]{4,20}$'`, 'not_allowed', 'MembershipNo', 'membership_no'],
    ...(columns.has('DateOfBirth')
      ? ([
          [`${columns.text('DateOfBirth')} is not null and date_of_birth is null`, 'not_a_date', 'DateOfBirth', `left(${columns.text('DateOfBirth')}, 60)`],
          ['date_of_birth > $1::date', 'out_of_range', 'DateOfBirth', 'date_of_birth::text'],
        ] as Judgement[])
      : []),
    ...(columns.has('JoinDate')
      ? ([
          [`${columns.text('JoinDate')} is not null and join_date is null`, 'not_a_date', 'JoinDate', `left(${columns.text('JoinDate')}, 60)`],
          ['join_date > $1::date', 'out_of_range', 'JoinDate', 'join_date::text'],
        ] as Judgement[])
      : []),
    [notListed('salutation', 'Salutation'), 'not_allowed', 'Salutation', 'salutation'],
    [notListed('id_type', 'IDType'), 'not_allowed', 'IdType', 'id_type'],
    [notListed('gender', 'Gender'), 'not_allowed', 'Gender', 'gender'],
    [notListed('ethnicity', 'Race'), 'not_allowed', 'Ethnicity', 'ethnicity'],
    [notListed('nationality', 'Country'), 'not_allowed', 'Nationality', 'nationality'],
    [notListed('language', 'Language'), 'not_allowed', 'Language', 'language'],
    [`member_type not in ('Premium Member', 'Non-Premium Member')`, 'not_allowed', 'MemberType', 'member_type'],
    [`card_category_code is not null and not exists (select from card_category where code = card_category_code and status = 'Active')`, 'not_allowed', 'CardCategoryCode', 'card_category_code'],
    [`coalesce(service_consent, 'N') not in ('Y', 'N')`, 'not_allowed', 'ServiceConsentYN', 'service_consent'],
    [`coalesce(email_consent, 'N') not in ('Y', 'N')`, 'not_allowed', 'EmailConsentYN', 'email_consent'],
    [`coalesce(sms_consent, 'N') not in ('Y', 'N')`, 'not_allowed', 'SMSConsentYN', 'sms_consent'],
    [`postcode is not null and postcode !~ '^[0-9]{5}$'`, 'not_allowed', 'Postcode', 'postcode'],
    [`earlier.row_no is not null`, 'twice_in_file', 'CustomerRef', 'earlier.row_no::text'],
    [`same_id.row_no is not null`, 'twice_in_file', 'IdNo', 'same_id.row_no::text'],
    [`exists (select from customer known where known.id_type = coalesce(guest.id_type, 'Other') and known.id_no = guest.id_no and known.status not in ('Deleted', 'Merged'))`, 'customer_exists', 'IdNo', `'…' || right(guest.id_no, 4)`],
    [`exists (select from membership where membership.membership_no = guest.membership_no)`, 'customer_exists', 'MembershipNo', 'guest.membership_no'],
  ]
  const pick = (place: 1 | 2 | 3) => `case ${checks.map((check) => `when ${check[0]} then ${place === 3 ? check[3] : `'${check[place]}'`}`).join(' ')} end`
  return `
    update guest set reason = judged.reason, field = judged.field, value = judged.value
    from (
      select guest.row_no, case when there then 'already_there' else ${pick(1)} end as reason, case when not there then ${pick(2)} end as field, case when not there then ${pick(3)} end as value
      from guest join raw r on r.row_no = guest.row_no
      cross join lateral (select exists (select from customer known where known.external_ref = guest.customer_ref) as there) known
      left join lateral (select min(row_no) as row_no from guest first where first.customer_ref = guest.customer_ref and first.row_no < guest.row_no) earlier on true
      left join lateral (
        select min(row_no) as row_no from guest first
        where first.id_no = guest.id_no and coalesce(first.id_type, 'Other') = coalesce(guest.id_type, 'Other') and first.row_no < guest.row_no
      ) same_id on true
    ) judged
    where judged.row_no = guest.row_no and judged.reason is not null and $1::date is not null`
}

export const verdictOfCustomers = `
  create unlogged table verdict (first_row bigint, last_row bigint, result text, reason text, field text, value text);
  insert into verdict select row_no, row_no, 'Failed', reason, null, value from unreadable;
  insert into verdict
  select min(row_no), max(row_no), result, reason, field, value from (
    select guest.*, case when reason is null then 'Created' when reason = 'already_there' then 'Skipped' else 'Failed' end as result,
      case when coalesce(reason, 'already_there') = 'already_there' then row_no - row_number() over (partition by reason order by row_no) else row_no end as run
    from guest
  ) runs group by result, reason, field, value, run`
