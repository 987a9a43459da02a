import type { Refusal } from '#kit/contract/refusal.ts'
import { parseNumberKey, type RowKind, type RowKinds } from '#kit/server/rows.ts'
import { accountRefusals } from '../contract/accounts.ts'
import { passkeyRefusals } from '../contract/passkeys.ts'
import { providerRefusals } from '../contract/providers.ts'
import { sessionRefusals } from '../contract/sessions.ts'

/** The rows of an account belong to its user and the user's outlet, and those of system accounts to head office. */
export const createAccountRowKind = (tables: string, condition: string, refusal: () => Refusal): RowKind => ({
  find:
    'select building.code as outlet_code,null::bigint as customer_id,account.user_id' +
    ` from ${tables} left join building using (building_id) where ${condition}=named.key::bigint`,
  key: parseNumberKey,
  refusal: () => refusal(),
})

const accounts = '(user_account account left join staff using (staff_id))'

export const accessRowKinds: RowKinds = {
  account: createAccountRowKind(accounts, 'account.user_id', accountRefusals.notFound),
  session: createAccountRowKind(
    `session join ${accounts} using (user_id)`,
    'session_id',
    sessionRefusals.noSuchSession,
  ),
  identity: createAccountRowKind(
    `user_identity join ${accounts} using (user_id)`,
    'identity_id',
    providerRefusals.identityNotFound,
  ),
  passkey: createAccountRowKind(
    `passkey join ${accounts} using (user_id)`,
    'passkey_id',
    passkeyRefusals.passkeyNotFound,
  ),
}
