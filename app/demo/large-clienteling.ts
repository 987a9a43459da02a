import type { ClientBase } from 'pg'
import { type CampaignSeed, seedCampaign } from './write-campaigns.ts'
import { seedFeedbackAnswers } from './write-feedback.ts'

// Creates tags, activities, tasks, prospects, feedback, campaigns and messages for any number of members.
// Spreads the generated rows over members and days by row number, so that every list and report has data.

type Step = (label: string, text: string, values?: unknown[]) => Promise<void>

/** The maximum size of a generated target list. Each recipient has a stored message, and this number is enough for measurements. */
const LIST_MOST = 20_000

export async function seedLargeClienteling(client: ClientBase, customers: number, step: Step) {
  await step('agreed to mail', writeEmailConsents)
  await step('tags', writeTags)
  await step('activities', writeActivities)
  await step('tasks', writeTasks)
  await step('progress logs', writeLogs)
  await step('prospects', writeProspects)
  await step('feedback', writeResponses)
  await seedFeedbackAnswers(client, 'LARGE')
  const count = Math.min(LIST_MOST, Math.ceil(customers / 5))
  for (const campaign of campaigns) {
    await seedCampaign(client, { ...campaign, list: { ...campaign.list, count } })
    await step(`campaign ${campaign.code}`, 'select from campaign_target where campaign_code = $1', [campaign.code])
  }
}

export const writeEmailConsents = `
  insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
  select customer_id, 'Email', 'Y', '1', 'Import', join_date + time '12:00' from large_member where number % 3 > 0`

const writeTags = `
  insert into customer_tag (customer_id, name, created_at)
  select customer_id, (array['VIP', 'Bridal', 'Collector', 'Corporate', 'Pearl lover'])[1 + number / 4 % 5], join_date + time '12:00'
  from large_member where number % 4 = 0`

/** An SQL expression for a moment within the last year. */
const daysAgo = (step: number) => `now() - make_interval(days => 1 + number * ${step} % 365, hours => number % 9)`

const writeActivities = `
  insert into customer_activity (customer_id, activity_code, activity_log, building_id, staff_id, created_at, updated_at)
  select customer_id, (array['CALL', 'RING_CLEANING', 'VISIT', 'REPAIR', 'EVENT'])[1 + number % 5],
    (array['Asked how the ring fits', 'Cleaned the solitaire', 'Tried on three bracelets', 'Clasp to be replaced', 'Came to the bridal evening'])[1 + number % 5],
    building_id, (select min(staff_id) from staff where staff.building_id = building.building_id), at, at
  from large_member join building on building.code = outlet cross join lateral (select ${daysAgo(13)} as at) happened
  where number % 3 = 0`

/** SQL that creates tasks, of which two of three are completed. The others are overdue or due later. */
const writeTasks = `
  insert into task (name, group_code, building_id, customer_id, owner_staff_id, priority, due_date, status, completed_at, created_at, updated_at)
  select (array['Call about the resized ring', 'Offer cleaning and inspection', 'Invite to the bridal evening', 'Ask how the necklace is worn'])[1 + number / 6 % 4],
    (array['SERVICE', 'AFTERSALE', 'INVITATION', 'AFTERSALE'])[1 + number / 6 % 4], building_id, customer_id,
    case when number % 4 > 0 then (select min(staff_id) from staff where staff.building_id = building.building_id) end,
    (array['Normal', 'High', 'Normal', 'Low'])[1 + number / 6 % 4], due, state.status, case state.status when 'Completed' then due - interval '3 hours' end,
    due - interval '7 days', due - interval '3 hours'
  from large_member join building on building.code = outlet
  cross join lateral (select case when number % 18 = 0 then now() + make_interval(days => number / 18 % 40 - 10) else ${daysAgo(17)} end as due) day
  cross join lateral (select case when number % 18 > 0 then 'Completed' when number % 36 = 0 then 'In Progress' else 'To Do' end as status) state
  where number % 6 = 0`

const writeLogs = `
  insert into task_progress_log (task_id, contact_type, description, follow_up_date, status, staff_id, outlet_code, created_at, updated_at)
  select task_id, (array['Call', 'WhatsApp', 'Email'])[1 + task_id % 3], 'Reached, and will come by', (due_date - interval '1 day')::date,
    case task.status when 'Completed' then 'Completed' else 'Active' end, owner_staff_id, outlet, due_date - interval '2 days', due_date - interval '2 days'
  from task join large_member using (customer_id) where task.status in ('Completed', 'In Progress')`

const writeProspects = `
  with source as (
    insert into lead_source (code, name, type, event_date, outlet_code)
    select 'FAIR-' || outlet, 'Wedding fair near ' || outlet, 'Event', business_date_of(now()) - 60, outlet from (select distinct outlet from large_member) place
    returning lead_source_id, outlet_code
  ), named as (
    update customer set lead_source_id = source.lead_source_id from large_member join source on source.outlet_code = outlet
    where customer.customer_id = large_member.customer_id and number % 10 = 0 returning customer.customer_id, customer.lead_source_id
  )
  insert into lead_prospect (lead_source_id, customer_id, created_at)
  select lead_source_id, customer_id, now() - interval '59 days' from named`

const writeResponses = `
  insert into feedback_response (feedback_id, submission_key, customer_id, outlet_code, language, source, nps, low_score_yn, submitted_at, updated_at, remarks)
  select feedback_id, gen_random_uuid(), customer_id, outlet, 'en', (array['Open link', 'Personal link', 'Purchase'])[1 + number % 3], nps,
    case when nps <= 6 then 'Y' else 'N' end, at, at, 'LARGE'
  from large_member cross join lateral (select (array[10, 9, 9, 8, 10, 7, 9, 6, 10, 8, 9, 3])[1 + number / 8 % 12] as nps, ${daysAgo(7)} as at) answer,
    feedback
  where feedback.code = 'VISIT' and number % 8 = 0`

const campaign = { type: 'Promotion', control: 10, remarks: 'For measurements' }
const campaigns: readonly (CampaignSeed & { list: NonNullable<CampaignSeed['list']> })[] = [
  {
    ...campaign,
    ...{ code: 'LARGE-SPRING', name: 'Spring collection', from: -120, until: -60, status: 'Ended', sentAfterDays: 1 },
    list: { source: 'Report', name: 'Member Listing', count: 0, condition: `gender = 'Female'` },
  },
  {
    ...campaign,
    ...{ code: 'LARGE-GOLD', name: 'Gold week', from: -20, until: 20, status: 'Active', sentAfterDays: 2 },
    list: { source: 'Import', name: 'gold-buyers.csv', count: 0, condition: `gender = 'Male'` },
  },
]
