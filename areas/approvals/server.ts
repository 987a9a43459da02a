import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { approvalsPath } from './paths.ts'
import { countDecidableRequests } from './server/requests.ts'
import { approvalRoutes } from './server/routes.ts'
import { approvalRowKinds } from './server/row-kinds.ts'

export const approvalsServerArea: ServerArea = {
  name: 'approvals',
  routes: approvalRoutes,
  rowKinds: approvalRowKinds,
  badges: { [approvalsPath.pattern]: countDecidableRequests },
  merge: {
    blockers: {
      approval: ({ numbers, MERGE }) =>
        sql`select membership_no, kind from approval where membership_no = any(${numbers}) and status = 'Pending' and kind <> ${MERGE}`,
    },
    stays: { 'approval.membership_no': 'a decided request never changes, and a waiting one refuses the merge' },
  },
  personal: {
    tables: [
      {
        table: 'approval',
        part: 'Changes',
        rows: `(r.object_type = 'Customer' and r.object_id = any($1::text[])) or r.membership_no = any($2::text[])`,
        hides: '*',
        because: 'is a request between staff; the change that it led to is exported',
        sets: {
          summary: `jsonb_set(r.summary, '{params}', (select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then '"•••"' else value end), '{}')
            from jsonb_each(coalesce(r.summary->'params', '{}'))))`,
          payload: "'{}'",
        },
        dots: 'decision_remark',
        keeps: 'kind object_type object_id privilege membership_no outlet_code requested_by status decided_by',
      },
    ],
  },
}
