-- The field's words in the tables: nightly runs and steps, chunks, attempts. Functions that have a new name leave their old one.

alter table night_run rename to nightly_run;
alter table nightly_run rename column night_run_id to nightly_run_id;
alter table night_step rename to nightly_step;
alter table nightly_step rename column night_run_id to nightly_run_id;
alter table nightly_step rename column portions to chunks;

alter table authenticator rename column tries to attempts;
alter table outbox_message rename column tries to attempts;
alter table sign_in_challenge rename column tries to attempts;
alter table sign_in_challenge rename column tries_most to attempts_most;

-- Names of constraints, indexes and sequences follow their tables.
do $$
declare one record;
begin
  for one in
    select conrelid::regclass as of_table, conname as old,
      replace(replace(replace(replace(replace(conname, 'night_run', 'nightly_run'), 'night_step', 'nightly_step'), 'portions', 'chunks'), 'tries_most', 'attempts_most'), '_tries_', '_attempts_') as new
    from pg_constraint where conrelid in ('nightly_run'::regclass, 'nightly_step'::regclass, 'authenticator'::regclass, 'outbox_message'::regclass, 'sign_in_challenge'::regclass)
  loop
    if one.old <> one.new then execute format('alter table %s rename constraint %I to %I', one.of_table, one.old, one.new); end if;
  end loop;
  for one in
    select relname as old, replace(replace(relname, 'night_run', 'nightly_run'), 'night_step', 'nightly_step') as new, relkind
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and (relname like 'night\_run%' or relname like 'night\_step%')
  loop
    execute format('alter %s %I rename to %I', case one.relkind when 'S' then 'sequence' else 'index' end, one.old, one.new);
  end loop;
end $$;

drop function if exists books_differences, liability_book, give_sale, hand_over_debts, judge_referrals, judged_lines, nric_doubtful, cycle_standing, referral_of_night;
-- These keep their name, and name a parameter or a column of their result anew.
drop function if exists invoice_to_cancel, sale_to_cancel, refuse_arrears, cancel_sale, preview_cancel, settle_sale_line, qualifying_sales, qualifying_sale;
