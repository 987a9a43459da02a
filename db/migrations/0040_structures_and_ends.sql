-- Which structure a sale earns by, when a rate ends, and periods that are moved together.

-- Y: counts for no member by itself, only for the sales that name it (those of an import).
alter table point_structure add column named_only_yn text not null default 'N' check (named_only_yn in ('Y', 'N'));

-- The structure that the sale names. Like the periods that its lines name it has no key: a structure is never removed, and
-- half a million sales of a file would each ask for it.
alter table transaction_summary add column structure_id bigint;

-- When a detail was ended by hand: on that day it counts for what was sold before.
alter table point_rate_detail add column expired_at timestamptz,
  add constraint point_rate_detail_ended check (expired_at is null or effective_to is not null);

-- Only the end of a change is judged, so that periods can be moved together. The day on which a detail was ended by hand
-- is free for the next one.
alter table point_structure_detail drop constraint point_structure_detail_no_overlap;
alter table point_structure_detail add constraint point_structure_detail_no_overlap exclude using gist
  (structure_id with =, daterange(effective_from, effective_to, '[]') with &&) where (status = 'Active') deferrable;
alter table point_rate_detail drop constraint point_rate_detail_one_at_a_time;
alter table point_rate_detail add constraint point_rate_detail_one_at_a_time exclude using gist
  (rate_id with =, daterange(effective_from, case when expired_at is null then effective_to + 1 else effective_to end, '[)') with &&)
  where (status = 'Active') deferrable;
