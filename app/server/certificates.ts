import { isIP } from 'node:net'
import { connect, TLSSocket } from 'node:tls'
import type pg from 'pg'

const TIMEOUT_MS = 3_000
const DAY_MS = 86_400_000

/** The validity of a certificate: start and end. */
export type Validity = { from: Date; to: Date }

/**
 * Judges a validity: `late` if two weeks before its end, or a sixth of a shorter life, the certificate is not renewed, and
 * `urgent` at three days or a 24th. Authorities issue certificates for twelve hours up to a year.
 */
export function judgeValidity({ from, to }: Validity, now: number): 'valid' | 'late' | 'urgent' {
  const life = to.getTime() - from.getTime()
  const left = to.getTime() - now
  if (left < Math.min(3 * DAY_MS, life / 24)) return 'urgent'
  return left < Math.min(14 * DAY_MS, life / 6) ? 'late' : 'valid'
}

/** Reads the validity of an https URL's certificate; undefined for other URLs and if no server presents a certificate. */
export async function readCertificate(url: string): Promise<Validity | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // An expired or private certificate is read as well; nothing is sent over the connection.
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    })
    const end = (result: Validity | undefined) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('secureConnect', () => end(validityOf(socket)))
    socket.once('timeout', () => end(undefined))
    socket.once('error', () => end(undefined))
  })
}

/** Returns the validity of the database's certificate; undefined for a connection without TLS. */
export function databaseCertificate(client: pg.ClientBase): Validity | undefined {
  const { stream } = (client as unknown as { connection: { stream: unknown } }).connection
  return stream instanceof TLSSocket ? validityOf(stream) : undefined
}

function validityOf(socket: TLSSocket): Validity | undefined {
  const { valid_from, valid_to } = socket.getPeerCertificate()
  const to = new Date(valid_to)
  return Number.isNaN(to.getTime()) ? undefined : { from: new Date(valid_from), to }
}
