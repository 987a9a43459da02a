-- Parameters of SQL functions and the amount of a purchase day are named after their contents: held_reward, field_values, remark, net_sales.
-- PostgreSQL does not rename a parameter of an existing function, so functions with the former names are dropped here. All function files are
-- applied after a migration.
do $$
declare
  outdated regprocedure;
begin
  for outdated in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proargnames && array['held', 'said']
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('drop function %s', outdated);
  end loop;
end $$;

alter table purchase_day rename column kept to net_sales;
