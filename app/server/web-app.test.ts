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
// Writes a build manifest.
await mkdir(join(folder, '.vite'))
await writeFile(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    'main.tsx': { file: 'assets/main-abc123.js' },
    '_shell.js': { name: 'shell', file: 'assets/shell-1.js', css: ['assets/shell-1.css'], imports: ['main.tsx'] },
    '_home.js': { name: 'home', file: 'assets/home-1.js', imports: ['_shell.js'] },
  }),
)
afterAll(() => rm(folder, { recursive: true, force: true }))

const plain = useApp({ web: folder, apiDocs: true })
const based = useApp({ web: folder, apiDocs: true, basePath: '/carat' })
const get = (app: typeof plain, url: string, headers = {}) => app.inject({ method: 'GET', url, headers })
const named = (rel: string, file: string) => `<link rel="${rel}" crossorigin href="./assets/${file}">`

describe('web app', () => {
  test.each([
    '/',
    '/dashboard',
    '/customers/5',
    '/auth/login?step=forgot',
    '/self-service/customer/x/edit',
    '/index.html',
  ])('web app: %s returns the page', async (url) => {
    const page = await get(plain, url)
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    })
    expect(page.text).toContain('<base href="/" />')
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  })

  test('web app: the page for a browser with a session has preload links for its files, without duplicates', async () => {
    const signedIn = { cookie: 'sid=unknown' }
    const counter = await get(plain, '/counter', signedIn)
    expect(counter.headers.vary).toBe('accept-encoding, cookie')
    for (const link of [
      named('stylesheet', 'shell-1.css'),
      named('modulepreload', 'shell-1.js'),
      named('modulepreload', 'home-1.js'),
    ])
      expect(counter.text).toContain(link)
    expect(counter.text.split('main-abc123.js')).toHaveLength(2)
    const other = await get(plain, '/setup/settings', signedIn)
    expect(other.text).toContain(named('modulepreload', 'shell-1.js'))
    expect(other.text).not.toContain('home-1.js')
    const deeper = await get(based, '/carat/counter', signedIn)
    expect(deeper.text).toContain(named('modulepreload', 'home-1.js'))
  })

  test('web app: the page for a browser without a session lists the names of files to load after sign-in', async () => {
    const page = await get(plain, '/counter')
    expect(page.text).toContain('<meta name="carat-next" content="assets/shell-1.js assets/home-1.js">')
    expect(page.text).not.toContain('<link rel')
  })

  test('web app: files with a content hash are cached forever', async () => {
    expect(await get(plain, '/assets/main-abc123.js')).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringContaining('javascript'),
      },
    })
    expect(await get(plain, '/favicon.svg')).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
  })

  test('web app: security headers of documents are sent with documents only, and nosniff with every file', async () => {
    const script = await get(plain, '/assets/main-abc123.js')
    expect(script.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    for (const header of ['content-security-policy', 'permissions-policy', 'x-frame-options', 'referrer-policy'])
      expect(Object.keys(script.headers)).not.toContain(header)
    for (const path of ['/dashboard', '/favicon.svg'])
      expect(Object.keys((await get(plain, path)).headers)).toEqual(
        expect.arrayContaining(['content-security-policy', 'permissions-policy', 'x-frame-options']),
      )
  })

  test.each([
    '/.env',
    '/wp-login.php',
    '/customers/5/nothing',
    '/reporting/nothing',
    '/.git/config',
    '/dashboard/.env',
  ])('web app: the unknown URL %s gets the page with status 404', async (url) => {
    const page = await get(plain, url)
    expect(page.status).toBe(404)
    expect(page.text).toContain('<base href="/" />')
    expect((await get(based, `/carat${url}`)).status).toBe(404)
  })

  test.each(['/assets/main-old.js', '/api/1.0/nothing'])('web app: %s is not found', async (url) => {
    expect((await get(plain, url)).status).toBe(404)
  })

  test.each(['/../../package.json', '/%2e%2e/%2e%2e/package.json', '/..%2f..%2fpackage.json'])(
    'web app: no file outside of the build is sent for %s',
    async (url) => {
      expect((await get(plain, url)).text).not.toContain('"private"')
    },
  )

  test('web app: requests with methods other than GET and HEAD are refused', async () => {
    expect((await plain.inject({ method: 'POST', url: '/dashboard' })).status).toBe(404)
    expect((await plain.inject({ method: 'HEAD', url: '/dashboard' })).status).toBe(200)
  })
})

describe('web app under a base path', () => {
  test('base path: the page has the base path in <base>', async () => {
    expect((await get(based, '/carat/customers/5')).text).toContain('<base href="/carat/" />')
    expect((await get(based, '/carat/assets/main-abc123.js')).status).toBe(200)
    expect((await get(based, '/carat/api/1.0/app/config')).status).toBe(200)
    expect((await get(based, '/carat/api/openapi.json')).body).toMatchObject({ servers: [{ url: '/carat/api/1.0' }] })
    expect((await get(based, '/carat/api/docs/')).status).toBe(200)
  })

  test.each(['/dashboard', '/api/1.0/app/config', '/caratx', '/'])(
    'base path: %s is outside of the base path and not found',
    async (url) => {
      expect((await get(based, url)).status).toBe(404)
    },
  )

  test('base path: health checks are served at the root, outside of the base path', async () => {
    expect((await get(based, '/healthz')).status).toBe(200)
    expect((await get(based, '/readyz')).body).toMatchObject({ status: 'ready' })
  })
})
