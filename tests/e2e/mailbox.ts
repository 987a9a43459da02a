import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  files: { name: string; bytes: Buffer }[]
}

/** A mail server that records its messages, parsed by a mail parser; it confirms a message after recording it. */
export async function openMailbox(take: (mail: Mail) => unknown) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
        await take({ to, ...read(Buffer.concat(parts).toString('latin1')) })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    address: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Splits a message, or a part of a message, into head and body. */
function partOf(raw: string) {
  const at = raw.search(/\r?\n\r?\n/)
  const head = raw.slice(0, at).replace(/\r?\n[ \t]+/g, ' ')
  const value = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  return { value, body: raw.slice(at).trim() }
}

function read(raw: string): Omit<Mail, 'to'> {
  const { value, body } = partOf(raw)
  const boundary = /boundary="([^"]+)"/.exec(value('content-type'))?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(partOf) : [partOf(raw)]
  const of = (type: string) => {
    const part = parts.find((one) => one.value('content-type').startsWith(type))
    return part ? decoded(part.body, part.value('content-transfer-encoding')) : ''
  }
  const files = parts
    .filter((part) => part.value('content-disposition').startsWith('attachment'))
    .map((part) => ({
      name: words(/filename="?([^";]+)/.exec(part.value('content-disposition'))?.[1] ?? ''),
      bytes: Buffer.from(part.body, 'base64'),
    }))
  const id = /^<([^@>]*)/.exec(value('message-id'))?.[1] ?? ''
  return { id, subject: words(value('subject')), text: of('text/plain'), html: of('text/html'), files }
}

function decoded(text: string, encoding: string) {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  return Buffer.from(encoding === 'quoted-printable' ? unquoted(text.replace(/=\r?\n/g, '')) : text, 'latin1').toString(
    'utf8',
  )
}

const unquoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Decodes the encoded words of a header (RFC 2047). */
const words = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, part: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(part, 'base64').toString('latin1') : unquoted(part.replaceAll('_', ' ')),
    )
    .replace(/[\s\S]*/, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
