import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { requestOriginOf } from '#kit/server/call-ctx.ts'
import { setChangeOrigin } from '#kit/server/origin.ts'
import { authorizeCaller, authorizeRows, type ServingContext } from '#kit/server/serve.ts'
import { createUploadPath, displayFileName, receiveFile, UPLOAD_TIMEOUT_MS } from '#kit/server/upload.ts'
import * as contract from '../contract.ts'
import { importFailedRows as failedRows, uploadImport as upload, uploadVouchers as vouchers } from '../contract.ts'
import { describeImportFile } from './detect-format.ts'
import { createFailedRowsCsv } from './failed-rows.ts'
import { requireImportKindAccess } from './imports.ts'
import { addImportJob, findImportJob } from './jobs.ts'
import { deleteUploadedFile, moveUploadToImport, readUnpackingLimits } from './uploads.ts'
import { loadVouchers } from './vouchers/load-vouchers.ts'

/** Adds the routes for files. `app` must be a context of its own, because the JSON routes must not accept forms. */
export async function mountImportFiles(app: FastifyInstance, serving: ServingContext): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 0, parts: 1, headerPairs: 20, fileSize: contract.IMPORT_FILE_BYTES_MAX },
  })
  app.route({
    method: 'POST',
    url: upload.path,
    config: { endpoint: upload, bodyMs: UPLOAD_TIMEOUT_MS },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, upload, serving)
    },
    handler: async (request, reply) => reply.status(201).send(await receiveUpload(request, serving)),
  })
  app.route({
    method: 'POST',
    url: vouchers.path,
    config: { endpoint: vouchers, bodyMs: UPLOAD_TIMEOUT_MS },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, vouchers, serving)
    },
    handler: async (request, reply) => {
      const uploaded = await receiveUpload(request, serving, { endpoint: vouchers, of: 'vouchers' })
      return reply.status(201).send(await loadVouchers(uploaded, request, reply, serving))
    },
  })
  app.route({
    method: 'GET',
    url: failedRows.path,
    config: { endpoint: failedRows },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, failedRows, serving)
    },
    handler: async (request, reply) => sendFailedRows(request, reply, serving),
  })
}

type UploadTarget = { endpoint: Endpoint; of?: contract.ImportKind }

async function receiveUpload(
  request: FastifyRequest,
  serving: ServingContext,
  { endpoint, of }: UploadTarget = { endpoint: upload },
): Promise<contract.UploadedImport> {
  const { database, dataDir } = serving.services.longWork
  const kind = contract.ImportKind.safeParse(of ?? (request.query as { Kind?: unknown }).Kind)
  if (!kind.success) throw contract.importRefusals.kind()
  requireImportKindAccess(request.actor, kind.data)
  if (!request.isMultipart()) throw contract.importRefusals.noFile()
  const path = await createUploadPath(dataDir)
  try {
    const file = await fileOf(request)
    const { truncated } = await receiveFile(request, file, path, contract.importRefusals.noFile)
    if (truncated) throw contract.importRefusals.tooLarge({ megabytes: contract.IMPORT_FILE_BYTES_MAX / 1024 ** 2 })
    const fileBytes = (await stat(path)).size
    const unpacking = await readUnpackingLimits(database)
    const described = await describeImportFile(path, kind.data, unpacking)
    // The session is checked again, because an upload may take minutes.
    const actor = await authorizeCaller(request, endpoint, serving, true)
    requireImportKindAccess(actor, kind.data)
    const ImportId = await addImportJob(setChangeOrigin(database, requestOriginOf(request)).pool, {
      kind: kind.data,
      fileName: displayFileName(file.filename, 'file.csv'),
      fileBytes,
      columns: described.Columns,
      sample: described.Sample,
      by: actor,
    })
    await moveUploadToImport(dataDir, path, ImportId)
    return { ImportId, ...described }
  } finally {
    await deleteUploadedFile(path)
  }
}

async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  const file = await request.file().catch(() => undefined)
  if (!file) throw contract.importRefusals.noFile()
  return file
}

async function sendFailedRows(request: FastifyRequest, reply: FastifyReply, serving: ServingContext) {
  const { ImportId } = failedRows.body.parse(request.query)
  const { pool } = serving.services.longWork.database
  // The roles are read from the database, because the cached session may be outdated.
  request.actor = await authorizeCaller(request, failedRows, serving, true)
  await authorizeRows(failedRows, { ImportId }, request, serving)
  const job = await findImportJob(pool, ImportId)
  if (!job) throw contract.importRefusals.notFound()
  requireImportKindAccess(request.actor, job.kind)
  const name = encodeURIComponent(`${job.file_name.replace(/\.(csv(\.gz)?|xlsx)$/i, '')}.failed.csv`).replace(
    /['()*]/g,
    '_',
  )
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="failed-rows.csv"; filename*=UTF-8''${name}`)
    .send(Readable.from(createFailedRowsCsv(pool, job)))
}
