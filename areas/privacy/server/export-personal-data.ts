import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import type { exportPersonalData as endpoint } from '../contract.ts'
import { picturesOf, tablesOf } from './pack.ts'
import { confirmationOf, loadPerson, personIn } from './preview-erasure.ts'
import { filesOfPack } from './render-pack.ts'
import { zipOf } from './zip.ts'

/** Everything about one customer in one file, made for the moment and kept nowhere. */
export const exportPersonalData = (ctx: Ctx, { CustomerId, Reason }: Input<typeof endpoint>) =>
  packOf(ctx, CustomerId, { language: 'en', isOwn: false, said: `identity number in full. ${Reason}` })

type For = {
  language: MailLanguage
  /** Asked for by the customer. */
  isOwn: boolean
  /** The end of the entry in the log. */
  said: string
}

export async function packOf(ctx: Ctx, CustomerId: number, { language, isOwn, said }: For) {
  const { FullName } = await loadPerson(ctx, CustomerId)
  const person = await personIn(ctx, CustomerId)
  const tables = await tablesOf(ctx, person, language, isOwn)
  const Rows = tables.reduce((sum, { total }) => sum + total, 0)
  ctx.audit(
    'Export Personal Data',
    'Customer',
    CustomerId,
    `Export Personal Data in Customer. CustomerId - ${CustomerId}. ${Rows} rows, ${said}`,
  )
  const about = { name: FullName, madeAt: ctx.now.toISOString() }
  const zip = zipOf(await filesOfPack(tables, await picturesOf(ctx, person), about, language), ctx.now)
  return { FileName: `personal-data-${confirmationOf(person)}.zip`, Content: zip.toString('base64'), Rows }
}
