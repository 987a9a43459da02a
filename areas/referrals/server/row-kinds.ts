import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { referralRefusals } from '../contract.ts'

export const referralRowKinds: RowKinds = {
  // A referral belongs to the outlet of its friend.
  referral: {
    find:
      'select friend.registered_outlet_code as outlet_code,friend.customer_id,null::bigint as user_id' +
      ' from referral join customer friend using (customer_id) where referral_id=named.key::bigint',
    key: parseNumberKey,
    refusal: (reach) => (reach === 'HQ' ? referralRefusals.headOfficeOnly() : referralRefusals.foreign()),
  },
}
