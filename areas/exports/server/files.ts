import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, admitToRows, type Serving } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { downloadExport as download } from '../contract.ts'

/** The one address of exports that is no JSON. */
export async function mountExportFiles(app: FastifyInstance, serving: Serving): Promise<void> {
  app.route({
    method: 'GET',
    url: download.path,
    config: { endpoint: download },
    onRequest: async (request) => {
      // What was remembered of the caller may be old; what the database says now counts.
      request.actor = await admit(request, download, serving, true)
    },
    handler: async (request, reply) => sendFile(request, reply, serving),
  })
}

type Kept = { format: keyof typeof contract.fileTypes; file_name: string; file_key: string | null }

async function sendFile(request: FastifyRequest, reply: FastifyReply, serving: Serving) {
  const { services } = serving
  const { ExportId } = download.body.parse(request.query)
  await admitToRows(download, { ExportId }, request, serving)
  const { rows } = await services.longWork.database.pool.query<Kept>(
    'select format, file_name, file_key from export_job where export_id = $1',
    [ExportId],
  )
  const [kept] = rows
  if (!kept) throw contract.refusals.notFound()
  const file = kept.file_key === null ? undefined : await services.storage('exports').get(kept.file_key)
  if (!file) throw contract.refusals.fileGone()
  const plain = `export.${kept.format.toLowerCase()}`
  const name = encodeURIComponent(kept.file_name).replace(/['()*]/g, '_')
  return reply
    .type(contract.fileTypes[kept.format])
    .header('content-length', file.size)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${name}`)
    .header('x-content-type-options', 'nosniff')
    .send(file.content)
}
