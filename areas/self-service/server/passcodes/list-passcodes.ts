import { sql } from 'kysely'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import * as contract from '../../contract.ts'
import { hashPasscodeWithAllSecrets, normalisePasscode } from './codes.ts'
import { createPasscodeList, passcodeStatusSql } from './passcode-rows.ts'

/** Lists passcodes, newest first; a search by passcode needs the complete code. */
export function listPasscodes(ctx: Ctx, { Search }: Input<typeof contract.listPasscodes>) {
  const { Passcode, ObjectType, ObjectId, Purpose, Status, OutletCode, PasscodeId } = Search
  const code = Passcode ? normalisePasscode(Passcode) : undefined
  return createPasscodeList(ctx, [
    equals(
      'passcode.outlet_code',
      resolveOutletFilter(ctx, OutletCode || undefined, contract.selfServiceRefusals.otherOutlet),
    ),
    equals('passcode.passcode_id', PasscodeId),
    equals('passcode.object_type', ObjectType),
    equals('passcode.purpose', Purpose),
    ObjectId && sql`coalesce(passcode.object_id, passcode.customer_id::text) = ${ObjectId}`,
    Status && sql`${passcodeStatusSql(ctx.now)} = ${Status}`,
    Passcode &&
      (code ? sql`passcode.code_hash = any(${hashPasscodeWithAllSecrets(ctx.services, code)}::bytea[])` : sql`false`),
  ])
}
