import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { answerCall, authorizeCaller, type ServingContext, serve } from '#kit/server/serve.ts'
import { createUploadPath, displayFileName, receiveFile, UPLOAD_TIMEOUT_MS } from '#kit/server/upload.ts'
import * as contract from '../contract.ts'
import { mediaRefusals } from '../contract.ts'
import { addMedia } from './add-media.ts'
import { deleteMediaContent, storeMediaFile } from './store.ts'

const BYTES_MAX = Math.max(...Object.values(contract.mediaSizeMaxInMegabytes)) * 1024 ** 2
const YEAR = 31_536_000

/** Adds the upload route. `app` must be a separate Fastify context, because other endpoints must not accept forms. */
export async function mountMediaUpload(app: FastifyInstance, serving: ServingContext): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 5, parts: 6, fieldNameSize: 40, fieldSize: 4000, headerPairs: 20, fileSize: BYTES_MAX },
  })
  app.route({
    method: 'POST',
    url: contract.uploadMedia.path,
    config: { endpoint: contract.uploadMedia, bodyMs: UPLOAD_TIMEOUT_MS },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, contract.uploadMedia, serving)
      if (Number(request.headers['content-length']) > BYTES_MAX + 100_000)
        throw contract.mediaRefusals.tooLarge({ megabytes: contract.mediaSizeMaxInMegabytes.Video })
    },
    handler: async (request, reply) => handleUpload(request, reply, serving),
  })
}

/** Serves files outside of the API path, so that pages can link to them. A session is required to read a file. */
export function mountMediaFiles(app: FastifyInstance, serving: ServingContext): void {
  const route = serve(contract.mediaFile, findFile)
  app.route({
    method: 'GET',
    url: contract.mediaFile.path,
    config: { endpoint: contract.mediaFile },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, contract.mediaFile, serving, true)
    },
    handler: async (request, reply) => {
      const { body } = await answerCall(route, request, reply, serving)
      return sendFile(body as FoundFile, reply, serving)
    },
  })
}

async function handleUpload(request: FastifyRequest, reply: FastifyReply, serving: ServingContext) {
  const { storage, longWork } = serving.services
  const storageBucket = storage('media')
  const path = await createUploadPath(longWork.dataDir)
  try {
    const { name, fields } = await receiveForm(request, path)
    // The fields of the form are validated before the file is processed, and again by the use case.
    contract.uploadMedia.body.parse(fields)
    const stored = await storeMediaFile(storageBucket, path, name)
    request.body = fields
    const route = serve(contract.uploadMedia, (ctx, input) => addMedia(ctx, input, stored))
    const answer = await answerCall(route, request, reply, serving).catch(async (error: unknown) => {
      await deleteMediaContent(storageBucket, stored)
      throw error
    })
    return reply.status(answer.status).send(answer.body)
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads the form of an upload, writes its file to `path`, and returns its fields and file name. */
async function receiveForm(request: FastifyRequest, path: string) {
  if (!request.isMultipart()) throw contract.mediaRefusals.malformed()
  const fields: Record<string, unknown> = {}
  let name: string | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else {
        name = displayFileName(part.filename, 'file')
        const { truncated } = await receiveFile(request, part, path, contract.mediaRefusals.malformed)
        if (truncated) throw contract.mediaRefusals.tooLarge({ megabytes: contract.mediaSizeMaxInMegabytes.Video })
      }
    }
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('FST_') || isParserError(error)
      ? contract.mediaRefusals.malformed()
      : error
  }
  if (name === undefined) throw contract.mediaRefusals.noFile()
  return { name, fields }
}

/** True if the parser of the form threw the error, because its errors have neither a code nor a system call. */
const isParserError = (error: unknown) => error instanceof Error && error.constructor === Error && !('syscall' in error)

type FoundFile = { Name: string; MimeType: string; FileName: string; Type: contract.MediaType }

async function sendFile(
  { Name, MimeType, FileName, Type }: FoundFile,
  reply: FastifyReply,
  { services }: ServingContext,
) {
  const file = await services.storage('media').get(Name)
  if (!file) throw contract.mediaRefusals.notFound()
  // Only re-encoded images are displayed in the browser; other files are downloads.
  const disposition = Type === 'Photo' ? 'inline' : 'attachment'
  const name = encodeURIComponent(FileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return reply
    .headers({
      'content-type': MimeType,
      'content-length': file.size,
      'content-disposition': `${disposition}; filename*=UTF-8''${name}`,
      // The content of a file with this name never changes, but only private caches may store it.
      'cache-control': `private, max-age=${YEAR}, immutable`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(file.content)
}

/** Finds an active file by its name. Only the uploader sees a file that is not attached to a record yet. */
async function findFile(ctx: Ctx, { Name }: Input<typeof contract.mediaFile>) {
  const row = await ctx.db
    .selectFrom('Media')
    .select(['MimeType', 'FileName', 'Type'])
    .where((eb) => eb.or([eb('StoredName', '=', Name), eb('ThumbnailName', '=', Name)]))
    .where('Status', '=', 'Active')
    .where((eb) => eb.or([eb('ObjectType', 'is not', null), eb('CreatedById', '=', ctx.actor.userId!)]))
    .$if(!ctx.actor.isHQ, (query) =>
      query.where((eb) => eb.or([eb('OutletCode', 'is', null), eb('OutletCode', '=', ctx.actor.outletCode)])),
    )
    .executeTakeFirst()
  if (!row) throw mediaRefusals.notFound()
  return { Name, ...row }
}
