-- Every transaction begins with access_check(), so that an outdated session in a server's cache has no effect.
-- access_check() fails if any server has ended the session or changed the account. It needs no round trip of its own.

create or replace function access_check(session bigint, version integer) returns void language plpgsql stable as $$
begin
  perform from session s left join user_account u using (user_id)
  where s.session_id = access_check.session and s.ended_at is null
    and coalesce(u.access_version, 0) = access_check.version and coalesce(u.status, 'Active') = 'Active';
  if not found then
    raise exception 'The session has changed' using errcode = 'CR401';
  end if;
end $$;

-- Records at COMMIT that a session changed data, so that the session's next list includes the change even at a replica.
create or replace function session_changed(session bigint) returns void language sql as $$
  update session s set changed_at = clock_timestamp() where s.session_id = session_changed.session
$$;

create or replace function session_changed_at(session bigint) returns timestamptz language sql stable as $$
  select changed_at from session s where s.session_id = session_changed_at.session
$$;

-- Notifies all servers to remove cached sessions at once. Correctness depends only on access_check().
create or replace function access_announce(channel text, id text) returns void language sql as $$
  select pg_notify('carat', channel || ':' || id)
$$;

create or replace function access_of_user_changed() returns trigger language plpgsql as $$
begin
  update user_account set access_version = access_version + 1
  where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;

create or replace trigger access_changed after insert or update or delete on user_role
  for each row execute function access_of_user_changed();
create or replace trigger access_changed after insert or update or delete on user_privilege
  for each row execute function access_of_user_changed();

create or replace trigger access_changed after insert or update or delete on user_outlet
  for each row execute function access_of_user_changed();

-- A new passkey lets an approver work, and a removed one stops that: see the setting access.passkeyForApprovers.
create or replace trigger access_changed after insert or delete on passkey
  for each row execute function access_of_user_changed();

create or replace function access_of_account_changed() returns trigger language plpgsql as $$
begin
  if (old.status, old.scopes, old.username, old.staff_id, old.calls_per_minute, old.networks, old.ends_on)
    is distinct from (new.status, new.scopes, new.username, new.staff_id, new.calls_per_minute, new.networks, new.ends_on) then
    new.access_version := old.access_version + 1;
  end if;
  if new.access_version <> old.access_version then
    perform access_announce('user', new.user_id::text);
  end if;
  return new;
end $$;
create or replace trigger access_changed before update on user_account
  for each row execute function access_of_account_changed();

-- Runs when the account's staff member moves to another outlet, is renamed or leaves.
create or replace function access_of_staff_changed() returns trigger language plpgsql as $$
begin
  update user_account set access_version = access_version + 1 where staff_id = new.staff_id;
  return null;
end $$;
create or replace trigger access_changed after update on staff for each row
  when ((old.status, old.building_id, old.staff_type, old.full_name, old.preferred_name, old.department_id, old.job_title, old.image)
    is distinct from (new.status, new.building_id, new.staff_type, new.full_name, new.preferred_name, new.department_id, new.job_title, new.image))
  execute function access_of_staff_changed();

create or replace function access_of_session_ended() returns trigger language plpgsql as $$
begin
  perform access_announce('session', new.session_id::text);
  return null;
end $$;
create or replace trigger access_ended after update on session for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function access_of_session_ended();
