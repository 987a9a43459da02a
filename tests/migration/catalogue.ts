import type pg from 'pg'

// A database's catalogue as sorted lines of text, so that two databases compare line by line.
// It leaves out the partitions of months, because an older database has earlier months.

const parts: Record<string, string> = {
  // Compares the order of columns, but ignores gaps left by dropped columns.
  columns: `
    select format('%s #%s %s %s%s identity <%s> generated <%s> default %s storage %s', c.oid::regclass, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end, a.attidentity, a.attgenerated, coalesce(pg_get_expr(d.adbin, d.adrelid), 'none'), a.attstorage) as line
    from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p', 'v', 'm', 'c')`,
  relations: `
    select format('%s %s %s options %s persistence %s part %s of %s owner %s', c.relkind, c.relname, pg_get_partkeydef(c.oid), c.reloptions::text,
      c.relpersistence, pg_get_expr(c.relpartbound, c.oid), (select inhparent::regclass from pg_inherits where inhrelid = c.oid), c.relowner::regrole)
    from ours c`,
  sequences: `
    select format('%s start %s by %s from %s to %s cache %s cycle %s', c.relname, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle)
    from ours c join pg_sequence on seqrelid = c.oid`,
  constraints: `
    select format('%s %s %s%s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid), case when not k.convalidated then ' not validated' end)
    from pg_constraint k join ours c on c.oid = k.conrelid`,
  indexes: `
    select pg_get_indexdef(i.indexrelid) || case when not i.indisvalid then ' invalid' else '' end
    from pg_index i join ours c on c.oid = i.indrelid`,
  triggers: `
    select format('%s enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join ours c on c.oid = t.tgrelid
    where not t.tgisinternal`,
  functions: `
    select format('%s owner %s for %s', case p.prokind
        when 'a' then (select format('aggregate %s by %s, %s from %s', p.oid::regprocedure, a.aggtransfn, a.aggcombinefn, a.agginitval) from pg_aggregate a where a.aggfnoid = p.oid)
        else pg_get_functiondef(p.oid) end, p.proowner::regrole, p.proacl::text) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  types: `
    select format('%s %s', t.typtype, t.typname) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r') and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
  privileges: `
    select format('%s %s to %s%s', c.relname, r.privilege_type, r.grantee::regrole, case when r.is_grantable then ' with grant' end)
    from ours c, aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's'::"char" else 'r'::"char" end, c.relowner))) r
    where c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  'privileges on columns': `
    select format('%s.%s %s to %s', c.relname, a.attname, r.privilege_type, r.grantee::regrole)
    from ours c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped, aclexplode(a.attacl) r`,
  'default privileges': `
    select format('%s %s to %s', d.defaclobjtype, r.privilege_type, r.grantee::regrole) from pg_default_acl d, aclexplode(d.defaclacl) r
    where d.defaclnamespace = 'public'::regnamespace`,
  'the schema': `select format('%s to %s', r.privilege_type, r.grantee::regrole) from pg_namespace n, aclexplode(n.nspacl) r where n.nspname = 'public' and r.grantee <> 0`,
  extensions: `select extname from pg_extension`,
  settings: `select unnest(setconfig) from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`,
  statistics: `select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace = 'public'::regnamespace`,
  policies: `select format('%s %s', polrelid::regclass, polname) from pg_policy`,
}

export async function catalogueOf(client: pg.Client) {
  const lines: Record<string, string[]> = {}
  for (const [part, statement] of Object.entries(parts)) {
    const { rows } = await client.query<[string]>({
      text: `with ours as (
          select c.* from pg_class c where c.relnamespace = 'public'::regnamespace
            and c.relname !~ '_[0-9]{4}_[0-9]{2}(_|$)' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
        ${statement}`,
      rowMode: 'array',
    })
    lines[part] = rows.map(([line]) => line).sort()
  }
  return lines
}
