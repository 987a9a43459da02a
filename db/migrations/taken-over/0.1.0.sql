-- From the last state of version 0.1.0, which many migrations made, to the tables of the baseline. Run once, by the runner,
-- on a database to which exactly these migrations were applied:
--   0001_foundation.sql 87e65cbe18e60d305506b203637d156e993a2eb8f32696f1e437f16684c2d8e7
--   0002_access.sql d249f2aff145be2ca558f375cc1c39977ff9e18e0e3e56ef5cb337912052b27f
--   0003_setup.sql 7c1fcbbcb00b80835f25aab67b29b404bbf38357cd5eb2225743d916b4b38759
--   0004_customers.sql ba1bfbe1b6e9e4c6e57fe94e18e29cfb514db92ad80b1b29b1c28e1a9bd0b08b
--   0005_points_and_sales.sql 4620d2726b0926c0340d5a16b89eaf405a22a2720bdce50977912db092c93893
--   0006_imports.sql 67ea651ad110b4d1916b0572e633f589711e82bed0137285b87a000ea8ccfe47
--   0007_customer_lists.sql 5149db2b88288c6ed2c194ee82846158fb06119626159adbb2d83998c0e05455
--   0008_sign_in_providers.sql 4bd8a33ae602133299623ea7aad218e9975ae5a252682fab31cb2733c90614a5
--   0009_sign_in_security.sql 657e5fe0f5e403a05ea4434773786f763e24caf887796c88ed4153c738076577
--   0010_people_and_settings.sql cb6ca3dffa58ef7ff18824360dd3f547a58c27d008b219090a01701f6545aa0a
--   0011_workspace.sql b751b98dda96ad3bdc80cf91c704f7fbff78b2daa998988649787a3fc11de13d
--   0012_list_views.sql f1bb3db0e18af7ffa4c02c8ca5e95b1fdfd03af724443ef02f92795e5756c057
--   0013_exports.sql 37823ea6c938e823f6ba3e6e2a6ce3e862f827188dc083d2219a90d644f4cb13
--   0014_media_and_audit.sql 877edacce45602dd91bfcb0a23d6904da54b7d0e9fd8e454c2136744befec187
--   0015_rule_simulations.sql 1419fa70804c23605a3735d050372cd0b6e9f92ac48280bac74c6c38cfee9a68
--   0016_approvals.sql 012ca01d3c6eb11855d8de1661e7afca3dc4c14872549600409e36eba36f801d
--   0017_night_and_expiry.sql bd77c876df053e2c578cf571d73c2a48f9da305b414c2b4938732cc83f161f58
--   0018_sales_given_later.sql bb1d937fa8a90fadb067639f1baa2c40d80eb9b19c8562764f942ceff526e4f3
--   0019_upkeep.sql 862057eadf7cf802ad679148662f4a6efddf2e31009a567adf3e6fa3735aca57
--   0020_levels.sql d874f3b97cabb768576465b4fa1b1fd0960809c54e992280f5ddf7a8fa64d9c0
--   0021_expiry_rewards.sql 8a7c8c0b65f83e9416cae7410088f08cfd162cf3a81fb2cded6e377e55704dee
--   0022_merges.sql effc69342be97e35e63662c76469a90ccfc2d265d6c84786bbe4eecd4409df3c
--   0023_referrals.sql d199f9b822fae49980b9e9c3b427c7a6a1fec881f3d11cddc5f2863cd4c03d1e
--   0024_sales_and_their_lines.sql 9181482d006b3faf7edece5aff9629959e1903082a8046c28796fc70dbf01266
--   0025_exact_points_of_lines.sql dc2736094e854d875f3bad09802d213b0e88ac0361f9b7f838472bc8f9be8e7f
--   0030_customer_access.sql 699a4beb76a24a4b5444406c0a5efe3f5a64ca645086bafd766694f5aa20f6c9
--   0033_identity_requests.sql d28aa5710b719d6dead3c3195a107d786611614b8cfa6a89731c183413ef4345
--   0034_everybody_is_named.sql 56afb056beaa17ab67a9659e89c5f9cbc8e4ac912a164bddcff8abf57536b3e0
--   0035_tries_of_a_code.sql 31309ad06142762de76ef022966ce84be2fd9d6bd02255248905d5dbcf251089
--   0036_sales_that_wait.sql 46b2878610628af3ec7dd544730f45e0c09539ce6bc640ae80e5a7947a2f30b6
--   0040_structures_and_ends.sql ef4622bf35d3ca2dd45fedc8a3c8a41a305ada4fefb7f2ba01b882b6d9bf9315
--   0041_merged_points.sql c8cfab3fd30a4dde9bffa226e44fc7c086765213d5ab97d3f458bab7b7e99709
--   0043_identity_out_of_the_audit_books.sql 1a0c41efd0bbfd3a7792b3b44e7d95328e3d442ea0f48d7a7266dfaf3b007216
--   0044_faults_of_import_rows.sql 93498c4f6cf8bfe30f87e0ccc1dd962792e0525f6fb0140fbca949600c8e328d
--   0046_what_the_application_may_change.sql c66afe6a7ba535fb613e6cec8374ac226471f33bc95ebaf678edd1fd058f686d
--   0052_backups_made.sql 2f8aa81270df08a708a3db1def119c3b91ae8411c7d34c85ad18c1c150e9e3ea
--   0053_what_a_new_house_has.sql a45b989e5f5385565f6faa50db9ad216af9b3ce9851ae47cf89773b405e43351
--   0067_keys_of_lines.sql 43e42672359fd7d2f2ad9eef3278ebe4c8050cfd3def5a221cac3d018df131dd
--   0070_product_groups_kept.sql d06bea5e60d508f946a2367adead2671861a4e376db267161ab572cb194a4c24
--   0072_exports_hold_no_identity_numbers.sql 11394780f73edf792de7e0bf85eddcd3a35b09940f42c84290e997346fae6d43

-- Functions and triggers are made again from their files, so that none is left that no file makes any more.
do $$
declare
  found record;
begin
  for found in
    select t.tgname as name, t.tgrelid::regclass as target from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0
  loop
    execute format('drop trigger %I on %s', found.name, found.target);
  end loop;
  for found in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('drop routine %s', found.name);
  end loop;
  for found in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'c' loop
    execute format('drop type %s', found.name);
  end loop;
end $$;

-- The field's words in the tables: nightly runs and steps, chunks, attempts.

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
