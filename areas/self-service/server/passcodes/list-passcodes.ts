import { sql } from 'kysely'
import { requestedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import * as contract from '../../contract.ts'
import { hashesOfPasscode, typedPasscode } from './codes.ts'
import { passcodes, statusAt } from './passcode-rows.ts'

/** Passcodes that were made, newest first. What was typed finds only the passcode that it is in full. */
export function listPasscodes(ctx: Ctx, { Search }: Input<typeof contract.listPasscodes>) {
  const { Passcode, ObjectType, ObjectId, Purpose, Status, OutletCode, PasscodeId } = Search
  const code = Passcode ? typedPasscode(Passcode) : undefined
  return passcodes(ctx, [
    equals('passcode.outlet_code', requestedOutlet(ctx, OutletCode || undefined, contract.refusals.otherOutlet)),
    equals('passcode.passcode_id', PasscodeId),
    equals('passcode.object_type', ObjectType),
    equals('passcode.purpose', Purpose),
    ObjectId && sql`coalesce(passcode.object_id, passcode.customer_id::text) = ${ObjectId}`,
    Status && sql`${statusAt(ctx.now)} = ${Status}`,
    Passcode && (code ? sql`passcode.code_hash = any(${hashesOfPasscode(ctx.services, code)}::bytea[])` : sql`false`),
  ])
}
