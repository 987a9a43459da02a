-- The reconciliation compares rewards, their stock and vouchers too: such a difference is named by a reward or a voucher.
alter table proof_difference add column reference text, drop constraint proof_difference_check,
  add constraint proof_difference_names_its_record check (membership_no is not null or invoice_no is not null or reference is not null);
