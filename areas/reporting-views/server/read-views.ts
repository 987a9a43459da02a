import type pg from 'pg'

/** The schema of the views that analysts read. Released views never change their shape. */
export const REPORTING_SCHEMA = 'reporting_v1'

export type ReportingColumn = { name: string; type: string; comment: string | null }
export type ReportingView = { name: string; comment: string | null; columns: readonly ReportingColumn[] }

/** Returns all views of the reporting schema, with their columns in the order of declaration. */
export async function readReportingViews(client: Pick<pg.ClientBase, 'query'>): Promise<ReportingView[]> {
  const { rows } = await client.query<ReportingView>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'comment', col_description(c.oid, a.attnum)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = $1::regnamespace and c.relkind = 'v' group by c.oid, c.relname order by c.relname`,
    [REPORTING_SCHEMA],
  )
  return rows
}

/** True for a view with amounts, which only readers with the role carat_reader_amounts can read. */
export const hasAmounts = (view: string) => view.endsWith('_amounts')
