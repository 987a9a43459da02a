import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { oauthMetadata, oauthToken } from './contract/oauth.ts'
import { FORGOTTEN_PASSWORD_MESSAGE_KIND, sendForgottenPassword } from './server/account-password/forgot-password.ts'
import { expiredDataCleanUpJob } from './server/forget-expired.ts'
import { mountOauth } from './server/oauth.ts'
import { requirePasskeySite } from './server/passkeys/passkey-site.ts'
import { providerRoutes } from './server/providers/routes.ts'
import { accessRoutes } from './server/routes.ts'
import { accessRowKinds } from './server/row-kinds.ts'

export const accessServerArea: ServerArea = {
  name: 'access',
  routes: [...accessRoutes, ...providerRoutes],
  files: [{ calls: [oauthToken, oauthMetadata], mount: mountOauth, outsideApi: true }],
  rowKinds: accessRowKinds,
  settingChecks: {
    // Where passkeys are impossible, the setting would lock all approvers out.
    'access.passkeyForApprovers': async (ctx, Value) => {
      if (Value === true) requirePasskeySite(ctx)
    },
  },
  jobs: [expiredDataCleanUpJob],
  accountName: (userId) =>
    sql<
      string | null
    >`(select staff.preferred_name from user_account join staff using (staff_id) where user_account.user_id = ${userId})`,
  firstSteps: {
    Staff: () => sql`(select count(*) > 1 from user_account where kind = 'Staff' and status = 'Active')`,
  },
  deferredMessages: { [FORGOTTEN_PASSWORD_MESSAGE_KIND]: sendForgottenPassword },
  merge: {
    stays: { 'session.customer_id': 'opens nothing any more: the record that goes on is signed in to by itself' },
  },
  personal: {
    tables: [
      {
        table: 'session',
        part: 'Changes',
        hides: 'token_hash ended_by_id label',
        clears: 'source_ip user_agent',
        sets: { ended_at: 'coalesce(r.ended_at, now())', end_reason: "coalesce(r.end_reason, 'Erased')" },
        keeps: 'token_hash audience label scopes',
      },
    ],
    mentions: [{ table: 'idempotency_key', columns: 'reply', removes: true }],
  },
}
