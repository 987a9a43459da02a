import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { zipOf } from '#kit/server/zip.ts'
import type { exportPersonalData as endpoint } from '../contract.ts'
import { picturesOf, tablesOf } from './pack.ts'
import { confirmationOf, loadPerson, personIn } from './preview-erasure.ts'
import { filesOfPack } from './render-pack.ts'

/** Everything about one customer in one file, made for the moment and kept nowhere. */
export async function exportPersonalData(ctx: Ctx, { CustomerId, Reason }: Input<typeof endpoint>) {
  const { FullName } = await loadPerson(ctx, CustomerId)
  const person = await personIn(ctx, CustomerId)
  const tables = await tablesOf(ctx, person)
  const Rows = tables.reduce((sum, { total }) => sum + total, 0)
  ctx.audit(
    'Export Personal Data',
    'Customer',
    CustomerId,
    `Export Personal Data in Customer. CustomerId - ${CustomerId}. ${Rows} rows, identity number in full. ${Reason}`,
  )
  const about = { name: FullName, madeAt: ctx.now.toISOString() }
  const zip = zipOf(await filesOfPack(tables, await picturesOf(ctx, person), about), ctx.now)
  return { FileName: `personal-data-${confirmationOf(person)}.zip`, Content: zip.toString('base64'), Rows }
}
