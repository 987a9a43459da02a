import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { selfServiceRefusals } from '../contract.ts'

export const selfServiceRowKinds: RowKinds = {
  passcode: {
    find: 'select passcode.outlet_code,passcode.customer_id,null::bigint as user_id from passcode where passcode_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => selfServiceRefusals.noSuchPasscode(),
  },
}
