-- What a line would have earned before its sale was rounded: shown where points are explained. Null for lines that earn
-- nothing and for those written before this was kept.
alter table transaction_detail add column points_exact numeric(20, 6);
