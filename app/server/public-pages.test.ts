import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { serve } from '#kit/server/serve.ts'
import { useApp } from '#tests/harness.ts'
import type { PageOfArea } from './public-pages.ts'

const folder = await mkdtemp(join(tmpdir(), 'carat-public-'))
await mkdir(join(folder, '.vite'))
await writeFile(join(folder, 'index.html'), '<html><head><base href="/" /></head><body>staff</body></html>')
await writeFile(
  join(folder, 'public.html'),
  '<html lang="en"><head><base href="/" /><title>Carat</title></head><script type="module" src="./assets/main-1.js"></script></html>',
)
await writeFile(
  join(folder, '.vite/public.json'),
  JSON.stringify({
    'public.html': { file: 'assets/main-1.js', css: ['assets/main-1.css'], imports: ['_public.js'] },
    '_public.js': { file: 'assets/public-1.js' },
    '../../virtual:public-texts/en/forms': { file: 'assets/en-1.js' },
    '../../virtual:public-texts/ja/forms': { file: 'assets/ja-1.js' },
    '../../virtual:public-texts/ms/forms': { file: 'assets/ms-1.js' },
    '../../areas/rings/public/RingPage.tsx': { file: 'assets/RingPage-1.js', imports: ['_public.js'] },
  }),
)
afterAll(() => rm(folder, { recursive: true, force: true }))

// Created without a declaration, because every declared refusal needs translated texts.
const refused = (statusCode: number, code: string) => new Refusal(statusCode, code, 'No')
const showRing = read({
  path: '/rings/public/find-one',
  access: 'public',
  scope: unnamedRows('public'),
  summary: 'A ring',
  body: z.strictObject({ RingId: z.int(), Language: z.string() }),
  reply: z.strictObject({ Name: z.string(), Language: z.string() }),
})
const pages: PageOfArea[] = [
  {
    area: 'rings',
    path: '/rings/:RingId',
    module: 'public/RingPage.tsx',
    languages: ['ms'],
    initialRead: {
      route: serve(showRing, async (_, { RingId, Language }) => {
        if (RingId === 2) throw refused(409, 'rings.gone')
        if (RingId === 3) throw refused(409, 'rings.secret')
        if (RingId === 4) throw refused(404, 'rings.unknown')
        return { Name: 'Eternity </script><script>alert(1)</script>', Language }
      }),
      input: ({ params, language }) => ({ ...params, Language: language }),
      statuses: { 'rings.gone': 410, 'rings.secret': 200 },
    },
  },
  { area: 'rings', path: '/rings/:RingId/*' },
]

const options = { web: folder, publicPages: pages }
const plain = useApp(options)
const based = useApp({ ...options, basePath: '/carat' })
const strict = useApp({ ...options, limits: { perAddress: 2 } })
const get = (app: typeof plain, url: string, headers = {}) => app.inject({ method: 'GET', url, headers })
const startIn = (text: string) =>
  JSON.parse(/<script type="application\/json" id="carat-start">(.*?)<\/script>/s.exec(text)![1]!)

describe('HTML document of a public page', () => {
  test('public page: the HTML contains the company, the reply of the first call and preload links for all files', async () => {
    const page = await get(plain, '/rings/7')
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    })
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect(page.text).toContain('<title>Carat Jewellers</title>')
    for (const file of ['public-1.js', 'en-1.js', 'RingPage-1.js'])
      expect(page.text).toContain(`<link rel="modulepreload" crossorigin href="./assets/${file}">`)
    expect(page.text).toContain('<link rel="stylesheet" crossorigin href="./assets/main-1.css">')
    expect(page.text.split('main-1.js')).toHaveLength(2)
    expect(startIn(page.text)).toMatchObject({
      config: { Company: 'Carat Jewellers', Languages: ['en', 'zh', 'fr', 'ja'] },
      reads: [{ path: showRing.path, reply: { Language: 'en' } }],
    })
  })

  test('public page: user input is embedded as data, never as script', async () => {
    const { text } = await get(plain, '/rings/7')
    expect(text).not.toContain('alert(1)</script>')
    expect(startIn(text).reads[0].reply.Name).toContain('</script>')
  })

  test.each([
    ['language that the browser prefers', { 'accept-language': 'ja-JP,ja;q=0.9,en;q=0.8' }, '', 'ja'],
    ['language that the visitor chose before', { cookie: 'carat_language=ja', 'accept-language': 'fr' }, '', 'ja'],
    ['language that only this page supports', { 'accept-language': 'ms-MY,ms;q=0.9' }, '', 'ms'],
    ['language that the link names', { 'accept-language': 'en' }, '?lang=ja', 'ja'],
    [
      'default language if no requested language is available',
      { 'accept-language': 'de', cookie: 'carat_language=xx' },
      '?lang=%3Cb%3E',
      'en',
    ],
  ])('public page: is in the %s', async (_, headers, query, language) => {
    const { text } = await get(plain, `/rings/7${query}`, headers)
    expect(text).toContain(`<html lang="${language}"`)
    expect(text).toContain(`./assets/${language}-1.js`)
    expect(startIn(text).reads[0].reply.Language).toBe(language)
  })

  test.each([
    ['an unknown record', '/rings/4', 404, 'rings.unknown'],
    ['a removed record', '/rings/2', 410, 'rings.gone'],
    ['an invalid id', '/rings/gold', 404, 'kit.not_found'],
  ])('public page: %s gets its error status and an HTML page', async (_, url, status, code) => {
    const page = await get(plain, url)
    expect(page).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(startIn(page.text).reads[0].refusal.code).toBe(code)
  })

  test('public page: a call that needs more than the URL is sent by the page and not preloaded', async () => {
    const page = await get(plain, '/rings/3')
    expect(page.status).toBe(200)
    expect(startIn(page.text).reads).toEqual([])
  })

  test('public page: a path with extra segments after the path of the page gets 404', async () => {
    const page = await get(plain, '/rings/7/polish')
    expect(page.status).toBe(404)
    expect(page.text).toContain('main-1.js')
  })

  test('public page: is compressed if the caller supports it', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
    ])
      expect((await get(plain, '/rings/7', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding)
  })

  test('public page: exists only under the base path', async () => {
    expect((await get(based, '/carat/rings/7')).text).toContain('<base href="/carat/" />')
    expect((await get(based, '/rings/7')).status).toBe(404)
  })

  test('public pages: other paths are still served by the staff application', async () => {
    expect((await get(plain, '/dashboard')).text).toContain('staff')
    expect((await get(plain, '/public.html')).text).toContain('staff')
  })

  test('public page: preloading the first call counts towards the limit of unauthenticated calls', async () => {
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt++) statuses.push((await get(strict, '/rings/7')).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})
