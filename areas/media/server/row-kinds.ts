import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { mediaRefusals } from '../contract.ts'

/** The owner of a file: the user for a photo of staff, the uploader for an unattached file, else the record's outlet. */
export const mediaRowKinds: RowKinds = {
  media: {
    find:
      'select outlet_code,null::bigint as customer_id,case when object_type is null then created_by_id else user_id end as user_id' +
      " from media left join user_account on object_type='StaffId' and staff_id::text=object_id where media_id=named.key::bigint",
    key: parseNumberKey,
    refusal: () => mediaRefusals.notFound(),
  },
  'files of staff': {
    find: 'select null as outlet_code,null::bigint as customer_id,user_id from user_account where staff_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => mediaRefusals.forbidden(),
  },
  // Rewards belong to no outlet, so head office maintains their files.
  'files of rewards': {
    find: 'select null as outlet_code,null::bigint as customer_id,null::bigint as user_id',
    key: parseNumberKey,
    refusal: () => mediaRefusals.forbidden(),
  },
}
