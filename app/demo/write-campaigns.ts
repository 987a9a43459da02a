import type { ClientBase } from 'pg'
import { LAPSED_SEGMENT_NAME } from './write-segments.ts'

// The demo's campaigns: a finished one with results, a running one with bonus points, and one in preparation.

export type CampaignSeed = {
  code: string
  name: string
  type: string
  /** The first day of the demo campaign, in days from today. */
  from: number
  until: number
  status: 'Draft' | 'Active' | 'Ended'
  control: number
  remarks: string
  award?: { multiplier: number; minimum: number; budget: number; brand: string }
  /** The target list of the demo campaign: source, size and an SQL condition on `customer`. */
  list?: { source: 'Import' | 'Report'; name: string; count: number; condition: string }
  /** The number of days from the start of the campaign to the invitation. */
  sentAfterDays?: number
}

const campaigns: readonly CampaignSeed[] = [
  {
    code: 'PRIVATE-VIEW',
    name: 'Private viewing of the pearl collection',
    type: 'Event',
    from: -80,
    until: -35,
    status: 'Ended',
    control: 20,
    remarks: 'Guests by invitation; tea from three o’clock',
    list: { source: 'Import', name: 'guests-of-last-year.csv', count: 420, condition: `gender = 'Female'` },
    sentAfterDays: 2,
  },
  {
    code: 'BRIDAL-SEASON',
    name: 'Bridal season',
    type: 'Point multiplier',
    from: -18,
    until: 24,
    status: 'Active',
    control: 10,
    remarks: 'Double points on the bridal collection',
    award: { multiplier: 2, minimum: 1000, budget: 250_000, brand: 'Carat Bridal' },
    list: {
      source: 'Report',
      name: 'Member Listing',
      count: 320,
      condition: `date_of_birth between current_date - interval '42 years' and current_date - interval '22 years'`,
    },
    sentAfterDays: 1,
  },
  {
    code: 'YEAR-END',
    name: 'Year-end private sale',
    type: 'Promotion',
    from: 16,
    until: 40,
    status: 'Draft',
    control: 10,
    remarks: 'List and letter are being prepared',
  },
]

export async function seedCampaigns(client: ClientBase) {
  for (const campaign of campaigns) await seedCampaign(client, campaign)
  await writeBridalSales(client)
  await writeLiveList(client)
}

/** Writes a campaign with its target list and messages. */
export async function seedCampaign(client: ClientBase, campaign: CampaignSeed) {
  await writeHead(client, campaign)
  if (campaign.list) await writeList(client, campaign.code, campaign.list)
  if (campaign.sentAfterDays !== undefined) await writeSend(client, campaign.code, campaign.sentAfterDays)
}

/** The template of the message that both demo campaigns sent. */
const invitation = `(select min(template_id) from contact_template where is_campaign = 'Y' and contact_type = 'Email')`

async function writeHead(client: ClientBase, { award, ...campaign }: CampaignSeed) {
  await client.query(
    `insert into campaign (campaign_code, campaign_name, campaign_type, start_date, end_date, status, award_point_yn, multiplier, minimum_purchase,
       budget_points, control_percent, remarks, template_id, owner_id, created_by_id, created_at)
     select $1, $2, $3, business_date_of(now()) + $4::int, business_date_of(now()) + $5::int, $6, $7, $8, $9, $10, $11, $12, ${campaign.sentAfterDays === undefined ? 'null' : invitation}, user_id, user_id,
       now() + make_interval(days => least($4::int, 0) - 7)
     from user_account where username = 'hq'`,
    [
      campaign.code,
      campaign.name,
      campaign.type,
      campaign.from,
      campaign.until,
      campaign.status,
      award ? 'Y' : 'N',
      award?.multiplier ?? null,
      award?.minimum ?? null,
      award?.budget ?? null,
      campaign.control,
      campaign.remarks,
    ],
  )
  if (award)
    await client.query(
      `insert into campaign_object (campaign_code, object_code, object_value) values ($1, 'Brand', $2)`,
      [campaign.code, award.brand],
    )
}

const writeList = (
  client: ClientBase,
  code: string,
  { source, name, count, condition }: NonNullable<CampaignSeed['list']>,
) =>
  client.query(
    `insert into campaign_target (campaign_code, customer_id, source, source_name, bucket, added_by_id, added_at)
     select $1, customer_id, $2, $3, abs(hashtextextended($1 || '/' || customer_id, 0) % 100)::smallint, user_id, created_at
     from (select created_at, owner_id as user_id from campaign where campaign_code = $1) campaign,
       (select customer_id from customer where status = 'Active' and email is not null and ${condition} order by md5(customer_id::text || $1) limit $4) person`,
    [code, source, name, count],
  )

/** Sends the campaign's message to all eligible recipients except the control group, and counts the purchases of both groups. */
async function writeSend(client: ClientBase, code: string, days: number) {
  await client.query(
    `with sent as (
       insert into campaign_send (campaign_code, template_id, template_version, contact_type, status, targets, started_by_id, started_at, ended_at)
       select campaign_code, template.template_id, template.version, 'Email', 'Completed', (select count(*) from campaign_target t where t.campaign_code = $1), owner_id, at,
         at + interval '4 minutes'
       from campaign cross join lateral (select (start_date + $2::int + time '10:00') at time zone business_zone() as at) moment,
         (select template_id, version from contact_template where template_id = ${invitation}) template
       where campaign_code = $1
       returning *
     ), person as (
       select t.target_list_id, t.customer_id, t.bucket < campaign.control_percent as control, customer.full_name, customer.email, customer.registered_outlet_code,
         sent.*, sent.started_at + make_interval(secs => row_number() over (order by target_list_id) / 2.0) as at, gen_random_uuid() as message_id,
         exists (select from customer_consent c where c.customer_id = t.customer_id and c.channel = 'Email' and c.granted_yn = 'Y') as agreed,
         row_number() over (order by target_list_id) as place
       from sent join campaign using (campaign_code) join campaign_target t using (campaign_code) join customer using (customer_id)
     ), written as (
       insert into contact_log (message_id, created_at, customer_id, contact_type, purpose, recipient, template_id, template_version, language, subject, html, text,
         result, reason, sent_at, result_at, outlet_code, created_by_id)
       select message_id, at, customer_id, 'Email', 'Marketing', email, person.template_id, person.template_version, v.language,
         replace(v.subject, '{{ FullName }}', full_name), replace(v.html, '{{ FullName }}', full_name), replace(v.text, '{{ FullName }}', full_name),
         case when place % 41 = 0 then 'Bounced' else 'Sent' end, case when place % 41 = 0 then '550 5.1.1 The mailbox does not exist' end,
         at + interval '3 seconds', at + interval '3 seconds', registered_outlet_code, started_by_id
       from person join contact_template_version v on v.template_id = person.template_id and v.version = person.template_version and v.language = 'en'
       where agreed and not control
     ), contacts as (
       insert into campaign_contact (target_list_id, send_id, channel, status, result, message_id, next_try_at, contacted_by_id, contacted_at)
       select target_list_id, send_id, 'Email', 'Done', case when not agreed then 'No consent' when control then 'Control' else 'Written' end,
         case when agreed and not control then message_id end, at, started_by_id, at
       from person
     )
     update campaign_target t set contacted_at = case when agreed and not control then at end, counted_from = case when agreed then at end,
       channel = case when control and agreed then null else 'Email' end,
       result = case when not agreed then 'No consent' when control then null else 'Written' end, message_id = case when agreed and not control then person.message_id end
     from person where person.target_list_id = t.target_list_id`,
    [code, days],
  )
  await client.query(
    `update campaign_target t set converted_transaction_id = campaign_conversion(t) where campaign_code = $1 and counted_from is not null`,
    [code],
  )
}

const bridal = [
  { daysAgo: 1, description: 'Solitaire ring 0.50 ct, platinum', price: '6888.00' },
  { daysAgo: 3, description: 'Pair of wedding bands', price: '3280.00' },
  { daysAgo: 6, description: 'Eternity ring 0.40 ct', price: '4590.00' },
  { daysAgo: 9, description: 'Wedding band, rose gold', price: '1460.00' },
] as const

/** Posts sales like a till, so that the running campaign awards points. */
async function writeBridalSales(client: ClientBase) {
  for (const [index, { daysAgo, description, price }] of bridal.entries()) {
    const sale = {
      InvoiceNo: `KL1-T${980 + index}`,
      OutletCode: 'KL1',
      DepartmentCode: 'SAL',
      Source: 'POS',
      TradeIn: '0.00',
      VoucherAmount: '0.00',
      Lines: [
        {
          ...{ SequenceNo: 1, Quantity: 1, Discount: '0.00', Tax: '0.00', Description: description },
          ...{ Brand: 'Carat Bridal', ProductGroup: 'DIA-RING', UnitPrice: price },
        },
      ],
    }
    await client.query(
      `select post_sale($1::jsonb || jsonb_build_object('Today', sold.day, 'PerformedAt', to_char(sold.day + time '16:05', 'YYYY-MM-DD"T"HH24:MI:SS'),
         'MembershipNo', member.membership_no,
         'SalesPersonCode', (select sales_person_code from staff join building using (building_id)
           where building.code = 'KL1' and sales_person_code is not null order by staff_id limit 1)))
       from (select business_date_of(now()) - $2::int as day) sold,
         (select m.membership_no from campaign_target t join membership m using (customer_id)
          where t.campaign_code = 'BRIDAL-SEASON' and t.contacted_at is not null and t.converted_transaction_id is null
            and m.status = 'Active' and m.member_type = 'Premium Member' order by t.target_list_id limit 1) member`,
      [JSON.stringify(sale), daysAgo],
    )
  }
}

/** Writes the target list of the year-end sale, which follows a segment. */
async function writeLiveList(client: ClientBase) {
  await client.query(
    `with live as (
       insert into live_list (campaign_code, segment_id, name, added_by_id, added_at, evaluated_at)
       select campaign_code, segment_id, segment.name, campaign.owner_id, now() - interval '2 days', now()
       from campaign, segment where campaign_code = 'YEAR-END' and segment.name = $1
       returning *
     )
     insert into campaign_target (campaign_code, customer_id, source, source_name, live_list_id, bucket, added_by_id, added_at)
     select campaign_code, customer_id, 'Segment', live.name, live_list_id, abs(hashtextextended(campaign_code || '/' || customer_id, 0) % 100)::smallint,
       added_by_id, added_at
     from live, (
       select customer_id from customer join transaction_summary sale using (customer_id) where status in ('Active', 'Inactive', 'Suspended')
       group by 1 having sum(net_moved(transaction_type, net_amount)) >= 5000
         and max(business_date) filter (where transaction_type = 'N') <= business_date_of(now()) - 365) person`,
    [LAPSED_SEGMENT_NAME],
  )
}
