import type { ClientBase } from 'pg'
import { serverAreas } from '#app/server/areas.ts'
import * as contract from '#areas/messages/contract.ts'
import { collectBuiltInMergeFields, compileTexts } from '#areas/messages/server/index.ts'
import { demoContactTemplates } from './contact-templates.ts'

// Writes templates with compiled texts, and welcome messages to the latest members.

export async function seedMessages(client: ClientBase) {
  for (const templateSeed of demoContactTemplates) {
    const template = contract.addTemplate.body.parse(templateSeed)
    const { ContactType, Event = null } = template
    const { texts, names, versions } = await compileTexts(
      collectBuiltInMergeFields({ areas: serverAreas }),
      { ContactType, Purpose: contract.purposeOfEvent(Event), Texts: template.Texts },
      { webUrl: 'http://127.0.0.1:3000' },
    )
    const { rows } = await client.query<{ template_id: number }>(
      `insert into contact_template (name, contact_type, event, reference_code, is_campaign, texts, names, status, created_by_id)
       values ($1, $2, $3, $3, $4, $5, $6, $7, (select user_id from user_account where username = 'hq')) returning template_id`,
      [template.Name, ContactType, Event, template.isCampaign, JSON.stringify(texts), names, template.Status],
    )
    for (const { Language, subject, html, text } of versions)
      await client.query(
        `insert into contact_template_version (template_id, version, language, subject, html, text, created_at) values ($1, 1, $2, $3, $4, $5, now())`,
        [rows[0]!.template_id, Language, subject, html, text],
      )
  }
  await client.query(welcomed)
}

/** SQL that inserts welcome messages to the latest members. Some of them bounced. */
const welcomed = `
  with company as (select coalesce((select value #>> '{}' from setting where name = 'company.name'), 'Carat Jewellers') as name),
  joined as (
    select c.*, m.membership_no, building.name as outlet_name, row_number() over (order by c.created_at desc, c.customer_id) as place
    from customer c join building on building.code = c.registered_outlet_code
    join lateral (select membership_no from membership where customer_id = c.customer_id and status = 'Active' order by membership_no limit 1) m on true
    where c.status = 'Active' and c.email is not null and c.created_at < now() limit 60),
  letter as (
    select joined.*, v.template_id, v.language as in_language,
      (select array_agg(replace(replace(replace(replace(part, '{{ FullName }}', joined.full_name), '{{ MembershipNo }}', joined.membership_no),
        '{{ CompanyName }}', company.name), '{{ OutletName }}', joined.outlet_name) order by place)
       from unnest(array[v.subject, v.html, v.text]) with ordinality parts (part, place)) as parts
    from joined, company, contact_template t join contact_template_version v using (template_id)
    where t.name = 'Welcome' and v.language = case joined.language when 'Chinese' then 'zh' when 'Malay' then 'ms' else 'en' end)
  insert into contact_log (message_id, created_at, customer_id, membership_no, contact_type, purpose, recipient, template_id, template_version, event,
    language, subject, html, text, result, reason, sent_at, result_at, outlet_code)
  select gen_random_uuid(), created_at, customer_id, membership_no, 'Email', 'Service', email, template_id, 1, 'MEMBER-JOINED', in_language,
    parts[1], parts[2], parts[3], case when place % 23 = 0 then 'Bounced' else 'Sent' end,
    case when place % 23 = 0 then '550 5.1.1 The mailbox does not exist' end, created_at + interval '4 seconds', created_at + interval '4 seconds',
    registered_outlet_code
  from letter`
