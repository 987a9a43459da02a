import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'

const folder = await mkdtemp(join(tmpdir(), 'carat-web-'))
await mkdir(join(folder, 'assets'))
await writeFile(
  join(folder, 'index.html'),
  '<html><head><base href="/" /></head><script type="module" src="./assets/main-abc123.js"></script></html>',
)
await writeFile(join(folder, 'assets/main-abc123.js'), 'console.log(1)')
await writeFile(join(folder, 'favicon.svg'), '<svg/>')
afterAll(() => rm(folder, { recursive: true, force: true }))

const plain = useApp({ web: folder, apiDocs: true })
const based = useApp({ web: folder, apiDocs: true, basePath: '/carat' })
const get = (app: typeof plain, url: string) => app.inject({ method: 'GET', url })

describe('the web app', () => {
  test.each([
    '/',
    '/dashboard',
    '/customers/5',
    '/auth/login?step=forgot',
    '/self-service/customer/x/edit',
    '/index.html',
  ])('is the page for the address %s', async (url) => {
    const page = await get(plain, url)
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    })
    expect(page.text).toContain('<base href="/" />')
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  })

  test('has files that may be kept for ever when their name carries their content', async () => {
    expect(await get(plain, '/assets/main-abc123.js')).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringContaining('javascript'),
      },
    })
    expect(await get(plain, '/favicon.svg')).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
  })

  test.each(['/assets/main-old.js', '/api/1.0/nothing'])('has nothing at %s', async (url) => {
    expect((await get(plain, url)).status).toBe(404)
  })

  test.each(['/../../package.json', '/%2e%2e/%2e%2e/package.json', '/..%2f..%2fpackage.json'])(
    'gives out no other file by %s',
    async (url) => {
      expect((await get(plain, url)).text).not.toContain('"private"')
    },
  )

  test('answers nothing but reading', async () => {
    expect((await plain.inject({ method: 'POST', url: '/dashboard' })).status).toBe(404)
    expect((await plain.inject({ method: 'HEAD', url: '/dashboard' })).status).toBe(200)
  })
})

describe('under a base path', () => {
  test('the page tells the browser where it lies', async () => {
    expect((await get(based, '/carat/customers/5')).text).toContain('<base href="/carat/" />')
    expect((await get(based, '/carat/assets/main-abc123.js')).status).toBe(200)
    expect((await get(based, '/carat/api/1.0/app/config')).status).toBe(200)
    expect((await get(based, '/carat/api/openapi.json')).body).toMatchObject({ servers: [{ url: '/carat/api/1.0' }] })
    expect((await get(based, '/carat/api/docs/')).status).toBe(200)
  })

  test.each(['/dashboard', '/api/1.0/app/config', '/caratx', '/'])('nothing answers at %s', async (url) => {
    expect((await get(based, url)).status).toBe(404)
  })

  test('health is asked at the root', async () => {
    expect((await get(based, '/healthz')).status).toBe(200)
    expect((await get(based, '/readyz')).body).toMatchObject({ status: 'ready' })
  })
})
