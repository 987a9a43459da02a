-- SALES TO CHECK. A line of a till that does not agree waits here, by the reasons why: goods that the company does not have, amounts
-- that do not add up. Goods are mapped to those that are meant; anything may be confirmed as it is, with a reason. Once no
-- reason is left the line earns by the rules of its own date.

-- Says what a waiting line is, and lets it earn once it is settled. Called with the owner's rights: anyone who calls it can only
-- touch a line that waits.
create or replace function note_goods(id bigint, number integer, brand_meant text, group_meant text, settled boolean) returns void language sql
security definer set search_path = public, pg_temp as $$
  update transaction_detail line set brand = brand_meant, product_group = group_meant,
    product_type = case when group_meant is distinct from line.product_group then coalesce(goods.product_type, line.product_type) else line.product_type end,
    eligible_yn = case when settled and coalesce(goods.earn_points_yn, 'Y') = 'Y' then waiting.eligible_yn else 'N' end
  from sale_check waiting left join product_group goods on goods.product_code = group_meant
  where waiting.transaction_id = id and waiting.sequence_no = number and waiting.status = 'Waiting'
    -- What was returned of it meanwhile is of the same goods.
    and ((line.transaction_id = id and line.sequence_no = number) or (line.original_transaction_id = id and line.old_sequence_no = number))
$$;

create or replace function settle_sale_line(invoice text, number integer, input jsonb, source jsonb) returns jsonb language plpgsql as $$
declare
  sale transaction_summary;
  line transaction_detail;
  waiting sale_check;
  brand_meant text;
  group_meant text;
  left_over text[] := '{}';
begin
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N' for update;
  select * into waiting from sale_check where transaction_id = sale.transaction_id and sequence_no = number for update;
  if waiting.transaction_id is null or (source->>'OutletCode' is not null and sale.outlet_code <> source->>'OutletCode') then perform refuse_sale('notFound'); end if;
  if waiting.status <> 'Waiting' then
    perform refuse_sale('checkedAlready', jsonb_build_object('InvoiceNo', invoice, 'Line', number, 'DecidedBy', waiting.decided_by));
  end if;
  if sale.customer_id is not null and is_own_customer((source->>'CreatedById')::bigint, sale.customer_id) then perform refuse_sale('ownSale'); end if;
  select * into line from transaction_detail where transaction_id = sale.transaction_id and sequence_no = number;
  brand_meant := coalesce(input->>'Brand', line.brand);
  group_meant := coalesce(input->>'ProductGroup', line.product_group);
  if input->>'Act' = 'Map' then
    if not brand_known(brand_meant) then perform refuse_sale('brandNotFound', jsonb_build_object('Line', number, 'Brand', brand_meant)); end if;
    if not product_group_known(group_meant) then perform refuse_sale('productGroupNotFound', jsonb_build_object('Line', number, 'ProductGroup', group_meant)); end if;
    left_over := array_remove(array_remove(waiting.reasons, 'Brand'), 'ProductGroup');
  end if;
  perform note_goods(sale.transaction_id, number, brand_meant, group_meant, left_over = '{}');
  if left_over <> '{}' then
    update sale_check set reasons = left_over where transaction_id = sale.transaction_id and sequence_no = number;
    return jsonb_build_object('EarnedPoints', 0, 'Waits', true);
  end if;
  update sale_check set status = case input->>'Act' when 'Map' then 'Mapped' else 'Confirmed' end, remark = input->>'Remark',
    decided_by_id = (source->>'CreatedById')::bigint, decided_by = source->>'DecidedBy', decided_at = (source->>'Now')::timestamptz
  where transaction_id = sale.transaction_id and sequence_no = number;
  if 'Total' = any (waiting.reasons) then perform confirm_lines(sale.transaction_id); end if;
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity <> 0) then
    return jsonb_build_object('EarnedPoints', earn_line_of_returned_sale(sale, number, source));
  end if;
  return jsonb_build_object('EarnedPoints', ((earn_sale(sale.transaction_id, source))->>'EarnedPoints')::bigint - sale.earned_points);
end $$;

-- What a line would earn once nothing of it is open, by the rules that settle it.
create or replace function preview_sale_line(invoice text, number integer, input jsonb, outlet text) returns bigint language plpgsql stable as $$
declare
  sale transaction_summary;
  line transaction_detail;
  waiting sale_check;
  goods product_group;
  part record;
begin
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N';
  select * into waiting from sale_check where transaction_id = sale.transaction_id and sequence_no = number;
  if waiting.transaction_id is null or (outlet is not null and sale.outlet_code <> outlet) then perform refuse_sale('notFound'); end if;
  select * into line from transaction_detail where transaction_id = sale.transaction_id and sequence_no = number;
  if waiting.status <> 'Waiting' then return line.points_earned; end if;
  if sale.membership_no is null or line.cancelled_quantity = line.quantity then return 0; end if;
  select * into goods from product_group where product_code = coalesce(input->>'ProductGroup', line.product_group);
  if goods.product_code is distinct from line.product_group then line.product_type := coalesce(goods.product_type, line.product_type); end if;
  line.product_group := coalesce(goods.product_code, line.product_group);
  line.brand := coalesce(input->>'Brand', line.brand);
  line.eligible_yn := case when coalesce(goods.earn_points_yn, 'Y') = 'Y' then waiting.eligible_yn else 'N' end;
  select * into part from points_earning(earning_lines(sale, lines_of_sale(sale.transaction_id, line), sale.membership_no)) earning where earning.line = number;
  if not found then return 0; end if;
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity <> 0) then
    return part.points - points_returned(part.points, line.quantity, line.cancelled_quantity);
  end if;
  return greatest(part.document_points - sale.earned_points, 0);
end $$;

-- A sale of which something was returned keeps what its other lines earned and gave back. The line earns its own part, and
-- gives back what of it was returned meanwhile.
create or replace function earn_line_of_returned_sale(sale transaction_summary, number integer, source jsonb) returns bigint language plpgsql as $$
declare
  line transaction_detail;
  part record;
  lot bigint;
  back bigint;
  taken bigint := 0;
  cause jsonb;
  return_id bigint;
begin
  select * into line from transaction_detail where transaction_id = sale.transaction_id and sequence_no = number;
  if sale.membership_no is null or line.cancelled_quantity = line.quantity then return 0; end if;
  select * into part from points_earning(earning_lines(sale, lines_of_sale(sale.transaction_id), sale.membership_no)) earning where earning.line = number;
  if not found or part.points = 0 then return 0; end if;
  perform refuse_too_many_points(part.points);
  update transaction_detail set points_earned = part.points, points_exact = part.exact, rate_detail_id = part.rate_detail_id,
    structure_detail_id = part.structure_detail_id, card_level_id = part.card_level_id
  where transaction_id = sale.transaction_id and sequence_no = number;
  update transaction_summary set earned_points = earned_points + part.points where transaction_id = sale.transaction_id;
  cause := source || sale_source(sale);
  lot := credit_points(sale.membership_no, 'Earn', part.points, cause || jsonb_build_object('BusinessDate', sale.business_date, 'EarnedAt', sale.performed_at,
    'SourceKey', 'earn:' || sale.transaction_id || ':line:' || number)
    || earned_lot(part.available_from, part.expiry_date, part.structure_detail_id, part.card_level_id, part.level_multiplier));
  back := points_returned(part.points, line.quantity, line.cancelled_quantity);
  if back > 0 then
    select max(transaction_id) into return_id from transaction_detail where original_transaction_id = sale.transaction_id and old_sequence_no = number;
    taken := reverse_lot(lot, back, (source->>'Today')::date, cause || jsonb_build_object('TransactionId', return_id, 'ObjectValue', return_id::text,
      'InvoiceNo', (select invoice_no from transaction_summary where transaction_id = return_id), 'SourceKey', 'cancel:' || return_id || ':' || lot));
    update transaction_detail set points_reversed = back where transaction_id = sale.transaction_id and sequence_no = number;
    update transaction_summary set reversed_points = reversed_points + taken where transaction_id in (return_id, sale.transaction_id);
  end if;
  perform give_bonuses(sale, earned_lot(part.available_from, part.expiry_date, part.structure_detail_id, part.card_level_id, part.level_multiplier), source);
  perform sale_earned(sale, source);
  return part.points - taken;
end $$;
