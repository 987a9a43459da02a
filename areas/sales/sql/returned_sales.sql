-- Rejects paying with points for a completely returned sale; a share lock waits for a concurrent return.
-- Unknown invoices and sales without lines are accepted, because a till may redeem points before it sends them.
create or replace function refuse_returned_sale(invoice text) returns void language plpgsql as $$
declare
  sale bigint;
begin
  select transaction_id into sale from transaction_summary where invoice_no = invoice and transaction_type = 'N' for share;
  if (select bool_and(quantity <= cancelled_quantity) from transaction_detail where transaction_id = sale) then
    raise exception 'saleCancelled' using errcode = 'CA001', detail = jsonb_build_object('InvoiceNo', invoice)::text;
  end if;
end $$;

create or replace function sales_on_invoice_redeeming(invoice text, source jsonb) returns void language plpgsql as $$
begin
  perform refuse_returned_sale(invoice);
end $$;
