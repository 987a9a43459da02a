import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorizeCaller, authorizeRows, type ServingContext } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { downloadExport as download } from '../contract.ts'

/** Adds the download route, the only route of exports whose reply is not JSON. */
export async function mountExportFiles(app: FastifyInstance, serving: ServingContext): Promise<void> {
  app.route({
    method: 'GET',
    url: download.path,
    config: { endpoint: download },
    onRequest: async (request) => {
      // Checks the rights in the database, because the cached session may be outdated.
      request.actor = await authorizeCaller(request, download, serving, true)
    },
    handler: async (request, reply) => sendFile(request, reply, serving),
  })
}

type StoredFile = { format: keyof typeof contract.exportMediaTypes; file_name: string; file_key: string | null }

async function sendFile(request: FastifyRequest, reply: FastifyReply, serving: ServingContext) {
  const { services } = serving
  const { ExportId } = download.body.parse(request.query)
  await authorizeRows(download, { ExportId }, request, serving)
  const { rows } = await services.longWork.database.pool.query<StoredFile>(
    'select format, file_name, file_key from export_job where export_id = $1',
    [ExportId],
  )
  const [storedFile] = rows
  if (!storedFile) throw contract.exportRefusals.notFound()
  const file = storedFile.file_key === null ? undefined : await services.storage('exports').get(storedFile.file_key)
  if (!file) throw contract.exportRefusals.fileGone()
  const asciiName = `export.${storedFile.format.toLowerCase()}`
  const name = encodeURIComponent(storedFile.file_name).replace(/['()*]/g, '_')
  return reply
    .type(contract.exportMediaTypes[storedFile.format])
    .header('content-length', file.size)
    .header('content-disposition', `attachment; filename="${asciiName}"; filename*=UTF-8''${name}`)
    .header('x-content-type-options', 'nosniff')
    .send(file.content)
}
