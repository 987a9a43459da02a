-- An invitation by rule: a claim, a collection or a purchase invites the customer once per event.
-- A customer is not invited to the same form again within the form's repeat interval.
-- Without an active template no invitation is created, because unsent invitations would count as unanswered.

create or replace function invite_by_rule(rule text, cause text, person bigint, at_outlet text, served_by bigint, amount numeric, moment timestamptz)
returns void language plpgsql as $$
declare
  form feedback;
  invited bigint;
begin
  if person is null or not exists (select from feedback where audience = rule and status = 'Active')
    or not exists (select from contact_template where status = 'Active' and event = 'FEEDBACK-INVITED') then return; end if;
  -- Of two concurrent events of one customer only one creates an invitation.
  -- The function does not wait for the lock, because its transaction already has other locks.
  if not pg_try_advisory_xact_lock(hashtextextended('feedback of ' || person, 0)) then return; end if;
  for form in
    select * from feedback f where f.audience = rule and f.status = 'Active'
      and coalesce(f.open_from, '-infinity') <= business_date_of(moment) and coalesce(f.open_to, 'infinity') >= business_date_of(moment)
      and coalesce(amount >= f.minimum_purchase, true)
      and exists (select from feedback_item item where item.feedback_id = f.feedback_id and item.status = 'Active')
    order by f.feedback_id
  loop
    continue when exists (select from feedback_invitation i where i.feedback_id = form.feedback_id and i.customer_id = person
      and i.status <> 'Revoked' and i.created_at > moment - make_interval(days => form.repeat_days));
    insert into feedback_invitation (feedback_id, customer_id, source, once_key, outlet_code, staff_id, open_to, created_at)
    values (form.feedback_id, person, substr(initcap(rule), 7), form.feedback_id || ' ' || cause,
      (select code from building where code = at_outlet), served_by, business_date_of(moment) + form.link_days, moment)
    on conflict on constraint feedback_invitation_once do nothing
    returning invitation_id into invited;
    if invited is not null then
      perform note_occasion('FEEDBACK-INVITED', jsonb_build_object('CustomerId', person, 'ReferenceCode', 'FEEDBACK-' || invited,
        'OutletCode', at_outlet, 'StaffId', served_by), moment);
    end if;
  end loop;
end $$;

-- Late and imported sales invite no customers, because the customer no longer remembers the purchase well enough.
create or replace function feedback_on_sale_received(sale transaction_summary, source jsonb) returns void language plpgsql as $$
declare
  moment timestamptz := coalesce((source->>'Now')::timestamptz, now());
begin
  if sale.transaction_type = 'N' and sale.source <> 'Import' and sale.net_amount > 0 and sale.business_date >= business_date_of(moment) - 3 then
    perform invite_by_rule('After purchase', 'sale ' || sale.transaction_id, sale.customer_id, sale.outlet_code,
      (select staff_id from staff where sales_person_code = sale.sales_person_code and status = 'Active' limit 1), sale.net_amount, moment);
  end if;
end $$;
