import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { API_BASE } from '#kit/server/serve.ts'
import { useApp } from '#tests/harness.ts'
import { compressReplies } from './compression.ts'

const folder = await mkdtemp(join(tmpdir(), 'carat-packed-'))
const script = `console.log('${'carat '.repeat(1_000)}')`
const picture = randomBytes(4_000)
await mkdir(join(folder, 'assets'))
await writeFile(join(folder, 'index.html'), `<html><head><base href="/" /></head>${'<p>Carat</p>'.repeat(200)}</html>`)
await writeFile(join(folder, 'assets/main-abc.js'), script)
await writeFile(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script))
await writeFile(join(folder, 'assets/main-abc.js.gz'), gzipSync(script))
await writeFile(join(folder, 'assets/ring-abc.webp'), picture)
afterAll(() => rm(folder, { recursive: true, force: true }))

const app = useApp({ web: folder, apiDocs: true })

/** Returns the bytes of a reply as sent over the network. */
async function get(url: string, encoding?: string) {
  const reply = await app.fastify.inject({
    method: 'GET',
    url,
    headers: encoding ? { 'accept-encoding': encoding } : {},
  })
  const { headers, rawPayload, statusCode } = reply
  return { status: statusCode, encoding: headers['content-encoding'], vary: headers.vary, headers, bytes: rawPayload }
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

describe('compression of replies and files', () => {
  test.each(['br', 'gzip'] as const)(
    'compression: a web app file is served as compressed at build time, in %s',
    async (encoding) => {
      const packed = await get('/assets/main-abc.js', `${encoding}, identity`)
      expect(packed).toMatchObject({ status: 200, encoding, vary: expect.stringMatching(/accept-encoding/i) })
      expect(packed.headers['content-type']).toContain('javascript')
      expect(packed.headers['cache-control']).toContain('immutable')
      expect(packed.bytes).toEqual(encoding === 'br' ? brotliCompressSync(script) : gzipSync(script))
    },
  )

  test('compression: a client that accepts Brotli and gzip gets Brotli', async () => {
    expect((await get('/assets/main-abc.js', 'gzip, deflate, br, zstd')).encoding).toBe('br')
    expect((await get('/api/openapi.json', 'gzip, deflate, br, zstd')).encoding).toBe('br')
  })

  test.each(['br', 'gzip'] as const)(
    'compression: the page and the replies of calls are sent in %s with a Vary header',
    async (encoding) => {
      for (const url of ['/dashboard', '/api/openapi.json']) {
        const packed = await get(url, encoding)
        const plain = await get(url)
        expect(packed).toMatchObject({ status: 200, encoding, vary: expect.stringMatching(/accept-encoding/i) })
        expect(plain.encoding).toBeUndefined()
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
        expect(unpack[encoding](packed.bytes)).toEqual(plain.bytes)
      }
    },
  )

  test('compression: compressed files, short replies and replies to clients without support are sent as they are', async () => {
    expect((await get('/assets/ring-abc.webp', 'br, gzip')).encoding).toBeUndefined()
    expect((await get('/healthz', 'br, gzip')).encoding).toBeUndefined()
    expect((await get('/assets/main-abc.js')).encoding).toBeUndefined()
    expect((await get('/assets/main-abc.js', 'identity')).bytes.toString()).toBe(script)
  })

  test('compression: a compressed file of the web app has no URL of its own', async () => {
    expect((await get('/assets/main-abc.js.br', 'br')).status).toBe(404)
    expect((await get('/.vite/manifest.json', 'br')).status).not.toBe(500)
  })

  test('compression: sign-in replies are not compressed, so that their length reveals no secret', async () => {
    const bare = Fastify()
    await compressReplies(bare, '/carat')
    const long = { Text: 'carat '.repeat(1_000) }
    bare.get(`/carat${API_BASE}/auth/profile`, async () => long)
    bare.get(`/carat${API_BASE}/customer/find`, async () => long)
    const headers = { 'accept-encoding': 'br, gzip' }
    const encodingOf = async (path: string) =>
      (await bare.inject({ url: `/carat${API_BASE}${path}`, headers })).headers['content-encoding']
    expect(await encodingOf('/customer/find')).toBe('br')
    expect(await encodingOf('/auth/profile')).toBeUndefined()
  })
})
