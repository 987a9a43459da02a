-- Reporting views of campaigns, messages, tasks and feedback. They contain no written text of customers or staff.

create or replace view reporting_v1.campaign with (security_barrier) as
select c.campaign_code, c.campaign_name as name, c.campaign_type, c.status, c.start_date, c.end_date, c.award_point as award_points,
  c.multiplier::numeric(6,2) as multiplier, c.award_per, c.reward_id, c.budget_points, coalesce(spent.points, 0) as spent_points,
  c.control_percent::integer as control_percent
from campaign c left join campaign_spent spent using (campaign_code);
comment on view reporting_v1.campaign is 'Campaigns: one row per campaign.';
comment on column reporting_v1.campaign.campaign_code is 'Code of the campaign, to which other views refer.';
comment on column reporting_v1.campaign.name is 'Name of the campaign.';
comment on column reporting_v1.campaign.campaign_type is 'Type of the campaign.';
comment on column reporting_v1.campaign.status is 'Draft, Active, Paused, Ended or Deleted.';
comment on column reporting_v1.campaign.start_date is 'First day of the campaign.';
comment on column reporting_v1.campaign.end_date is 'Last day of the campaign.';
comment on column reporting_v1.campaign.award_points is 'Points that the campaign awards; null with a multiplier or without points.';
comment on column reporting_v1.campaign.multiplier is 'Factor by which the campaign multiplies points.';
comment on column reporting_v1.campaign.award_per is 'Member or Invoice: how often the award is made.';
comment on column reporting_v1.campaign.reward_id is 'Reward that the campaign gives.';
comment on column reporting_v1.campaign.budget_points is 'Limit of points of the campaign.';
comment on column reporting_v1.campaign.spent_points is 'Points of the budget that were awarded.';
comment on column reporting_v1.campaign.control_percent is 'Share of targets in the control group, in percent.';

create or replace view reporting_v1.campaign_amounts with (security_barrier) as
select campaign_code, minimum_purchase::numeric(14,2) as minimum_purchase_amount from campaign;
comment on view reporting_v1.campaign_amounts is 'Amounts of campaigns: one row per row of campaign.';
comment on column reporting_v1.campaign_amounts.campaign_code is 'Code of the campaign.';
comment on column reporting_v1.campaign_amounts.minimum_purchase_amount is 'Purchase that the award requires, in the currency of the company.';

create or replace view reporting_v1.campaign_target with (security_barrier) as
select t.target_list_id as target_id, t.campaign_code, case when c.erased_at is null then t.customer_id end as customer_id, t.status, t.source,
  t.bucket < campaign.control_percent as is_control, (t.added_at at time zone (select zone from business_zone))::date as added_on,
  (t.contacted_at at time zone (select zone from business_zone))::date as contacted_on, t.channel, t.result,
  t.converted_transaction_id as converted_sale_id
from campaign_target t join campaign using (campaign_code) join customer c using (customer_id);
comment on view reporting_v1.campaign_target is 'Target lists of campaigns: one row per campaign and customer.';
comment on column reporting_v1.campaign_target.target_id is 'Number of the target.';
comment on column reporting_v1.campaign_target.campaign_code is 'Campaign of the target list.';
comment on column reporting_v1.campaign_target.customer_id is 'Customer on the target list; null if the customer was erased.';
comment on column reporting_v1.campaign_target.status is 'Active, Excluded or Deleted.';
comment on column reporting_v1.campaign_target.source is 'Manual, Import, Segment or Report.';
comment on column reporting_v1.campaign_target.is_control is 'True if the target is in the control group, which is not contacted.';
comment on column reporting_v1.campaign_target.added_on is 'Business date on which the customer was added.';
comment on column reporting_v1.campaign_target.contacted_on is 'Business date of the contact; null if the customer was not contacted.';
comment on column reporting_v1.campaign_target.channel is 'Channel of the contact.';
comment on column reporting_v1.campaign_target.result is 'Result of the contact.';
comment on column reporting_v1.campaign_target.converted_sale_id is 'First sale after the contact.';

create or replace view reporting_v1.campaign_send with (security_barrier) as
select send_id, campaign_code, contact_type, status, targets, (started_at at time zone (select zone from business_zone))::date as started_on,
  started_at, ended_at
from campaign_send;
comment on view reporting_v1.campaign_send is 'Sends of campaigns: one row per send.';
comment on column reporting_v1.campaign_send.send_id is 'Number of the send.';
comment on column reporting_v1.campaign_send.campaign_code is 'Campaign of the send.';
comment on column reporting_v1.campaign_send.contact_type is 'Email or SMS.';
comment on column reporting_v1.campaign_send.status is 'Running, Paused, Completed or Cancelled.';
comment on column reporting_v1.campaign_send.targets is 'Targets of the send.';
comment on column reporting_v1.campaign_send.started_on is 'Business date of the start.';
comment on column reporting_v1.campaign_send.started_at is 'Instant of the start.';
comment on column reporting_v1.campaign_send.ended_at is 'Instant of the end.';

create or replace view reporting_v1.message with (security_barrier) as
select l.message_id::text as message_id, case when c.erased_at is null then l.customer_id end as customer_id, l.contact_type, l.purpose, l.result,
  template.name as template_name, l.event, l.language, l.outlet_code, (l.created_at at time zone (select zone from business_zone))::date as created_on,
  l.created_at, l.sent_at
from contact_log l join contact_template template using (template_id) join customer c using (customer_id);
comment on view reporting_v1.message is 'Messages to customers without recipient and text: one row per message.';
comment on column reporting_v1.message.message_id is 'Number of the message.';
comment on column reporting_v1.message.customer_id is 'Customer who gets the message; null if the customer was erased.';
comment on column reporting_v1.message.contact_type is 'Email or SMS.';
comment on column reporting_v1.message.purpose is 'Service or Marketing.';
comment on column reporting_v1.message.result is 'Queued, Sent, Delivered, Failed, Bounced or Opted out.';
comment on column reporting_v1.message.template_name is 'Name of the contact template.';
comment on column reporting_v1.message.event is 'Event that caused the message.';
comment on column reporting_v1.message.language is 'Language of the message, as ISO 639 code.';
comment on column reporting_v1.message.outlet_code is 'Outlet of the message.';
comment on column reporting_v1.message.created_on is 'Business date on which the message was created.';
comment on column reporting_v1.message.created_at is 'Instant at which the message was created.';
comment on column reporting_v1.message.sent_at is 'Instant at which the message was sent.';

create or replace view reporting_v1.task with (security_barrier) as
select task.task_id, task.group_code, task.priority, task.status, task.source, case when c.erased_at is null then task.customer_id end as customer_id,
  building.code as outlet_code, task.owner_staff_id, (task.created_at at time zone (select zone from business_zone))::date as created_on,
  (task.due_date at time zone (select zone from business_zone))::date as due_on, task.due_date as due_at,
  (task.completed_at at time zone (select zone from business_zone))::date as completed_on, task.completed_at, account.staff_id as completed_by_staff_id
from task join building using (building_id) left join customer c on c.customer_id = task.customer_id
  left join user_account account on account.user_id = task.completed_by_id;
comment on view reporting_v1.task is 'Tasks of staff without their texts: one row per task.';
comment on column reporting_v1.task.task_id is 'Number of the task.';
comment on column reporting_v1.task.group_code is 'Code of the task group.';
comment on column reporting_v1.task.priority is 'High, Normal or Low.';
comment on column reporting_v1.task.status is 'To Do, In Progress, Completed or Deleted.';
comment on column reporting_v1.task.source is 'Manual, Occasion, Campaign, Feedback or System.';
comment on column reporting_v1.task.customer_id is 'Customer whom the task is about; null if there is none or the customer was erased.';
comment on column reporting_v1.task.outlet_code is 'Outlet of the task.';
comment on column reporting_v1.task.owner_staff_id is 'Employee to whom the task is assigned.';
comment on column reporting_v1.task.created_on is 'Business date on which the task was created.';
comment on column reporting_v1.task.due_on is 'Business date on which the task is due.';
comment on column reporting_v1.task.due_at is 'Instant at which the task is due.';
comment on column reporting_v1.task.completed_on is 'Business date of the completion.';
comment on column reporting_v1.task.completed_at is 'Instant of the completion.';
comment on column reporting_v1.task.completed_by_staff_id is 'Employee who completed the task.';

create or replace view reporting_v1.credited_sale with (security_barrier) as
select transaction_id as sale_id, task_id, staff_id, business_date from task_credit;
comment on view reporting_v1.credited_sale is 'Sales that are credited to a contact in a task: one row per sale.';
comment on column reporting_v1.credited_sale.sale_id is 'Credited sale.';
comment on column reporting_v1.credited_sale.task_id is 'Task with the contact.';
comment on column reporting_v1.credited_sale.staff_id is 'Employee who made the contact.';
comment on column reporting_v1.credited_sale.business_date is 'Business date of the sale.';

create or replace view reporting_v1.credited_sale_amounts with (security_barrier) as
select transaction_id as sale_id, business_date, amount::numeric(16,2) as credited_amount from task_credit;
comment on view reporting_v1.credited_sale_amounts is 'Amounts of credited sales: one row per row of credited_sale.';
comment on column reporting_v1.credited_sale_amounts.sale_id is 'Credited sale.';
comment on column reporting_v1.credited_sale_amounts.business_date is 'Business date of the sale.';
comment on column reporting_v1.credited_sale_amounts.credited_amount is 'Credited net amount, in the currency of the company.';
