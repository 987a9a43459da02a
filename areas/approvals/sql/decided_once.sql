-- Requests and decisions are immutable, except that an approval can be undone until it takes effect.
-- Only the function take_back_decision can undo an approval, because it names the request in a transaction setting.
create or replace function refuse_approval_change() returns trigger language plpgsql as $$
declare
  decision constant text[] := '{status,decided_by_id,decided_by,decided_at,decision_remark}';
begin
  if tg_op = 'UPDATE' and erasing() and new.status = old.status then return new; end if;
  if tg_op = 'UPDATE' and old.status = 'Approved' and new.status = 'Pending'
    and current_setting('carat.taking_back', true) = 'approval ' || old.approval_id
    and (to_jsonb(new) - decision) = (to_jsonb(old) - decision) then
    return new;
  end if;
  if tg_op <> 'UPDATE' or old.status <> 'Pending'
    or (to_jsonb(new) - decision - 'membership_no') is distinct from (to_jsonb(old) - decision - 'membership_no') then
    raise exception 'A request for approval is decided once and never changed' using errcode = '23001';
  end if;
  return new;
end $$;
create or replace trigger approval_decided_once before update or delete on approval
  for each row execute function refuse_approval_change();

-- Makes a request pending again. The area of the request checks that the approval has had no effect yet.
create or replace function take_back_decision(request bigint) returns void language plpgsql as $$
begin
  perform set_config('carat.taking_back', 'approval ' || request, true);
  update approval set status = 'Pending', decided_by_id = null, decided_by = null, decided_at = null, decision_remark = null
  where approval_id = request and status = 'Approved';
  perform set_config('carat.taking_back', '', true);
end $$;
