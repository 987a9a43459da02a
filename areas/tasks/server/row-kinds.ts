import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { progressLogRefusals } from '../contract/progress-logs.ts'
import { taskRefusals } from '../contract/tasks.ts'

/** A task belongs to its own outlet, not to that of its creator or customer. */
export const taskRowKinds: RowKinds = {
  task: {
    find:
      'select code as outlet_code,null::bigint as customer_id,null::bigint as user_id' +
      ' from task join building using (building_id) where task_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => taskRefusals.notFound(),
  },
  'progress log': {
    find:
      'select code as outlet_code,null::bigint as customer_id,null::bigint as user_id' +
      ' from task_progress_log join task using (task_id) join building using (building_id) where progress_log_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => progressLogRefusals.notFound(),
  },
}
