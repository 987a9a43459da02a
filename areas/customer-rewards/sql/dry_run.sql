-- A dry run executes the action in a subtransaction and rolls it back, so its refusals equal those of the action.
-- The dry run returns the member's available points after the action ({After}), or the refusal ({Refused, Params}).
create or replace function try_reward(act text, input jsonb, source jsonb) returns jsonb language plpgsql as $$
declare
  member text := (select surviving_membership(membership_no) from customer_reward where reference_code = input->>'ReferenceCode');
  reference text := input->>'ReferenceCode';
  params text;
begin
  begin
    case act
      when 'claim' then perform claim_reward(input, source);
      when 'collect' then perform collect_reward(input, source);
      when 'cancelClaim' then perform cancel_reward_claim(reference, 'Dry run', source);
      when 'cancelRedeem' then perform cancel_reward_redeem(reference, 'Dry run', 'Cancelled', source);
      when 'cancelCollect' then perform cancel_reward_collect(reference, 'Dry run', source || jsonb_build_object('ItemBackYN', 'Y'));
    end case;
    raise exception 'rolled back' using errcode = 'CA002',
      detail = jsonb_build_object('After', points_available(member, (source->>'Today')::date))::text;
  exception
    when sqlstate 'CA001' then
      get stacked diagnostics params = pg_exception_detail;
      return jsonb_build_object('Refused', sqlerrm, 'Params', coalesce(nullif(params, ''), '{}')::jsonb);
    when sqlstate 'CA002' then
      get stacked diagnostics params = pg_exception_detail;
      return params::jsonb;
  end;
end $$;

-- The dry run of issue_to_many. Limits include earlier members of the run: with one reward left the second is refused.
create or replace function try_issue_to_many(numbers text[], of_reward bigint, terms jsonb, source jsonb) returns jsonb language plpgsql as $$
declare
  outcome text;
begin
  begin
    raise exception 'rolled back' using errcode = 'CA002', detail = issue_to_many(numbers, of_reward, terms, source)::text;
  exception when sqlstate 'CA002' then
    get stacked diagnostics outcome = pg_exception_detail;
    return outcome::jsonb;
  end;
end $$;
