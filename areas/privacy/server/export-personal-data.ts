import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { zipOf } from '#kit/server/zip.ts'
import type { exportPersonalData as endpoint } from '../contract.ts'
import { gatherPack } from './pack.ts'
import { confirmationOf, loadPerson, personIn } from './preview-erasure.ts'
import { filesOfPack } from './render-pack.ts'

/** Everything about one customer in one file, made for the moment and kept nowhere. */
export async function exportPersonalData(ctx: Ctx, { CustomerId, Reason }: Input<typeof endpoint>) {
  const { FullName } = await loadPerson(ctx, CustomerId)
  const person = await personIn(ctx, CustomerId)
  const pack = await gatherPack(ctx, person)
  const Rows = pack.tables.reduce((sum, { rows }) => sum + rows.length, 0)
  ctx.audit(
    'Export Personal Data',
    'Customer',
    CustomerId,
    `Export Personal Data in Customer. CustomerId - ${CustomerId}. ${Rows} rows, identity number in full. ${Reason}`,
  )
  const zip = zipOf(filesOfPack(pack, { name: FullName, madeAt: ctx.now.toISOString() }), ctx.now)
  return { FileName: `personal-data-${confirmationOf(person)}.zip`, Content: zip.toString('base64'), Rows }
}
