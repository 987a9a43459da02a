import { sql } from 'kysely'
import { accountActor, mailOf, writeTo } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { fileTypes } from '../../contract.ts'
import { listAt } from '../lists.ts'
import type { Made } from '../write-file.ts'
import { reportMail } from './mails.ts'
import { mayReceive } from './recipients.ts'

/** What is larger is fetched from the download centre: mail servers turn large messages away. */
const ATTACHMENT_MOST = 7 * 1024 * 1024

type Waiting = {
  SendId: number
  UserId: number
  Path: string
  Title: string
  CreatedBy: string
  Format: keyof typeof fileTypes
  FileName: string
  Days: string | null
}

/** Sends a file that a schedule had made to the person it was made for, in the transaction that says that it is ready. */
export async function mailExport(ctx: Ctx, ExportId: string, { rows, bytes, fileKey }: Made) {
  const { rows: found } = await sql<Waiting>`
    select e.send_id, e.user_id, s.path, s.title, s.created_by, job.format, job.file_name,
      (select f->>'Text' from jsonb_array_elements(job.filters) f where f->>'Field' = s.first_day_field limit 1) as days
    from export_schedule_send e join export_schedule s using (schedule_id) join export_job job using (export_id)
    where e.export_id = ${ExportId} and e.outcome = 'Preparing' for update of e`.execute(ctx.db)
  const [send] = found
  if (!send) return
  // Also what was lost while the file was being made counts.
  const actor = await accountActor(ctx.db, send.UserId)
  const allowed = actor !== undefined && mayReceive(listAt(ctx.services, send.Path), actor)
  const address = allowed ? await mailOf(ctx.db, send.UserId) : undefined
  let messageId: unknown = null
  if (address) {
    const attachment = { Name: send.FileName, Type: fileTypes[send.Format], Key: fileKey }
    const mail = async (message: Parameters<Ctx['mail']>[0]) => {
      messageId = await ctx.mail(message)
    }
    await writeTo(
      { ...ctx, mail },
      send.UserId,
      { address, attachment: bytes <= ATTACHMENT_MOST ? attachment : undefined },
      reportMail,
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
