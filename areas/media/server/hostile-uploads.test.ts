import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openFileStorage } from '#kit/server/storage/open.ts'
import { blackPng, file, type Part, upload } from '#tests/factories/media.ts'
import { useApp } from '#tests/harness.ts'

// Malicious uploads. Their content must never be executed by a user's browser.

const dataDir = mkdtempSync(join(tmpdir(), 'carat-hostile-'))
const storage = openFileStorage({ dataDir })
const app = useApp({ storage })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const script = '<script>alert(document.cookie)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
const html = `<!doctype html><html><body>${script}</body></html>`
const image = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#b08d3c' } })
    .toFormat(format)
    .toBuffer()
const png = await image('png')
const jpeg = await image('jpeg')
const webp = await image('webp')
const jpegWithLocation = await sharp(jpeg)
  .withExif({ IFD0: { Copyright: script }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 9/1 0/1' } })
  .jpeg()
  .toBuffer()
const jpegWithComment = Buffer.concat([
  jpeg.subarray(0, 2),
  Buffer.from([0xff, 0xfe, 0x00, script.length + 2]),
  Buffer.from(script),
  jpeg.subarray(2),
])
const gifJs = Buffer.from('GIF89a/*\x01\x00\x00\x00\x00\x00*/=1;alert(document.domain);//\x3b', 'latin1')
const zip = Buffer.from('504b0304140000000800', 'hex')
const pixelBomb = blackPng(16_000)
const oversizedPng = blackPng(6_400)

type Case = [
  what: string,
  content: string | Buffer,
  answer: number | 'redrawn',
  more?: { name?: string; parts?: Part[] },
]

const form = (parts: Part[]) => ({ parts: [...parts, { name: 'FileStream', filename: 'a.png', content: png }] })

const cases: Case[] = [
  ['SVG with script', svg, 415, { name: 'logo.svg' }],
  ['SVG called PNG', svg, 415],
  ['SVG after an XML declaration and spaces', `<?xml version="1.0"?>\n\n${' '.repeat(5000)}${svg}`, 415],
  ['compressed SVG', gzipSync(svg), 415, { name: 'logo.svgz' }],
  ['HTML called PNG', html, 415],
  ['HTML after a byte order mark', `\ufeff${html}`, 415, { name: 'photo.jpg' }],
  ['plain script', 'alert(1)', 415, { name: 'photo.js' }],
  ['GIF that is also JavaScript', gifJs, 415, { name: 'photo.gif' }],
  ['BMP that is also JavaScript', Buffer.from('BM/*\0\0\0\0*/=1;alert(1)//', 'latin1'), 415],
  ['PNG with an appended script', Buffer.concat([png, Buffer.from(script)]), 'redrawn'],
  ['JPEG with an appended script', Buffer.concat([jpeg, Buffer.from(html)]), 'redrawn'],
  ['WebP with an appended script', Buffer.concat([webp, Buffer.from(html)]), 'redrawn'],
  ['JPEG with a script in its comment', jpegWithComment, 'redrawn'],
  ['JPEG with location and owner', jpegWithLocation, 'redrawn'],
  ['JPEG with an appended ZIP', Buffer.concat([jpeg, zip]), 'redrawn'],
  ['PNG header followed by HTML', Buffer.concat([png.subarray(0, 60), Buffer.from(html)]), 400],
  ['truncated PNG', png.subarray(0, 40), 400],
  ['PNG header without image data', Buffer.concat([png.subarray(0, 33), Buffer.alloc(500)]), 400],
  ['image of 256 million pixels', pixelBomb, 413],
  ['image just above 40 million pixels', oversizedPng, 413],
  ['ZIP', zip, 415, { name: 'photo.zip' }],
  ['program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 415, { name: 'photo.png' }],
  ['empty file', '', 415],
  ['path in the name', png, 'redrawn', { name: '../../../../etc/cron.d/evil.png' }],
  ['Windows path in the name', png, 'redrawn', { name: 'C:\\\\Windows\\\\System32\\\\evil.png' }],
  ['wrong extension', png, 'redrawn', { name: 'evil.html' }],
  ['two extensions', png, 'redrawn', { name: 'evil.php.png' }],
  ['NUL in the name', png, 'redrawn', { name: 'evil.php\0.png' }],
  ['line break and header in the name', png, 'redrawn', { name: 'a%0d%0aSet-Cookie: x=1\u2028.png' }],
  ['name with a right-to-left override', png, 'redrawn', { name: 'evil\u202egnp.exe' }],
  ['very long name', png, 'redrawn', { name: `${'x'.repeat(5000)}.png` }],
  [
    'form with a thousand fields',
    png,
    400,
    form(Array.from({ length: 1000 }, (_, n) => ({ name: `f${n}`, content: 'x' }))),
  ],
  [
    'form with ten files',
    png,
    400,
    form(Array.from({ length: 9 }, () => ({ name: 'FileStream', filename: 'a.png', content: png }))),
  ],
  ['field named __proto__', png, 400, form([{ name: '__proto__', content: 'x' }])],
  ['field that the caller may not set', png, 400, form([{ name: 'CreatedById', content: '1' }])],
  ['title with NUL', png, 400, form([{ name: 'Title', content: 'a\0b' }])],
]

const stored: { what: string; Url: string; ThumbnailUrl: string | null }[] = []

test('malicious uploads: the tests contain at least thirty cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(30)
})

test.each(cases)('malicious upload: %s', async (label, content, expected, options) => {
  const { status, body } = await upload(app, content, options)
  expect(status).toBe(expected === 'redrawn' ? 201 : expected)
  if (expected !== 'redrawn') return
  stored.push({ what: label, ...body })
  expect(body.FileName).toMatch(/^[^/\\\p{C}]{1,160}\.webp$/u)
  for (const url of [body.Url, body.ThumbnailUrl!]) {
    const { headers, content: imageBytes } = await file(app, url)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    // The size in the header shows that the file contains nothing but the image.
    expect(imageBytes.readUInt32LE(4) + 8).toBe(imageBytes.length)
    expect(imageBytes.includes('alert')).toBe(false)
    const { format, exif, xmp, iptc } = await sharp(imageBytes).metadata()
    expect({ format, exif, xmp, iptc }).toEqual({ format: 'webp' })
  }
})

test('malicious upload: a rejected file leaves neither a row nor stored content', async () => {
  const rows = await app.sql<{ stored_name: string; thumbnail_name: string }>(
    'select stored_name, thumbnail_name from media',
  )
  expect(rows).toHaveLength(stored.length)
  const names: string[] = []
  for await (const { name } of storage('media').list()) names.push(name)
  expect(names.sort()).toEqual(rows.flatMap((row) => [row.stored_name, row.thumbnail_name]).sort())
})
