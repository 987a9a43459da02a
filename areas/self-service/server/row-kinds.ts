import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { refusals } from '../contract.ts'

export const selfServiceRows: RowKinds = {
  passcode: {
    find: 'select passcode.outlet_code,passcode.customer_id,null::bigint as user_id from passcode where passcode_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => refusals.noSuchPasscode(),
  },
}
