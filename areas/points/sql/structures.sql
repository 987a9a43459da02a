-- STRUCTURES OF THE SAME SCOPE (card group, card category, member type) never run on the same day.
-- The scope of a structure alone decides whether it applies (structure_for), not the order of creation.

-- Serializes changes to the scope and periods of structures; callers take this lock before any row lock.
create or replace function lock_structures() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('point structures', 0))
$$;

-- Returns periods of other structures with the same scope that overlap a period of the specified structure.
create or replace function structures_beside(id bigint)
returns table (structure_id bigint, code text, structure_detail_id bigint, effective_from date, effective_to date, own_from date)
language sql stable as $$
  select other.structure_id, other.code, other_period.structure_detail_id, other_period.effective_from, other_period.effective_to, min(own_period.effective_from)
  from point_structure own
  join point_structure_detail own_period on own_period.structure_id = own.structure_id and own_period.status = 'Active'
  join point_structure other on other.structure_id <> own.structure_id and other.status = 'Active' and other.named_only_yn = 'N'
    and (other.card_group_id, other.card_category_code, other.member_type) is not distinct from (own.card_group_id, own.card_category_code, own.member_type)
  join point_structure_detail other_period on other_period.structure_id = other.structure_id and other_period.status = 'Active'
    and daterange(other_period.effective_from, other_period.effective_to, '[]') && daterange(own_period.effective_from, own_period.effective_to, '[]')
  where own.structure_id = id and own.status = 'Active' and own.named_only_yn = 'N'
  group by 1, 2, 3, 4, 5 order by 4, 1
$$;

create or replace function structures_apart() returns trigger language plpgsql as $$
declare
  overlapping record;
begin
  perform lock_structures();
  select * into overlapping from structures_beside(new.structure_id) limit 1;
  if found then
    raise exception 'structureBeside' using errcode = 'CA001', detail = jsonb_build_object('Code', overlapping.code, 'From', overlapping.effective_from)::text;
  end if;
  return null;
end $$;

-- The triggers of structures are deferrable: if a change moves several periods, only the final state is validated.
drop trigger if exists point_structure_apart on point_structure;
create constraint trigger point_structure_apart after insert or update on point_structure
  deferrable for each row when (new.status = 'Active') execute function structures_apart();
drop trigger if exists point_structure_detail_apart on point_structure_detail;
create constraint trigger point_structure_detail_apart after insert or update on point_structure_detail
  deferrable for each row when (new.status = 'Active') execute function structures_apart();
