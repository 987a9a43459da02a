import type { ServerArea } from '#kit/server/area.ts'
import { getAppDescription, getOwnPass } from './contract.ts'
import { deleteExpiredCodesJob } from './server/delete-expired-codes.ts'
import { selfServiceHandlers } from './server/handlers.ts'
import { mountManifest } from './server/manifest.ts'
import { selfServicePages } from './server/pages.ts'
import { selfServiceRoutes } from './server/routes.ts'
import { selfServiceRowKinds } from './server/row-kinds.ts'
import { SIGN_IN_CODE_PURPOSE, sendSignInCode } from './server/sessions/sign-in.ts'
import { mountOwnPass } from './server/wallet/pass-file.ts'

export const selfServiceServerArea: ServerArea = {
  name: 'self-service',
  routes: selfServiceRoutes,
  publicPages: selfServicePages,
  files: [
    { calls: [getAppDescription], mount: mountManifest, outsideApi: true },
    { calls: [getOwnPass], mount: mountOwnPass },
  ],
  rowKinds: selfServiceRowKinds,
  jobs: [deleteExpiredCodesJob],
  deferredMessages: { [SIGN_IN_CODE_PURPOSE]: sendSignInCode },
  handles: selfServiceHandlers,
  merge: {
    moves: [{ table: 'passcode', key: 'passcode_id', keyType: 'bigint', customer: 'customer_id' }],
    stays: {
      'self_service_visit.customer_id': 'says who registered in a session that is over',
      'customer_code.customer_id': 'a code was sent to the merged record, and opens nothing any more',
    },
  },
  personal: {
    tables: [
      {
        table: 'self_service_visit',
        part: 'Changes',
        hides: '*',
        because: 'is a session at the counter or on a phone, and ends with it',
        removes: true,
      },
      { table: 'customer_code', part: 'Changes', hides: '*', because: 'is a code that was sent', removes: true },
      {
        table: 'passcode',
        part: 'Changes',
        hides: '*',
        because: 'is a code that was shown',
        sets: { expires_at: 'least(r.expires_at, now())' },
        keeps: 'code_hash token_hash purpose object_type object_id outlet_code language name status',
        auditKept: true,
      },
      {
        table: 'contact_change',
        part: 'Changes',
        hides: 'held_until',
        keeps: 'fields outlet_code',
        auditKept: true,
      },
    ],
    mentions: [
      { table: 'customer_code', columns: 'email', removes: true },
      { table: 'self_service_visit', columns: 'verified_email' },
    ],
  },
}
