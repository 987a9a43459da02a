import { buildZip } from '#areas/exports/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import type { exportPersonalData as endpoint } from '../contract.ts'
import { readExportTables, readFavouritePictures } from './export-tables.ts'
import { erasureConfirmationText, loadErasableCustomer, loadRecordsOfPerson } from './preview-erasure.ts'
import { renderPersonalDataExport } from './render-personal-data-export.ts'

/** Exports all data about one customer as a single file for staff; the server does not store the file. */
export const exportPersonalData = (ctx: Ctx, { CustomerId, Reason }: Input<typeof endpoint>) =>
  createDataExport(ctx, CustomerId, { language: 'en', isOwn: false, logSuffix: `identity number in full. ${Reason}` })

type ExportOptions = {
  language: MailLanguage
  /** True if the customer requests the export. */
  isOwn: boolean
  /** Text that the entry in the text log gets at its end. */
  logSuffix: string
}

export async function createDataExport(ctx: Ctx, CustomerId: number, { language, isOwn, logSuffix }: ExportOptions) {
  const { FullName } = await loadErasableCustomer(ctx, CustomerId)
  const person = await loadRecordsOfPerson(ctx, CustomerId)
  const tables = await readExportTables(ctx, person, language, isOwn)
  const Rows = tables.reduce((sum, { total }) => sum + total, 0)
  ctx.audit(
    'Export Personal Data',
    'Customer',
    CustomerId,
    `Export Personal Data in Customer. CustomerId - ${CustomerId}. ${Rows} rows, ${logSuffix}`,
  )
  const header = { name: FullName, madeAt: ctx.now.toISOString() }
  const zip = buildZip(
    await renderPersonalDataExport(tables, await readFavouritePictures(ctx, person), header, language),
    ctx.now,
  )
  return { FileName: `personal-data-${erasureConfirmationText(person)}.zip`, Content: zip.toString('base64'), Rows }
}
