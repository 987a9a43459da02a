-- A conversion is the first purchase of a target during the campaign after the contact.
-- In the control group, purchases are conversions from the time at which the message was omitted.
-- If the purchase is returned completely, the next purchase is the conversion.

drop function if exists returned_of_sale(bigint);

create or replace function campaign_conversion(target campaign_target) returns bigint language sql stable as $$
  select sale.transaction_id from campaign join transaction_summary sale on sale.customer_id = target.customer_id
    and sale.transaction_type = 'N' and sale.business_date between campaign.start_date and campaign.end_date
  where campaign.campaign_code = target.campaign_code and sale.performed_at >= target.counted_from and sale_left(sale.transaction_id) > 0
  order by sale.performed_at, sale.transaction_id limit 1
$$;

create or replace function campaigns_on_sale_received(sale transaction_summary, source jsonb) returns void language sql as $$
  update campaign_target target set converted_transaction_id = sale.transaction_id
  from campaign
  where target.customer_id = sale.customer_id and target.status <> 'Deleted' and target.converted_transaction_id is null
    and target.counted_from <= sale.performed_at and sale.transaction_type = 'N' and sale.net_amount > 0
    and campaign.campaign_code = target.campaign_code and sale.business_date between campaign.start_date and campaign.end_date
$$;

create or replace function campaigns_on_sale_returned(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
  perform return_gifts(sale, source);
  update campaign_target target set converted_transaction_id = campaign_conversion(target)
  where target.converted_transaction_id = sale.transaction_id and not exists (
    select from transaction_summary present where present.transaction_id = sale.transaction_id and present.customer_id = target.customer_id
      and sale_left(sale.transaction_id) > 0);
end $$;
