import { sql } from 'kysely'
import { findAccountActor, findAccountEmail, sendAccountMessage } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { exportMediaTypes } from '../../contract.ts'
import { findExportableList } from '../lists.ts'
import type { WrittenFile } from '../write-file.ts'
import { scheduledReportMail } from './mails.ts'
import { mayReceiveScheduledList } from './recipients.ts'

/** The maximum size of an attached file. Larger files get a download link, because mail servers reject large messages. */
const ATTACHMENT_BYTES_MAX = 7 * 1024 * 1024

type PendingSend = {
  SendId: number
  UserId: number
  Path: string
  Title: string
  CreatedBy: string
  Format: keyof typeof exportMediaTypes
  FileName: string
  Days: string | null
}

/** Sends the file of a scheduled report to its recipient in the transaction that completes the export. */
export async function sendScheduledReport(ctx: Ctx, ExportId: string, { rows, bytes, fileKey }: WrittenFile) {
  const { rows: sends } = await sql<PendingSend>`
    select e.send_id, e.user_id, s.path, s.title, s.created_by, job.format, job.file_name,
      (select f->>'Text' from jsonb_array_elements(job.filters) f where f->>'Field' = s.first_day_field limit 1) as days
    from export_schedule_send e join export_schedule s using (schedule_id) join export_job job using (export_id)
    where e.export_id = ${ExportId} and e.outcome = 'Preparing' for update of e`.execute(ctx.db)
  const [send] = sends
  if (!send) return
  // The rights of the recipient are checked again, because they may have changed while the file was written.
  const actor = await findAccountActor(ctx.db, send.UserId)
  const allowed = actor !== undefined && mayReceiveScheduledList(findExportableList(ctx.services, send.Path), actor)
  const address = allowed ? await findAccountEmail(ctx.db, send.UserId) : undefined
  let messageId: unknown = null
  if (address) {
    const attachment = { Name: send.FileName, Type: exportMediaTypes[send.Format], Key: fileKey }
    const mail = async (message: Parameters<Ctx['mail']>[0]) => {
      messageId = await ctx.mail(message)
    }
    await sendAccountMessage(
      { ...ctx, mail },
      send.UserId,
      { address, attachment: bytes <= ATTACHMENT_BYTES_MAX ? attachment : undefined },
      scheduledReportMail,
      {
        title: send.Title,
        rows,
        days: send.Days ? `${send.Days}\n` : '',
        by: send.CreatedBy,
        link: `${ctx.services.webUrl}/exports`,
      },
    )
  }
  const outcome = address ? 'Mailed' : allowed ? 'No Address' : 'No Access'
  await sql`update export_schedule_send set outcome = ${outcome}, message_id = ${messageId}
    where send_id = ${send.SendId}`.execute(ctx.db)
}
