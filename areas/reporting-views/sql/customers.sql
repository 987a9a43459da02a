-- Reporting views of customers and memberships. They contain no name, contact, document or address below the city.
-- An erased customer has only a number.

create or replace view reporting_v1.customer with (security_barrier) as
select c.customer_id,
  c.erased_at is not null as is_erased,
  case when c.erased_at is null then c.status end as status,
  case when c.erased_at is null then c.member_type end as member_type,
  case when c.erased_at is null then extract(year from c.date_of_birth)::integer end as birth_year,
  case when c.erased_at is null then c.gender end as gender,
  case when c.erased_at is null then c.language end as language,
  case when c.erased_at is null then address.city end as city,
  case when c.erased_at is null then address.country end as country,
  case when c.erased_at is null then c.registered_outlet_code end as registered_outlet_code,
  case when c.erased_at is null then c.registration_source end as registration_source,
  case when c.erased_at is null then lead_source.code end as lead_source_code,
  case when c.erased_at is null then c.preferred_staff_id end as preferred_staff_id,
  case when c.erased_at is null then (c.created_at at time zone (select zone from business_zone))::date end as registered_on,
  case when c.erased_at is null then c.merged_into_customer_id end as merged_into_customer_id
from customer c
  left join (
    select distinct on (customer_id) customer_id, city, country from customer_address
    where status = 'Active' and is_primary_yn = 'Y' order by customer_id, address_id
  ) address using (customer_id)
  left join lead_source using (lead_source_id);
comment on view reporting_v1.customer is 'Customers without identity: one row per customer, also for merged and deleted ones.';
comment on column reporting_v1.customer.customer_id is 'Number of the customer, to which other views refer.';
comment on column reporting_v1.customer.is_erased is 'True if the personal data of the customer were erased; all other columns are then null.';
comment on column reporting_v1.customer.status is 'Active, Inactive, Suspended, Archived, Merged or Deleted.';
comment on column reporting_v1.customer.member_type is 'Premium Member or Non-Premium Member.';
comment on column reporting_v1.customer.birth_year is 'Year of birth.';
comment on column reporting_v1.customer.gender is 'Gender, a value of the list Gender.';
comment on column reporting_v1.customer.language is 'Language of messages to the customer, as ISO 639 code.';
comment on column reporting_v1.customer.city is 'City of the primary address.';
comment on column reporting_v1.customer.country is 'Country of the primary address.';
comment on column reporting_v1.customer.registered_outlet_code is 'Outlet to which the customer belongs.';
comment on column reporting_v1.customer.registration_source is 'Self Registration Portal, CRM or Import.';
comment on column reporting_v1.customer.lead_source_code is 'Code of the lead source through which the customer came.';
comment on column reporting_v1.customer.preferred_staff_id is 'Employee who serves the customer.';
comment on column reporting_v1.customer.registered_on is 'Business date of the registration.';
comment on column reporting_v1.customer.merged_into_customer_id is 'Customer into which a merged customer went.';

create or replace view reporting_v1.membership with (security_barrier) as
select m.membership_no, m.customer_id,
  case when c.erased_at is null then m.status end as status,
  case when c.erased_at is null then m.member_type end as member_type,
  case when c.erased_at is null then card_group.name end as card_group,
  case when c.erased_at is null then m.card_category_code end as card_category_code,
  case when c.erased_at is null then m.join_date end as join_date,
  case when c.erased_at is null then (m.activated_at at time zone (select zone from business_zone))::date end as activated_on,
  case when c.erased_at is null then m.cycle_start end as cycle_start,
  case when c.erased_at is null then m.cycle_end end as cycle_end,
  case when c.erased_at is null then m.merged_into_membership_no end as merged_into_membership_no
from membership m join customer c using (customer_id) join card_group on card_group.group_id = m.card_group_id;
comment on view reporting_v1.membership is 'Memberships: one row per membership number. Of an erased customer only the numbers are left.';
comment on column reporting_v1.membership.membership_no is 'Membership number, to which other views refer.';
comment on column reporting_v1.membership.customer_id is 'Customer of the membership.';
comment on column reporting_v1.membership.status is 'Active, Inactive, Suspended, Archived, Merged or Deleted.';
comment on column reporting_v1.membership.member_type is 'Premium Member or Non-Premium Member.';
comment on column reporting_v1.membership.card_group is 'Name of the card group.';
comment on column reporting_v1.membership.card_category_code is 'Present level; null for a non-premium member.';
comment on column reporting_v1.membership.join_date is 'Day on which the membership began.';
comment on column reporting_v1.membership.activated_on is 'Business date on which the membership was activated.';
comment on column reporting_v1.membership.cycle_start is 'First day of the present cycle of the level.';
comment on column reporting_v1.membership.cycle_end is 'Last day of the present cycle of the level.';
comment on column reporting_v1.membership.merged_into_membership_no is 'Membership into which a merged membership went.';

create or replace view reporting_v1.level_change with (security_barrier) as
select h.level_history_id as level_change_id, h.membership_no, m.customer_id, h.action, h.from_category, h.to_category, h.status,
  (h.requested_at at time zone (select zone from business_zone))::date as requested_on,
  h.effective_date,
  (h.applied_at at time zone (select zone from business_zone))::date as applied_on,
  h.cycle_start, h.cycle_end, h.outlet_code
from membership_level_history h join membership m using (membership_no) join customer c using (customer_id)
where c.erased_at is null;
comment on view reporting_v1.level_change is 'History of levels: one row per requested change of the card category. Erased customers are left out.';
comment on column reporting_v1.level_change.level_change_id is 'Number of the level change.';
comment on column reporting_v1.level_change.membership_no is 'Membership whose level changes.';
comment on column reporting_v1.level_change.customer_id is 'Customer of the membership.';
comment on column reporting_v1.level_change.action is 'Upgrade or Downgrade.';
comment on column reporting_v1.level_change.from_category is 'Card category before; null for a non-premium member.';
comment on column reporting_v1.level_change.to_category is 'Card category after; null for a non-premium member.';
comment on column reporting_v1.level_change.status is 'Pending, Approved, Rejected or Deleted.';
comment on column reporting_v1.level_change.requested_on is 'Business date of the request.';
comment on column reporting_v1.level_change.effective_date is 'Day from which the change is to be effective.';
comment on column reporting_v1.level_change.applied_on is 'Business date on which the change took effect; null if it has not.';
comment on column reporting_v1.level_change.cycle_start is 'First day of the cycle that the change begins.';
comment on column reporting_v1.level_change.cycle_end is 'Last day of the cycle that the change begins.';
comment on column reporting_v1.level_change.outlet_code is 'Outlet that requested the change.';

create or replace view reporting_v1.level_change_amounts with (security_barrier) as
select h.level_history_id as level_change_id, (h.requested_at at time zone (select zone from business_zone))::date as requested_on,
  h.basis_amount, h.required_amount
from membership_level_history h join membership m using (membership_no) join customer c using (customer_id)
where c.erased_at is null;
comment on view reporting_v1.level_change_amounts is 'Amounts of level changes: one row per row of level_change.';
comment on column reporting_v1.level_change_amounts.level_change_id is 'Number of the level change.';
comment on column reporting_v1.level_change_amounts.requested_on is 'Business date of the request.';
comment on column reporting_v1.level_change_amounts.basis_amount is 'Purchases on which the change is based, in the currency of the company.';
comment on column reporting_v1.level_change_amounts.required_amount is 'Purchases that the level required, in the currency of the company.';

create or replace view reporting_v1.consent with (security_barrier) as
select consent.consent_id, consent.customer_id, consent.channel, consent.granted_yn = 'Y' as is_granted, consent.source,
  consent.outlet_code, consent.wording_version, consent.recorded_at,
  (consent.recorded_at at time zone (select zone from business_zone))::date as recorded_on
from customer_consent consent join customer c using (customer_id)
where c.erased_at is null;
comment on view reporting_v1.consent is 'Decisions about consent: one row per decision; the latest of a customer and channel counts. Erased customers are left out.';
comment on column reporting_v1.consent.consent_id is 'Number of the decision; a later decision has a higher number.';
comment on column reporting_v1.consent.customer_id is 'Customer who decided.';
comment on column reporting_v1.consent.channel is 'Service, Email, SMS, WhatsApp, Call or Mail.';
comment on column reporting_v1.consent.is_granted is 'True if the customer consented, false if the customer refused or withdrew.';
comment on column reporting_v1.consent.source is 'Where the decision was made.';
comment on column reporting_v1.consent.outlet_code is 'Outlet that recorded the decision.';
comment on column reporting_v1.consent.wording_version is 'Version of the wording that the customer saw.';
comment on column reporting_v1.consent.recorded_at is 'Instant of the decision.';
comment on column reporting_v1.consent.recorded_on is 'Business date of the decision.';
