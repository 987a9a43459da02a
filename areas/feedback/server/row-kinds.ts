import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { invitationRefusals, responseRefusals } from '../contract.ts'

/** A response belongs to the outlet that served the customer. */
export const feedbackRowKinds: RowKinds = {
  'feedback response': {
    find: 'select outlet_code,customer_id,entered_by_id as user_id from feedback_response where response_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => responseRefusals.notFound(),
  },
  'feedback invitation': {
    find:
      'select coalesce(i.outlet_code,customer.registered_outlet_code) as outlet_code,i.customer_id,i.created_by_id as user_id' +
      ' from feedback_invitation i join customer using (customer_id) where invitation_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => invitationRefusals.notFound(),
  },
}
