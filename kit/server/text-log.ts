import type { Ctx } from './ctx.ts'
import type { BeforeCommitCallback, ChangeOrigin } from './transaction.ts'

/** Creates the `audit` function of a context, which writes its entries at the end of the transaction. */
export const createTextLogWriter =
  (atEnd: (add: BeforeCommitCallback) => void, now: Date, origin: ChangeOrigin): Ctx['audit'] =>
  (action, objectType, objectId, text = `${action}. ${objectId}`) =>
    atEnd((add) => add(insertTextLogSql, [now, action, objectType, String(objectId), text, JSON.stringify(origin)]))

/** The parameters of the statement are time, action, object type, object id, text, and origin as JSON. */
export const insertTextLogSql = `
  insert into audit_log (logged_at, action_type, object_type, object_id, log_text, updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id)
  select $1, $2, $3, $4, $5, (o->>'userId')::bigint, o->>'name', o->>'outletCode', o->>'session', o->>'ip', o->>'requestId' from (select $6::jsonb as o) origin`
