import { numberKey, type RowKinds } from '#kit/server/rows.ts'
import { responseRefusals } from '../contract.ts'

/** A response is the outlet's that served the customer. */
export const feedbackRows: RowKinds = {
  'feedback response': {
    find: 'select outlet_code,customer_id,entered_by_id as user_id from feedback_response where response_id=named.key::bigint',
    key: numberKey,
    refusal: () => responseRefusals.notFound(),
  },
}
