import { crc32, deflateSync } from 'node:zlib'
import { type Media, uploadMedia } from '#areas/media/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Caller, hq, type TestApp } from '../harness.ts'

// Media files as customers and attackers upload them.

export type Part = { name: string; filename?: string; type?: string; content: string | Buffer }
type Options = {
  as?: Caller | null
  name?: string
  fields?: Record<string, string>
  parts?: Part[]
  headers?: Record<string, string>
}

export async function upload(
  app: TestApp,
  content: string | Buffer,
  { as = hq, name = 'photo.png', fields = {}, parts, headers }: Options = {},
) {
  const form = parts ?? [
    ...Object.entries(fields).map(([field, value]) => ({ name: field, content: value })),
    { name: 'FileStream', filename: name, type: 'application/octet-stream', content },
  ]
  const reply = await app.inject({
    method: 'POST',
    url: `${API_BASE}${uploadMedia.path}`,
    payload: bodyOf(form),
    headers: {
      'content-type': 'multipart/form-data; boundary=frontier',
      ...(as && { authorization: `Bearer ${(await app.token(as)).token}` }),
      ...headers,
    },
  })
  return { status: reply.status, body: reply.body as Media, refusal: reply.body as { code: string; message: string } }
}

const bodyOf = (parts: readonly Part[]) =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, type, content }) => [
      Buffer.from(
        `--frontier\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--frontier--\r\n'),
  ])

export async function file(app: TestApp, url: string, as: Caller | null = hq) {
  const reply = await app.fastify.inject({
    method: 'GET',
    url,
    headers: as ? { authorization: `Bearer ${(await app.token(as)).token}` } : {},
  })
  return { status: reply.statusCode, headers: reply.headers, content: reply.rawPayload }
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A black PNG of any size, one bit a pixel: a few kilobytes that open to hundreds of megabytes. */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
