-- SALES TO CHECK: list of lines that tills sent with unknown goods or inconsistent amounts.
-- Staff map unknown goods to existing goods, or confirm a line as sent with a reason.
-- A line without open reasons earns points by the rules of its business date.

drop function if exists settle_sale_line(text, integer, jsonb, jsonb);

-- Stores the goods of a waiting line; a line whose check is closed can then earn points.
-- The function is security definer, because callers cannot update lines; it changes only waiting lines.
create or replace function note_goods(id bigint, number integer, brand_meant text, group_meant text, settled boolean) returns void language sql
security definer set search_path = public, pg_temp as $$
  update transaction_detail line set brand = brand_meant, product_group = group_meant,
    product_type = case when group_meant is distinct from line.product_group then coalesce(goods.product_type, line.product_type) else line.product_type end,
    eligible_yn = case when settled and coalesce(goods.earn_points_yn, 'Y') = 'Y' then line_check.eligible_yn else 'N' end
  from sale_check line_check left join product_group goods on goods.product_code = group_meant
  where line_check.transaction_id = id and line_check.sequence_no = number and line_check.status = 'Waiting'
    -- The goods of a line are also written to the line's returns.
    and ((line.transaction_id = id and line.sequence_no = number) or (line.original_transaction_id = id and line.old_sequence_no = number))
$$;

create or replace function settle_sale_line(invoice text, number integer, input jsonb, source jsonb) returns void language plpgsql as $$
declare
  sale transaction_summary;
  line transaction_detail;
  line_check sale_check;
  brand_meant text;
  group_meant text;
  remaining_reasons text[] := '{}';
begin
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N' for update;
  select * into line_check from sale_check where transaction_id = sale.transaction_id and sequence_no = number for update;
  if line_check.transaction_id is null or not is_visible_outlet(sale.outlet_code, source->'VisibleOutlets') then perform refuse_sale('notFound'); end if;
  if line_check.status <> 'Waiting' then
    perform refuse_sale('checkedAlready', jsonb_build_object('InvoiceNo', invoice, 'Line', number, 'DecidedBy', line_check.decided_by));
  end if;
  if sale.customer_id is not null and is_own_customer((source->>'CreatedById')::bigint, sale.customer_id) then perform refuse_sale('ownSale'); end if;
  select * into line from transaction_detail where transaction_id = sale.transaction_id and sequence_no = number;
  brand_meant := coalesce(input->>'Brand', line.brand);
  group_meant := coalesce(input->>'ProductGroup', line.product_group);
  if input->>'Act' = 'Map' then
    if not brand_known(brand_meant) then perform refuse_sale('brandNotFound', jsonb_build_object('Line', number, 'Brand', brand_meant)); end if;
    if not product_group_known(group_meant) then perform refuse_sale('productGroupNotFound', jsonb_build_object('Line', number, 'ProductGroup', group_meant)); end if;
    remaining_reasons := array_remove(array_remove(line_check.reasons, 'Brand'), 'ProductGroup');
  end if;
  perform note_goods(sale.transaction_id, number, brand_meant, group_meant, remaining_reasons = '{}');
  if remaining_reasons <> '{}' then
    update sale_check set reasons = remaining_reasons where transaction_id = sale.transaction_id and sequence_no = number;
    return;
  end if;
  update sale_check set status = case input->>'Act' when 'Map' then 'Mapped' else 'Confirmed' end, remark = input->>'Remark',
    decided_by_id = (source->>'CreatedById')::bigint, decided_by = source->>'DecidedBy', decided_at = (source->>'Now')::timestamptz
  where transaction_id = sale.transaction_id and sequence_no = number;
  if 'Total' = any (line_check.reasons) then perform confirm_lines(sale.transaction_id); end if;
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity <> 0) then
    perform earn_line_of_returned_sale(sale, number, source);
  else
    perform earn_sale(sale.transaction_id, source);
  end if;
end $$;

-- Previews the points of a line as if staff had chosen the goods of `input` for it.
create or replace function preview_sale_line(invoice text, number integer, input jsonb, visible_outlets jsonb) returns bigint language plpgsql stable as $$
declare
  sale transaction_summary;
  line transaction_detail;
  line_check sale_check;
  goods product_group;
  part record;
begin
  select * into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N';
  select * into line_check from sale_check where transaction_id = sale.transaction_id and sequence_no = number;
  if line_check.transaction_id is null or not is_visible_outlet(sale.outlet_code, visible_outlets) then perform refuse_sale('notFound'); end if;
  select * into line from transaction_detail where transaction_id = sale.transaction_id and sequence_no = number;
  if line_check.status <> 'Waiting' then return line.points_earned; end if;
  if sale.membership_no is null or line.cancelled_quantity = line.quantity then return 0; end if;
  select * into goods from product_group where product_code = coalesce(input->>'ProductGroup', line.product_group);
  if goods.product_code is distinct from line.product_group then line.product_type := coalesce(goods.product_type, line.product_type); end if;
  line.product_group := coalesce(goods.product_code, line.product_group);
  line.brand := coalesce(input->>'Brand', line.brand);
  line.eligible_yn := case when coalesce(goods.earn_points_yn, 'Y') = 'Y' then line_check.eligible_yn else 'N' end;
  select * into part from points_earning(earning_lines(sale, lines_of_sale(sale.transaction_id, line), sale.membership_no)) earning where earning.line = number;
  if not found then return 0; end if;
  if exists (select from transaction_detail where transaction_id = sale.transaction_id and cancelled_quantity <> 0) then
    return part.points - points_returned(part.points, line.quantity, line.cancelled_quantity);
  end if;
  return greatest(part.document_points - sale.earned_points, 0);
end $$;

-- Credits a checked line of a partly returned sale and immediately reverses the share of the returned pieces.
-- The points of the sale's other lines stay unchanged.
create or replace function earn_line_of_returned_sale(sale transaction_summary, number integer, source jsonb) returns bigint language plpgsql as $$
declare
  line transaction_detail;
  part record;
  lot bigint;
  points_back bigint;
  points_taken bigint := 0;
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
  points_back := points_returned(part.points, line.quantity, line.cancelled_quantity);
  if points_back > 0 then
    select max(transaction_id) into return_id from transaction_detail where original_transaction_id = sale.transaction_id and old_sequence_no = number;
    points_taken := reverse_lot(lot, points_back, (source->>'Today')::date, cause || jsonb_build_object('TransactionId', return_id, 'ObjectValue', return_id::text,
      'InvoiceNo', (select invoice_no from transaction_summary where transaction_id = return_id), 'SourceKey', 'cancel:' || return_id || ':' || lot));
    update transaction_detail set points_reversed = points_back where transaction_id = sale.transaction_id and sequence_no = number;
    update transaction_summary set reversed_points = reversed_points + points_taken where transaction_id in (return_id, sale.transaction_id);
  end if;
  perform give_bonuses(sale, earned_lot(part.available_from, part.expiry_date, part.structure_detail_id, part.card_level_id, part.level_multiplier), source);
  perform sale_earned(sale, source);
  return part.points - points_taken;
end $$;
