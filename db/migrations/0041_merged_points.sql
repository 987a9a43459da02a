-- What a member has is earned and adjusted, less taken back, redeemed and expired; what came or went by a merge is none of
-- these. Generated, so that the sum always holds; the proof compares it with the rows of the ledger.
alter table point_balance add column total_points_merged bigint not null generated always as
  (lots_remaining - arrears - total_points_earned - total_points_adjusted + total_points_reversed + total_points_redeemed + total_points_expired) stored;
