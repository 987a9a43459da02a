-- STRUCTURES OF THE SAME SCOPE (card group, card category, member type) never run on the same day, so that which one counts
-- follows from what it is for (structure_for) and never from which was made first.

-- Anyone who changes what structures are for or when they run does so one after the other. Taken before any row is locked.
create or replace function lock_structures() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('point structures', 0))
$$;

-- The periods of other structures of the same scope that share a day with one of this structure's.
create or replace function structures_beside(id bigint)
returns table (structure_id bigint, code text, structure_detail_id bigint, effective_from date, effective_to date, own_from date)
language sql stable as $$
  select other.structure_id, other.code, theirs.structure_detail_id, theirs.effective_from, theirs.effective_to, min(mine.effective_from)
  from point_structure own
  join point_structure_detail mine on mine.structure_id = own.structure_id and mine.status = 'Active'
  join point_structure other on other.structure_id <> own.structure_id and other.status = 'Active' and other.named_only_yn = 'N'
    and (other.card_group_id, other.card_category_code, other.member_type) is not distinct from (own.card_group_id, own.card_category_code, own.member_type)
  join point_structure_detail theirs on theirs.structure_id = other.structure_id and theirs.status = 'Active'
    and daterange(theirs.effective_from, theirs.effective_to, '[]') && daterange(mine.effective_from, mine.effective_to, '[]')
  where own.structure_id = id and own.status = 'Active' and own.named_only_yn = 'N'
  group by 1, 2, 3, 4, 5 order by 4, 1
$$;

create or replace function structures_apart() returns trigger language plpgsql as $$
declare
  beside record;
begin
  perform lock_structures();
  select * into beside from structures_beside(new.structure_id) limit 1;
  if found then
    raise exception 'structureBeside' using errcode = 'CA001', detail = jsonb_build_object('Code', beside.code, 'From', beside.effective_from)::text;
  end if;
  return null;
end $$;

-- Deferrable: of a change that moves several periods only the end is validated.
drop trigger if exists point_structure_apart on point_structure;
create constraint trigger point_structure_apart after insert or update on point_structure
  deferrable for each row when (new.status = 'Active') execute function structures_apart();
drop trigger if exists point_structure_detail_apart on point_structure_detail;
create constraint trigger point_structure_detail_apart after insert or update on point_structure_detail
  deferrable for each row when (new.status = 'Active') execute function structures_apart();
