import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileStorage } from './storage/open.ts'
import type { FileStorage } from './storage.ts'

let dataDir: string
let server: Server
let bucket: Map<string, Buffer>
let requests: { method: string; path: string; signed: boolean }[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carat-storage-'))
  ;({ server, bucket, requests } = await smallS3())
})
afterAll(async () => {
  server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const inFolder = () => openFileStorage({ dataDir })('media')
const inBucket = () =>
  openFileStorage({
    dataDir,
    bucket: {
      name: 'carat-files',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      pathStyle: true,
      keys: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    },
  })('media')

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('file storage in %s', (_, open) => {
  test('storage: a stored file can be read unchanged, is listed, and no longer exists after its deletion', async () => {
    const files = open()
    await put(files, 'ring.webp', 'gold')
    await put(files, 'ring.webp', 'platinum')

    const found = (await files.get('ring.webp'))!
    expect(found.size).toBe(8)
    expect(await text(found.content)).toBe('platinum')
    expect(await namesOf(files)).toEqual(['ring.webp'])

    await files.delete('ring.webp')
    await files.delete('ring.webp')
    expect(await files.get('ring.webp')).toBeUndefined()
    expect(await namesOf(files)).toEqual([])
  })

  test.each(['../ring', 'a/b', '', '.part-1', 'a\0b', '..'])(
    'storage: a file name that leads outside its folder is refused: %j',
    async (name) => {
      await expect(async () => put(open(), name, 'x')).rejects.toThrow('Not a name')
    },
  )
})

test('storage: an interrupted upload leaves no file', async () => {
  const files = inFolder()
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('broke off')
    })(),
  )
  await expect(files.put('half.webp', broken, 8)).rejects.toThrow('broke off')
  await expect(files.put('short.webp', Readable.from([Buffer.from('half')]), 8)).rejects.toThrow(
    '4 bytes in place of 8',
  )
  expect(await readdir(join(dataDir, 'media'))).toEqual([])
})

test('storage: a file that is being written is not listed', async () => {
  await writeFile(join(dataDir, 'media', '.part-1'), 'half')
  expect(await namesOf(inFolder())).toEqual([])
})

test('storage: an upload to a bucket is signed, and its path has bucket, kind of file and file name', async () => {
  requests.length = 0
  await put(inBucket(), 'ring.webp', 'gold')
  expect(requests).toEqual([{ method: 'PUT', path: '/carat-files/media/ring.webp', signed: true }])
  expect(bucket.get('/carat-files/media/ring.webp')?.toString()).toBe('gold')
})

const put = (files: FileStorage, name: string, content: string) =>
  files.put(name, Readable.from([Buffer.from(content)]), content.length)

async function namesOf(files: FileStorage) {
  const names: string[] = []
  for await (const { name } of files.list()) names.push(name)
  return names
}

/** A minimal in-memory S3: put, get, delete and list. */
async function smallS3() {
  const bucket = new Map<string, Buffer>()
  const requests: { method: string; path: string; signed: boolean }[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://s3')
    const body = await buffer(request)
    requests.push({ method: request.method!, path: pathname, signed: isSigned(request) })
    if (searchParams.has('list-type')) return response.end(listing(pathname, searchParams.get('prefix')!))
    if (request.method === 'PUT') bucket.set(pathname, body)
    if (request.method === 'DELETE') {
      bucket.delete(pathname)
      response.statusCode = 204
    }
    if (request.method !== 'GET') return response.end()
    const found = bucket.get(pathname)
    if (found) return response.end(found)
    response.writeHead(404, { 'content-type': 'application/xml' })
    response.end('<Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>')
  })
  const listing = (path: string, prefix: string) => {
    const keys = [...bucket.entries()].filter(([key]) => key.startsWith(`${path.replace(/\/$/, '')}/${prefix}`))
    const contents = keys.map(
      ([key, { length }]) =>
        `<Contents><Key>${key.slice(path.replace(/\/$/, '').length + 1)}</Key><Size>${length}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
    )
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, bucket, requests }
}

const isSigned = ({ headers }: IncomingMessage) =>
  /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/us-east-1\/s3\/aws4_request, .*Signature=[0-9a-f]{64}$/.test(
    headers.authorization ?? '',
  )
